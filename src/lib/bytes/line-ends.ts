export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;

const none = -1;
const notLookedFor = -2;

/** Finds where lines end: at a line feed or a carriage return, each of which is looked for once. Keeps no bytes. */
export class LineEnds {
  #nextFeed = notLookedFor;
  #nextReturn = notLookedFor;

  /** Other bytes come from here on. */
  restart(): void {
    this.#nextFeed = notLookedFor;
    this.#nextReturn = notLookedFor;
  }

  /** Returns the place of the next one from a place on, or -1. Places must come in order. */
  next(bytes: Buffer, from: number): number {
    if (this.#nextFeed !== none && this.#nextFeed < from) this.#nextFeed = bytes.indexOf(lineFeed, from);
    if (this.#nextReturn !== none && this.#nextReturn < from)
      this.#nextReturn = bytes.indexOf(carriageReturn, from);
    const nextFeed = this.#nextFeed;
    const nextReturn = this.#nextReturn;
    return nextReturn === none || (nextFeed !== none && nextFeed < nextReturn) ? nextFeed : nextReturn;
  }
}
