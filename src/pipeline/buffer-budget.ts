import { GatewayError } from '../errors.ts';

/** What one worker may hold for requests that are under way, in bytes. */
export interface BufferBounds {
  /** `listen.max_buffered`. */
  readonly maxBytes: number;
  /** The most of it that the requests of one key may take together. */
  readonly maxBytesPerKey: number;
}

/** Whose bytes are held: a request's, or a socket's. */
export interface BufferHolder {
  readonly key: { readonly id: string } | undefined;
  /** Kept by the budget. */
  bufferedBytes: number;
}

/** So much at once is a large body, or a part of one. */
const large = 64 * 1024;

/** The bytes that a worker holds for requests under way, in all and by key, so that no client takes the room of others. */
export class BufferBudget {
  #bounds: BufferBounds;
  #used = 0;
  /** Of keys that have some. */
  readonly #usedByKey = new Map<string, number>();
  readonly #largeTaken: (() => void) | undefined;
  #isShort: (() => void) | undefined;

  /** @param largeTaken Told when a request takes much at once. */
  constructor(bounds: BufferBounds, largeTaken?: () => void) {
    this.#bounds = bounds;
    this.#largeTaken = largeTaken;
  }

  /** What counts from now on. What is held already stays. */
  follow(bounds: BufferBounds): void {
    this.#bounds = bounds;
  }

  /** Has somebody give back what can be done without, where there is no room for a request. */
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

  /** Throws `overloaded` where there is no room for so many bytes more. Nothing is reserved. */
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
        'Too many requests of this key with large bodies are under way; try again when some of them are answered.',
        `The worker holds ${used} bytes for this key, of ${maxBytesPerKey} that one key may have (a quarter of listen.max_buffered, or the largest max_body if that is more).`,
      );
    }
  }

  /** Reserves bytes for a holder. Throws `overloaded` when the worker, or its key, holds too much already. */
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

  /** Gives back what `hold` took. */
  free(bytes: number): void {
    this.#used -= bytes;
  }

  /** Gives back all that the holder has. */
  release(holder: BufferHolder): void {
    this.giveBack(holder, holder.bufferedBytes);
  }

  /** Gives back a part of what the holder has. */
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
