import { NumberTable } from './number-table.ts';

const bucketColumn = 0;
const amountColumn = 1;
const nextColumn = 2;

/**
 * Buckets of many windows with what was counted in them, each of which leads to the next one of its window. An entry is
 * known by its number; 0 is none. Those that were removed are used again.
 */
export class BucketLists {
  readonly #entries = new NumberTable(3);
  #opened = 0;
  /** The first of those that were removed. */
  #free = 0;

  bucketOf(entry: number): number {
    return this.#entries.get(entry, bucketColumn);
  }

  amountOf(entry: number): number {
    return this.#entries.get(entry, amountColumn);
  }

  after(entry: number): number {
    return this.#entries.get(entry, nextColumn);
  }

  add(entry: number, amount: number): void {
    this.#entries.set(entry, amountColumn, this.amountOf(entry) + amount);
  }

  /** A new one in which nothing is counted, between two of a window. */
  insert(bucket: number, before: number, after: number): number {
    let made = this.#free;
    if (made === 0) {
      this.#opened += 1;
      made = this.#opened;
    } else this.#free = this.after(made);
    this.#entries.set(made, bucketColumn, bucket);
    this.#entries.set(made, amountColumn, 0);
    this.#entries.set(made, nextColumn, after);
    if (before !== 0) this.#entries.set(before, nextColumn, made);
    return made;
  }

  /** Removes the first one of a window; gives the one after it. */
  remove(entry: number): number {
    const next = this.after(entry);
    this.#entries.set(entry, nextColumn, this.#free);
    this.#free = entry;
    return next;
  }
}
