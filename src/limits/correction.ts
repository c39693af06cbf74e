/** What is counted for a request that was settled long since, once more is known of it. */
import type { Clock } from './clock.ts';
import { periodAt } from './period.ts';
import type { Meter, Meters } from './rules.ts';

/** What a request used beyond what was counted for it. */
export interface Correction {
  /** Those that it counted on. */
  readonly meters: Meters;
  /** The moment that it counts at, as its grant says. */
  readonly at: number;
  /** About the same moment by the wall clock, in milliseconds since the epoch. */
  readonly wallMs: number;
  /** Negative where less was used than was counted. */
  readonly tokens: number;
  readonly costNanoUsd: number;
}

/**
 * What a correction changes of one meter. Money that was not spent is not given back to a period in which it was not
 * counted; money that was spent after all is.
 *
 * @param wallMs Now.
 */
export function changeByCorrection(
  meter: Meter,
  { tokens, costNanoUsd, wallMs: countedMs }: Correction,
  wallMs: number,
): number {
  if (meter.kind === 'tokens') return tokens;
  if (meter.kind !== 'budget') return 0;
  const isOver = periodAt(meter.period, countedMs).to <= wallMs;
  return costNanoUsd < 0 && isOver ? 0 : costNanoUsd;
}

/** Moments that are noted by the beginning of a bucket differ by less. */
const sameClockMs = 3_600_000;

/** When it counts by the monotonic clock of a host. Where that was another one then, the wall clock has to do. */
export function momentOf({ at, wallMs }: Correction, clock: Clock): number {
  const now = clock.monotonic();
  const byWall = now - Math.max(0, clock.wall() - wallMs);
  return Math.abs(at - byWall) < sameClockMs ? Math.min(at, now) : byWall;
}
