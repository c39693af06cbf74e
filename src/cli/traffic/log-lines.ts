/** The lines of a log of any size, packed or not, while no more than one of them is kept. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** What is done with a log. */
export interface LineTaker {
  line(text: string): void;
  /** A line of more than `longestLine` bytes, which is not kept. */
  tooLong(): void;
  /** Bytes of the file that have been read, and all that it has, where that is known. */
  read(bytes: number, size: number | undefined): void;
}

/** How a log ended. */
export interface LogEnd {
  /** The packed data ends in the middle, or is damaged; what came before was taken. */
  readonly isCut: boolean;
}

/** A line of the access log stays far below. */
export const longestLine = 256 * 1024;
const chunkBytes = 256 * 1024;
const lineFeed = 0x0a;

const gzip = Buffer.from([0x1f, 0x8b]);
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/**
 * Reads a log, `-` for standard input. Whether it is packed with gzip or zstd is told by its first bytes. Rejects with
 * an Error in the operator's words where it can't be read.
 */
export async function takeLines(file: string, taker: LineTaker): Promise<LogEnd> {
  const { stream, size } = await opened(file);
  const lines = new Lines(taker);
  let bytes = 0;
  let unpacking: Unpacking | undefined;
  let head: Buffer | undefined = Buffer.alloc(0);
  const take = async (chunk: Buffer) => {
    if (unpacking === undefined) lines.push(chunk);
    else await unpacking.write(chunk);
  };
  const begin = async (first: Buffer) => {
    head = undefined;
    unpacking = unpackingOf(first, file, lines);
    await take(first);
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (head === undefined) await take(chunk);
      else {
        head = Buffer.concat([head, chunk]);
        if (head.length >= zstd.length) await begin(head);
      }
      taker.read(bytes, size);
    }
    if (head !== undefined) await begin(head);
    await unpacking?.end();
  } catch (error) {
    if (!(error instanceof Damaged)) throw unreadable(file, error);
    lines.end();
    return { isCut: true };
  }
  lines.end();
  return { isCut: false };
}

async function opened(file: string) {
  if (file === '-') return { stream: process.stdin, size: undefined };
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw new Error(`can't read ${file}: it is a directory`);
    const stream = createReadStream(file, { highWaterMark: chunkBytes });
    return { stream, size: found.isFile() ? found.size : undefined };
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new Error(`can't read ${file}: it does not exist`, { cause: error });
  if (code === 'EACCES') return new Error(`can't read ${file}: this user may not read it`, { cause: error });
  return error instanceof Error && code === undefined
    ? error
    : new Error(`can't read ${file}: ${message}`, { cause: error });
}

/** The packed data is not whole. */
class Damaged extends Error {}

/** What `node:zlib` has in newer versions alone. */
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };

function unpackingOf(head: Buffer, file: string, lines: Lines): Unpacking | undefined {
  if (head.subarray(0, gzip.length).equals(gzip)) return new Unpacking(zlib.createGunzip(), lines);
  if (!head.subarray(0, zstd.length).equals(zstd)) return undefined;
  if (createZstdDecompress !== undefined) return new Unpacking(createZstdDecompress(), lines);
  const way = `zstd -dc ${file} | gateway diff --traffic - OLD NEW`;
  throw new Error(`${file} is packed with zstd, which Node.js ${process.version} can't read; ${way}`);
}

/** Takes every byte that comes out at once, so that what was unpacked before a fault is not lost with it. */
class Unpacking {
  readonly #transform: Transform;
  readonly #ended: Promise<void>;
  #failed: Error | undefined;

  constructor(transform: Transform, lines: Lines) {
    this.#transform = transform;
    transform.on('data', (part: Buffer) => lines.push(part));
    this.#ended = new Promise((resolve) => {
      transform.once('end', resolve);
      transform.on('error', (error) => {
        this.#failed = error;
        resolve();
      });
    });
  }

  async write(chunk: Buffer): Promise<void> {
    const written = new Promise<void>((resolve) => void this.#transform.write(chunk, () => resolve()));
    await Promise.race([written, this.#ended]);
    this.#check();
  }

  async end(): Promise<void> {
    this.#transform.end();
    await this.#ended;
    this.#check();
  }

  #check(): void {
    if (this.#failed !== undefined) throw new Damaged('damaged', { cause: this.#failed });
  }
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

  /** What stands behind the last line feed is a line too. */
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
