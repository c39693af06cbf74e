/**
 * Time to first byte, smoothed so that bad news counts at once and good news slowly: a sample above the average
 * replaces it, one below pulls it down by the share of the decay time that has passed (the "peak" form of an
 * exponentially weighted moving average). A deployment that turns slow is left alone from its first slow answer.
 */
export interface PeakEwma {
  readonly latencyMs: number;
  /** When the last sample came, in milliseconds of a monotonic clock. */
  readonly at: number;
}

const decayMs = 10_000;

/** The average after a sample; without one before it, the sample itself. */
export function nextPeakEwma(previous: PeakEwma | undefined, sampleMs: number, now: number): PeakEwma {
  if (previous === undefined || sampleMs >= previous.latencyMs) return { latencyMs: sampleMs, at: now };
  const kept = Math.exp(-(now - previous.at) / decayMs);
  return { latencyMs: previous.latencyMs * kept + sampleMs * (1 - kept), at: now };
}
