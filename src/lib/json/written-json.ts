/** JSON whose numbers stay as they are written: parsed as numbers, `1.0` becomes `1` and 2^64 another number. */
import { createHash } from 'node:crypto';

/** A value: an object by names, an array, or the text of a scalar in its canonical form. */
export type WrittenJson = string | readonly WrittenJson[] | ReadonlyMap<string, WrittenJson>;

/**
 * Takes a text apart that `JSON.parse` takes; undefined where a name stands twice in one object: programs differ in which of
 * the two they take.
 */
export function parseWritten(text: string): WrittenJson | undefined {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof NameTwice) return undefined;
    throw error;
  }
}

/**
 * The one text of a value, after RFC 8785: names in order, no space, strings in their shortest form. Numbers are as they are
 * written, which the RFC does not leave.
 */
export function canonicalText(value: WrittenJson): string {
  if (typeof value === 'string') return value;
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = sortedMembers(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${canonicalText(inner)}`,
  );
  return `{${members.join(',')}}`;
}

/** SHA-256 of the canonical text, in hexadecimal. */
export function canonicalDigest(value: WrittenJson): string {
  return createHash('sha256').update(canonicalText(value)).digest('hex');
}

/** The string that a canonical text stands for. */
function stringOf(text: string): string {
  return text.includes('\\') ? (JSON.parse(text) as string) : text.slice(1, -1);
}

/** Members in the order of RFC 8785: by the UTF-16 code units of their names. */
export function sortedMembers<Value>(
  members: ReadonlyMap<string, Value>,
): readonly (readonly [string, Value])[] {
  return [...members].sort(([a], [b]) => (a < b ? -1 : 1));
}

export function isList(value: WrittenJson): value is readonly WrittenJson[] {
  return Array.isArray(value);
}

/** The offset after the string that begins at `from`; -1 where it does not end. */
export function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = at;
    while (text.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((at - escapes) % 2 === 0) return at + 1;
  }
  return -1;
}

const backslash = 0x5c;

/** Leaves the recursion; nothing else throws it. */
class NameTwice extends Error {}

/** Reads a text of which it is known that it is JSON. */
class Reader {
  readonly #text: string;
  readonly #scalar = /[^\s,\]}]+/y;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): WrittenJson {
    this.#space();
    return this.#value();
  }

  #value(): WrittenJson {
    const first = this.#text[this.#at];
    if (first === '"') return this.#string();
    if (first === '{') return this.#object();
    if (first === '[') return this.#list();
    this.#scalar.lastIndex = this.#at;
    const scalar = this.#scalar.exec(this.#text)![0];
    this.#at += scalar.length;
    return scalar;
  }

  #object(): WrittenJson {
    const members = new Map<string, WrittenJson>();
    this.#step();
    while (this.#text[this.#at] === '"') {
      const name = stringOf(this.#string());
      if (members.has(name)) throw new NameTwice();
      this.#space();
      this.#step(); // the colon
      members.set(name, this.#value());
      this.#next();
    }
    this.#at += 1;
    return members;
  }

  #list(): WrittenJson {
    const items: WrittenJson[] = [];
    this.#step();
    while (this.#text[this.#at] !== ']') {
      items.push(this.#value());
      this.#next();
    }
    this.#at += 1;
    return items;
  }

  /** The canonical text of a string: the shortest, which one without escapes is already. */
  #string(): string {
    const from = this.#at;
    this.#at = endOfString(this.#text, from);
    const text = this.#text.slice(from, this.#at);
    return text.includes('\\') ? JSON.stringify(JSON.parse(text)) : text;
  }

  /** Goes on behind a value, and behind the comma after it. */
  #next(): void {
    this.#space();
    if (this.#text[this.#at] === ',') this.#step();
  }

  /** Goes on behind a character, and the space after it. */
  #step(): void {
    this.#at += 1;
    this.#space();
  }

  #space(): void {
    let code = this.#text.charCodeAt(this.#at);
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
  }
}
