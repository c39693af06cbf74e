/** An answer, and the time for which it is valid. */
export interface Lasting<Value> {
  readonly value: Value;
  readonly ttlMs: number;
}

/** An answer of a server, kept while it is valid. One question is asked at a time, for any number of callers. */
export class CachedAnswer<Value> {
  readonly #ask: () => Promise<Lasting<Value>>;
  #value: { readonly value: Value; readonly untilMs: number; readonly atMs: number } | undefined;
  #failed: { readonly error: unknown; readonly untilMs: number } | undefined;
  #asking: Promise<Value> | undefined;
  /** The number of times that it was forgotten. */
  #forgotten = 0;

  /** @param ask Also returns the time for which the answer is valid. */
  constructor(ask: () => Promise<Lasting<Value>>) {
    this.#ask = ask;
  }

  /** The known answer, or a new one. Rejects with the reason for none. */
  get(now: number = performance.now()): Promise<Value> {
    if (this.#value !== undefined && now < this.#value.untilMs) return Promise.resolve(this.#value.value);
    if (this.#asking !== undefined) return this.#asking;
    if (this.#failed !== undefined && now < this.#failed.untilMs) return Promise.reject(this.#failed.error);
    this.#asking = this.#asked().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** The last answer, unless it is too old for any use; it may be too old for lists. */
  latest(now: number = performance.now()): Value | undefined {
    return this.#value !== undefined && now - this.#value.atMs < longestMs ? this.#value.value : undefined;
  }

  /** The time of the last answer. */
  get askedMs(): number {
    return this.#value?.atMs ?? Number.NEGATIVE_INFINITY;
  }

  /** The remaining time of the answer; 0 without one. */
  leftMs(now: number = performance.now()): number {
    return Math.max(0, (this.#value?.untilMs ?? 0) - now);
  }

  /** Forgets the answer, which has changed: the next caller asks again. A question in flight is not kept. */
  forget(): void {
    this.#forgotten += 1;
    this.#value = undefined;
    this.#failed = undefined;
  }

  async #asked(): Promise<Value> {
    const forgotten = this.#forgotten;
    try {
      const { value, ttlMs } = await this.#ask();
      if (forgotten !== this.#forgotten) return value;
      this.#failed = undefined;
      const atMs = performance.now();
      this.#value = { value, untilMs: atMs + Math.min(ttlMs, longestMs), atMs };
      return value;
    } catch (error) {
      if (forgotten !== this.#forgotten) throw error;
      this.#value = undefined;
      this.#failed = { error, untilMs: performance.now() + askAgainMs };
      throw error;
    }
  }
}

/** Milliseconds for which an answer is kept at most, whatever the server says. */
export const longestMs = 60_000;
/** Milliseconds after a failure in which no caller asks the server again. */
const askAgainMs = 1000;
