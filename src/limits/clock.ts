/** The two clocks of limits. Windows use the first, which nobody can set; budgets are calendar periods. */
export interface Clock {
  /** Milliseconds, the same for every process of this host, never going back. */
  monotonic(): number;
  /** Milliseconds since the epoch. */
  wall(): number;
}

/** Milliseconds between two readings of this process that are so close that nothing happened between them. */
const closeMs = 0.02;
/** The most attempts to read both clocks. */
const mostReadings = 100;

/**
 * The lead of a clock over that of this process. A starting process loads much between two readings, or has to wait for
 * the processor: so the host's clock is read between two readings of the process, until those are close together.
 */
export function offsetOf(host: () => number, own: () => number): number {
  let offset = 0;
  let leastMs = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < mostReadings && leastMs > closeMs; reading += 1) {
    const before = own();
    const there = host();
    const tookMs = own() - before;
    if (tookMs >= leastMs) continue;
    leastMs = tookMs;
    offset = there - before - tookMs / 2;
  }
  return offset;
}

/** `performance.now()` counts from the start of the process; the clock under it counts for the whole host. */
const offset = offsetOf(
  () => {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1e6;
  },
  () => performance.now(),
);

export const hostClock: Clock = {
  monotonic: () => performance.now() + offset,
  wall: () => Date.now(),
};

/** Converts a moment of `performance.now()` to the clock that all processes of the host share. */
export function onHost(ms: number): number {
  return ms + offset;
}
