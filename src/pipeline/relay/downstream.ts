import type { IncomingMessage } from 'node:http';
import { framedChunk, frameOwnChunks } from '../../http/node/framed-chunk.ts';
import { writeHead } from '../../http/server/write-head.ts';
import { atEndOfTurn } from '../../lib/end-of-turn.ts';
import type { Exchange } from '../exchange.ts';
import { type AnswerHead, clientHeaders } from './answer-head.ts';
import type { AttemptTimestamps } from './attempt-limits.ts';
import { endAnswer, hangUp } from './deliver.ts';

const heartbeat = Buffer.from(': the backend is still working\n\n');
const closingBrace = 0x7d;

/** Of such a piece the client's pace has to be known before the next is read. */
const largePiece = 16 * 1024;

/** How long a client that does not read is given to take the event that tells it of a cut. */
const cutDeliveryMs = 5000;

/**
 * The client's side of an attempt from the commit on: what is written to it, and how fast. A client that does not
 * take what there is stops the backend instead of filling memory.
 */
export class Downstream {
  readonly #exchange: Exchange;
  readonly #upstream: IncomingMessage;
  readonly #timestamps: AttemptTimestamps;
  readonly #heartbeatMs: number | undefined;
  readonly #resumed: () => void;
  /** The last byte that is not a blank. */
  #lastByte = 0;
  #isOver = false;
  /** The chunks of the answer are made here, and not by Node. */
  #isFramed = false;
  /** What came in this turn of the event loop, of all that is written at its end. */
  #unwritten: Buffer[] = [];
  #isToGo = false;
  /** Set when all has come: how long the client may take nothing of it. */
  #endIdleMs: number | undefined;

  /**
   * @param heartbeatMs How long a stream may be silent before the client gets a comment; undefined for never.
   * @param resumed Called when the client takes bytes again.
   */
  constructor(
    exchange: Exchange,
    upstream: IncomingMessage,
    timestamps: AttemptTimestamps,
    heartbeatMs: number | undefined,
    resumed: () => void,
  ) {
    this.#exchange = exchange;
    this.#upstream = upstream;
    this.#timestamps = timestamps;
    this.#heartbeatMs = heartbeatMs;
    this.#resumed = resumed;
  }

  /** The last byte of what was written is what JSON objects end with. */
  get endsWithBrace(): boolean {
    return this.#lastByte === closingBrace;
  }

  /** The point of no return. */
  writeHead(head: AnswerHead): void {
    const { response } = this.#exchange;
    writeHead(response, head.status, clientHeaders(this.#exchange, head));
    // A stream has chunks: it is not given to clients of HTTP/1.0.
    this.#isFramed = this.#timestamps.phase === 'events';
    if (this.#isFramed) frameOwnChunks(response);
    this.#exchange.committedMs = performance.now();
  }

  /** Passes bytes on as they came. */
  write(chunk: Buffer): void {
    let at = chunk.length - 1;
    while (at >= 0 && chunk[at]! <= 0x20) at -= 1;
    if (at >= 0) this.#lastByte = chunk[at]!;
    if (chunk.length === 0) return;
    const timestamps = this.#timestamps;
    if (this.#heartbeatMs !== undefined) timestamps.heartbeatMs = timestamps.lastByteMs + this.#heartbeatMs;
    this.#soon(chunk);
  }

  /** What comes in pieces in one turn goes in one; large pieces go at once. */
  #soon(chunk: Buffer): void {
    this.#unwritten.push(chunk);
    if (chunk.length > largePiece) this.#flush();
    else this.#goOn();
  }

  /** Writes what there is, and the end if it has come, with what else is sent in this turn. */
  #goOn(): void {
    if (this.#isToGo) return;
    this.#isToGo = true;
    atEndOfTurn(() => {
      this.#isToGo = false;
      if (this.#endIdleMs !== undefined) endAnswer(this.#exchange, this.#endIdleMs, this.#take(true));
      else if (!this.#isOver) this.#flush();
    });
  }

  #flush(): void {
    const chunk = this.#take();
    const { response } = this.#exchange;
    if (chunk === undefined || response.destroyed) return;
    const timestamps = this.#timestamps;
    if (response.write(chunk) || timestamps.pausedMs !== undefined) return;
    timestamps.pausedMs = performance.now();
    this.#upstream.pause();
    response.once('drain', () => {
      if (this.#isOver) return;
      timestamps.pausedMs = undefined;
      timestamps.lastByteMs = timestamps.lastEventMs = performance.now();
      if (this.#heartbeatMs !== undefined) timestamps.heartbeatMs = timestamps.lastByteMs + this.#heartbeatMs;
      this.#resumed();
      this.#upstream.resume();
    });
  }

  /** What waits for the end of the turn, as one piece; after the last one nothing may be written. */
  #take(isLast = false): Buffer | undefined {
    const pieces = this.#unwritten;
    if (!this.#isFramed && pieces.length <= 1) return pieces.pop();
    if (pieces.length === 0 && !isLast) return undefined;
    const taken = this.#isFramed ? framedChunk(pieces, isLast) : Buffer.concat(pieces);
    pieces.length = 0;
    return taken;
  }

  /** A comment, so that nothing in between takes the silence for a dead connection. Not inside an event. */
  beat(isMidEvent: boolean): void {
    this.#timestamps.heartbeatMs = performance.now() + (this.#heartbeatMs ?? Number.POSITIVE_INFINITY);
    if (!isMidEvent) this.#soon(heartbeat);
  }

  /** All was written. A client that takes nothing of it for `idleMs` is let go. */
  end(idleMs: number): void {
    this.#isOver = true;
    this.#endIdleMs = idleMs;
    this.#goOn();
  }

  /** Not all will be written: the connection ends without the mark of a complete message, after some last words. */
  cut(lastWords: Buffer | undefined): void {
    this.#isOver = true;
    if (lastWords !== undefined) this.#unwritten.push(lastWords);
    const chunk = this.#take();
    if (chunk !== undefined) this.#exchange.response.write(chunk);
    hangUp(this.#exchange, cutDeliveryMs);
  }

  /** The client is given up. */
  destroy(): void {
    this.#isOver = true;
    this.#exchange.response.destroy();
  }
}
