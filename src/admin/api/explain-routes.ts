import { deployedEndpoints } from '../../api/endpoints/index.ts';
import type { ExplainQuestion } from '../../check/explain/question.ts';
import { questionOf } from '../../check/explain/question-query.ts';
import type { AdminParts } from '../admin-parts.ts';
import { explainAnswer, namesAnswer } from '../contract/routing.ts';
import type { Route } from '../http/admin-route.ts';
import { jsonRoute } from './api-route.ts';
import { statesOf } from './overview-routes.ts';
import { asIs, word, words } from './parameters.ts';
import { bad } from './request-fields.ts';

/** Read by `questionOf`, which is the other half of what the command line asks with. */
const question = {
  endpoint: asIs({
    anyOf: [{ enum: deployedEndpoints }, { type: 'string' }],
    description: 'One that comes with the gateway, or one that its configuration declares.',
    default: 'chat_completions',
  }),
  model: word('The model of the request; empty where it names none.'),
  models: words('The `models` of its body.'),
  tags: words('The wanted tags.'),
  key: word('A key id; absent for one that may use everything.'),
  as_active: asIs({
    type: 'boolean',
    description: 'Take the key as active, though it may be disabled or outside its dates.',
  }),
  down: words('Backends or MODEL/NAME of a simulated outage.'),
  needs: words('Capabilities that the body uses: what `gateway explain --body` finds.'),
  input_tokens: asIs({ type: 'number', minimum: 0, description: 'An estimate, for `lowest_cost`.' }),
  output_tokens: asIs({ type: 'number', minimum: 0, description: 'The same; both or neither.' }),
  session: word('What keeps requests of one session together, for `sticky`.'),
  nested: word(
    'The models that the body names beside its own, as JSON: what `gateway explain --body` finds.',
  ),
  socket: asIs({ type: 'boolean', description: 'Ask it on a WebSocket.' }),
  origin: word('With `socket`: the site whose page opens it; absent for a program.'),
  turn: word(
    'With `socket`: what the event says beside the request, as JSON: what `gateway explain --socket --body` finds.',
  ),
};

/** Explains the destination of a request now and why others are excluded; lists the names that a question can use. */
export function explainRoutes({ view, queryProcess }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/explain',
      access: 'read',
      summary: 'Where a request would go now, and why nowhere else.',
      query: question,
      answers: explainAnswer,
      async answer({ rawQuery }) {
        const ask = asked(rawQuery);
        const states = await statesOf(view);
        const found = await queryProcess.ask(view.transfer, 'explain', { ask, states });
        if ('problems' in found) throw bad(found.problems.join('; '));
        return found.explanation;
      },
    }),
    jsonRoute({
      method: 'GET',
      path: '/api/names',
      access: 'read',
      summary: 'Names that a question can be made of.',
      answers: namesAnswer,
      answer: () => queryProcess.ask(view.transfer, 'names', {}),
    }),
  ];
}

function asked(query: URLSearchParams): ExplainQuestion {
  try {
    return questionOf(query);
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error));
  }
}
