/** Goes through JSON token by token (RFC 8259), in steps, and holds it to the grammar. */

const quote = 0x22;
const backslash = 0x5c;
const minus = 0x2d;
const plus = 0x2b;
const point = 0x2e;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const zero = 0x30;
const nine = 0x39;

/** The possible next token; a value up to `valueOrEnd`. */
const value = 0;
const valueOrEnd = 1;
const name = 2;
const nameOrEnd = 3;
const afterName = 4;
const afterValue = 5;
const end = 6;

/** The most bytes, and the most tokens, of one step. */
const stepBytes = 128 * 1024;
const stepTokens = 256;
const deepest = 1000;

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A plain integer of so many digits is a number at sight. */
const longestAtSight = 20;
const words: Readonly<Record<number, string>> = { 116: 'true', 102: 'false', 110: 'null' };

/** A walk through JSON. Offsets are those of the first byte, and of the one after the last. */
export abstract class JsonTokenizer {
  protected readonly bytes: Buffer;
  #at = 0;
  #expects = value;
  /** For each container that is open whether it is a list. */
  readonly #lists: boolean[] = [];
  #isDone = false;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** A value begins: in a list its next element. */
  protected abstract begins(): void;
  protected abstract opens(isList: boolean): void;
  protected abstract closes(isList: boolean): void;
  /** From quote to quote. */
  protected abstract named(from: number, to: number): void;
  protected abstract string(from: number, to: number): void;
  protected abstract number(from: number, to: number): void;
  /** It is no JSON, or nested too deep: nothing more follows but the end. */
  protected abstract fails(): void;
  protected abstract ends(): void;

  /** Goes on for a while, far less than a millisecond; whether there is more to do. */
  step(): boolean {
    const { length } = this.bytes;
    const until = Math.min(length, this.#at + stepBytes);
    for (let tokens = stepTokens; tokens > 0 && this.#at < until && !this.#isDone; tokens -= 1) this.#token();
    if (this.#at >= length && !this.#isDone) {
      if (this.#expects !== end) this.fails();
      this.#finish();
    }
    return !this.#isDone;
  }

  #finish(): void {
    this.#isDone = true;
    this.ends();
  }

  #fail(): void {
    this.fails();
    this.#finish();
  }

  #token(): void {
    const byte = this.bytes[this.#at]!;
    switch (byte) {
      case 0x20:
      case 0x0a:
      case 0x0d:
      case 0x09:
        this.#at += 1;
        return;
      case quote:
        return this.#string();
      case comma:
        if (this.#expects !== afterValue) return this.#fail();
        this.#expects = this.#lists.at(-1) === true ? value : name;
        this.#at += 1;
        return;
      case colon:
        if (this.#expects !== afterName) return this.#fail();
        this.#expects = value;
        this.#at += 1;
        return;
      case openBrace:
      case openBracket:
        return this.#open(byte === openBracket);
      case closeBrace:
      case closeBracket:
        return this.#close(byte === closeBracket);
      default:
        if (this.#expects > valueOrEnd) return this.#fail();
        return byte === minus || isDigit(byte) ? this.#number() : this.#word(words[byte]);
    }
  }

  #begins(): void {
    this.begins();
    this.#expects = this.#lists.length === 0 ? end : afterValue;
  }

  #open(isList: boolean): void {
    if (this.#expects > valueOrEnd || this.#lists.length === deepest) return this.#fail();
    this.#begins();
    this.#at += 1;
    this.#lists.push(isList);
    this.#expects = isList ? valueOrEnd : nameOrEnd;
    this.opens(isList);
  }

  #close(isList: boolean): void {
    const mayEnd = this.#expects === afterValue || this.#expects === (isList ? valueOrEnd : nameOrEnd);
    if (!mayEnd || this.#lists.pop() !== isList) return this.#fail();
    this.#at += 1;
    this.#expects = this.#lists.length === 0 ? end : afterValue;
    this.closes(isList);
  }

  #word(word: string | undefined): void {
    const to = this.#at + (word?.length ?? 0);
    if (word === undefined || this.bytes.toString('latin1', this.#at, to) !== word) return this.#fail();
    this.#begins();
    this.#at = to;
  }

  #number(): void {
    const { bytes } = this;
    const from = this.#at;
    let to = from + 1;
    let isPlain = true;
    for (; to < bytes.length; to += 1) {
      const byte = bytes[to]!;
      if (isDigit(byte)) continue;
      if (byte !== point && byte !== minus && byte !== plus && byte !== 0x65 && byte !== 0x45) break;
      isPlain = false;
    }
    const first = bytes[from]!;
    const isAtSight =
      isPlain && first !== minus && (first !== zero || to === from + 1) && to - from < longestAtSight;
    if (!isAtSight && !numberForm.test(bytes.toString('latin1', from, to))) return this.#fail();
    this.#begins();
    this.#at = to;
    this.number(from, to);
  }

  #string(): void {
    const from = this.#at;
    const to = this.#endOfString(from + 1);
    if (to === -1) return this.#fail();
    this.#at = to + 1;
    if (this.#expects === name || this.#expects === nameOrEnd) {
      this.#expects = afterName;
      return this.named(from, to + 1);
    }
    if (this.#expects > valueOrEnd) return this.#fail();
    this.#begins();
    this.string(from, to + 1);
  }

  /** The closing quote, or -1. */
  #endOfString(from: number): number {
    const { bytes } = this;
    let at = bytes.indexOf(quote, from);
    while (at !== -1) {
      let escapes = at;
      while (bytes[escapes - 1] === backslash) escapes -= 1;
      if ((at - escapes) % 2 === 0) return at;
      at = bytes.indexOf(quote, at + 1);
    }
    return -1;
  }
}

function isDigit(byte: number): boolean {
  return byte >= zero && byte <= nine;
}
