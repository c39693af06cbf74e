import type { Exchange } from './exchange.ts';

/**
 * The exchanges that are not over, in no order. Not a Set, although it is one: a Set that is written to with every
 * request gets a new table again and again, and the old one, once it is in the old generation, keeps all that its
 * successors hold until that is collected. So every request outlived its end, and was copied twice.
 */
export class UnderWay implements Iterable<Exchange> {
  readonly #exchanges: Exchange[] = [];

  get size(): number {
    return this.#exchanges.length;
  }

  add(exchange: Exchange): void {
    exchange.place = this.#exchanges.length;
    this.#exchanges.push(exchange);
  }

  /** The last one takes the place of the one that goes. */
  delete({ place }: Exchange): void {
    const last = this.#exchanges.pop()!;
    if (last.place === place) return;
    this.#exchanges[place] = last;
    last.place = place;
  }

  /** Of a copy, so that what is done with one may end others. */
  [Symbol.iterator](): Iterator<Exchange> {
    return [...this.#exchanges].values();
  }
}
