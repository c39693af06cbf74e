import { maxHeaderSize } from 'node:http';

/** A backend's bytes are not an answer of HTTP/1.1 (RFC 9112). The message names the fault, for the log. */
export class MalformedAnswer extends Error {
  override readonly name = 'MalformedAnswer';
}

/** The fields of an answer's head, beside the framing of its body. */
export interface ParsedHead {
  readonly status: number;
  /** Names and values in turn, as the backend wrote them. */
  readonly rawHeaders: string[];
  /** The connection can carry another request after this answer. */
  readonly isLasting: boolean;
  /** The value of Keep-Alive. */
  readonly keepAlive: string | undefined;
}

/** Gets an answer: its head, pieces of its body, and its end. */
export interface AnswerTaker {
  /** The taker wants nothing more for now: the parser stops after the current piece. */
  readonly isSated: boolean;
  head(head: ParsedHead): void;
  piece(bytes: Buffer): void;
  end(): void;
}

/** The next part of the answer; `end` is not reported yet. */
type Next = 'head' | 'counted' | 'to the close' | 'size' | 'chunk' | 'chunk end' | 'trailer' | 'end' | 'over';

const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const zero = 0x30;
const colon = 0x3a;
const semicolon = 0x3b;
const one = 0x31;

const nothing = Buffer.alloc(0);
const endOfLine = Buffer.from('\r\n');
const endOfHead = Buffer.from('\r\n\r\n');

/** `HTTP/1.1 200`; the last digit of the version is checked separately. */
const version = Buffer.from('HTTP/1.');
const minorAt = version.length;
const statusAt = minorAt + 2;
const afterStatus = statusAt + 3;

const switching = 101;
const noContent = 204;
const notModified = 304;

/** The bytes allowed in a name, and those in a value (RFC 9110, 5.1 and 5.5). */
const inName = bytesThat((character) => /[!#$%&'*+.^`|~\w-]/.test(character));
const inValue = bytesThat((character) => /[\t\x20-\x7e\x80-\xff]/.test(character));
/** The value of a hexadecimal digit; 16 for any other byte. */
const worth = Uint8Array.from({ length: 256 }, (_, byte) => {
  const digit = '0123456789abcdef'.indexOf(String.fromCharCode(byte).toLowerCase());
  return digit === -1 ? 16 : digit;
});
/** The text allowed after the size of a chunk (RFC 9112, 7.1.1). */
const extension = /^(?:;[!#$%&'*+.^`|~\w-]+(?:=(?:[!#$%&'*+.^`|~\w-]+|"[\t !#-[\]-~\x80-\xff]*"))?)*$/;

/** The most digits of a size that can be counted. */
const mostDigits = 13;

function bytesThat(test: (character: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (test(String.fromCharCode(byte)) ? 1 : 0));
}

/**
 * Takes the answers of one connection apart, strictly. It refuses every ambiguous answer: bytes after the end of an
 * answer would be read as the next one, which is somebody else's. Lines end in CRLF and do not continue in the next
 * one, and a body has one length.
 *
 * Pieces of a body are parts of the bytes that came, not copies. Interim answers are read and dropped.
 */
export class AnswerParser {
  readonly #taker: AnswerTaker;
  #next: Next = 'over';
  #isHeadOnly = false;
  /** The bytes that came, and the place up to which they are read. */
  #bytes: Buffer = nothing;
  #at = 0;
  /** Bytes of the body, or of the chunk, that are still to come. */
  #left = 0;
  /** Bytes of the body that are neither its own nor the sizes of chunks. */
  #extraBytes = 0;

  constructor(taker: AnswerTaker) {
    this.#taker = taker;
  }

  /**
   * Begins the answer to a request that was sent.
   *
   * @param isHeadOnly The answer has no body, even if its head announces one
   */
  begin(isHeadOnly: boolean): void {
    this.#next = 'head';
    this.#isHeadOnly = isHeadOnly;
    this.#extraBytes = 0;
  }

  /** Unread bytes; after the end of an answer, these are bytes that nobody asked for. */
  get unread(): number {
    return this.#bytes.length - this.#at;
  }

  /**
   * Reads the bytes that came, until the taker has enough.
   *
   * @throws MalformedAnswer if they are no answer
   */
  add(bytes: Buffer): void {
    this.#bytes = this.unread === 0 ? bytes : Buffer.concat([this.#bytes.subarray(this.#at), bytes]);
    this.#at = 0;
    this.goOn();
  }

  /**
   * Reads on from the held bytes, until the taker has enough.
   *
   * @throws MalformedAnswer if they are no answer
   */
  goOn(): void {
    while (!this.#taker.isSated && this.#step());
    if (this.#at < this.#bytes.length) return;
    this.#bytes = nothing;
    this.#at = 0;
  }

  /** Ends the input. This ends an answer that lasts until the close of its connection, and no other. */
  close(): void {
    if (this.#next !== 'to the close') return;
    this.#next = 'end';
    this.goOn();
  }

  /** Reads one part; true if the held bytes may hold another. */
  #step(): boolean {
    switch (this.#next) {
      case 'head':
        return this.#readHead();
      case 'counted':
      case 'chunk':
      case 'to the close':
        return this.#readBody();
      case 'size':
        return this.#readSize();
      case 'chunk end':
        return this.#readChunkEnd();
      case 'trailer':
        return this.#readTrailer();
      case 'end':
        this.#next = 'over';
        this.#taker.end();
        return false;
      case 'over':
        return false;
    }
  }

  #readHead(): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    const end = bytes.indexOf(endOfHead, start);
    if ((end === -1 ? bytes.length : end) - start >= maxHeaderSize)
      throw new MalformedAnswer(`its head is larger than ${maxHeaderSize} bytes`);
    checkVersion(bytes, start);
    if (end === -1) {
      checkLines(bytes, start);
      return false;
    }
    const status = statusIn(bytes, start);
    const fields = new Fields(bytes, endOfFirstLine(bytes, start), end + endOfLine.length);
    this.#at = end + endOfHead.length;
    const saysLasting = fields.saysLasting(bytes[start + minorAt] === one);
    if (status < 200 && status !== switching) {
      // It announces the answer (RFC 9110, 15.2).
      if (!saysLasting) throw new MalformedAnswer('an interim answer ends its connection');
      return true;
    }
    this.#next = this.#bodyOf(status, fields);
    const { rawHeaders, keepAlive } = fields;
    const isLasting = saysLasting && this.#next !== 'to the close';
    this.#taker.head({ status, rawHeaders, isLasting, keepAlive });
    return true;
  }

  /** The framing of the body (RFC 9112, 6.3). */
  #bodyOf(status: number, { length, coding }: Fields): Next {
    if (length !== undefined && coding !== undefined)
      throw new MalformedAnswer('it has a length and a transfer coding');
    const isInChunks = coding !== undefined && isChunked(coding);
    if (this.#isHeadOnly || status === switching || status === noContent || status === notModified)
      return 'end';
    if (isInChunks) return 'size';
    if (length === undefined) return 'to the close';
    this.#left = length;
    return length === 0 ? 'end' : 'counted';
  }

  #readBody(): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    let end = bytes.length;
    if (end === start) return false;
    if (this.#next !== 'to the close') {
      end = Math.min(end, start + this.#left);
      this.#left -= end - start;
      if (this.#left === 0) this.#next = this.#next === 'chunk' ? 'chunk end' : 'end';
    }
    this.#at = end;
    this.#taker.piece(end - start === bytes.length ? bytes : bytes.subarray(start, end));
    return true;
  }

  /** The line before a chunk (RFC 9112, 7.1): its size, and perhaps extensions after a semicolon. */
  #readSize(): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    let size = 0;
    let extraBytes = 0;
    for (; at < bytes.length; at += 1) {
      const digit = worth[bytes[at]!]!;
      if (digit === 16) break;
      size = size * 16 + digit;
    }
    if (at - start > mostDigits) throw new MalformedAnswer('a chunk is too large');
    if (at === bytes.length) return false;
    if (at === start) throw new MalformedAnswer('a chunk has no size');
    if (bytes[at] === semicolon) {
      const from = at;
      while (inValue[bytes[at]!] === 1) at += 1;
      if (this.#extraBytes + at - from >= maxHeaderSize)
        throw new MalformedAnswer('what its chunks say of themselves is too large');
      if (at < bytes.length && !extension.test(bytes.toString('latin1', from, at)))
        throw new MalformedAnswer('what a chunk says of itself can not be read');
      extraBytes = at - from;
    }
    const next = afterLineEnd(bytes, at, 'the line before a chunk');
    if (next === undefined) return false;
    this.#extraBytes += extraBytes;
    this.#at = next;
    this.#left = size;
    this.#next = size === 0 ? 'trailer' : 'chunk';
    return true;
  }

  #readChunkEnd(): boolean {
    const next = afterLineEnd(this.#bytes, this.#at, 'a chunk');
    if (next === undefined) return false;
    this.#at = next;
    this.#next = 'size';
    return true;
  }

  /** Reads over the fields after the last chunk, and the empty line. */
  #readTrailer(): boolean {
    const bytes = this.#bytes;
    const start = this.#at;
    const end = bytes.indexOf(endOfLine, start);
    if ((end === -1 ? bytes.length : end) - start + this.#extraBytes >= maxHeaderSize)
      throw new MalformedAnswer('its trailer is too large');
    if (end === -1) {
      checkLines(bytes, start);
      return false;
    }
    this.#at = end + endOfLine.length;
    if (end === start) this.#next = 'end';
    else {
      this.#extraBytes += this.#at - start;
      new Fields(bytes, start, this.#at);
    }
    return true;
  }
}

/** The fields of a head or a trailer. */
class Fields {
  readonly rawHeaders: string[] = [];
  /** Content-Length. */
  length: number | undefined;
  /** Transfer-Encoding, of all fields together. */
  coding: string | undefined;
  connection: string | undefined;
  keepAlive: string | undefined;

  /** @throws MalformedAnswer if a line is no field, or a length cannot be counted */
  constructor(bytes: Buffer, from: number, to: number) {
    const text = bytes.toString('latin1', from, to);
    let at = from;
    while (at < to) {
      const start = at;
      while (inName[bytes[at]!] === 1) at += 1;
      const nameEnd = at;
      if (nameEnd === start || bytes[nameEnd] !== colon)
        throw new MalformedAnswer('a line of its head is no field');
      do at += 1;
      while (isBlank(bytes[at]));
      const valueStart = at;
      while (inValue[bytes[at]!] === 1) at += 1;
      let valueEnd = at;
      while (valueEnd > valueStart && isBlank(bytes[valueEnd - 1])) valueEnd -= 1;
      at = afterLineEnd(bytes, at, 'a field')!;
      const name = text.slice(start - from, nameEnd - from);
      const value = text.slice(valueStart - from, valueEnd - from);
      this.rawHeaders.push(name, value);
      this.#note(name, value);
    }
  }

  #note(name: string, value: string): void {
    switch (name.length) {
      case 10:
        if (isNamed(name, 'connection')) this.connection = joined(this.connection, value);
        else if (isNamed(name, 'keep-alive')) this.keepAlive = value;
        return;
      case 14:
        if (isNamed(name, 'content-length')) this.#noteLength(value);
        return;
      case 17:
        if (isNamed(name, 'transfer-encoding')) this.coding = joined(this.coding, value);
        return;
    }
  }

  #noteLength(value: string): void {
    const length = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!Number.isSafeInteger(length)) throw new MalformedAnswer('its length is no number');
    if (this.length !== undefined) throw new MalformedAnswer('it has two lengths');
    this.length = length;
  }

  /** The connection stays open (RFC 9112, 9.3). */
  saysLasting(isOfToday: boolean): boolean {
    const { connection } = this;
    if (connection === undefined) return isOfToday;
    const options = membersOf(connection);
    return !options.includes('close') && (isOfToday || options.includes('keep-alive'));
  }
}

/**
 * @throws MalformedAnswer if a coding has no name, or chunks are coded again: the end of such a body is anybody's guess
 */
function isChunked(coding: string): boolean {
  const codings = membersOf(coding);
  const place = codings.indexOf('chunked');
  if (codings.includes('') || (place !== -1 && place !== codings.length - 1))
    throw new MalformedAnswer(`its transfer codings are ${JSON.stringify(coding)}`);
  return place !== -1;
}

function membersOf(list: string): readonly string[] {
  return list
    .toLowerCase()
    .split(',')
    .map((member) => member.trim());
}

function joined(list: string | undefined, value: string): string {
  return list === undefined ? value : `${list},${value}`;
}

function isNamed(written: string, name: string): boolean {
  return written === name || written.toLowerCase() === name;
}

function isBlank(byte: number | undefined): boolean {
  return byte === space || byte === tab;
}

/** @throws MalformedAnswer if the bytes cannot begin an answer */
function checkVersion(bytes: Buffer, start: number): void {
  const there = Math.min(version.length, bytes.length - start);
  for (let at = 0; at < there; at += 1)
    if (bytes[start + at] !== version[at]) throw new MalformedAnswer('it does not begin with HTTP/1.1');
  const minor = bytes[start + minorAt];
  if (minor !== undefined && minor !== one && minor !== zero)
    throw new MalformedAnswer('it does not begin with HTTP/1.1');
}

/** @throws MalformedAnswer without a status */
function statusIn(bytes: Buffer, start: number): number {
  let status = 0;
  for (let at = start + statusAt; at < start + afterStatus; at += 1) {
    const digit = bytes[at]! - zero;
    if (!(digit >= 0 && digit <= 9)) throw new MalformedAnswer('it has no status');
    status = status * 10 + digit;
  }
  if (bytes[start + statusAt - 1] !== space || status < 100) throw new MalformedAnswer('it has no status');
  return status;
}

/** The end of the line with the status. The rest of that line is for people. */
function endOfFirstLine(bytes: Buffer, start: number): number {
  let at = start + afterStatus;
  if (bytes[at] === space) while (inValue[bytes[at]!] === 1) at += 1;
  return afterLineEnd(bytes, at, 'its first line')!;
}

/**
 * The start of the next line; undefined until the end of this one has come in full.
 *
 * @throws MalformedAnswer for any other byte
 */
function afterLineEnd(bytes: Buffer, at: number, what: string): number | undefined {
  for (let index = 0; index < endOfLine.length; index += 1) {
    if (at + index >= bytes.length) return undefined;
    if (bytes[at + index] !== endOfLine[index]) throw new MalformedAnswer(`${what} does not end in CRLF`);
  }
  return at + endOfLine.length;
}

/** Checks lines that have no end yet: with line ends of another kind they would never have one. */
function checkLines(bytes: Buffer, start: number): void {
  for (let at = bytes.indexOf(lineFeed, start); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    if (bytes[at - 1] !== carriageReturn || at === start)
      throw new MalformedAnswer('a line does not end in CRLF');
  }
}
