import type { Config, GroupConfig, RateLimit } from '../../config/types.ts';
import type { AdminParts } from '../admin-parts.ts';
import { type LimitsAnswer, limitsAnswer } from '../contract/limits.ts';
import { AdminRefusal } from '../http/admin-refusal.ts';
import type { Route } from '../http/admin-route.ts';
import { keyLimits } from '../key-limits.ts';
import { limitStoreState } from '../limit-store-state.ts';
import { jsonRoute } from './api-route.ts';
import { limit, word } from './parameters.ts';

function matching({ groups }: Config, search = ''): readonly GroupConfig[] {
  return [...groups.values()].filter(({ name }) => name.includes(search));
}

/** A group and those that it belongs to. */
function above({ groups }: Pick<Config, 'groups'>, name: string | null | undefined): readonly GroupConfig[] {
  const group = groups.get(name ?? '');
  return group === undefined ? [] : [group, ...above({ groups }, group.group)];
}

function rulesOf(groups: readonly GroupConfig[]): ReadonlyMap<string, RateLimit> {
  return new Map(
    groups.flatMap(({ name, limits }) => (limits === undefined ? [] : [[name, limits] as const])),
  );
}

/** What keys used of their limits, and have left. */
export function limitRoutes({ view, queryProcess }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/limits',
      access: 'read',
      summary: 'What keys used of every limit and have left, over all workers, as `gateway usage` prints it.',
      query: {
        key: word('Only this key; 404 where there is none.'),
        search: word('Part of the id.'),
        limit: limit(1000),
      },
      answers: limitsAnswer,
      async answer({ query: { key, search, limit } }): Promise<LimitsAnswer> {
        const excerpt = { search: key ?? search ?? '', exact: key !== undefined, limit };
        const [{ total, keys, limits }, store] = await Promise.all([
          queryProcess.ask(view.transfer, 'keys', excerpt),
          limitStoreState(view),
        ]);
        if (key !== undefined && total === 0)
          throw new AdminRefusal('not_found', `No key is named "${key}".`);
        const groups = key === undefined ? matching(view.config, search) : above(view.config, keys[0]?.group);
        const [used, usedByGroups] = await Promise.all([
          keyLimits(limits, view.limits),
          keyLimits(rulesOf(groups), view.limits, 'group'),
        ]);
        return {
          store,
          total,
          keys: keys.map(({ id, rate_limit, group }) => ({
            id,
            rate_limit,
            group,
            limits: used.get(id) ?? [],
          })),
          groups: groups.map(({ name, rule = null, group = null }) => ({
            id: name,
            rate_limit: rule,
            group,
            limits: usedByGroups.get(name) ?? [],
          })),
        };
      },
    }),
  ];
}
