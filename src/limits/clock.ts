/** The two clocks of limits. Windows go by the first, which nobody can set; budgets are calendar periods. */
export interface Clock {
  /** Milliseconds, the same for every process of this host, never going back. */
  monotonic(): number;
  /** Milliseconds since the epoch. */
  wall(): number;
}

/** `performance.now()` counts from the start of the process; the clock under it counts for the whole host. */
function hostOffset(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6 - performance.now();
}

const offset = hostOffset();

export const hostClock: Clock = {
  monotonic: () => performance.now() + offset,
  wall: () => Date.now(),
};
