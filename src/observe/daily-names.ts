/** Names that clients make up, of which only so many a day are told apart: what is kept of them must not grow without end. */

/** The name that counts all further names. */
const allOthers = '(others)';
/** The late usage of an earlier day's object counts on that day. */
const daysAtHand = 4;

interface Day {
  readonly byOwner: Map<string, Set<string>>;
  size: number;
}

export class DailyNames {
  readonly #most: number;
  readonly #mostOfOwner: number;
  readonly #days = new Map<string, Day>();

  /** So many a day are told apart, and so many of one owner, such as a key. */
  constructor(most: number, mostOfOwner: number = most) {
    this.#most = most;
    this.#mostOfOwner = mostOfOwner;
  }

  /** The name, or what it counts under where there are too many on that day. */
  kept(day: string, name: string, owner = ''): string {
    const known = this.#days.get(day) ?? this.#begin(day);
    const names = known.byOwner.get(owner) ?? new Set();
    if (names.has(name)) return name;
    if (known.size >= this.#most || names.size >= this.#mostOfOwner) return allOthers;
    known.byOwner.set(owner, names.add(name));
    known.size += 1;
    return name;
  }

  #begin(day: string): Day {
    const begun: Day = { byOwner: new Map(), size: 0 };
    this.#days.set(day, begun);
    if (this.#days.size > daysAtHand) this.#days.delete([...this.#days.keys()].sort()[0]!);
    return begun;
  }
}
