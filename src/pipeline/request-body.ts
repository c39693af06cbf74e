import { GatewayError } from '../errors.ts';
import { takeWholeBody, whenParsed } from '../http/node/whole-body.ts';
import type { Exchange } from './exchange.ts';

/** Bytes that one worker may hold for all requests together (`listen.max_buffered`). */
export class BufferBudget {
  maxBytes: number;
  #used = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  get usedBytes(): number {
    return this.#used;
  }

  /** Reserves bytes for an exchange. Throws `overloaded` when the worker holds too much already. */
  take(exchange: Exchange, bytes: number): void {
    if (this.#used + bytes > this.maxBytes) {
      throw new GatewayError(
        'overloaded',
        'The gateway holds too many request bodies at once; try again shortly.',
        {
          closeConnection: true,
        },
      );
    }
    this.#used += bytes;
    exchange.bufferedBytes += bytes;
  }

  /** Gives back all that the exchange holds. */
  release(exchange: Exchange): void {
    this.#used -= exchange.bufferedBytes;
    exchange.bufferedBytes = 0;
  }
}

export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly budget: BufferBudget;
}

/** The client left while its request was still being read. It is not answered: nobody is there. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Reads the whole body of a request. A declared length over the limit is refused before a byte is read.
 *
 * @param then What is to be done with it. It is called the moment the body is there; after a promise it would be
 *   called when everything has been done that waits for the end of this turn.
 * @returns What came of that. Rejects with `body_too_large`, `request_timeout`, `overloaded`, `invalid_json` where there
 *   is no body, or ClientGone.
 */
export function readWholeBody<R>(
  exchange: Exchange,
  limits: BodyLimits,
  then: (body: Buffer) => Promise<R>,
): Promise<R> {
  const { request, response, head } = exchange;
  const chunked = head.transferEncoding !== undefined;
  const declared = chunked ? undefined : Number(head.contentLength ?? 0);
  if (declared === 0) {
    return Promise.reject(noBody());
  }
  if (declared !== undefined && declared > limits.maxBytes) return Promise.reject(tooLarge(limits.maxBytes));
  // A client of HTTP/1.0 would take the interim answer for the final one (RFC 9110, 10.1.1).
  if (head.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue();

  return new Promise((resolve, reject) => {
    const there = (body: Buffer) => {
      try {
        then(body).then(resolve, reject);
      } catch (error) {
        reject(error);
      }
    };
    new BodyReader(exchange, limits, declared, { there, failed: reject }).start();
  });
}

/**
 * The mark by which Node.js knows that somebody reads a request's body. A body that has all come by the time it is
 * listened for does not get it; the listener would be taken off after the answer, and the empty rest be read.
 */
interface Consumed {
  _consuming?: boolean;
}

interface Waiting {
  there(body: Buffer): void;
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
  #waiting: Waiting | undefined;
  // Where the length is known, one buffer is filled as bytes come: joining pieces at the end would hold all of
  // them twice, and the event loop for as long as the copy takes.
  #whole: Buffer | undefined;
  #chunks: Buffer[] | undefined;
  #length = 0;

  constructor(exchange: Exchange, limits: BodyLimits, declared: number | undefined, waiting: Waiting) {
    this.#exchange = exchange;
    this.#limits = limits;
    this.#declared = declared;
    this.#waiting = waiting;
  }

  start(): void {
    try {
      if (this.#declared !== undefined) this.#limits.budget.take(this.#exchange, this.#declared);
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
    const { request, startedMs, timer, gone } = this.#exchange;
    const { timeoutMs } = this.#limits;
    const left = () => this.#settle(new ClientGone('the client left while its request was read'));
    if (gone) return left();
    this.#exchange.whenGone(left);
    timer.set(startedMs + timeoutMs, () => this.#settle(tooLate(timeoutMs)));
    // A request that breaks off later must not be an unhandled error.
    request.on('error', left);
    request.on('data', (chunk: Buffer) => this.#take(chunk));
    request.on('end', () => this.#settle(undefined));
  }

  #take(chunk: Buffer): void {
    if (this.#waiting === undefined) return;
    const { maxBytes, budget } = this.#limits;
    const before = this.#length;
    this.#length += chunk.length;
    if (this.#length > maxBytes) return this.#settle(tooLarge(maxBytes));
    if (this.#declared === undefined) {
      try {
        budget.take(this.#exchange, chunk.length);
      } catch (error) {
        return this.#settle(error as Error);
      }
      this.#chunks ??= [];
      this.#chunks.push(chunk);
    } else if (chunk.length === this.#declared) this.#whole = chunk;
    else {
      this.#whole ??= Buffer.allocUnsafe(this.#declared);
      chunk.copy(this.#whole, before);
    }
  }

  #settle(error: Error | undefined): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const body = error === undefined ? (this.#whole ?? joined(this.#chunks, this.#length)) : undefined;
    this.#waiting = undefined;
    this.#chunks = undefined;
    this.#whole = undefined;
    this.#exchange.timer.clear();
    this.#exchange.whenGone(undefined);
    if (body !== undefined) {
      (this.#exchange.request as Consumed)._consuming = true;
      waiting.there(body);
    } else waiting.failed(error ?? noBody());
  }
}

/** undefined for no bytes. */
function joined(chunks: readonly Buffer[] | undefined, length: number): Buffer | undefined {
  if (chunks === undefined || length === 0) return undefined;
  return chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length);
}

function noBody(): GatewayError {
  return new GatewayError('invalid_json', 'The request has no body; send a JSON object.');
}

function tooLate(timeoutMs: number): GatewayError {
  return new GatewayError(
    'request_timeout',
    `The request body did not arrive within ${timeoutMs} ms (listen.body_timeout).`,
    { closeConnection: true },
  );
}

function tooLarge(maxBytes: number): GatewayError {
  return new GatewayError('body_too_large', `The request body exceeds ${maxBytes} bytes (listen.max_body).`, {
    closeConnection: true,
  });
}
