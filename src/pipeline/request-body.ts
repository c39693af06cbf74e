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
  /** The setting that bounds it, for messages; absent for `listen.max_body`. */
  readonly boundBy?: string;
  /** Milliseconds of the longest silence of a client that has not sent all. */
  readonly timeoutMs: number;
  /**
   * Bytes per second on average that a body has to reach, once it has taken longer than `timeoutMs`; 0 for any pace.
   */
  readonly leastBytesPerSecond: number;
  readonly budget: BufferBudget;
}

/** The client left while its request was still being read. It gets no answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Reads the whole body of a request into one piece. A declared length over the limit is refused before a byte is read.
 *
 * @param then Processes the body, and is called the moment the body is there; after a promise it would be called after
 * everything that waits for the end of this turn.
 * @returns Its result. Rejects with `body_too_large`, `request_timeout`, `overloaded`, `invalid_json` or `invalid_form`
 * if there is no body, or with ClientGone.
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

/** @param mostInPieces A longer body, of a declared length, is put into one piece as it arrives. */
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
 * Takes a body as it arrives. Its listeners stay when it is done, since removing them costs more than their calls: so
 * it releases the body, and the promise that holds it.
 */
class BodyReader {
  readonly #exchange: Exchange;
  readonly #limits: BodyLimits;
  readonly #declared: number | undefined;
  readonly #mostInPieces: number;
  #waiting: Waiting | undefined;
  /** The bytes so far, until there is memory for all of it in one piece. */
  #gathered: GatheredBytes | undefined;
  /** There is room for all of it, in pieces. */
  #hasRoom = false;
  /** Memory for all of a body of known length, filled as bytes come. */
  #whole: Buffer | undefined;
  #length = 0;
  /** The start of the wait, and the moment of the last bytes (`performance.now()`). */
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
      // A body without room is refused before it is sent. Room is taken by bytes that have come: a head alone takes
      // none.
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
    // Nobody needs the end of its stream.
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

  /** Watches for a late body. Further bytes only delay the moment, so it is checked no sooner than it could be late. */
  #watch(): void {
    this.#exchange.timer.set(Math.min(this.#silentAt(), this.#slowAt()), () => {
      const now = performance.now();
      if (now >= this.#silentAt()) this.#settle(tooLate(this.#limits.timeoutMs));
      else if (now >= this.#slowAt()) this.#settle(tooSlow(this.#limits.leastBytesPerSecond));
      else this.#watch();
    });
  }

  /** The moment at which the client will have been silent for too long, if nothing comes until then. */
  #silentAt(): number {
    return this.#lastByteMs + this.#limits.timeoutMs;
  }

  /** The moment at which the bytes so far will be too few, if nothing comes until then. */
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
    // An allowed body has room, whatever its pieces cost.
    const cost = Math.min(this.#gathered.costOf(chunk), maxBytes - exchange.bufferedBytes);
    if (cost > 0) budget.take(exchange, cost);
    this.#gathered.push(chunk);
  }

  /**
   * There is room for all from now on. A body in one piece is written to its final place: joining pieces at the end
   * would hold all of them twice, and would block the event loop for the time of the copy.
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

/** Up to this size, memory for all of a body is taken at once. */
const smallBody = 64 * 1024;
/** The part of a larger one that has to be there first: nobody takes much more room than the bytes sent. */
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
