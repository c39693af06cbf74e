import type { ExplainQuestion } from '../../check/explain/question.ts';
import { questionOf } from '../../check/explain/question-query.ts';
import type { AdminParts } from '../admin-parts.ts';
import { json } from '../http/admin-answer.ts';
import type { Route } from '../http/admin-route.ts';
import { statesOf } from './overview-routes.ts';
import { bad } from './request-fields.ts';

/** Where a request would go now and why nowhere else, and the names that the question can be made of. */
export function explainRoutes({ view, queryProcess }: AdminParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/explain',
      access: 'read',
      async answer({ query }) {
        const ask = asked(query);
        const states = await statesOf(view);
        const found = await queryProcess.ask(view.transfer, 'explain', { ask, states });
        if ('problems' in found) throw bad(found.problems.join('; '));
        return json(found.explanation);
      },
    },
    {
      method: 'GET',
      path: '/api/names',
      access: 'read',
      answer: async () => json(await queryProcess.ask(view.transfer, 'names', {})),
    },
  ];
}

function asked(query: URLSearchParams): ExplainQuestion {
  try {
    return questionOf(query);
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error));
  }
}
