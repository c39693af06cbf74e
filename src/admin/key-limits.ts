import type { RateLimit } from '../config/types.ts';
import { groupOwner } from '../limits/accounts/owners.ts';
import { type LimitReader, type LimitUse, usageOf } from '../limits/limit-use.ts';
import { everyMeterOf, type Meter } from '../limits/rules.ts';
import type { KeyLimit } from './contract/limits.ts';

/** Who has a rule of its own that is counted for it. */
export type LimitHolder = 'key' | 'group';

/** Where it is counted. */
export function accountOf(kind: LimitHolder, name: string): string {
  return kind === 'key' ? name : groupOwner(name).account;
}

/** How much of their limits several keys or groups have used, by their names. */
export async function keyLimits(
  rules: ReadonlyMap<string, RateLimit>,
  reader: LimitReader,
  kind: LimitHolder = 'key',
): Promise<ReadonlyMap<string, readonly KeyLimit[]>> {
  const names = [...rules.keys()];
  const uses = await usageOf(
    [...rules].map(([name, rule]) => everyMeterOf(accountOf(kind, name), rule)),
    reader,
  );
  const wallNow = Date.now(); // not before: what is told to be whole is to be
  return new Map(names.map((name, index) => [name, uses[index]!.map((use) => shownLimit(use, wallNow))]));
}

/** What is spent of a budget in all stays spent. */
function isForEver(meter: Meter): boolean {
  return meter.kind === 'budget' && meter.period === 'total';
}

/** As the API tells it; `wallNow` in milliseconds since the epoch. */
export function shownLimit({ meter, limit, used, most, resetMs }: LimitUse, wallNow: number): KeyLimit {
  return {
    name: limit,
    kind: meter.kind,
    limit: most,
    used: used ?? null,
    left: used === undefined ? null : Math.max(0, most - used),
    resets_at: resetMs > 0 && !isForEver(meter) ? new Date(wallNow + resetMs).toISOString() : null,
  };
}
