import type { AdminParts } from '../admin-parts.ts';
import { json } from '../http/admin-answer.ts';
import type { Route } from '../http/admin-route.ts';
import { bad, count, word } from './request-fields.ts';

/** The latest requests. A page that shows them asks again with `after`, and gets what is new. */
export function requestRoutes({ memory, view }: AdminParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/requests',
      access: 'read',
      answer({ query }) {
        const status = word(query, 'status');
        if (status !== undefined && !/^[1-5](\d\d|xx)$/.test(status)) {
          throw bad('"status" must be a status such as 429, or a class such as 5xx');
        }
        const filter = {
          key: word(query, 'key'),
          model: word(query, 'model'),
          status,
          after: count(query, 'after', 0, Number.MAX_SAFE_INTEGER),
        };
        view.watchRequests();
        return json(memory.recent.find(filter));
      },
    },
  ];
}
