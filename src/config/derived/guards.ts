/** Maps guards to requests: the one place for that, used for incoming requests and for proofs about all of them. */
import { compileGlobs } from '../../lib/glob.ts';
import type { GuardConfig, GuardDirection } from '../types/guards.ts';

/** The caller of a guarded request. */
export interface GuardedCaller {
  readonly id: string;
  /** The group that it names, and those above that one. */
  readonly groups: readonly string[];
}

/** A guard's `applies_to`, compiled. */
export interface GuardScope {
  caller(key: GuardedCaller): boolean;
  /**
   * True if the guard covers one of the models that may answer, or get a copy. Without a named model any may answer, so
   * it is always covered.
   */
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

/** True if a guard sees the texts of a direction. */
export function looksAt({ looksAt }: Pick<GuardConfig, 'looksAt'>, direction: GuardDirection): boolean {
  return looksAt.includes(direction);
}

/** The name of a guard's server among backends: no backend has a slash in its name. */
export function guardServerName(guard: string): string {
  return `guard/${guard}`;
}
