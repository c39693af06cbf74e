import { CoarseTimer } from '../../lib/coarse-timer.ts';
import { type AttemptTimeouts, type AttemptTimestamps, type LimitName, nextLimit } from './attempt-limits.ts';

/** The one alarm of an attempt: set for the limit that comes first, and looked at again when it goes off. */
export class LimitTimer {
  readonly #timestamps: AttemptTimestamps;
  readonly #timeouts: AttemptTimeouts;
  readonly #expired: (name: LimitName) => void;
  readonly #timer = new CoarseTimer();
  readonly #look = () => this.#tick();

  /** @param expired Called when a limit has been reached. It decides whether to arm the timer again. */
  constructor(timestamps: AttemptTimestamps, timeouts: AttemptTimeouts, expired: (name: LimitName) => void) {
    this.#timestamps = timestamps;
    this.#timeouts = timeouts;
    this.#expired = expired;
  }

  /** Has the timer go off at the first limit, as the marks have it now. */
  arm(): void {
    this.#timer.set(nextLimit(this.#timestamps, this.#timeouts).atMs, this.#look);
  }

  stop(): void {
    this.#timer.clear();
  }

  #tick(): void {
    const { atMs, name } = nextLimit(this.#timestamps, this.#timeouts);
    if (performance.now() < atMs) this.arm();
    else this.#expired(name);
  }
}
