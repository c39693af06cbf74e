import type { AdminParts } from '../admin-parts.ts';
import { requestsAnswer } from '../contract/requests.ts';
import type { Route } from '../http/admin-route.ts';
import { jsonRoute } from './api-route.ts';
import { count, matching, word } from './parameters.ts';

/** The latest requests. A page that shows them asks again with `after`, and gets what is new. */
export function requestRoutes({ memory, view }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/requests',
      access: 'read',
      summary: 'The latest requests, newest first.',
      query: {
        key: word('A key id.'),
        model: word('The model asked for.'),
        status: matching(
          /^[1-5](\d\d|xx)$/,
          'Such as 429, or 5xx.',
          'must be a status such as 429, or a class such as 5xx',
        ),
        after: count({ type: 'integer', minimum: 0, description: 'Only what came after this number.' }, 0),
      },
      answers: requestsAnswer,
      answer({ query }) {
        view.watchRequests();
        return memory.recent.find(query);
      },
    }),
  ];
}
