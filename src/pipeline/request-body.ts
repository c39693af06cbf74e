import { isForm } from '../api/body/multipart/boundary.ts';
import { GatewayError } from '../errors.ts';
import { takeWholeBody, whenParsed } from '../http/node/whole-body.ts';
import { BytesInPieces, mostLookedAt } from '../lib/bytes/bytes-in-pieces.ts';
import { GatheredBytes } from '../lib/bytes/gathered-bytes.ts';
import { tooLate, tooSlow } from './body-faults.ts';
import type { BufferBudget } from './buffer-budget.ts';
import type { Exchange } from './exchange.ts';

export interface BodyLimits {
  readonly maxBytes: number;
  /** What says so, for words about it; left out for `listen.max_body`. */
  readonly boundBy?: string;
  /** The longest silence of a client that has not sent all. */
  readonly timeoutMs: number;
  /** What a body has to come at on average, once it has taken longer than `timeoutMs`; 0 for any pace. */
  readonly leastBytesPerSecond: number;
  readonly budget: BufferBudget;
}

/** The client left while its request was still being read. It is not answered: nobody is there. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Reads the whole body of a request into one piece. A declared length over the limit is refused before a byte is read.
 *
 * @param then What is to be done with it. It is called the moment the body is there; after a promise it would be
 *   called when everything has been done that waits for the end of this turn.
 * @returns What came of that. Rejects with `body_too_large`, `request_timeout`, `overloaded`, `invalid_json` or
 *   `invalid_form` where there is no body, or ClientGone.
 */
export function readWholeBody<R>(
  exchange: Exchange,
  limits: BodyLimits,
  then: (body: Buffer) => Promise<R>,
): Promise<R> {
  return readInPieces(exchange, limits, smallBody, (body) => then(body.joined));
}

/** The same, with large bodies left in the pieces that they come in. */
export function readBodyInPieces<R>(
  exchange: Exchange,
  limits: BodyLimits,
  then: (body: BytesInPieces) => Promise<R>,
): Promise<R> {
  return readInPieces(exchange, limits, mostLookedAt, then);
}

/** @param mostInPieces A longer body, of a declared length, is put into one piece as it comes. */
function readInPieces<R>(
  exchange: Exchange,
  limits: BodyLimits,
  mostInPieces: number,
  then: (body: BytesInPieces) => Promise<R>,
): Promise<R> {
  const { request, client, head } = exchange;
  const chunked = head.transferEncoding !== undefined;
  const declared = chunked ? undefined : Number(head.contentLength ?? 0);
  if (declared === 0) {
    return Promise.reject(noBody(exchange));
  }
  if (declared !== undefined && declared > limits.maxBytes) return Promise.reject(tooLarge(limits));
  // A client of HTTP/1.0 would take the interim answer for the final one (RFC 9110, 10.1.1).
  if (head.expect !== undefined && request.httpVersionMinor > 0) client.invite();

  return new Promise((resolve, reject) => {
    const there = (body: BytesInPieces) => {
      exchange.bodyThereMs = performance.now();
      try {
        then(body).then(resolve, reject);
      } catch (error) {
        reject(error);
      }
    };
    new BodyReader(exchange, limits, { declared, mostInPieces }, { there, failed: reject }).start();
  });
}

interface Waiting {
  there(body: BytesInPieces): void;
  failed(error: Error): void;
}

/**
 * Takes a body as it comes. Its listeners stay when it is done, since to take them off costs more than that they are
 * called: so it lets go of the body, and of the promise that has it.
 */
class BodyReader {
  readonly #exchange: Exchange;
  readonly #limits: BodyLimits;
  readonly #declared: number | undefined;
  readonly #mostInPieces: number;
  #waiting: Waiting | undefined;
  /** What has come, as long as there is no memory for all of it in one piece. */
  #gathered: GatheredBytes | undefined;
  /** There is room for all of it, in pieces. */
  #hasRoom = false;
  /** Memory for all of a body whose length is known, filled as bytes come. */
  #whole: Buffer | undefined;
  #length = 0;
  /** When it began to be waited for, and when the last bytes came (`performance.now()`). */
  #begunMs = 0;
  #lastByteMs = 0;

  constructor(
    exchange: Exchange,
    limits: BodyLimits,
    { declared, mostInPieces }: { readonly declared: number | undefined; readonly mostInPieces: number },
    waiting: Waiting,
  ) {
    this.#exchange = exchange;
    this.#limits = limits;
    this.#declared = declared;
    this.#mostInPieces = mostInPieces;
    this.#waiting = waiting;
  }

  start(): void {
    try {
      // What has no room is refused before it is sent. Room is taken by what has come: a head alone takes none.
      if (this.#declared !== undefined) this.#limits.budget.requireRoom(this.#exchange, this.#declared);
    } catch (error) {
      return this.#settle(error as Error);
    }
    whenParsed(BodyReader.#look, this);
  }

  static #look(reader: BodyReader): void {
    const { request } = reader.#exchange;
    const declared = reader.#declared;
    const isThere = declared === undefined ? request.complete : request.readableLength === declared;
    if (!isThere) return reader.#listen();
    // That its stream ends is of use to nobody.
    const body = takeWholeBody(request);
    if (body !== undefined) reader.#take(body);
    reader.#settle(undefined);
  }

  #listen(): void {
    const { request, gone } = this.#exchange;
    const left = () => this.#settle(new ClientGone('the client left while its request was read'));
    if (gone) return left();
    this.#exchange.whenGone(left);
    this.#begunMs = this.#lastByteMs = performance.now();
    this.#watch();
    // A request that breaks off later must not be an unhandled error.
    request.on('error', left);
    request.on('data', (chunk: Buffer) => {
      this.#lastByteMs = performance.now();
      this.#take(chunk);
    });
    request.on('end', () => this.#settle(undefined));
  }

  /** Bytes that come only put off when it is late: so it is looked at no sooner than it could be. */
  #watch(): void {
    this.#exchange.timer.set(Math.min(this.#silentAt(), this.#slowAt()), () => {
      const now = performance.now();
      if (now >= this.#silentAt()) this.#settle(tooLate(this.#limits.timeoutMs));
      else if (now >= this.#slowAt()) this.#settle(tooSlow(this.#limits.leastBytesPerSecond));
      else this.#watch();
    });
  }

  /** When the client will have been silent for too long, if nothing comes until then. */
  #silentAt(): number {
    return this.#lastByteMs + this.#limits.timeoutMs;
  }

  /** When what has come will have been too little, if nothing comes until then. */
  #slowAt(): number {
    const { timeoutMs, leastBytesPerSecond } = this.#limits;
    if (leastBytesPerSecond === 0) return Number.POSITIVE_INFINITY;
    return this.#begunMs + Math.max(timeoutMs, (this.#length / leastBytesPerSecond) * 1000);
  }

  #take(chunk: Buffer): void {
    if (this.#waiting === undefined) return;
    const { maxBytes } = this.#limits;
    const before = this.#length;
    this.#length += chunk.length;
    if (this.#length > maxBytes) return this.#settle(tooLarge(this.#limits));
    if (this.#whole !== undefined) {
      chunk.copy(this.#whole, before);
      return;
    }
    if (this.#hasRoom) return this.#gathered!.push(chunk);
    try {
      if (this.#declared === undefined || !isWorthAll(this.#length, this.#declared)) this.#gather(chunk);
      else this.#begin(chunk, this.#declared);
    } catch (error) {
      this.#settle(error as Error);
    }
  }

  #gather(chunk: Buffer): void {
    const exchange = this.#exchange;
    const { maxBytes, budget } = this.#limits;
    this.#gathered ??= new GatheredBytes();
    // A body that may be sent has room, whatever its pieces cost.
    const cost = Math.min(this.#gathered.costOf(chunk), maxBytes - exchange.bufferedBytes);
    if (cost > 0) budget.take(exchange, cost);
    this.#gathered.push(chunk);
  }

  /**
   * From here on there is room for all. What is to be one piece goes where it is to be: joining pieces at the end would
   * hold all of them twice, and the event loop for as long as the copy takes.
   */
  #begin(chunk: Buffer, declared: number): void {
    const exchange = this.#exchange;
    this.#limits.budget.take(exchange, Math.max(0, declared - exchange.bufferedBytes));
    if (chunk.length === declared) {
      this.#whole = chunk;
      return;
    }
    if (declared > smallBody && declared <= this.#mostInPieces) {
      this.#hasRoom = true;
      this.#gathered ??= new GatheredBytes();
      return this.#gathered.push(chunk);
    }
    this.#whole = Buffer.allocUnsafe(declared);
    this.#gathered?.copyTo(this.#whole);
    this.#gathered = undefined;
    chunk.copy(this.#whole, this.#length - chunk.length);
  }

  #settle(error: Error | undefined): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const body = error === undefined ? this.#allThere() : undefined;
    this.#waiting = undefined;
    this.#gathered = undefined;
    this.#whole = undefined;
    this.#exchange.timer.clear();
    this.#exchange.whenGone(undefined);
    if (body !== undefined) waiting.there(body);
    else waiting.failed(error ?? noBody(this.#exchange));
  }

  #allThere(): BytesInPieces | undefined {
    if (this.#whole !== undefined) return new BytesInPieces([this.#whole], this.#whole.length);
    return this.#gathered && new BytesInPieces(this.#gathered.pieces(), this.#gathered.length);
  }
}

/** Up to so many bytes memory for all of a body is had at once. */
const smallBody = 64 * 1024;
/** Of a larger one so large a part has to be there first: nobody takes much more room than he has sent bytes. */
const leastShare = 1 / 4;

function isWorthAll(length: number, declared: number): boolean {
  return declared <= smallBody || length >= declared * leastShare;
}

export function noBody({ head }: Exchange): GatewayError {
  if (isForm(head.contentType))
    return new GatewayError('invalid_form', 'The request has no body; send a form.');
  return new GatewayError('invalid_json', 'The request has no body; send a JSON object.');
}

function tooLarge({ maxBytes, boundBy = 'listen.max_body' }: BodyLimits): GatewayError {
  return new GatewayError('body_too_large', `The request body exceeds ${maxBytes} bytes (${boundBy}).`, {
    closeConnection: true,
  });
}
