import { GatewayError } from '../errors.ts';
import { bodyMemory } from './body-memory.ts';
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
 * Throws `body_too_large`, `request_timeout`, `overloaded`, `invalid_json` where there is no body, or ClientGone.
 */
export function readBody(exchange: Exchange, limits: BodyLimits): Promise<Buffer> {
  const { request, response, head } = exchange;
  const chunked = head.transferEncoding !== undefined;
  const declared = chunked ? undefined : Number(head.contentLength ?? 0);
  if (declared === 0) {
    return Promise.reject(new GatewayError('invalid_json', 'The request has no body; send a JSON object.'));
  }
  if (declared !== undefined && declared > limits.maxBytes) return Promise.reject(tooLarge(limits.maxBytes));
  // A client of HTTP/1.0 would take the interim answer for the final one (RFC 9110, 10.1.1).
  if (head.expect !== undefined && request.httpVersionMinor > 0) response.writeContinue();

  return new Promise((resolve, reject) => {
    // Where the length is known, one buffer is filled as bytes come: joining pieces at the end would hold all of
    // them twice, and the event loop for as long as the copy takes.
    let whole: Buffer | undefined;
    let chunks: Buffer[] = [];
    let length = 0;
    let isSettled = false;

    const onData = (chunk: Buffer) => {
      if (isSettled) return;
      const before = length;
      length += chunk.length;
      if (length > limits.maxBytes) return settle(tooLarge(limits.maxBytes));
      if (declared === undefined) {
        try {
          limits.budget.take(exchange, chunk.length);
        } catch (error) {
          return settle(error as Error);
        }
      }
      if (declared === undefined || chunk.length === declared) {
        chunks.push(chunk);
        return;
      }
      whole ??= memoryFor(exchange, declared);
      chunk.copy(whole, before);
    };
    const onEnd = () => settle(undefined);
    const onError = () => settle(new ClientGone('the client left while its request was read'));
    const onLate = () => settle(tooLate(limits.timeoutMs));

    function settle(error: Error | undefined): void {
      // Its listeners stay: to take them off costs more than that they are called.
      if (isSettled) return;
      isSettled = true;
      exchange.alarm.clear();
      exchange.onGone = undefined;
      if (error !== undefined) {
        // The rest of a refused body is still read for a while; what came before must not be kept for it.
        chunks = [];
        whole = undefined;
        return reject(error);
      }
      if (length === 0) {
        return reject(new GatewayError('invalid_json', 'The request has no body; send a JSON object.'));
      }
      resolve(whole ?? (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)));
    }

    try {
      if (declared !== undefined) limits.budget.take(exchange, declared);
    } catch (error) {
      return settle(error as Error);
    }
    exchange.onGone = onError;
    exchange.alarm.set(exchange.startedMs + limits.timeoutMs, onLate);
    // A request that breaks off later must not be an unhandled error.
    request.on('error', onError);
    request.on('data', onData);
    request.on('end', onEnd);
  });
}

function memoryFor(exchange: Exchange, length: number): Buffer {
  const memory = bodyMemory.take(length);
  exchange.bodyMemory = memory;
  return memory === undefined ? Buffer.allocUnsafe(length) : memory.subarray(0, length);
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
