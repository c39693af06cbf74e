import { bucketsCounted, bucketsPerWindow } from './rules.ts';

/**
 * What was counted in a sliding window, in buckets of a 200th of its length. A bucket counts in full until all of
 * it has left the window, so that no window of that length ever holds more than was allowed. Only buckets in which
 * something was counted are kept, oldest first.
 */
export class SlidingWindow {
  readonly #bucketMs: number;
  #buckets: number[] = [];
  #amounts: number[] = [];
  /** Entries before this one have expired. */
  #head = 0;
  #total = 0;

  constructor(windowMs: number) {
    this.#bucketMs = windowMs / bucketsPerWindow;
  }

  /** What counts now. */
  used(now: number): number {
    const oldest = this.#bucketOf(now) - bucketsCounted + 1;
    while (this.#head < this.#buckets.length && this.#buckets[this.#head]! < oldest) {
      this.#total -= this.#amounts[this.#head]!;
      this.#head += 1;
    }
    if (this.#head > bucketsCounted) this.#compact();
    return this.#total;
  }

  /** Counts an amount at a moment, which may be past. What is taken back must have been counted at that moment. */
  add(at: number, amount: number): void {
    const bucket = this.#bucketOf(at);
    let place = this.#buckets.length - 1;
    while (place >= this.#head && this.#buckets[place]! > bucket) place -= 1;
    if (place >= this.#head && this.#buckets[place] === bucket) {
      this.#amounts[place]! += amount;
    } else {
      if (amount < 0) return; // counted in a bucket that has expired
      this.#buckets.splice(place + 1, 0, bucket);
      this.#amounts.splice(place + 1, 0, amount);
    }
    this.#total += amount;
  }

  /** Milliseconds until no more than `target` counts, if nothing is added. */
  dropsIn(now: number, target: number): number {
    let left = this.used(now);
    for (let place = this.#head; left > target && place < this.#buckets.length; place += 1) {
      left -= this.#amounts[place]!;
      if (left <= target) return this.#expiry(this.#buckets[place]!) - now;
    }
    return 0;
  }

  /** Milliseconds until nothing counts any more. */
  emptyIn(now: number): number {
    this.used(now);
    for (let place = this.#buckets.length - 1; place >= this.#head; place -= 1) {
      if (this.#amounts[place]! > 0) return this.#expiry(this.#buckets[place]!) - now;
    }
    return 0;
  }

  /** What counts now, oldest first: the last moment of each bucket and its amount. */
  *counted(now: number): Generator<readonly [lastMs: number, amount: number]> {
    this.used(now);
    for (let place = this.#head; place < this.#buckets.length; place += 1) {
      const amount = this.#amounts[place]!;
      if (amount > 0) yield [(this.#buckets[place]! + 1) * this.#bucketMs - 1, amount];
    }
  }

  #bucketOf(at: number): number {
    return Math.floor(at / this.#bucketMs);
  }

  #expiry(bucket: number): number {
    return (bucket + bucketsCounted) * this.#bucketMs;
  }

  #compact(): void {
    this.#buckets = this.#buckets.slice(this.#head);
    this.#amounts = this.#amounts.slice(this.#head);
    this.#head = 0;
  }
}
