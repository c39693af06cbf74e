/** Finds the keys whose requests or answers a guard newly reads, or no longer. */
import { type GuardScope, guardScope } from '../../config/derived/guards.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { GuardConfig, GuardDirection } from '../../config/types/guards.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { covers } from '../../lib/glob.ts';

/** A key that a guard newly applies to, or no longer. */
export interface GuardChange {
  readonly key: string;
  readonly guard: string;
  readonly is: 'looked at' | 'no longer looked at';
  readonly what: GuardDirection;
  /** The patterns of the models that change; null for all models. */
  readonly models: readonly string[] | null;
}

/** Keys of both versions, in the order of the new one; a key of one version alone neither gains nor loses. */
export function guardChanges(before: Config, after: Config): readonly GuardChange[] {
  const names = new Set([...after.guards.keys(), ...before.guards.keys()]);
  const changes: GuardChange[] = [];
  for (const guard of names) {
    const [old, now] = [sideOf(before.guards.get(guard)), sideOf(after.guards.get(guard))];
    for (const [id, key] of after.keys) {
      const earlier = before.keys.get(id);
      if (earlier === undefined) continue;
      for (const what of ['requests', 'answers'] as const) {
        const [had, has] = [old(earlier, what), now(key, what)];
        const lost = beyond(had, has);
        const gained = beyond(has, had);
        if (lost !== undefined)
          changes.push({ key: id, guard, is: 'no longer looked at', what, models: lost });
        if (gained !== undefined) changes.push({ key: id, guard, is: 'looked at', what, models: gained });
      }
    }
  }
  return changes;
}

type Side = (key: KeyConfig, what: GuardDirection) => readonly string[] | undefined;

/** The models for which a guard reads a key's requests or answers; undefined for none. */
function sideOf(guard: GuardConfig | undefined): Side {
  if (guard === undefined) return () => undefined;
  const scope: GuardScope = guardScope(guard.appliesTo);
  return ({ id, groups }, what) =>
    guard.looksAt.includes(what) && scope.caller({ id, groups }) ? guard.appliesTo.models : undefined;
}

/** The part of the first that the second does not have; null for all of it, undefined for nothing. */
function beyond(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | null | undefined {
  if (one === undefined) return undefined;
  if (other === undefined) return one.includes('*') ? null : one;
  const more = one.filter((glob) => !other.some((wide) => covers(wide, glob)));
  return more.length === 0 ? undefined : more;
}
