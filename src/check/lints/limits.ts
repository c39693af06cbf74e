import type { Inspect } from '../../config/inspection.ts';

/** A rule that no key uses; where there is a `keys_file`, a key that names it may come at any time. */
export const unusedRules: Inspect = ({ rateLimits, keys, groups }, found) => {
  if (keys.size === 0 || found.has(['keys_file']) || found.has(['keys_store'])) return;
  const used = new Set([...keys.values(), ...groups.values()].map(({ rule }) => rule));
  for (const { endUsers } of keys.values()) used.add(endUsers?.rule);
  for (const name of rateLimits.keys()) {
    if (used.has(name)) continue;
    const message =
      name === 'default' ? 'every key has another rule, so this one holds for none' : 'no key uses this rule';
    found.atKey(['rate_limits', name], 'unused_rule', message, {
      hint: 'take it out, or name it as the `rate_limit` of a key',
    });
  }
};

/** A group that no key belongs to; where there is a `keys_file`, one may come at any time. */
export const unusedGroups: Inspect = ({ groups, keys }, found) => {
  if (found.has(['keys_file']) || found.has(['keys_store'])) return;
  const used = new Set([...keys.values()].flatMap((key) => key.groups));
  for (const name of groups.keys()) {
    if (used.has(name)) continue;
    found.atKey(['groups', name], 'unused_group', 'no key belongs to this group', {
      hint: 'take it out, or name it as the `group` of a key',
    });
  }
};

/** What end users spent is kept in memory alone, where that is the store. */
export const forgottenBudgets: Inspect = ({ keys, state }, found) => {
  if (state.redis !== undefined) return;
  for (const { id, endUsers } of keys.values()) {
    if (endUsers === undefined) continue;
    const { budget, perModel } = endUsers.limits;
    if (budget === undefined && ![...perModel.values()].some((set) => set.budget !== undefined)) continue;
    const message = 'a restart forgets what end users have spent: each has the whole budget of the day again';
    found.atKey(['keys', id, 'end_users'], 'end_user_budget_forgotten', message, {
      hint: 'count in Redis (`state.store: redis`), or leave it where a restart is seldom',
    });
  }
};

/** A key that nothing limits, where limits are in use. */
export const unlimitedKeys: Inspect = ({ rateLimits, keys, groups }, found) => {
  if (rateLimits.size === 0) return;
  for (const { id, limits, disabled, groups: above } of keys.values()) {
    if (limits !== undefined || disabled) continue;
    if (above.some((name) => groups.get(name)?.limits !== undefined)) continue;
    found.atKey(['keys', id], 'unlimited_key', 'no limit holds for this key', {
      hint: 'give it a `rate_limit`, or add the rule `default`, which holds for keys that name none',
    });
  }
};
