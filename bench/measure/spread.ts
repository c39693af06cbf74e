/** A figure of several rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Median, least and most. Throws where there is nothing to tell. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = inOrder(values);
  return { median: middleOf(sorted), min: sorted[0]!, max: sorted[sorted.length - 1]! };
}

/** The same values from the least to the most. Throws where there is none. */
export function inOrder(values: readonly number[]): readonly number[] {
  if (values.length === 0) throw new Error('nothing was measured');
  return [...values].sort((one, other) => one - other);
}

/** The median of values that are in order. */
export function middleOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The ratio of two figures taken in the same rounds: noise that both had is not in it. */
export function ratioOf(values: readonly number[], base: readonly number[]): Spread {
  return spreadOf(values.map((value, round) => value / base[round]!));
}
