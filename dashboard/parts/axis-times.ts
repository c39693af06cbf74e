/** The marks of a time axis. */

/**
 * The times between two, one every so many seconds, counted back from the last: the newest value has its time below it.
 * Marks at round times leave the end of the axis without one.
 */
export function timesBackFrom(last: number, first: number, every: number): number[] {
  if (!(every > 0) || last < first) return [];
  const count = Math.floor((last - first) / every + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => last - (count - index) * every);
}
