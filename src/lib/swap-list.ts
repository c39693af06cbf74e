/** A thing that knows where it stands in the list of things in flight. */
export interface SwapListed {
  swapIndex: number;
}

/**
 * The unfinished work, in no order. Not a Set, although it is one: a Set that is written to with every request gets a
 * new table again and again, and the old one, once it is in the old generation, keeps everything in its successors
 * alive until it is collected. So every request outlived its end, and was copied twice.
 */
export class SwapList<T extends SwapListed> implements Iterable<T> {
  readonly #things: T[] = [];

  get size(): number {
    return this.#things.length;
  }

  add(thing: T): void {
    thing.swapIndex = this.#things.length;
    this.#things.push(thing);
  }

  /** Takes out one that is in; the last one takes its place. */
  delete({ swapIndex }: T): void {
    const last = this.#things.pop()!;
    if (last.swapIndex === swapIndex) return;
    this.#things[swapIndex] = last;
    last.swapIndex = swapIndex;
  }

  /** Of a copy, so that what is done with one may end others. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#things].values();
  }
}
