import { type GuardScope, guardScope } from '../../../config/derived/guards.ts';
import type { Inspect, Inspection } from '../../../config/inspection.ts';
import type { Config } from '../../../config/types/gateway.ts';
import type { GuardConfig } from '../../../config/types/guards.ts';
import { compileGlob } from '../../../lib/glob.ts';
import { ModelNames } from '../model-names.ts';

/** A guard that no key, group or model meets: its author believes that it reads something. */
export const idleGuards: Inspect = (config, found) => {
  if (config.guards.size === 0) return;
  // Keys of a store, or of the API, may appear at any time.
  const hasAllKeys = config.keys.size > 0 && !found.has(['keys_store']) && !found.has(['keys_file']);
  const models = new ModelNames(config.models.keys());
  for (const guard of config.guards.values()) {
    const { keys, groups } = guard.appliesTo;
    const isTold = [
      unmet(guard, found, 'models', 'model', (pattern) => models.matching(pattern).length > 0),
      unmet(guard, found, 'groups', 'group', (pattern) =>
        [...config.groups.keys()].some(compileGlob(pattern)),
      ),
      hasAllKeys &&
        unmet(guard, found, 'keys', 'key', (pattern) => [...config.keys.keys()].some(compileGlob(pattern))),
    ].some((told) => told);
    if (isTold || !hasAllKeys || (keys.includes('*') && groups.includes('*'))) continue;
    if (meetsNobody(config, guardScope(guard.appliesTo))) {
      const message = 'no key matches both `keys` and `groups`, so the guard checks nothing';
      found.atKey(['guards', guard.name, 'applies_to'], 'idle_guard', message, {
        hint: 'every given field has to match; leave out the others',
      });
    }
  }
};

/** Reports patterns that nothing matches; returns true for any. */
function unmet(
  { name, appliesTo }: GuardConfig,
  found: Inspection,
  field: 'keys' | 'groups' | 'models',
  what: string,
  isMet: (pattern: string) => boolean,
): boolean {
  let isTold = false;
  for (const [index, pattern] of appliesTo[field].entries()) {
    if (pattern === '*' || isMet(pattern)) continue;
    isTold = true;
    const rest = appliesTo[field].length === 1 ? ', so the guard checks nothing' : '';
    found.atValue(
      ['guards', name, 'applies_to', field, index],
      'idle_guard',
      `no ${what} has such a name${rest}`,
      { hint: `name a ${what} of the file; \`*\` matches any characters` },
    );
  }
  return isTold;
}

function meetsNobody({ keys }: Config, { caller }: GuardScope): boolean {
  for (const { id, groups } of keys.values()) if (caller({ id, groups })) return false;
  return true;
}
