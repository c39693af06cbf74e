import type { AnswerEvent } from '../../../neutral/answer-event.ts';

/** The receiver of an item's part of an answer. */
export interface ItemTeller {
  take(event: AnswerEvent): void;
  /** Gives the next block its number. */
  nextBlock(): number;
  /** A done event differs from what its deltas were. */
  differs(): void;
}

/** A text that comes in deltas, and is told once more when it is complete. */
export class Part {
  /** The text so far. */
  said = '';

  /** The text of a `whole` item beyond its deltas. */
  beyond(whole: unknown, teller: ItemTeller): string {
    if (typeof whole !== 'string') return '';
    if (whole.startsWith(this.said)) return whole.slice(this.said.length);
    teller.differs();
    return '';
  }
}

/** The value at a key, made where there is none. */
export function madeAt<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
