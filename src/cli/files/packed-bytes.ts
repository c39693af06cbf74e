/** The bytes of a file of any size, packed or not, while no more than a piece of them is kept. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';

/** The receiver of a file's bytes. */
export interface BytesTaker {
  /** A piece of what is in it, unpacked. What this throws ends the reading. */
  push(chunk: Buffer): void;
  /** Bytes of the file that have been read, and all that it has, where that is known. */
  read(bytes: number, size: number | undefined): void;
}

/** The end of a file. */
export interface FileEnd {
  /** The packed data ends in the middle, or is damaged; what came before was taken. */
  readonly isCut: boolean;
}

const chunkBytes = 256 * 1024;

const gzip = Buffer.from([0x1f, 0x8b]);
const zstd = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/**
 * Reads a file, `-` for standard input. Whether it is packed with gzip or zstd is told by its first bytes. Rejects with
 * an Error in the operator's words where it can't be read.
 *
 * @param command What to call with `-` in its place, such as `gateway diff --traffic - OLD NEW`.
 */
export async function takeBytes(file: string, taker: BytesTaker, command: string): Promise<FileEnd> {
  const { stream, size } = await opened(file);
  let bytes = 0;
  let unpacking: Unpacking | undefined;
  let head: Buffer | undefined = Buffer.alloc(0);
  const take = async (chunk: Buffer) => {
    if (unpacking === undefined) taker.push(chunk);
    else await unpacking.write(chunk);
  };
  const begin = async (first: Buffer) => {
    head = undefined;
    unpacking = unpackingOf(first, file, taker, command);
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
    return { isCut: true };
  }
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

/** Only newer versions of `node:zlib` have it. */
const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };

function unpackingOf(head: Buffer, file: string, taker: BytesTaker, command: string): Unpacking | undefined {
  if (head.subarray(0, gzip.length).equals(gzip)) return new Unpacking(zlib.createGunzip(), taker);
  if (!head.subarray(0, zstd.length).equals(zstd)) return undefined;
  if (createZstdDecompress !== undefined) return new Unpacking(createZstdDecompress(), taker);
  const way = `zstd -dc ${file} | ${command}`;
  throw new Error(`${file} is packed with zstd, which Node.js ${process.version} can't read; ${way}`);
}

/** Takes every byte that comes out at once, so that what was unpacked before a fault is not lost with it. */
class Unpacking {
  readonly #transform: Transform;
  readonly #ended: Promise<void>;
  #failed: Error | undefined;
  #thrown: { readonly error: unknown } | undefined;

  constructor(transform: Transform, taker: BytesTaker) {
    this.#transform = transform;
    transform.on('data', (part: Buffer) => {
      if (this.#thrown !== undefined) return;
      try {
        taker.push(part);
      } catch (error) {
        this.#thrown = { error };
      }
    });
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
    if (this.#thrown !== undefined) throw this.#thrown.error;
    if (this.#failed !== undefined) throw new Damaged('damaged', { cause: this.#failed });
  }
}
