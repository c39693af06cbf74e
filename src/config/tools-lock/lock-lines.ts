/** Reads the lines of `tools.lock`: the part of YAML that `gateway tools lock` writes. */
import { canonicalText, endOfString, parseWritten, type WrittenJson } from '../../lib/json/written-json.ts';

/** A line that is not as it is written. */
export class LineFault extends Error {
  /** From 0. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** A server's answer is nested no deeper, and all around it has its levels. */
const mostDepth = 220;

/** An object of the file, with the line of each of its names. */
export type LineOf = WeakMap<ReadonlyMap<string, WrittenJson>, Map<string, number>>;

/** @throws LineFault */
export function readLines(lines: readonly string[]): { readonly root: WrittenJson; readonly lineOf: LineOf } {
  const reader = new LineReader(lines);
  return { root: reader.whole(), lineOf: reader.lineOf };
}

class LineReader {
  readonly lineOf: LineOf = new WeakMap();
  readonly #lines: string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = [...lines];
  }

  whole(): WrittenJson {
    while (this.#lines[this.#at]?.startsWith('#')) this.#at += 1;
    const value = this.#block(0);
    if (this.#at < this.#lines.length) throw this.#fault('it does not belong to what stands above it');
    return value;
  }

  /** The value whose lines begin with so many spaces. */
  #block(indent: number): WrittenJson {
    if (indent > mostDepth * 2) throw this.#fault('it is nested too deep');
    const first = this.#content(indent);
    if (first === undefined) throw this.#fault('a value is missing');
    return first.startsWith('- ') ? this.#list(indent) : this.#object(indent);
  }

  #object(indent: number): WrittenJson {
    const members = new Map<string, WrittenJson>();
    const lines = new Map<string, number>();
    this.lineOf.set(members, lines);
    for (let text = this.#content(indent); text !== undefined; text = this.#content(indent)) {
      const { name, rest } = this.#named(text);
      if (members.has(name)) throw this.#fault(`${JSON.stringify(name)} stands here for the second time`);
      lines.set(name, this.#at);
      members.set(name, this.#value(rest, indent));
    }
    return members;
  }

  #list(indent: number): WrittenJson {
    const items: WrittenJson[] = [];
    for (let text = this.#content(indent); text?.startsWith('- '); text = this.#content(indent)) {
      const rest = text.slice(2);
      if (rest.startsWith('- ') || this.#isNamed(rest)) {
        // The dash stands where the first line of the item is indented.
        this.#lines[this.#at] = ' '.repeat(indent + 2) + rest;
        items.push(this.#block(indent + 2));
      } else items.push(this.#value(rest, indent));
    }
    return items;
  }

  /** The value that begins in the rest of a line, and goes on below it. */
  #value(rest: string, indent: number): WrittenJson {
    if (rest === '') {
      this.#at += 1;
      return this.#block(indent + 2);
    }
    if (rest === '|' || rest === '|-') {
      this.#at += 1;
      return this.#text(indent + 2, rest === '|' ? '\n' : '');
    }
    const value = this.#written(rest);
    this.#at += 1;
    return value;
  }

  #text(indent: number, end: string): WrittenJson {
    const start = ' '.repeat(indent);
    const lines: string[] = [];
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at]!;
      if (line !== '' && !line.startsWith(start)) break;
      lines.push(line.slice(indent));
    }
    return JSON.stringify(lines.join('\n') + end);
  }

  /** A scalar, or a list of some. */
  #written(text: string): WrittenJson {
    if (/^"[^"\\]*"$/.test(text)) return text;
    let value: WrittenJson | undefined;
    try {
      JSON.parse(text);
      value = parseWritten(text);
    } catch {
      throw this.#fault('it is no value');
    }
    if (value === undefined) throw this.#fault('a name stands twice');
    return value;
  }

  #isNamed(text: string): boolean {
    if (!text.startsWith('"')) return /^[\w$-]+:(?: |$)/.test(text);
    const end = endOfString(text, 0);
    return end !== -1 && text[end] === ':';
  }

  #named(text: string): { readonly name: string; readonly rest: string } {
    if (!this.#isNamed(text)) throw this.#fault('it is no `name: value`');
    const end = text.startsWith('"') ? endOfString(text, 0) : text.indexOf(':');
    const written = text.startsWith('"') ? this.#written(text.slice(0, end)) : undefined;
    const name = written === undefined ? text.slice(0, end) : (JSON.parse(canonicalText(written)) as string);
    return { name, rest: text.slice(end + 2) };
  }

  /** The current line without its indentation; undefined where it belongs to something further out. */
  #content(indent: number): string | undefined {
    const line = this.#lines[this.#at];
    if (line === undefined) return undefined;
    const spaces = line.length - line.trimStart().length;
    if (spaces < indent) return undefined;
    if (spaces > indent) throw this.#fault('it is indented too far');
    return line.slice(indent);
  }

  #fault(message: string): LineFault {
    return new LineFault(Math.min(this.#at, this.#lines.length - 1), message);
  }
}
