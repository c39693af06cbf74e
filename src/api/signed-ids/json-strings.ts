/**
 * Goes through JSON as it comes, in pieces of any size, and finds strings by where they stand: without parsing it, and
 * without keeping more than the string at hand. What is no JSON is gone through too, and nothing found in it that matters.
 */

const quote = 0x22;
const backslash = 0x5c;

const isQuote = 1;
const isComma = 2;
const opensObject = 3;
const opensList = 4;
const closes = 5;
const roles = new Uint8Array(256);
roles[quote] = isQuote;
roles[0x2c] = isComma;
roles[0x7b] = opensObject;
roles[0x5b] = opensList;
roles[0x7d] = closes;
roles[0x5d] = closes;

/** Longer names are no name that anybody looks for, even with every character escaped. */
const longestName = 160;

/** The name of a list's elements in a path. */
export const anyElement = '*';

/** The names of the members that lead to a value, the outermost first. */
export type JsonPath = readonly string[];

/** A string that was looked for. */
export interface FoundString<What> {
  readonly what: What;
  /** Without its escapes. */
  readonly value: string;
  /** It stands there as it is: nothing in it is escaped. */
  readonly isPlain: boolean;
  /** The first byte and the closing quote, counted as `origin` has it. */
  readonly from: number;
  readonly end: number;
}

/** Says what a string is to whoever looks for it, by its place; undefined where it is nothing. */
export type LookFor<What> = (path: JsonPath) => What | undefined;

export class JsonStrings<What> {
  readonly #lookFor: LookFor<What>;
  /** For each container that is open the name of the member, or `*`; the last one is where we are. */
  readonly #path: string[] = [];
  readonly #isObject: boolean[] = [];
  #expectsName = false;
  #isIn: 'nothing' | 'name' | 'value' = 'nothing';
  /** The string in progress, and its result. */
  #what: What | undefined;
  #pieces: Buffer[] = [];
  #kept = 0;
  #from = 0;
  /** The last byte so far is a backslash that escapes the next one. */
  #isEscaping = false;

  constructor(lookFor: LookFor<What>) {
    this.#lookFor = lookFor;
  }

  /** Begins with another document. */
  reset(): void {
    this.#path.length = 0;
    this.#isObject.length = 0;
    this.#isIn = 'nothing';
    this.#release();
    this.#isEscaping = false;
  }

  /** The beginning of a wanted value that has not ended yet; undefined without one. */
  get openFrom(): number | undefined {
    return this.#isIn === 'value' && this.#what !== undefined ? this.#from : undefined;
  }

  /**
   * Goes through the next piece, and tells of each string in it that was looked for and ends there.
   *
   * @param origin What places are counted from: where the first byte of `bytes` stands.
   */
  scan(
    bytes: Buffer,
    { from = 0, to = bytes.length, origin = 0 }: { from?: number; to?: number; origin?: number },
    found: (string: FoundString<What>) => void,
  ): void {
    let at = from;
    while (at < to) {
      if (this.#isIn !== 'nothing') {
        const end = this.#endOfString(bytes, at, to);
        if (this.#isKept()) this.#keep(bytes.subarray(at, Math.min(end, to)));
        if (end >= to) return;
        this.#close(origin + end, found);
        at = end + 1;
        continue;
      }
      const role = roles[bytes[at]!]!;
      if (role === isQuote) this.#open(origin + at + 1);
      else if (role !== 0) this.#structure(role);
      at += 1;
    }
  }

  #open(from: number): void {
    this.#from = from;
    this.#isIn = this.#expectsName ? 'name' : 'value';
    if (this.#isIn === 'value' && this.#path.length > 0) this.#what = this.#lookFor(this.#path);
  }

  #structure(role: number): void {
    switch (role) {
      case isComma:
        this.#expectsName = this.#isObject[this.#isObject.length - 1] === true;
        return;
      case opensObject:
      case opensList: {
        const isObject = role === opensObject;
        this.#isObject.push(isObject);
        this.#path.push(isObject ? '' : anyElement);
        this.#expectsName = isObject;
        return;
      }
      case closes:
        this.#isObject.pop();
        this.#path.pop();
        this.#expectsName = false;
    }
  }

  /** The end of the string in progress, or `to`. */
  #endOfString(bytes: Buffer, from: number, to: number): number {
    let at = from;
    if (this.#isEscaping) {
      this.#isEscaping = false;
      at += 1;
    }
    while (at < to) {
      const end = bytes.indexOf(quote, at);
      const stop = end === -1 || end > to ? to : end;
      // A quote ends the string unless an odd number of backslashes stands before it.
      let escapes = stop;
      while (escapes > at && bytes[escapes - 1] === backslash) escapes -= 1;
      const isEscaped = (stop - escapes) % 2 === 1;
      if (stop === to) {
        this.#isEscaping = isEscaped;
        return to;
      }
      if (!isEscaped) return stop;
      at = stop + 1;
    }
    return to;
  }

  #isKept(): boolean {
    return this.#isIn === 'name' ? this.#kept <= longestName : this.#what !== undefined;
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#kept += piece.length;
  }

  #close(end: number, found: (string: FoundString<What>) => void): void {
    const isName = this.#isIn === 'name';
    const what = this.#what;
    this.#isIn = 'nothing';
    if (isName) {
      this.#path[this.#path.length - 1] = this.#kept > longestName ? '' : this.#text().value;
      this.#expectsName = false;
    }
    const text = !isName && what !== undefined ? this.#text() : undefined;
    this.#release();
    if (text !== undefined) found({ what: what!, from: this.#from, end, ...text });
  }

  #text(): { readonly value: string; readonly isPlain: boolean } {
    const bytes = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces);
    const isPlain = !bytes.includes(backslash);
    if (isPlain) return { value: bytes.toString(), isPlain };
    try {
      return { value: JSON.parse(`"${bytes.toString()}"`) as string, isPlain };
    } catch {
      return { value: '', isPlain };
    }
  }

  #release(): void {
    this.#what = undefined;
    this.#pieces = [];
    this.#kept = 0;
  }
}
