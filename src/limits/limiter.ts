import type { Config, RateLimit } from '../config/types.ts';
import type { LimitStore } from './limit-store.ts';
import { KeyLimits } from './rules.ts';

/** The limits of every key of a configuration, and where they are counted. */
export interface Limiter {
  readonly store: LimitStore;
  /** Undefined for a key without limits. */
  of(keyId: string): KeyLimits | undefined;
}

/** What of a configuration limits depend on. */
export type LimitedConfig = Pick<Config, 'keys'>;

/**
 * Undefined when no key has a limit: then nothing of all this is in the path of a request. What a key has to pass is
 * worked out when it is first used: a file may hold many thousands. `compileGlob` makes a matcher of a pattern over
 * model ids.
 */
export function limiterFor(
  { keys }: LimitedConfig,
  store: LimitStore,
  compileGlob: (pattern: string) => (model: string) => boolean,
): Limiter | undefined {
  const limitsOf = (id: string, rule: RateLimit) => {
    const limits = new KeyLimits(id, rule, compileGlob);
    return limits.everyMeter().list.length > 0 ? limits : undefined;
  };
  const used = new Map<string, KeyLimits | undefined>();
  const of = (keyId: string) => {
    const known = used.get(keyId);
    if (known !== undefined || used.has(keyId)) return known;
    const rule = keys.get(keyId)?.limits;
    const limits = rule && limitsOf(keyId, rule);
    used.set(keyId, limits);
    return limits;
  };
  for (const { id, limits } of keys.values()) {
    if (limits !== undefined && limitsOf(id, limits) !== undefined) return { store, of };
  }
  return undefined;
}
