/** Things that end at some moment, soonest first: a heap, in which removed things stay until they are on top. */
export class Deadlines<T extends { readonly untilMs: number }> {
  #heap: T[] = [];
  readonly #isThere: (item: T) => boolean;

  /** @param isThere Whether something has not been taken out meanwhile. */
  constructor(isThere: (item: T) => boolean) {
    this.#isThere = isThere;
  }

  add(item: T): void {
    const heap = this.#heap;
    let place = heap.length;
    heap.push(item);
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (heap[above]!.untilMs <= item.untilMs) break;
      heap[place] = heap[above]!;
      place = above;
    }
    heap[place] = item;
  }

  /** The soonest that is there. */
  peek(): T | undefined {
    while (this.#heap.length > 0 && !this.#isThere(this.#heap[0]!)) this.#drop();
    return this.#heap[0];
  }

  /** Takes out the soonest that is over; undefined where none is. */
  takeOver(now: number): T | undefined {
    const first = this.peek();
    if (first === undefined || first.untilMs > now) return undefined;
    this.#drop();
    return first;
  }

  /** Forgets those who were taken out, where they are most of what is held. */
  tidy(present: number): void {
    if (this.#heap.length < 64 || this.#heap.length < 2 * present) return;
    const left = this.#heap.filter(this.#isThere);
    this.#heap = [];
    for (const item of left) this.add(item);
  }

  #drop(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    const { length } = heap;
    if (length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= length) break;
      if (below + 1 < length && heap[below + 1]!.untilMs < heap[below]!.untilMs) below += 1;
      if (heap[below]!.untilMs >= last.untilMs) break;
      heap[place] = heap[below]!;
      place = below;
    }
    heap[place] = last;
  }
}
