import type { RateLimit } from '../config/types.ts';
import { compileGlob } from '../lib/glob.ts';
import { type LimitReader, type LimitUse, usageOf } from '../limits/limit-use.ts';
import { KeyLimits } from '../limits/rules.ts';
import type { KeyLimit } from './contract/limits.ts';

/** How much of their limits several keys have used, by key. */
export async function keyLimits(
  rules: ReadonlyMap<string, RateLimit>,
  reader: LimitReader,
): Promise<ReadonlyMap<string, readonly KeyLimit[]>> {
  const keys = [...rules].map(([id, rule]) => new KeyLimits(id, rule, compileGlob));
  const uses = await usageOf(keys, reader);
  const wallNow = Date.now(); // not before: what is told to be whole is to be
  return new Map(keys.map(({ keyId }, index) => [keyId, uses[index]!.map((use) => shown(use, wallNow))]));
}

function shown({ meter, limit, used, most, resetMs }: LimitUse, wallNow: number): KeyLimit {
  return {
    name: limit,
    kind: meter.kind,
    limit: most,
    used: used ?? null,
    left: used === undefined ? null : Math.max(0, most - used),
    resets_at: resetMs > 0 ? new Date(wallNow + resetMs).toISOString() : null,
  };
}
