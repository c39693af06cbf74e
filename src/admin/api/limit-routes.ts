import type { AdminParts } from '../admin-parts.ts';
import type { LimitsAnswer } from '../contract/answers.ts';
import { json } from '../http/admin-answer.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { keyLimits } from '../key-limits.ts';
import { limitStoreState } from '../limit-store-state.ts';
import { count, word } from './request-fields.ts';

/** What keys used of their limits, and have left. */
export function limitRoutes({ view, queryProcess }: AdminParts): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/api/limits',
      access: 'read',
      async answer({ query }) {
        const id = word(query, 'key');
        const excerpt = {
          search: id ?? word(query, 'search') ?? '',
          exact: id !== undefined,
          limit: count(query, 'limit', 1000, 1000),
        };
        const [{ total, keys, limits }, store] = await Promise.all([
          queryProcess.ask(view.transfer, 'keys', excerpt),
          limitStoreState(view),
        ]);
        if (id !== undefined && total === 0) throw new AdminRefusal('not_found', `No key is named "${id}".`);
        const used = await keyLimits(limits, view.limits);
        const answer: LimitsAnswer = {
          store,
          total,
          keys: keys.map(({ id, rate_limit }) => ({ id, rate_limit, limits: used.get(id) ?? [] })),
        };
        return json(answer);
      },
    },
  ];
}
