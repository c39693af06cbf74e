import { Transform } from 'node:stream';
import zlib from 'node:zlib';
import { Decompress } from 'fzstd';

/** Content codings that can be undone (RFC 9110, 8.4.1; RFC 8878). */
const codings = ['gzip', 'deflate', 'br', 'zstd'] as const;
export type Coding = (typeof codings)[number];

/** A small body that unpacks to a large one is an attack on memory; below the floor the ratio proves nothing. */
const maxRatio = 100;
const floorBytes = 1024 * 1024;

/** The one coding that a Content-Encoding names; undefined for an unknown one, and for several. */
export function codingOf(contentEncoding: string): Coding | undefined {
  const name = contentEncoding.trim().toLowerCase().replace(/^x-/, '');
  return codings.find((coding) => coding === name);
}

/** Some servers leave out the two bytes that mark zlib's form of deflate (RFC 9112, 7.2). */
function isZlib(first: Buffer): boolean {
  return (first[0]! & 0x0f) === 0x08;
}

const withZstd = zlib as typeof zlib & { createZstdDecompress?: () => Transform };

/** Undoes zstd if Node.js can't. */
function zstdDecoder(): Transform {
  if (withZstd.createZstdDecompress !== undefined) return withZstd.createZstdDecompress();
  let packed = 0;
  let unpacked = 0;
  const decoder: Transform = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      packed += chunk.length;
      decode(chunk, false, done);
    },
    flush: (done) => decode(new Uint8Array(0), true, done),
  });
  const decompress = new Decompress((bytes) => {
    unpacked += bytes.length;
    // All that a piece unpacks to comes in one call: the check has to be inside.
    if (isTooMuch(unpacked, packed)) throw new RangeError(tooMuch);
    if (bytes.length > 0) decoder.push(Buffer.from(bytes));
  });
  function decode(bytes: Uint8Array, isLast: boolean, done: (error?: Error | null) => void): void {
    try {
      decompress.push(bytes, isLast);
      done();
    } catch (error) {
      done(error as Error);
    }
  }
  return decoder;
}

function isTooMuch(unpacked: number, packed: number): boolean {
  return unpacked > floorBytes && unpacked > packed * maxRatio;
}

/** Gets the unpacked body. */
export interface UnpackedEvents {
  data(bytes: Buffer): void;
  end(): void;
  /** The body cannot be unpacked, or unpacks to more than 100 times its size. */
  failed(error: Error): void;
}

/** The source of a packed body. */
export interface PackedSource {
  pause(): void;
  resume(): void;
}

/** Unpacks a body as it arrives: the end of an event is there as soon as the sender has flushed it. */
export class Unpacking {
  readonly #packed: PackedSource;
  readonly #coding: Coding;
  readonly #events: UnpackedEvents;
  #decoder: Transform | undefined;
  #packedBytes = 0;
  #unpackedBytes = 0;

  constructor(packed: PackedSource, coding: Coding, events: UnpackedEvents) {
    this.#packed = packed;
    this.#coding = coding;
    this.#events = events;
  }

  /** Ends the packed body. */
  end(): void {
    if (this.#decoder === undefined) this.#events.end();
    else this.#decoder.end();
  }

  /** Stops reading: the decoder fills up, and that stops the sender. */
  pause(): void {
    this.#decoder?.pause();
  }

  resume(): void {
    this.#decoder?.resume();
  }

  /** Ends the work; nothing more is wanted. */
  stop(): void {
    this.#decoder?.destroy();
  }

  /** Unpacks the next bytes. */
  data(chunk: Buffer): void {
    this.#packedBytes += chunk.length;
    this.#decoder ??= this.#begin(chunk);
    if (this.#decoder.destroyed || this.#decoder.write(chunk)) return;
    this.#packed.pause();
    this.#decoder.once('drain', () => this.#packed.resume());
  }

  #begin(first: Buffer): Transform {
    const decoder = decoderOf(this.#coding, first);
    decoder.on('data', (bytes: Buffer) => {
      this.#unpackedBytes += bytes.length;
      if (isTooMuch(this.#unpackedBytes, this.#packedBytes)) decoder.destroy(new RangeError(tooMuch));
      else this.#events.data(bytes);
    });
    decoder.on('end', () => this.#events.end());
    decoder.on('error', (error) => this.#events.failed(error));
    return decoder;
  }
}

const tooMuch = 'it unpacks to more than 100 times its size';

function decoderOf(coding: Coding, first: Buffer): Transform {
  switch (coding) {
    case 'gzip':
      return zlib.createGunzip();
    case 'deflate':
      return isZlib(first) ? zlib.createInflate() : zlib.createInflateRaw();
    case 'br':
      return zlib.createBrotliDecompress();
    case 'zstd':
      return zstdDecoder();
  }
}
