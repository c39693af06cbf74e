/**
 * Frames of Amazon's event stream (`application/vnd.amazon.eventstream`): 4 bytes of total length, 4 of the length of the
 * headers, the CRC-32 of these 8, headers, payload, and the CRC-32 of all before. Lengths and sums are big-endian.
 */
import { crc32 } from 'node:zlib';

/** Before the headers, and with the sum at the end. */
const preludeBytes = 12;
const leastBytes = 16;
/** A frame says how long it is before it is there. */
const mostBytes = 16 * 1024 * 1024;

/** The bytes of a header's value, by its type; -1 if two bytes give the length. */
const valueBytes = [0, 0, 1, 2, 4, 8, -1, -1, 8, 16];
const textType = 7;

/** A buffer of up to so many bytes is filled again. */
const mostKept = 64 * 1024;

export interface AmazonFrame {
  /** Those whose values are text. */
  readonly headers: ReadonlyMap<string, string>;
  /** For as long as the call that gives it: the bytes are used again. */
  readonly payload: Buffer;
}

/** Bytes that are no frame. Its message never repeats them. */
export class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame';
}

const nothing = Buffer.alloc(0);

/** Takes bytes as they come, and gives the frames in them. */
export class AmazonFrames {
  /** The beginning of a frame that is not complete, in a buffer that may have room for more. */
  #held = nothing;
  #heldBytes = 0;

  get isMidFrame(): boolean {
    return this.#heldBytes > 0;
  }

  /**
   * Calls back for each frame that is complete with these bytes.
   *
   * @throws BrokenFrame behind the last good one; nothing more can be read then
   */
  push(bytes: Buffer, each: (frame: AmazonFrame) => void): void {
    let from = 0;
    while (this.#heldBytes > 0 && from < bytes.length) {
      const missing = this.#missing();
      const end = Math.min(bytes.length, from + missing);
      this.#hold(bytes.subarray(from, end));
      from = end;
      if (this.#missing() > 0) continue;
      each(readFrame(this.#take()));
    }
    while (bytes.length - from >= preludeBytes) {
      const length = frameLength(bytes, from);
      if (bytes.length - from < length) break;
      each(readFrame(bytes.subarray(from, from + length)));
      from += length;
    }
    if (from < bytes.length) this.#hold(bytes.subarray(from));
  }

  #take(): Buffer {
    const frame = this.#held.subarray(0, this.#heldBytes);
    this.#heldBytes = 0;
    if (this.#held.length > mostKept) this.#held = nothing;
    return frame;
  }

  /** The missing bytes until the frame is complete, or until its length is known. */
  #missing(): number {
    if (this.#heldBytes < preludeBytes) return preludeBytes - this.#heldBytes;
    return frameLength(this.#held, 0) - this.#heldBytes;
  }

  /** Room grows with what has come, not with what is announced, and twice as large each time. */
  #hold(bytes: Buffer): void {
    const length = this.#heldBytes + bytes.length;
    if (length > this.#held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#held.length, 1024));
      this.#held.copy(larger, 0, 0, this.#heldBytes);
      this.#held = larger;
    }
    bytes.copy(this.#held, this.#heldBytes);
    this.#heldBytes = length;
  }
}

/** The length of the frame whose prelude stands at an offset, once that prelude is found to be sound. */
function frameLength(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at);
  const headersLength = bytes.readUInt32BE(at + 4);
  if (crc32(bytes.subarray(at, at + 8)) !== bytes.readUInt32BE(at + 8)) {
    throw new BrokenFrame('the checksum of a frame is wrong');
  }
  if (length < leastBytes || length > mostBytes) throw new BrokenFrame(`a frame of ${length} bytes`);
  if (headersLength > length - leastBytes) throw new BrokenFrame('headers that are longer than their frame');
  return length;
}

/** Reads a frame of sound length. */
function readFrame(frame: Buffer): AmazonFrame {
  const sumAt = frame.length - 4;
  if (crc32(frame.subarray(0, sumAt)) !== frame.readUInt32BE(sumAt)) {
    throw new BrokenFrame('the checksum of a frame is wrong');
  }
  const payloadAt = preludeBytes + frame.readUInt32BE(4);
  return {
    headers: readHeaders(frame.subarray(preludeBytes, payloadAt)),
    payload: frame.subarray(payloadAt, sumAt),
  };
}

function readHeaders(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 0;
  while (at < bytes.length) {
    const typeAt = at + 1 + bytes[at]!;
    const type = bytes[typeAt];
    if (type === undefined) throw new BrokenFrame('a header that ends too early');
    let length = valueBytes[type];
    if (length === undefined) throw new BrokenFrame(`a header of the unknown type ${type}`);
    let valueAt = typeAt + 1;
    if (length === -1) {
      if (valueAt + 2 > bytes.length) throw new BrokenFrame('a header that ends too early');
      length = bytes.readUInt16BE(valueAt);
      valueAt += 2;
    }
    const end = valueAt + length;
    if (end > bytes.length) throw new BrokenFrame('a header that ends too early');
    if (type === textType) {
      headers.set(bytes.toString('utf8', at + 1, typeAt), bytes.toString('utf8', valueAt, end));
    }
    at = end;
  }
  return headers;
}

/** A frame whose headers are all texts. */
export function amazonFrame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  let headersLength = 0;
  for (const name in headers)
    headersLength += 4 + Buffer.byteLength(name) + Buffer.byteLength(headers[name]!);
  const length = leastBytes + headersLength + Buffer.byteLength(payload);
  const frame = Buffer.allocUnsafe(length);
  frame.writeUInt32BE(length, 0);
  frame.writeUInt32BE(headersLength, 4);
  frame.writeUInt32BE(crc32(frame.subarray(0, 8)), 8);
  let at = preludeBytes;
  for (const name in headers) {
    const value = headers[name]!;
    at = frame.writeUInt8(Buffer.byteLength(name), at);
    at += frame.write(name, at);
    at = frame.writeUInt8(textType, at);
    at = frame.writeUInt16BE(Buffer.byteLength(value), at);
    at += frame.write(value, at);
  }
  at += frame.write(payload, at);
  frame.writeUInt32BE(crc32(frame.subarray(0, at)), at);
  return frame;
}
