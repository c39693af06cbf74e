import type { Socket } from 'node:net';
import { AnswerParser, type AnswerTaker, MalformedAnswer, type ParsedHead } from './answer-parser.ts';
import type { Connector, Opening } from './connector.ts';
import { type AnswerSource, HttpAnswer } from './http-answer.ts';

/** A request that a connection carries. Either `released` or `failed` is called, once, and nothing after that. */
export interface Carried {
  /** Its method is HEAD. */
  readonly isHeadOnly: boolean;
  /** The request has not been given up. */
  readonly isWanted: boolean;
  /** All of the request has been handed over to the system. */
  readonly isSent: boolean;
  /** The request has a connection, which may not be ready to carry it. */
  assigned(connection: BackendConnection): void;
  /** The connection has become ready. */
  ready(): void;
  answered(answer: HttpAnswer): void;
  /** The answer is over. */
  released(): void;
  /** The connection is gone, and so is an answer that had begun and was not over. */
  failed(error: Error): void;
}

/** Owns connections, and decides on the fate of one when its answer is over. */
export interface ConnectionOwner {
  /** True if the connection may carry another request. Otherwise it is closed. */
  mayKeep(connection: BackendConnection): boolean;
  /** The connection is gone. */
  closed(connection: BackendConnection): void;
  /** The backend sent bytes that belong to no request. */
  strayed(): void;
}

/** A request and its body up to this size go out in one piece: larger ones are not copied. */
const copiedBytes = 16 * 1024;

const timedOut = Buffer.from('HTTP/1.1 408');

/**
 * One connection to a backend: it carries a request, hands on the answer as it arrives, and then perhaps carries the
 * next one.
 */
export class BackendConnection implements AnswerTaker, AnswerSource {
  /** Requests that it has carried. */
  requests = 0;
  /** The idle time that the last answer announced. */
  keepAlive: string | undefined;
  /** It takes no further request after this moment of the monotonic clock. */
  readonly untilMs: number;
  // Fields that its owner keeps while it is free.
  /** The tick at which it is given up. */
  endsAt = 0;
  /** The first turn of the event loop in which it takes a request. */
  freeFrom = 0;
  /** Requests that wait for it, until the moment at which it is free is known. */
  awaiting: (() => void)[] | undefined;
  readonly #owner: ConnectionOwner;
  readonly #parser = new AnswerParser(this);
  #opening: Opening | undefined;
  #socket: Socket | undefined;
  #carried: Carried | undefined;
  #answer: HttpAnswer | undefined;
  /** Some bytes of the request have been written. */
  #isAsked = false;
  #hasAnswered = false;
  #isLasting = false;
  #isParsing = false;
  #isStopped = false;
  /** The backend has sent its last byte; some bytes may still be unread. */
  #hasEnded = false;
  #isClosed = false;

  /** Opens it for a request. */
  constructor(owner: ConnectionOwner, connector: Connector, carried: Carried, untilMs: number) {
    this.#owner = owner;
    this.untilMs = untilMs;
    this.#begin(carried);
    this.#opening = connector.open(
      (error, socket) => this.#opened(error, socket),
      (bytes) => this.#came(bytes),
    );
  }

  get isReady(): boolean {
    return this.#socket !== undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** It has carried a request before this one. */
  get isReused(): boolean {
    return this.requests > 1;
  }

  /** Bytes have arrived since it got the request. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** The answer allows for another request. */
  get isLasting(): boolean {
    return this.#isLasting;
  }

  /** The system has taken all that was written. */
  get isFlushed(): boolean {
    return this.#socket?.writableLength === 0;
  }

  /** Gives a free connection its next request. */
  carry(carried: Carried): void {
    this.#socket!.ref();
    this.#begin(carried);
  }

  #begin(carried: Carried): void {
    this.#carried = carried;
    this.#answer = undefined;
    this.#isAsked = false;
    this.#hasAnswered = false;
    this.requests += 1;
    this.#parser.begin(carried.isHeadOnly);
  }

  #opened(error: Error | null, socket: Socket | undefined): void {
    this.#opening = undefined;
    if (socket === undefined) return this.#gone(error!);
    this.#socket = socket;
    let fault: Error | undefined;
    socket.on('error', (told) => {
      fault = told;
    });
    socket.once('end', () => this.#ended());
    socket.once('close', () => {
      // The bytes that have come are the client's, at its pace.
      if (!this.#hasEnded) this.#gone(fault ?? new Error('it was closed'));
    });
    this.#carried!.ready();
  }

  /** Sends a request in one go. */
  send(head: string, body: readonly Buffer[], bodyBytes: number): void {
    const socket = this.#socket!;
    this.#isAsked = true;
    if (head.length + bodyBytes > copiedBytes) {
      socket.cork();
      socket.write(Buffer.from(head, 'latin1'));
      for (const piece of body) socket.write(piece);
      socket.uncork();
      return;
    }
    const bytes = Buffer.allocUnsafe(head.length + bodyBytes);
    let at = bytes.write(head, 'latin1');
    for (const piece of body) at += piece.copy(bytes, at);
    socket.write(bytes);
  }

  /** Sends more of a request. False if the backend takes no more for now; `drained` is called when it does. */
  write(bytes: Buffer): boolean {
    this.#isAsked = true;
    return this.#socket!.write(bytes);
  }

  whenDrained(drained: () => void): void {
    this.#socket!.on('drain', drained);
  }

  /** Ends it. The request that it carries hears nothing more. */
  close(): void {
    this.#carried = undefined;
    this.#answer = undefined;
    this.#gone(undefined);
  }

  #gone(error: Error | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#opening?.abort();
    this.#socket?.destroy();
    this.#owner.closed(this);
    const carried = this.#carried;
    const answer = this.#answer;
    this.#carried = undefined;
    this.#answer = undefined;
    carried?.failed(error!);
    answer?.broke();
  }

  // Input.

  #came(bytes: Buffer): void {
    if (this.#isClosed) return;
    if (this.#carried === undefined || !this.#isAsked) return this.#cameUnasked(bytes);
    this.#hasAnswered = true;
    this.#parse(bytes);
  }

  #cameUnasked(bytes: Buffer): void {
    this.#gone(new Error('it sent something before it was asked'));
    // Servers announce in this way that nothing came for long (as in Go's net/http, `is408Message`).
    if (!bytes.subarray(0, timedOut.length).equals(timedOut)) this.#owner.strayed();
  }

  /** @param bytes Undefined for the bytes that are held already. */
  #parse(bytes: Buffer | undefined): void {
    this.#isParsing = true;
    try {
      if (bytes === undefined) this.#parser.goOn();
      else this.#parser.add(bytes);
    } catch (error) {
      if (!(error instanceof MalformedAnswer)) throw error;
      this.#gone(error);
    } finally {
      this.#isParsing = false;
    }
    this.#keepPace();
  }

  /** Lets the socket read only while somebody takes the bytes. */
  #keepPace(): void {
    const isSated = this.#carried !== undefined && this.isSated;
    if (isSated === this.#isStopped || this.#isClosed) return;
    this.#isStopped = isSated;
    if (isSated) this.#socket!.pause();
    else this.#socket!.resume();
  }

  #ended(): void {
    this.#hasEnded = this.#parser.unread > 0 || (this.#carried !== undefined && this.isSated);
    if (this.#hasEnded) return;
    this.#parser.close();
    this.#gone(new Error('it was closed'));
  }

  // The parser's view.

  get isSated(): boolean {
    return this.#isClosed || this.#answer?.isSated === true;
  }

  head({ status, rawHeaders, isLasting, keepAlive }: ParsedHead): void {
    this.#isLasting = isLasting;
    this.keepAlive = keepAlive;
    const answer = new HttpAnswer(this, status, rawHeaders);
    this.#answer = answer;
    this.#carried!.answered(answer);
  }

  piece(bytes: Buffer): void {
    this.#answer?.piece(bytes);
  }

  end(): void {
    const carried = this.#carried;
    this.#answer?.end();
    // The reader may have closed the connection.
    if (carried === undefined || this.#isClosed) return;
    const isKept = this.#isLasting && carried.isSent;
    this.#carried = undefined;
    this.#answer = undefined;
    if (this.#parser.unread > 0) {
      this.#gone(undefined);
      this.#owner.strayed();
    } else if (isKept && this.#owner.mayKeep(this)) this.#socket!.unref();
    else this.#gone(undefined);
    carried.released();
  }

  // The answer's view.

  paceChanged(answer: HttpAnswer): void {
    if (answer !== this.#answer || this.#isParsing) return;
    if (!this.isSated) {
      this.#parse(undefined);
      if (this.#hasEnded && !this.#isClosed) this.#ended();
    } else this.#keepPace();
  }

  destroy(answer: HttpAnswer): void {
    if (answer === this.#answer) this.#gone(new Error('it was given up'));
  }
}
