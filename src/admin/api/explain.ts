import type { ExplainQuestion } from '../../check/question.ts';
import { questionOf } from '../../check/question-query.ts';
import { json } from '../answer.ts';
import type { AdminParts } from '../parts.ts';
import { bad } from './fields.ts';
import { statesOf } from './overview.ts';
import type { Route } from './route.ts';

/** Where a request would go now and why nowhere else, and the names that the question can be made of. */
export function explainRoutes({ view, desk }: AdminParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/explain',
      access: 'read',
      async answer({ query }) {
        const ask = asked(query);
        const states = await statesOf(view);
        const found = await desk.ask(view.parcel, 'explain', { ask, states });
        if ('problems' in found) throw bad(found.problems.join('; '));
        return json(found.explanation);
      },
    },
    {
      method: 'GET',
      path: '/api/names',
      access: 'read',
      answer: async () => json(await desk.ask(view.parcel, 'names', {})),
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
