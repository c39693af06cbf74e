import type { Inspect, Inspection } from '../../config/inspection.ts';
import { shownPath } from '../../config/text/files.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { RateLimit } from '../../config/types/limits.ts';
import type { DeploymentConfig, ModelConfig } from '../../config/types/models.ts';

/**
 * True if all keys that may name something are known. Those of a store may appear at any time; a `keys_file` that is
 * unreadable, or still empty, proves nothing.
 */
function knowsKeys({ keys, keysFile }: Config, found: Inspection): boolean {
  if (found.has(['keys_store'])) return false;
  if (!found.has(['keys_file'])) return true;
  const shown = keysFile === undefined ? undefined : shownPath(keysFile);
  return [...keys.values()].some(({ at }) => at.file === shown);
}

/** A rule that no key uses, neither in this file nor in the `keys_file`. */
export const unusedRules: Inspect = (config, found) => {
  const { rateLimits, keys, groups } = config;
  if (keys.size === 0 || !knowsKeys(config, found)) return;
  const used = new Set([...keys.values(), ...groups.values()].map(({ rule }) => rule));
  for (const { endUsers } of keys.values()) used.add(endUsers?.rule);
  for (const name of rateLimits.keys()) {
    if (used.has(name)) continue;
    const message =
      name === 'default'
        ? 'every key has another rule, so this one applies to none'
        : 'no key uses this rule';
    found.atKey(['rate_limits', name], 'unused_rule', message, {
      hint: 'take it out, or name it as the `rate_limit` of a key',
    });
  }
};

/** A group without keys, in this file and in the `keys_file`. */
export const unusedGroups: Inspect = (config, found) => {
  const { groups, keys } = config;
  if (!knowsKeys(config, found)) return;
  const used = new Set([...keys.values()].flatMap((key) => key.groups));
  for (const name of groups.keys()) {
    if (used.has(name)) continue;
    found.atKey(['groups', name], 'unused_group', 'no key belongs to this group', {
      hint: 'take it out, or name it as the `group` of a key',
    });
  }
};

/** Rules that count each value of a claim, with their paths. */
function countingRules({ identity: { issuers } }: Config): readonly CountingRule[] {
  return [...issuers.values()].flatMap(({ name, rules }) =>
    rules.flatMap(({ key, each }, index) => {
      const path = ['identity', 'issuers', name, 'rules', index, 'each'];
      return each === undefined ? [] : [{ key, path }];
    }),
  );
}

interface CountingRule {
  readonly key: string;
  readonly path: readonly (string | number)[];
}

/** `each` without anything that counts. */
export const uncountedCallers: Inspect = (config, found) => {
  for (const { key, path } of countingRules(config)) {
    const known = config.keys.get(key);
    if (known === undefined || known.limits !== undefined) continue;
    found.atValue(path, 'uncounted_each', `the key "${key}" has no limit that could count for each of them`, {
      hint: 'give the key a `rate_limit`, or take `each` out',
    });
  }
};

/** The spending of end users is kept only in memory, if that is the store. */
export const forgottenBudgets: Inspect = (config, found) => {
  const { keys, state } = config;
  if (state.redis !== undefined) return;
  for (const { key, path } of countingRules(config)) {
    const limits = keys.get(key)?.limits;
    if (limits === undefined || !hasBudget(limits)) continue;
    found.atValue(path, 'end_user_budget_forgotten', forgets('these callers'), { hint: keepBudgets });
  }
  for (const { id, endUsers } of keys.values()) {
    if (endUsers === undefined) continue;
    if (!hasBudget(endUsers.limits)) continue;
    found.atKey(['keys', id, 'end_users'], 'end_user_budget_forgotten', forgets('end users'), {
      hint: keepBudgets,
    });
  }
};

const keepBudgets = 'count in Redis (`state.store: redis`), or leave it if restarts are rare';

function forgets(who: string): string {
  return `a restart forgets the spending of ${who}: each has the whole budget of the day again`;
}

function hasBudget({ budget, perModel }: RateLimit): boolean {
  return budget !== undefined || [...perModel.values()].some((set) => set.budget !== undefined);
}

/** A key without a limit, in a file that uses limits. */
export const unlimitedKeys: Inspect = ({ rateLimits, keys, groups }, found) => {
  if (rateLimits.size === 0) return;
  for (const { id, limits, disabled, groups: above } of keys.values()) {
    if (limits !== undefined || disabled) continue;
    if (above.some((name) => groups.get(name)?.limits !== undefined)) continue;
    found.atKey(['keys', id], 'unlimited_key', 'no limit applies to this key', {
      hint: 'give it a `rate_limit`, or add the rule `default`, which applies to keys that name none',
    });
  }
};

/** A queue for something that is never full. */
export const queuesOfNothing: Inspect = (config, found) => {
  for (const model of config.models.values()) {
    if (model.queue === undefined) continue;
    const all = chainOf(config, model);
    const isBounded = ({ limits, backend }: DeploymentConfig) =>
      limits?.concurrency !== undefined ||
      config.backends.get(backend)?.limits?.concurrency !== undefined ||
      found.has(['backends', backend, 'max_connections']);
    if (all.some(isBounded)) continue;
    const message = 'no deployment that could answer has a `concurrency`, so no request ever waits';
    found.atKey(['models', model.id, 'queue'], 'queue_of_nothing', message, {
      hint: 'take it out, or give the deployments, or their backends, a `concurrency` (`rate_limit`)',
    });
  }
};

/** The deployments that a request for a model may be sent to. */
function chainOf({ models }: Pick<Config, 'models'>, model: ModelConfig): readonly DeploymentConfig[] {
  return [model, ...model.fallbacks.flatMap((id) => models.get(id) ?? [])].flatMap(
    ({ deployments }) => deployments,
  );
}
