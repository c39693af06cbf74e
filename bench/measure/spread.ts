/** A figure of several rounds. */
export interface Spread {
  readonly median: number;
  /** What a quarter of the rounds are below. */
  readonly min: number;
  readonly max: number;
}

/** Median, least and most. Throws where there is nothing to tell. */
export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('no round was measured');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted[sorted.length - 1]! };
}

/** The ratio of two figures taken in the same rounds: noise that both had is not in it. */
export function ratioOf(values: readonly number[], base: readonly number[]): Spread {
  return spreadOf(values.map((value, round) => value / base[round]!));
}
