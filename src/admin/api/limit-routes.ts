import type { Config } from '../../config/types/gateway.ts';
import type { GroupConfig } from '../../config/types/keys.ts';
import type { RateLimit } from '../../config/types/limits.ts';
import { nameAt } from '../../limits/accounts/owners.ts';
import { limitedCapacity } from '../../process/config-transfer.ts';
import type { AdminParts } from '../admin-parts.ts';
import { countedCapacity } from '../capacity-limits.ts';
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

/** Deployments and backends: of so many the limits are told. */
const mostCapacity = 1000;

/** The used and remaining limits of keys. */
export function limitRoutes({ view, queryProcess }: AdminParts): readonly Route[] {
  return [
    jsonRoute({
      method: 'GET',
      path: '/api/limits',
      access: 'read',
      summary:
        'What keys, groups, deployments and backends used of every limit and have left, over all workers, as `gateway usage` prints it.',
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
        const capacity = key === undefined ? await limitedCapacity(view.transfer, mostCapacity) : undefined;
        const counted = capacity === undefined ? [] : countedCapacity(capacity, view, mostCapacity);
        const capacityUsed = async (scope: 'deployment' | 'backend') => {
          const found = counted.filter((one) => one.scope === scope && one.name.includes(search ?? ''));
          const rules = new Map(found.map((one) => [nameAt(one.name, one.replica), one.limits]));
          const limitsOf = await keyLimits(rules, view.limits, scope);
          return found.map((one) => {
            const id = nameAt(one.name, one.replica);
            return { id, replica: one.replica ?? null, limits: limitsOf.get(id) ?? [] };
          });
        };
        const [used, usedByGroups, deployments, backends] = await Promise.all([
          keyLimits(limits, view.limits),
          keyLimits(rulesOf(groups), view.limits, 'group'),
          capacityUsed('deployment'),
          capacityUsed('backend'),
        ]);
        return {
          store,
          total,
          keys: keys.map(({ id, rate_limit, group, each }) => ({
            id,
            rate_limit,
            group,
            each,
            limits: used.get(id) ?? [],
          })),
          groups: groups.map(({ name, rule = null, group = null }) => ({
            id: name,
            rate_limit: rule,
            group,
            limits: usedByGroups.get(name) ?? [],
          })),
          deployments,
          backends,
        };
      },
    }),
  ];
}
