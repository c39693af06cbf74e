import { NumberTable } from './number-table.ts';

const bucketColumn = 0;
const amountColumn = 1;
const nextColumn = 2;

/**
 * Buckets of many windows with the amounts counted in them. Each bucket leads to the next one of its window. An entry
 * is known by its number; 0 is none. Removed entries are used again.
 */
export class BucketLists {
  readonly #entries = new NumberTable(3);
  #opened = 0;
  /** The first removed entry. */
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

  /** A new entry with nothing counted, between two of a window. */
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

  /** Removes the first entry of a window; returns the one after it. */
  remove(entry: number): number {
    const next = this.after(entry);
    this.#entries.set(entry, nextColumn, this.#free);
    this.#free = entry;
    return next;
  }
}
