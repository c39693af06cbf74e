import { GatewayError } from '../errors.ts';

/** The bytes that one worker may hold for requests in flight. */
export interface BufferBounds {
  /** `listen.max_buffered`. */
  readonly maxBytes: number;
  /** The most of them that the requests of one key may take together. */
  readonly maxBytesPerKey: number;
}

/** The holder of bytes: a request, or a socket. */
export interface BufferHolder {
  readonly key: { readonly id: string } | undefined;
  /** Kept by the budget. */
  bufferedBytes: number;
}

/** The bytes at once that make a large body, or a large part of one. */
const large = 64 * 1024;

/**
 * The bytes that a worker holds for requests in flight, in all and by key, so that no client takes the room of others.
 */
export class BufferBudget {
  #bounds: BufferBounds;
  #used = 0;
  /** Of keys that hold some. */
  readonly #usedByKey = new Map<string, number>();
  readonly #largeTaken: (() => void) | undefined;
  #isShort: (() => void) | undefined;

  /** @param largeTaken Called when a request takes much at once. */
  constructor(bounds: BufferBounds, largeTaken?: () => void) {
    this.#bounds = bounds;
    this.#largeTaken = largeTaken;
  }

  /** Sets the bounds from now on. Bytes that are held already stay. */
  follow(bounds: BufferBounds): void {
    this.#bounds = bounds;
  }

  /** Sets a function that gives back spare bytes, called when there is no room for a request. */
  whenShort(give: () => void): void {
    this.#isShort = give;
  }

  /** `listen.max_buffered`. */
  get maxBytes(): number {
    return this.#bounds.maxBytes;
  }

  get usedBytes(): number {
    return this.#used;
  }

  /** Throws `overloaded` without room for so many more bytes. Nothing is reserved. */
  requireRoom({ key }: BufferHolder, bytes: number): void {
    const { maxBytes, maxBytesPerKey } = this.#bounds;
    if (this.#used + bytes > maxBytes) this.#isShort?.();
    if (this.#used + bytes > maxBytes) {
      throw overloaded(
        'The gateway holds too many request bodies at once; try again shortly.',
        `The worker holds ${this.#used} of ${maxBytes} bytes (listen.max_buffered).`,
      );
    }
    const used = this.#usedByKey.get(key!.id) ?? 0;
    if (used + bytes > maxBytesPerKey) {
      throw overloaded(
        'Too many requests of this key with large bodies are in flight; try again when some of them are answered.',
        `The worker holds ${used} bytes for this key, of ${maxBytesPerKey} that one key may have (a quarter of listen.max_buffered, or the largest max_body if that is more).`,
      );
    }
  }

  /** Reserves bytes for a holder. Throws `overloaded` if the worker, or its key, holds too much already. */
  take(holder: BufferHolder, bytes: number): void {
    this.requireRoom(holder, bytes);
    const { id } = holder.key!;
    this.#used += bytes;
    this.#usedByKey.set(id, (this.#usedByKey.get(id) ?? 0) + bytes);
    holder.bufferedBytes += bytes;
    if (bytes >= large) this.#largeTaken?.();
  }

  /** Takes bytes of an answer, if there is room for them. */
  hold(bytes: number): boolean {
    if (this.#used + bytes > this.#bounds.maxBytes) return false;
    this.#used += bytes;
    return true;
  }

  /** Gives back bytes that `hold` took. */
  free(bytes: number): void {
    this.#used -= bytes;
  }

  /** Gives back all bytes of the holder. */
  release(holder: BufferHolder): void {
    this.giveBack(holder, holder.bufferedBytes);
  }

  /** Gives back a part of the holder's bytes. */
  giveBack(holder: BufferHolder, bytes: number): void {
    if (bytes === 0) return;
    const { key } = holder;
    holder.bufferedBytes -= bytes;
    this.#used -= bytes;
    const left = this.#usedByKey.get(key!.id)! - bytes;
    if (left > 0) this.#usedByKey.set(key!.id, left);
    else this.#usedByKey.delete(key!.id);
  }
}

function overloaded(message: string, reason: string): GatewayError {
  return new GatewayError('overloaded', message, { closeConnection: true, reason });
}
