import type { StepTrust } from './connection-pool.ts';

/** Milliseconds for which a backend that was out of step gets a connection for each request. */
const hourMs = 3_600_000;

/** Trusts a backend to send one answer to each request, unless it broke that rule in the last hour. */
export class HourlyTrust implements StepTrust {
  readonly #lost: (isNews: boolean) => void;
  readonly #now: () => number;
  #lostUntilMs = Number.NEGATIVE_INFINITY;
  #provenUntilMs = Number.NEGATIVE_INFINITY;

  /**
   * @param lost Called each time that the backend was out of step, and gets true if it was trusted until then.
   * @param now The monotonic clock in milliseconds.
   */
  constructor(lost: (isNews: boolean) => void, now: () => number = () => performance.now()) {
    this.#lost = lost;
    this.#now = now;
  }

  get isGiven(): boolean {
    return this.#lostUntilMs === Number.NEGATIVE_INFINITY || this.#now() >= this.#lostUntilMs;
  }

  get isProven(): boolean {
    return this.#now() < this.#provenUntilMs;
  }

  prove(): void {
    this.#provenUntilMs = this.#now() + hourMs;
  }

  lose(): void {
    const isNews = this.isGiven;
    this.#lostUntilMs = this.#now() + hourMs;
    this.#provenUntilMs = Number.NEGATIVE_INFINITY;
    this.#lost(isNews);
  }
}
