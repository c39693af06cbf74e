import type { Config } from '../config/types.ts';
import { KeyLimits } from './rules.ts';
import type { LimitStore } from './store.ts';

/** The limits of every key of a configuration, and where they are counted. */
export interface Limiter {
  readonly store: LimitStore;
  /** Undefined for a key without limits. */
  of(keyId: string): KeyLimits | undefined;
}

/** What of a configuration limits depend on. */
export type LimitedConfig = Pick<Config, 'keys'>;

/**
 * Undefined when no key has a limit: then nothing of all this is in the path of a request. `compileGlob` makes a
 * matcher of a pattern over model ids.
 */
export function limiterFor(
  { keys }: LimitedConfig,
  store: LimitStore,
  compileGlob: (pattern: string) => (model: string) => boolean,
): Limiter | undefined {
  const byKey = new Map<string, KeyLimits>();
  for (const { id, limits } of keys.values()) {
    if (limits === undefined) continue;
    const keyLimits = new KeyLimits(id, limits, compileGlob);
    if (keyLimits.everyMeter().list.length > 0) byKey.set(id, keyLimits);
  }
  return byKey.size === 0 ? undefined : { store, of: (keyId) => byKey.get(keyId) };
}
