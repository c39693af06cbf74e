import { Alarm } from '../../lib/coarse-timer.ts';
import { type AttemptMarks, type AttemptTimeouts, type LimitName, nextLimit } from './attempt-limits.ts';

/** The one alarm of an attempt: set for the limit that comes first, and looked at again when it goes off. */
export class LimitTimer {
  readonly #marks: AttemptMarks;
  readonly #timeouts: AttemptTimeouts;
  readonly #expired: (name: LimitName) => void;
  readonly #alarm = new Alarm();
  readonly #look = () => this.#tick();

  /** @param expired Called when a limit has been reached. It decides whether to arm the timer again. */
  constructor(marks: AttemptMarks, timeouts: AttemptTimeouts, expired: (name: LimitName) => void) {
    this.#marks = marks;
    this.#timeouts = timeouts;
    this.#expired = expired;
  }

  /** Has the timer go off at the first limit, as the marks have it now. */
  arm(): void {
    this.#alarm.set(nextLimit(this.#marks, this.#timeouts).atMs, this.#look);
  }

  stop(): void {
    this.#alarm.clear();
  }

  #tick(): void {
    const { atMs, name } = nextLimit(this.#marks, this.#timeouts);
    if (performance.now() < atMs) this.arm();
    else this.#expired(name);
  }
}
