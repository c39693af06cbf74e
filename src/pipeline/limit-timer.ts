import { type AttemptMarks, type AttemptTimeouts, type LimitName, nextLimit } from './attempt-limits.ts';

/** Milliseconds; see `timerMs`. */
const roundMs = 1000;

/** The one timer of an attempt: set for the limit that comes first, and looked at again when it goes off. */
export class LimitTimer {
  readonly #marks: AttemptMarks;
  readonly #timeouts: AttemptTimeouts;
  readonly #expired: (name: LimitName) => void;
  #timer: NodeJS.Timeout | undefined;
  #atMs = Number.POSITIVE_INFINITY;

  /** @param expired Called when a limit has been reached. It decides whether to arm the timer again. */
  constructor(marks: AttemptMarks, timeouts: AttemptTimeouts, expired: (name: LimitName) => void) {
    this.#marks = marks;
    this.#timeouts = timeouts;
    this.#expired = expired;
  }

  /** Has the timer go off no later than the first limit, as the marks have it now. */
  arm(): void {
    const { atMs } = nextLimit(this.#marks, this.#timeouts);
    if (this.#atMs <= atMs) return;
    clearTimeout(this.#timer);
    this.#atMs = atMs;
    this.#timer = setTimeout(() => this.#tick(), timerMs(atMs - performance.now()));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #tick(): void {
    this.#atMs = Number.POSITIVE_INFINITY;
    const { atMs, name } = nextLimit(this.#marks, this.#timeouts);
    if (performance.now() < atMs) this.arm();
    else this.#expired(name);
  }
}

/**
 * Milliseconds for a timer. Node keeps a list for each duration that is in use: far limits are first approached in
 * round figures, so that there are few of them.
 */
function timerMs(ms: number): number {
  if (ms > 2 * roundMs) return Math.floor(ms / roundMs) * roundMs;
  return Math.max(1, Math.ceil(ms));
}
