/** The most lines: this many at once, and then this many a second. */
const burst = 100;
const perSecond = 5;
/** The shortest time between two notices about omitted lines. */
const tellEveryMs = 10_000;

/** The occasional summary in place of lines. */
export interface LeftOut {
  readonly requests: number;
  /** Of the last of them. */
  readonly client: string | undefined;
}

/**
 * Bounds what somebody without a key can make the log grow by: beyond a number of lines a second there is one now and
 * then that says how many were left out.
 */
export class LineThrottle {
  readonly #tell: (left: LeftOut) => void;
  readonly #now: () => number;
  #tokens = burst;
  #filledMs: number;
  #requests = 0;
  #client: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param now The monotonic clock in milliseconds. */
  constructor(tell: (left: LeftOut) => void, now: () => number = () => performance.now()) {
    this.#tell = tell;
    this.#now = now;
    this.#filledMs = now();
  }

  /** True if a line may be written. Counts one that may not. */
  admits(client: string | undefined): boolean {
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledMs) * perSecond) / 1000);
    this.#filledMs = now;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return true;
    }
    this.#requests += 1;
    this.#client = client;
    this.#timer ??= setTimeout(() => this.flush(), tellEveryMs).unref();
    return false;
  }

  /** Says what was left out since it last did. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#requests === 0) return;
    this.#tell({ requests: this.#requests, client: this.#client });
    this.#requests = 0;
  }
}
