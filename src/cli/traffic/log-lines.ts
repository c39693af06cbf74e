/** The lines of a log of any size, packed or not, while no more than one of them is kept. */
import { type FileEnd, takeBytes } from '../files/packed-bytes.ts';

/** The receiver of a log. */
export interface LineTaker {
  line(text: string): void;
  /** A line of more than `longestLine` bytes, which is not kept. */
  tooLong(): void;
  /** Bytes of the file that have been read, and all that it has, where that is known. */
  read(bytes: number, size: number | undefined): void;
}

/** A line of the access log stays far below. */
export const longestLine = 256 * 1024;
const lineFeed = 0x0a;

/** Reads a log as `takeBytes` reads any file. */
export async function takeLines(file: string, taker: LineTaker): Promise<FileEnd> {
  const lines = new Lines(taker);
  const bytes = {
    push: (chunk: Buffer) => lines.push(chunk),
    read: (count: number, size: number | undefined) => taker.read(count, size),
  };
  const end = await takeBytes(file, bytes, 'gateway diff --traffic - OLD NEW');
  lines.end();
  return end;
}

/** Divides bytes into lines. */
class Lines {
  readonly #taker: LineTaker;
  /** The beginning of a line whose end has not come. */
  #parts: Buffer[] = [];
  #length = 0;
  #isTooLong = false;

  constructor(taker: LineTaker) {
    this.#taker = taker;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#finish();
      from = at + 1;
    }
    if (from < chunk.length) this.#keep(chunk.subarray(from));
  }

  /** Text behind the last line feed is a line too. */
  end(): void {
    if (this.#length > 0) this.#finish();
  }

  #keep(part: Buffer): void {
    this.#length += part.length;
    if (this.#length > longestLine) {
      this.#isTooLong = true;
      this.#parts = [];
    } else this.#parts.push(part);
  }

  #finish(): void {
    const [first, ...others] = this.#parts;
    if (this.#isTooLong) this.#taker.tooLong();
    else
      this.#taker.line(
        others.length === 0 ? (first?.toString() ?? '') : Buffer.concat(this.#parts).toString(),
      );
    this.#parts = [];
    this.#length = 0;
    this.#isTooLong = false;
  }
}
