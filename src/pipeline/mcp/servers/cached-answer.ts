/** An answer, and the time for which it is good. */
export interface Lasting<Value> {
  readonly value: Value;
  readonly ttlMs: number;
}

/** An answer of a server that is kept for as long as it is good. One question is asked at a time, however many want to know. */
export class CachedAnswer<Value> {
  readonly #ask: () => Promise<Lasting<Value>>;
  #value: { readonly value: Value; readonly untilMs: number; readonly atMs: number } | undefined;
  #failed: { readonly error: unknown; readonly untilMs: number } | undefined;
  #asking: Promise<Value> | undefined;
  /** Counts how often it was forgotten. */
  #forgotten = 0;

  /** @param ask Says for how long the answer is good, too. */
  constructor(ask: () => Promise<Lasting<Value>>) {
    this.#ask = ask;
  }

  /** The answer that is known, or a new one. Rejects with the reason why there is none. */
  get(now: number = performance.now()): Promise<Value> {
    if (this.#value !== undefined && now < this.#value.untilMs) return Promise.resolve(this.#value.value);
    if (this.#asking !== undefined) return this.#asking;
    if (this.#failed !== undefined && now < this.#failed.untilMs) return Promise.reject(this.#failed.error);
    this.#asking = this.#asked().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  /** The last answer, where that is not too old for anything; it may not be good for lists any more. */
  latest(now: number = performance.now()): Value | undefined {
    return this.#value !== undefined && now - this.#value.atMs < longestMs ? this.#value.value : undefined;
  }

  /** The time of the last answer. */
  get askedMs(): number {
    return this.#value?.atMs ?? Number.NEGATIVE_INFINITY;
  }

  /** The time for which the answer is still good; 0 where there is none. */
  leftMs(now: number = performance.now()): number {
    return Math.max(0, (this.#value?.untilMs ?? 0) - now);
  }

  /** It has changed: it is asked for anew when somebody wants to know. What is being asked for at the moment is not kept. */
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

/** The longest time for which an answer is kept, whatever the server says. */
export const longestMs = 60_000;
/** A server that fails is not asked by everybody who wants to know. */
const askAgainMs = 1000;
