/** `.000Z` to `.999Z`. */
const millis = Array.from({ length: 1000 }, (_, ms) => `.${String(ms).padStart(3, '0')}Z"`);

let second = Number.NaN;
let prefix = '';

/** The `time` of a log line, in UTC as ISO 8601 writes it. A second is written out once: a date costs more than a line. */
export function isoTime(now: number = Date.now()): string {
  const at = Math.floor(now / 1000);
  if (at !== second) {
    second = at;
    prefix = `,"time":"${new Date(at * 1000).toISOString().slice(0, 19)}`;
  }
  return prefix + millis[now - at * 1000]!;
}

/** Nothing that JSON writes otherwise. */
const plain = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** A text as JSON. */
export function quoted(value: string): string {
  return plain.test(value) ? `"${value}"` : JSON.stringify(value);
}

/**
 * A line of the log as the logger writes it, for what is written once a request: put together field by field it costs
 * a quarter of handing over an object. What is undefined is left out.
 */
export class LogLine {
  #text: string;

  constructor(level: string) {
    this.#text = `{"level":"${level}"${isoTime()}`;
  }

  /** A word that is known to need no escapes: to look whether it does costs as much as to write it. */
  word(name: string, value: string | undefined): this {
    if (value !== undefined) this.#text = `${this.#text},"${name}":"${value}"`;
    return this;
  }

  text(name: string, value: string | undefined): this {
    if (value !== undefined) this.#text = `${this.#text},"${name}":${quoted(value)}`;
    return this;
  }

  number(name: string, value: number | undefined): this {
    if (value !== undefined) this.#text = `${this.#text},"${name}":${value}`;
    return this;
  }

  /** Left out where there are none. */
  texts(name: string, values: readonly string[]): this {
    if (values.length === 0) return this;
    let list = quoted(values[0]!);
    for (let index = 1; index < values.length; index += 1) list += `,${quoted(values[index]!)}`;
    this.#text = `${this.#text},"${name}":[${list}]`;
    return this;
  }

  /** Lists of other lines' fields, and whatever else is JSON already. Left out where it is undefined. */
  json(name: string, written: string | undefined): this {
    if (written !== undefined) this.#text = `${this.#text},"${name}":${written}`;
    return this;
  }

  /** The whole line. */
  end(message: string): string {
    return `${this.#text},"msg":"${message}"}\n`;
  }
}
