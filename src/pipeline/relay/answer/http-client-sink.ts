import type { ServerResponse } from 'node:http';
import { framedChunk, frameOwnChunks } from '../../../http/node/framed-chunk.ts';
import { makeLast } from '../../../http/node/last-answer.ts';
import { writeAnswerHead } from '../../../http/node/message-head.ts';
import { lingerThenEnd } from '../../../http/server/linger.ts';
import { switchingProtocols } from '../../../http/sockets/upgrades.ts';
import type { CoarseTimer } from '../../../lib/coarse-timer.ts';
import { atEndOfTurn } from '../../../lib/end-of-turn.ts';
import type { AnswerSource, ClientSink, DownstreamHead } from './answer-sink.ts';

/** After so large a piece, the client's pace has to be known before the next is read. */
const largePiece = 16 * 1024;

/** Bytes that the buffers of two systems hold before they show if a client takes them. */
const soonTaken = 64 * 1024;
const soonMs = 1000;

/** Milliseconds that a slow client gets to take the event that reports a cut. */
const cutDeliveryMs = 5000;

const nothing = Buffer.alloc(0);

/**
 * A client of HTTP. It frames the bytes, and stops the source if the client does not take them, instead of filling
 * memory. Pieces of one turn of the event loop go out together; large pieces go at once.
 */
export class HttpClientSink implements ClientSink {
  readonly #response: ServerResponse;
  #timer!: CoarseTimer;
  #source: AnswerSource | undefined;
  #body: DownstreamHead['body'] = 'whole';
  #own: DownstreamHead['own'] = 'yes';
  #isEarly = false;
  #idleMs = 0;
  #begunMs: number | undefined;
  #isPaused = false;
  #isOver = false;
  #isComplete = false;
  /** It went away, and all that was written had gone to it, except for the bytes in the buffers of two systems. */
  #leftWithAll = false;
  /** Bytes that the last write left in full buffers; 0 once they are empty. */
  #backlog = 0;
  /** The bytes of this turn of the event loop, which are written at its end. */
  readonly #unwritten: Buffer[] = [];
  #isToGo = false;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  attach(timer: CoarseTimer, closed: (wasTaken: boolean) => void): void {
    const response = this.#response;
    this.#timer = timer;
    response.on('close', () => {
      const hasLittleLeft = this.#backlog <= soonTaken && this.#unwritten.length === 0;
      this.#leftWithAll = !response.writableEnded && hasLittleLeft;
      // Node.js counts bytes as finished that it threw away with the connection.
      const wasTaken = response.writableFinished && hasLittleLeft;
      closed(wasTaken || response.statusCode === switchingProtocols);
    });
  }

  get hasBegun(): boolean {
    return this.#response.headersSent;
  }

  get status(): number {
    return this.#response.statusCode;
  }

  get isClosed(): boolean {
    return this.#response.destroyed;
  }

  get leftBehindEnd(): boolean {
    return this.#leftWithAll && this.#isComplete && this.#unwritten.length === 0;
  }

  invite(): void {
    this.#response.writeContinue();
  }

  destroy(): void {
    this.#response.destroy();
  }

  get begunMs(): number | undefined {
    return this.#begunMs;
  }

  begin(
    { status, headers, length, body, idleMs, own, isEarly }: DownstreamHead,
    source?: AnswerSource,
  ): void {
    const response = this.#response;
    this.#source = source;
    this.#body = body;
    this.#own = own;
    this.#isEarly = isEarly === true;
    this.#idleMs = idleMs;
    if (own !== 'no') {
      response.writeHead(status, headers as string[]);
      return;
    }
    if (isEarly === true) makeLast(response);
    writeAnswerHead(response, status, headers, length);
    // Clients of HTTP/1.0, which know no chunks, get no stream.
    if (body === 'events') frameOwnChunks(response);
    this.#begunMs = performance.now();
  }

  write(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#unwritten.push(bytes);
    if (this.#body === 'whole') return; // it goes with its end
    if (bytes.length > largePiece) this.#flush();
    else this.#goOn();
  }

  beat(comment: Buffer): void {
    this.write(comment);
  }

  end(): void {
    this.#isOver = this.#isComplete = true;
    if (this.#own === 'no') this.#goOn();
    else this.#endOwn();
  }

  /** Ends the connection after all that was written so far has gone out, which is how HTTP reports a cut. */
  cut(lastWords: Buffer | undefined): void {
    const response = this.#response;
    this.#isOver = true;
    if (lastWords !== undefined) this.#unwritten.push(lastWords);
    const chunk = this.#take();
    if (chunk !== undefined) response.write(chunk);
    response.socket?.setTimeout(cutDeliveryMs);
    // Newer Node.js holds the last write back until the next tick.
    process.nextTick(() => response.socket?.destroySoon());
  }

  /** The connection is over: unwritten bytes no longer reach the client. */
  get #isBroken(): boolean {
    const { destroyed, socket } = this.#response;
    return destroyed || socket?.destroyed === true;
  }

  /** Writes all that there is, and the end if it has come, together with the rest of this turn. */
  #goOn(): void {
    if (this.#isToGo) return;
    this.#isToGo = true;
    atEndOfTurn(() => {
      this.#isToGo = false;
      if (this.#isComplete) this.#end();
      else if (!this.#isOver) this.#flush();
    });
  }

  #flush(): void {
    if (this.#isBroken) return;
    const chunk = this.#take();
    const response = this.#response;
    if (chunk === undefined || response.write(chunk)) return;
    this.#backlog = response.writableLength;
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#source?.pause();
    response.once('drain', () => {
      this.#isPaused = false;
      this.#backlog = 0;
      if (!this.#isOver) this.#source?.resume();
    });
  }

  /** The bytes that wait for the end of the turn, as one piece; after the last one nothing may be written. */
  #take(isLast = false): Buffer | undefined {
    const pieces = this.#unwritten;
    const isFramed = this.#body === 'events';
    if (!isFramed && pieces.length <= 1) return pieces.pop();
    if (pieces.length === 0 && !isLast) return undefined;
    const taken = isFramed ? framedChunk(pieces, isLast) : Buffer.concat(pieces);
    pieces.length = 0;
    return taken;
  }

  /**
   * Ends the message, and its connection too if the client takes nothing of it for so long: a server of Node's destroys
   * a socket whose timeout runs out, and sets the timeout again when the answer is complete. A short answer has a
   * second to be gone before that counts.
   */
  #end(): void {
    if (this.#isBroken) return;
    const response = this.#response;
    const { socket } = response;
    const idleMs = this.#idleMs;
    if (this.#isEarly && !response.req.complete) {
      return lingerThenEnd(response.req, response, this.#take(true) ?? nothing);
    }
    response.end(this.#take(true));
    if (socket === null) return;
    const waiting = Math.max(response.writableLength, socket.writableLength);
    this.#backlog = waiting;
    if (waiting > soonTaken) {
      socket.once('drain', () => {
        this.#backlog = 0;
      });
      socket.setTimeout(idleMs);
    } else if (waiting > 0) {
      this.#timer.set(performance.now() + Math.min(soonMs, idleMs), () => socket.setTimeout(idleMs));
    }
  }

  #endOwn(): void {
    const response = this.#response;
    const body = this.#take();
    if (this.#own === 'to_unread_request') lingerThenEnd(response.req, response, body ?? nothing);
    else response.end(body);
  }
}
