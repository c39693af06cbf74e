/**
 * The durations, counted in classes each a tenth wider than the one before: a percentile read from it is off by at most
 * five percent, and two histograms add up.
 */
const growth = 1.1;
const logGrowth = Math.log(growth);
/** Up to about 26 minutes; what takes longer counts as that. */
const classes = 150;

/** Classes that have been met, each followed by how often. Fit to be sent to another process. */
export type Counts = readonly number[];

export class Histogram {
  readonly #counts = new Uint32Array(classes);
  #total = 0;

  add(ms: number): void {
    const index = ms <= 1 ? 0 : Math.min(classes - 1, Math.ceil(Math.log(ms) / logGrowth));
    this.#counts[index]! += 1;
    this.#total += 1;
  }

  addAll(other: Histogram): void {
    for (let index = 0; index < classes; index += 1) this.#counts[index]! += other.#counts[index]!;
    this.#total += other.#total;
  }

  addCounts(counts: Counts): void {
    for (let at = 0; at + 1 < counts.length; at += 2) {
      this.#counts[counts[at]!]! += counts[at + 1]!;
      this.#total += counts[at + 1]!;
    }
  }

  /** The counts since the last call. */
  take(): Counts {
    const counts: number[] = [];
    if (this.#total === 0) return counts;
    for (let index = 0; index < classes; index += 1) {
      if (this.#counts[index]! > 0) counts.push(index, this.#counts[index]!);
    }
    this.#counts.fill(0);
    this.#total = 0;
    return counts;
  }

  /** In milliseconds; null where nothing was counted. @param share Such as 0.95. */
  percentile(share: number): number | null {
    if (this.#total === 0) return null;
    let left = Math.max(1, Math.ceil(this.#total * share));
    const index = this.#counts.findIndex((count) => {
      left -= count;
      return left <= 0;
    });
    return Math.round(growth ** (index - 0.5) * 10) / 10;
  }
}
