/** Rows of a file of separated values (RFC 4180, with whatever separates its columns), as its text comes. */

/** A row longer than this is a quote that nobody closed. */
const longestRow = 1024 * 1024;
const separators = [',', ';', '\t', '|'];
const quote = '"';

/** Gets the cells of a row, and the line of the file on which it begins, from 1. */
export type RowTaker = (cells: readonly string[], line: number) => void;

export class CsvRows {
  readonly #take: RowTaker;
  #text = '';
  #line = 1;
  #separator: string | undefined;

  constructor(take: RowTaker) {
    this.#take = take;
  }

  /** The separator between columns; undefined until the first row arrived. */
  get separator(): string | undefined {
    return this.#separator;
  }

  push(text: string): void {
    this.#text += text;
    this.#rows(false);
    if (this.#text.length > longestRow) {
      throw new Error(
        `line ${this.#line}: this row has no end within 1 MiB; is there a quote that nothing closes?`,
      );
    }
  }

  /** Text behind the last line feed is a row too. */
  end(): void {
    this.#rows(true);
    if (this.#text !== '') throw new Error(`line ${this.#line}: a quote that nothing closes begins here`);
  }

  #rows(isLast: boolean): void {
    let at = 0;
    while (at < this.#text.length) {
      if (this.#separator === undefined) {
        const end = this.#text.indexOf('\n', at);
        if (end < 0 && !isLast) break;
        const first = this.#text.slice(at, end < 0 ? undefined : end).trimEnd();
        // Excel says so in a line of its own.
        if (/^sep=.$/.test(first)) {
          this.#separator = first[4]!;
          at = end < 0 ? this.#text.length : end + 1;
          this.#line += 1;
          continue;
        }
        this.#separator = separatorOf(first);
      }
      const row = rowAt(this.#text, at, this.#separator, isLast);
      if (row === undefined) break;
      at = row.next;
      if (row.cells.some((cell) => cell.trim() !== '')) this.#take(row.cells, this.#line);
      this.#line += row.lines;
    }
    this.#text = this.#text.slice(at);
  }
}

/** The one that the first line has most of. */
function separatorOf(line: string): string {
  const bare = line.replace(/"[^"]*"/g, '');
  const counts = separators.map((one) => bare.split(one).length);
  return separators[counts.indexOf(Math.max(...counts))]!;
}

interface Row {
  readonly cells: string[];
  readonly next: number;
  readonly lines: number;
}

/** The row that begins at a place; undefined where its end has not come. */
function rowAt(text: string, from: number, separator: string, isLast: boolean): Row | undefined {
  const cells: string[] = [];
  let at = from;
  let lines = 1;
  for (;;) {
    let cell: string;
    if (text[at] === quote) {
      const end = quoteEnd(text, at);
      if (end < 0 || (end + 1 >= text.length && !isLast)) return undefined;
      cell = text.slice(at + 1, end).replaceAll('""', quote);
      for (let feed = cell.indexOf('\n'); feed >= 0; feed = cell.indexOf('\n', feed + 1)) lines += 1;
      at = end + 1;
    } else cell = '';
    const feed = text.indexOf('\n', at);
    const line = feed < 0 ? text.length : feed;
    const next = text.indexOf(separator, at);
    const isInner = next >= 0 && next < line;
    if (!isInner && feed < 0 && !isLast) return undefined;
    const rest = text.slice(at, isInner ? next : line);
    cell += isInner ? rest : rest.replace(/\r$/, '');
    cells.push(cell);
    if (!isInner) return { cells, next: Math.min(text.length, line + 1), lines };
    at = next + 1;
  }
}

/** The quote that closes the one at a place; -1 where it has not come. */
function quoteEnd(text: string, from: number): number {
  for (let at = from + 1; ; at += 2) {
    at = text.indexOf(quote, at);
    if (at < 0 || text[at + 1] !== quote) return at;
  }
}
