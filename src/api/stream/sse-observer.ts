/**
 * Watches a stream of server-sent events go by (WHATWG HTML, "Server-sent events"). The bytes are passed on as
 * they come; this only finds where events end, across any split, and decodes the few that mean something for
 * the life of the answer. An ordinary delta costs a search for line ends and one by the dialect's prefilter.
 * Where a listener has to know what all events say, each is decoded and parsed once, for both.
 */

import { isAscii } from 'node:buffer';
import { carriageReturn, LineEnds, lineFeed } from '../../lib/bytes/line-ends.ts';
import { type JsonObject, parseObject } from '../../lib/json.ts';
import type { Usage } from '../../observe/usage.ts';
import { heldBytes } from '../answer-text-bytes.ts';
import { type AnswerUse, UsageSoFar } from '../answer-usage.ts';
import type { StreamDialect } from '../dialects/dialect.ts';
import { eventText, hasData } from './sse-event-fields.ts';

/** Of an event that is larger only the beginning is read. */
const maxEventBytes = 16 * 1024 * 1024;
/** So much of one that is not read in full: its name is in there. */
const beginningBytes = 4096;

/** So many pieces of an incomplete event are kept apart. */
const maxPieces = 1024;

const nothing = Buffer.alloc(0);

/** The known facts about a stream so far. */
export interface SseObserver {
  /** Takes the next bytes. */
  push(chunk: Buffer): void;
  /** Nothing more comes: what is left without the blank line that ends an event is taken for one. */
  end(): void;
  /** The places in those bytes of events that carry only usage; after `end` the one without an end. */
  readonly usageOnly: readonly EventPlace[];
  /** The beginning in them of the incomplete event: `beganEarlier`, or their length without an open one. */
  readonly openFrom: number;
  /** Complete events that are not comments. */
  readonly events: number;
  /** Bytes up to the end of the first of them; a line feed may still follow its carriage return. */
  readonly firstEventEnd: number | undefined;
  /** One of them is more than an opening: the answer has begun. */
  readonly begun: boolean;
  /** A failure was reported before the answer had begun. */
  readonly failedFirst: boolean;
  /** The dialect's last event has been seen. */
  readonly terminal: boolean;
  /** A finish reason has been seen, and nothing of the answer after it. */
  readonly finished: boolean;
  /** The backend has reported a failure of its own. */
  readonly failed: boolean;
  /** As reported so far; undefined until then. */
  readonly usage: Usage | undefined;
  /** The known usage of the answer so far. */
  readonly use: AnswerUse;
  /** The response's id, in the dialect that has to repeat it when a stream is cut. */
  readonly responseId: string | undefined;
  /** The bytes so far end inside an event. */
  readonly midEvent: boolean;
  /** So many bytes of it are kept, to be read when it is complete. */
  readonly keptBytes: number;
  /** Keeps no more of it than its beginning: it will be read as if it had a name alone. */
  skipEvent(): void;
}

/** Is told all that the events of a stream say, each when it is complete. */
export interface StreamListener {
  /**
   * @param type The event's name, '' where it has none.
   * @param data Its data, lines joined.
   * @param json The same parsed; undefined where it is no JSON object.
   */
  event(type: string, data: string, json: JsonObject | undefined): void;
  /** True for an event that has to be parsed for it; absent if all of them have to. */
  reads?(data: string): boolean;
  /** Takes the whole text of each event with data, before `event` does. Left out where no other field matters. */
  fields?(text: string): void;
  /** Lines that are no field of an event: some backends put a bare JSON error behind their events. */
  stray(text: string): void;
  /** An event is not kept: nothing more is told. */
  overfull(): void;
  /** So many bytes of an event that is not complete are kept, after each piece of the stream. */
  pending(bytes: number): void;
}

/** Stands for a beginning that lies before the bytes at hand. */
export const beganEarlier = -1;

/** An event's place in some bytes: from its first one, or `beganEarlier`, to the one after its last. */
export interface EventPlace {
  readonly from: number;
  readonly to: number;
}

const nowhere: readonly EventPlace[] = [];

/**
 * Starts to observe one stream.
 *
 * @param answers How many answers were asked for, all of which it brings.
 * @param listener Left out where nobody has to know more than the life of the answer: most events are not decoded then.
 */
export function sseObserver(dialect: StreamDialect, answers = 1, listener?: StreamListener): SseObserver {
  return new Observer(dialect, dialect.endsEach === true ? answers : 1, listener);
}

/** Takes a stream apart for somebody who has to know what its events say, and nothing of the life of the answer. */
export function sseEvents(listener: StreamListener): Pick<SseObserver, 'push' | 'end'> {
  return new Observer(unread, 1, listener, false);
}

/** Stands for the dialect of events of which nothing is read here. */
const unread: StreamDialect = {
  prefilter: /(?!)/g,
  held: undefined,
  read: () => {
    throw new Error('nothing is read of these events');
  },
  cut: () => '',
};

class Observer implements SseObserver {
  events = 0;
  firstEventEnd: number | undefined;
  begun = false;
  failedFirst = false;
  terminal = false;
  finished = false;
  failed = false;
  responseId: string | undefined;
  usageOnly = nowhere;
  openFrom = 0;

  readonly #dialect: StreamDialect;
  readonly #used = new UsageSoFar();
  readonly #lineEnds = new LineEnds();
  /** Bytes of all chunks before the present one. */
  #bytes = 0;
  /** The next byte begins a line. */
  #lineStart = true;
  /** The last line ended with a carriage return: a line feed that follows belongs to it. */
  #afterReturn = false;
  /** The received part of an incomplete event. */
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Of what is pending only the beginning is kept. */
  #isSkipped = false;

  /** So many events that end it are still to come. */
  #endsToCome: number;

  #listener: StreamListener | undefined;

  /** The life of the answer is followed. */
  readonly #isFollowed: boolean;

  constructor(dialect: StreamDialect, ends: number, listener: StreamListener | undefined, isFollowed = true) {
    this.#isFollowed = isFollowed;
    this.#dialect = dialect;
    this.#endsToCome = ends;
    this.#listener = listener;
  }

  get usage(): Usage | undefined {
    return this.#used.reported;
  }

  get use(): AnswerUse {
    return this.#used.use(this.terminal || this.finished);
  }

  get midEvent(): boolean {
    return this.#pendingBytes > 0;
  }

  get keptBytes(): number {
    return this.#isSkipped ? 0 : this.#pendingBytes;
  }

  skipEvent(): void {
    if (this.#isSkipped) return;
    this.#isSkipped = true;
    this.#pending = [Buffer.from(Buffer.concat(this.#pending).subarray(0, beginningBytes))];
    this.#listener?.overfull();
    this.#listener = undefined;
  }

  push(chunk: Buffer): void {
    this.usageOnly = nowhere;
    const prefilter = new Prefilter(this.#dialect.prefilter, chunk);
    this.#lineEnds.restart();
    let at = 0;
    for (let end = this.#eventEnd(chunk, 0); end >= 0; end = this.#eventEnd(chunk, at)) {
      const isLate = this.#pendingBytes > 0;
      const isUsageOnly = isLate ? this.#lateEvent(chunk, end) : this.#event(chunk, at, end, prefilter);
      if (isUsageOnly) this.usageOnly = [...this.usageOnly, { from: isLate ? beganEarlier : at, to: end }];
      if (isLate) this.#clearPending();
      at = end;
    }
    this.openFrom = this.#pendingBytes > 0 ? beganEarlier : at;
    if (at < chunk.length) this.#addPending(chunk.subarray(at));
    this.#bytes += chunk.length;
    this.#listener?.pending(this.#pendingBytes);
  }

  end(): void {
    const isUsageOnly = this.#pendingBytes > 0 && this.#lateEvent(nothing, 0);
    this.usageOnly = isUsageOnly ? [{ from: beganEarlier, to: 0 }] : nowhere;
  }

  #addPending(piece: Buffer): void {
    this.#pendingBytes += piece.length;
    if (this.#isSkipped) return;
    // A backend that sends single bytes must not cost a Buffer for each.
    if (this.#pending.length === maxPieces) this.#pending = [Buffer.concat(this.#pending)];
    this.#pending.push(piece);
    if (this.#pendingBytes > maxEventBytes) this.skipEvent();
  }

  #clearPending(): void {
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#isSkipped = false;
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
      const lineEnd = this.#lineEnds.next(chunk, at);
      this.#lineStart = lineEnd !== -1;
      if (lineEnd === -1) return -1;
      this.#afterReturn = chunk[lineEnd] === carriageReturn;
      at = lineEnd + 1;
    }
    return -1;
  }

  /** An event whose beginning came in earlier chunks: only now is it put together. */
  #lateEvent(chunk: Buffer, end: number): boolean {
    // Skipped bytes can't be searched, and count in full.
    if (this.#isSkipped && this.#dialect.held !== undefined) this.#used.hold(this.#pendingBytes);
    const whole = this.#isSkipped
      ? this.#pending[0]!
      : Buffer.concat([...this.#pending, chunk.subarray(0, end)]);
    return this.#event(whole, 0, whole.length, new Prefilter(this.#dialect.prefilter, whole), end);
  }

  /** Takes note of a complete event; whether it holds usage and nothing else. `end` may differ in the chunk. */
  #event(bytes: Buffer, from: number, to: number, prefilter: Prefilter, end = to): boolean {
    if (this.#listener !== undefined) return this.#told(this.#listener, from, to, prefilter, end);
    if (!hasData(bytes, from, to) || !this.#mayMatter(from, to, prefilter, end)) return false;
    const { type, data } = eventText(prefilter.text(from, to));
    return this.#read(type, data!, parseObject(data!));
  }

  /** The same where somebody is told all that it says, and each event has to be parsed. */
  #told(listener: StreamListener, from: number, to: number, prefilter: Prefilter, end: number): boolean {
    const text = prefilter.text(from, to);
    const { type, data, stray } = eventText(text);
    let isUsageOnly = false;
    if (data !== undefined) {
      listener.fields?.(text);
      const json = listener.reads?.(data) === false ? undefined : parseObject(data);
      isUsageOnly =
        this.#isFollowed && this.#mayMatter(from, to, prefilter, end) && this.#read(type, data, json);
      listener.event(type, data, json);
    }
    if (stray !== '') listener.stray(stray);
    return isUsageOnly;
  }

  /** Counts an event that has data; whether it may say something about the life of the answer. */
  #mayMatter(from: number, to: number, prefilter: Prefilter, end: number): boolean {
    this.events++;
    this.#used.hold(prefilter.heldBytes(this.#dialect.held, from, to));
    if (this.events === 1) this.firstEventEnd = this.#bytes + end;
    // An opening is waited out, and after a finish reason what is more than that takes it back.
    return !this.begun || this.finished || prefilter.isWithin(from, to);
  }

  #read(type: string, data: string, json: JsonObject | undefined): boolean {
    const sign = this.#dialect.read(type, data, json);
    if (sign.terminal) this.#endsToCome -= 1;
    this.terminal ||= sign.terminal && this.#endsToCome <= 0;
    this.finished = sign.finished || (this.finished && !sign.content);
    this.failed ||= sign.failed;
    this.failedFirst ||= sign.failed && !this.begun;
    this.begun ||= !sign.opening;
    this.responseId ??= sign.responseId;
    this.#used.take(sign.usage);
    return sign.usageOnly;
  }
}

/** Some bytes as text, searched for a pattern from left to right; what was found beyond one event is kept for the next. */
class Prefilter {
  readonly #pattern: RegExp;
  readonly #bytes: Buffer;
  #text: string | undefined;
  #isAscii: boolean | undefined;
  #found = -1;

  constructor(pattern: RegExp, bytes: Buffer) {
    this.#pattern = pattern;
    this.#bytes = bytes;
  }

  /** True if something of it begins in the range. Ranges must come in order. */
  isWithin(from: number, to: number): boolean {
    if (this.#found < from) {
      this.#pattern.lastIndex = from;
      this.#found = this.#pattern.exec(this.#latin1())?.index ?? Number.POSITIVE_INFINITY;
    }
    return this.#found < to;
  }

  /** The bytes of the answer in the range, by a pattern of their beginning. */
  heldBytes(pattern: RegExp | undefined, from: number, to: number): number {
    return pattern === undefined ? 0 : heldBytes(this.#latin1(), pattern, from, to);
  }

  /** The range as text. Of bytes that are ASCII all of it is decoded already. */
  text(from: number, to: number): string {
    this.#isAscii ??= isAscii(this.#bytes);
    return this.#isAscii ? this.#latin1().slice(from, to) : this.#bytes.toString('utf8', from, to);
  }

  #latin1(): string {
    this.#text ??= this.#bytes.toString('latin1');
    return this.#text;
  }
}
