import type { GroupConfig, KeyConfig } from '../types/keys.ts';
import type { RateLimit } from '../types/limits.ts';

/** Something of what a key spends, of what an end user of it does, or of what the groups above it do, is bounded. */
export function hasBudget(
  { limits, endUsers, groups: names }: Pick<KeyConfig, 'limits' | 'endUsers' | 'groups'>,
  groups: ReadonlyMap<string, Pick<GroupConfig, 'limits'>>,
): boolean {
  return [limits, endUsers?.limits, ...names.map((name) => groups.get(name)?.limits)].some(isBudget);
}

function isBudget(rule: RateLimit | undefined): boolean {
  if (rule === undefined) return false;
  return rule.budget !== undefined || [...rule.perModel.values()].some(({ budget }) => budget !== undefined);
}
