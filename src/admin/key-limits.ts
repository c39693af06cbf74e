import type { LimitSet, RateLimit } from '../config/types/limits.ts';
import { backendOwner, deploymentOwner, groupOwner } from '../limits/accounts/owners.ts';
import { type LimitReader, type LimitUse, usageOf } from '../limits/limit-use.ts';
import { everyMeterOf, type Meter, type Meters, metersIn, metersOf } from '../limits/rules.ts';
import type { KeyLimit } from './contract/limits.ts';

/** A holder of a rule that is counted for the holder itself. */
export type LimitHolder = 'key' | 'group';

/** The same, and what takes only so much of whoever asks. */
export type LimitScope = LimitHolder | 'deployment' | 'backend';

/** The account that counts a limit. */
export function accountOf(scope: LimitScope, name: string): string {
  switch (scope) {
    case 'key':
      return name;
    case 'group':
      return groupOwner(name).account;
    case 'deployment':
      return deploymentOwner(name).account;
    case 'backend':
      return backendOwner(name).account;
  }
}

/** The meters that count a limit. */
export function metersUnder(scope: LimitScope, name: string, rule: RateLimit | LimitSet): Meters {
  const account = accountOf(scope, name);
  return 'perModel' in rule ? everyMeterOf(account, rule) : metersOf(account, metersIn(rule));
}

/** The usage of several holders' limits, by name. */
export async function keyLimits(
  rules: ReadonlyMap<string, RateLimit | LimitSet>,
  reader: LimitReader,
  scope: LimitScope = 'key',
): Promise<ReadonlyMap<string, readonly KeyLimit[]>> {
  const names = [...rules.keys()];
  const uses = await usageOf(
    [...rules].map(([name, rule]) => metersUnder(scope, name, rule)),
    reader,
  );
  const wallNow = Date.now(); // not before: what is told to be whole is to be
  return new Map(names.map((name, index) => [name, uses[index]!.map((use) => shownLimit(use, wallNow))]));
}

/** True for a budget without a period: its spending is never reset. */
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
