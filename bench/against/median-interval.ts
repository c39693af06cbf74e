import { inOrder, middleOf } from '../measure/spread.ts';

/** A median, and between what it is with a probability of at least 95 %. */
export interface MedianInterval {
  readonly median: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The median of samples with its interval by order statistics: how many of them are below the true median is binomial,
 * whatever they are distributed like. Below six samples the interval is all of them.
 *
 * @throws Error where there is no sample
 */
export function medianInterval(samples: readonly number[]): MedianInterval {
  const sorted = inOrder(samples);
  const count = sorted.length;
  const rank = lowerRank(count);
  return { median: middleOf(sorted), from: sorted[rank]!, to: sorted[count - 1 - rank]! };
}

/** The largest rank, from 0, at which both ends together leave out at most 5 %. */
function lowerRank(count: number): number {
  let probability = 0.5 ** count;
  let below = probability;
  let rank = 0;
  while (below + next(probability, count, rank) <= 0.025) {
    probability = next(probability, count, rank);
    below += probability;
    rank += 1;
  }
  return below <= 0.025 ? rank : 0;
}

/** Of a binomial distribution with a half: the probability of `rank` + 1 from that of `rank`. */
function next(probability: number, count: number, rank: number): number {
  return (probability * (count - rank)) / (rank + 1);
}
