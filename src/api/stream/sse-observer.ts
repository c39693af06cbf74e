/**
 * Watches a stream of server-sent events go by (WHATWG HTML, "Server-sent events"). The bytes are passed on as
 * they come; this only finds where events end, across any split, and decodes the few that mean something for
 * the life of the answer. An ordinary delta costs a search for line ends and one for the dialect's marks.
 */

import { parseObject } from '../../lib/json.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { mergeUsage, type Usage } from '../usage.ts';

/** No honest event is larger; beyond it the backend is not to be trusted with our memory. */
const maxEventBytes = 1024 * 1024;

/** So many pieces of an incomplete event are kept apart. */
const maxPieces = 1024;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const colon = 0x3a;
const lineEnds = /\r\n|\r|\n/;

/** What is known of a stream so far. */
export interface SseObserver {
  /** Takes the next bytes. */
  push(chunk: Buffer): void;
  /** Where in those bytes the events stand that carry usage and nothing else. */
  readonly usageOnly: readonly EventPlace[];
  /** Where in them the event begins that is not complete: `beganEarlier`, or their length where none is open. */
  readonly openFrom: number;
  /** Complete events that are not comments. */
  readonly events: number;
  /** Bytes up to the end of the first of them; a line feed may still follow its carriage return. */
  readonly firstEventEnd: number | undefined;
  /** The first of them reports a failure. */
  readonly firstIsError: boolean;
  /** The dialect's last event has been seen. */
  readonly terminal: boolean;
  /** A finish reason has been seen. */
  readonly finished: boolean;
  /** The backend has reported a failure of its own. */
  readonly failed: boolean;
  /** As last reported; undefined until then. */
  readonly usage: Usage | undefined;
  /** The response's id, in the dialect that has to repeat it when a stream is cut. */
  readonly responseId: string | undefined;
  /** An event exceeds 1 MiB. Nothing is observed after that. */
  readonly tooLarge: boolean;
  /** The bytes so far end inside an event. */
  readonly midEvent: boolean;
}

/** Stands for a beginning that lies before the bytes at hand. */
export const beganEarlier = -1;

/** An event's place in some bytes: from its first one, or `beganEarlier`, to the one after its last. */
export interface EventPlace {
  readonly from: number;
  readonly to: number;
}

const nowhere: readonly EventPlace[] = [];

/** Starts to observe one stream. */
export function sseObserver(endpoint: Endpoint): SseObserver {
  return new Observer(endpoint);
}

class Observer implements SseObserver {
  events = 0;
  firstEventEnd: number | undefined;
  firstIsError = false;
  terminal = false;
  finished = false;
  failed = false;
  usage: Usage | undefined;
  responseId: string | undefined;
  tooLarge = false;
  usageOnly = nowhere;
  openFrom = 0;

  readonly #dialect: Endpoint['stream'];
  /** Bytes of all chunks before the present one. */
  #bytes = 0;
  /** The next byte begins a line. */
  #lineStart = true;
  /** The last line ended with a carriage return: a line feed that follows belongs to it. */
  #afterReturn = false;
  /** The next carriage return in the present chunk, -1 for none, -2 where it has not been looked for. */
  #nextReturn = -2;
  /** What has come of an event that is not complete. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  constructor(endpoint: Endpoint) {
    this.#dialect = endpoint.stream;
  }

  get midEvent(): boolean {
    return this.#pendingBytes > 0;
  }

  push(chunk: Buffer): void {
    if (this.tooLarge) return;
    this.usageOnly = nowhere;
    const marks = new MarkSearch(this.#dialect.marks, chunk);
    let at = 0;
    this.#nextReturn = -2;
    for (let end = this.#eventEnd(chunk, 0); end >= 0; end = this.#eventEnd(chunk, at)) {
      const isLate = this.#pendingBytes > 0;
      if (this.#pendingBytes + end - at > maxEventBytes) return this.#giveUp();
      const isUsageOnly = isLate ? this.#lateEvent(chunk, end) : this.#event(chunk, at, end, marks);
      if (isUsageOnly) this.usageOnly = [...this.usageOnly, { from: isLate ? beganEarlier : at, to: end }];
      if (isLate) this.#clearPending();
      at = end;
    }
    this.openFrom = this.#pendingBytes > 0 ? beganEarlier : at;
    if (at < chunk.length) {
      if (this.#pendingBytes + chunk.length - at > maxEventBytes) return this.#giveUp();
      this.#addPending(chunk.subarray(at));
    }
    this.#bytes += chunk.length;
  }

  /** Stops observing. Where the events end is no longer known, so the bytes passed on count as ending inside one. */
  #giveUp(): void {
    this.tooLarge = true;
    this.#pending = [];
    this.#pendingBytes = maxEventBytes;
  }

  #addPending(piece: Buffer): void {
    // A backend that sends single bytes must not cost a Buffer for each.
    if (this.#pending.length === maxPieces) this.#pending = [Buffer.concat(this.#pending)];
    this.#pending.push(piece);
    this.#pendingBytes += piece.length;
  }

  #clearPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
  }

  /** The offset after the next blank line, or -1 where the chunk ends before one. Keeps the state of the line. */
  #eventEnd(chunk: Buffer, from: number): number {
    const { length } = chunk;
    let at = from;
    while (at < length) {
      const byte = chunk[at]!;
      if (this.#afterReturn) {
        this.#afterReturn = false;
        if (byte === lineFeed) {
          at++;
          continue;
        }
      }
      if (this.#lineStart && (byte === lineFeed || byte === carriageReturn)) {
        if (byte === lineFeed) return at + 1;
        if (chunk[at + 1] === lineFeed) return at + 2;
        this.#afterReturn = true;
        return at + 1;
      }
      const nextFeed = chunk.indexOf(lineFeed, at);
      if (this.#nextReturn !== -1 && this.#nextReturn < at) {
        this.#nextReturn = chunk.indexOf(carriageReturn, at);
      }
      const nextReturn = this.#nextReturn;
      const lineEnd = nextReturn === -1 || (nextFeed !== -1 && nextFeed < nextReturn) ? nextFeed : nextReturn;
      this.#lineStart = lineEnd !== -1;
      if (lineEnd === -1) return -1;
      this.#afterReturn = lineEnd !== nextFeed;
      at = lineEnd + 1;
    }
    return -1;
  }

  /** An event whose beginning came in earlier chunks: only now is it put together. */
  #lateEvent(chunk: Buffer, end: number): boolean {
    const whole = Buffer.concat([...this.#pending, chunk.subarray(0, end)]);
    return this.#event(whole, 0, whole.length, new MarkSearch(this.#dialect.marks, whole), end);
  }

  /** Takes note of a complete event; whether it holds usage and nothing else. `end` may differ in the chunk. */
  #event(bytes: Buffer, from: number, to: number, marks: MarkSearch, end = to): boolean {
    if (!hasData(bytes, from, to)) return false;
    this.events++;
    if (this.events === 1) this.firstEventEnd = this.#bytes + end;
    else if (!marks.isWithin(from, to)) return false;

    const { event, data } = decode(bytes, from, to);
    const sign = this.#dialect.read(event, data, parseObject(data));
    this.terminal ||= sign.terminal;
    this.finished ||= sign.finished;
    this.failed ||= sign.failed;
    this.firstIsError ||= sign.failed && this.events === 1;
    this.responseId ??= sign.responseId;
    if (sign.usage !== undefined) this.usage = mergeUsage(this.usage, sign.usage);
    return sign.usageOnly;
  }
}

/** Searches bytes for marks from left to right; what was found beyond one event is kept for the next. */
class MarkSearch {
  readonly #marks: RegExp;
  readonly #bytes: Buffer;
  #text: string | undefined;
  #found = -1;

  constructor(marks: RegExp, bytes: Buffer) {
    this.#marks = marks;
    this.#bytes = bytes;
  }

  /** Whether a mark begins in the range. Ranges must come in order. */
  isWithin(from: number, to: number): boolean {
    if (this.#found < from) {
      this.#text ??= this.#bytes.toString('latin1');
      this.#marks.lastIndex = from;
      this.#found = this.#marks.exec(this.#text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return this.#found < to;
  }
}

/** Where the lines begin: after a byte order mark, which only the first event of a stream can have. */
function afterMark(bytes: Buffer, from: number): number {
  return bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf ? from + 3 : from;
}

/** Whether an event has a `data` field; one without is a comment to the client, or just its blank line. */
function hasData(bytes: Buffer, from: number, to: number): boolean {
  let at = afterMark(bytes, from);
  while (at < to) {
    if (bytes[at] === 0x64 && bytes[at + 1] === 0x61 && bytes[at + 2] === 0x74 && bytes[at + 3] === 0x61) {
      const next = bytes[at + 4];
      if (next === colon || next === lineFeed || next === carriageReturn) return true;
    }
    while (at < to && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++;
    at++;
  }
  return false;
}

/** The name and the data of one event. */
function decode(bytes: Buffer, from: number, to: number): { event: string; data: string } {
  let event = '';
  const data: string[] = [];
  for (const line of bytes.toString('utf8', afterMark(bytes, from), to).split(lineEnds)) {
    const separator = line.indexOf(':');
    const field = separator < 0 ? line : line.slice(0, separator);
    const value = separator < 0 ? '' : line.slice(separator + (line[separator + 1] === ' ' ? 2 : 1));
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
  }
  return { event, data: data.join('\n') };
}
