/** Which guards look at what: the one place that says so, for requests as they come and for what is proved of all of them. */
import { compileGlobs } from '../../lib/glob.ts';
import type { BackendConfig } from '../types/backends.ts';
import type { GuardConfig, GuardDirection } from '../types/guards.ts';

/** Whose requests a guard looks at. */
export interface GuardedCaller {
  readonly id: string;
  /** The group that it names, and those above that one. */
  readonly groups: readonly string[];
}

/** A guard's `applies_to`, compiled. */
export interface GuardScope {
  caller(key: GuardedCaller): boolean;
  /** Whether one of the models that may answer, or get a copy, is meant. Where none is named it may be any: that is always meant. */
  models(ids: readonly string[]): boolean;
}

/** Compiles whom and what a guard is for. */
export function guardScope({ keys, groups, models }: GuardConfig['appliesTo']): GuardScope {
  const isKey = compileGlobs(keys);
  const isGroup = compileGlobs(groups);
  const isModel = compileGlobs(models);
  const takesNoGroup = groups.includes('*');
  return {
    caller: ({ id, groups: own }) => isKey(id) && (takesNoGroup || own.some(isGroup)),
    models: (ids) => ids.length === 0 || ids.some(isModel),
  };
}

/** Whether a guard is shown what goes in a direction. */
export function looksAt({ looksAt }: Pick<GuardConfig, 'looksAt'>, direction: GuardDirection): boolean {
  return looksAt.includes(direction);
}

/** What a guard's server is called among backends: no backend has a slash in its name. */
export function guardServerName(guard: string): string {
  return `guard/${guard}`;
}

/** The servers of guards, which have credentials, connections and health as backends do. */
export function guardServers(guards: ReadonlyMap<string, GuardConfig>): readonly BackendConfig[] {
  return [...guards.values()].flatMap(({ server }) => server ?? []);
}
