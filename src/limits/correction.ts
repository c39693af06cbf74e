/** Corrects the count of a request that was settled long ago, once its real use is known. */
import type { Clock } from './clock.ts';
import { periodAt } from './period.ts';
import type { Meter, Meters } from './rules.ts';

/** The use of a request beyond the counted use. */
export interface Correction {
  /** The meters that it counted on. */
  readonly meters: Meters;
  /** The moment at which it counts, from its grant. */
  readonly at: number;
  /** About the same moment by the wall clock, in milliseconds since the epoch. */
  readonly wallMs: number;
  /** Negative if less was used than counted. */
  readonly tokens: number;
  readonly costNanoUsd: number;
}

/**
 * The change of one meter by a correction. Unspent money is not given back to a period that did not count it; money
 * that was spent after all is counted.
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

/** Milliseconds by which two notes of the same moment differ at most, as moments are rounded down to a bucket. */
const sameClockMs = 3_600_000;

/**
 * The moment at which it counts, on the host's monotonic clock. If that clock has started anew since, the wall clock
 * gives the moment.
 */
export function momentOf({ at, wallMs }: Correction, clock: Clock): number {
  const now = clock.monotonic();
  const byWall = now - Math.max(0, clock.wall() - wallMs);
  return Math.abs(at - byWall) < sameClockMs ? Math.min(at, now) : byWall;
}
