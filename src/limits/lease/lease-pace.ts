/** Requests within `paceMs` from which on leases are given ahead. */
const busyRequests = 5;
const paceMs = 50;
/** Milliseconds that a lease lasts if requests go on at the same pace. */
const aheadMs = 200;
const maxAhead = 2000;

/** The pace of requests for one combination of meters, which decides the size of the lease. */
export class Pace {
  /** Requests since `#sinceMs`. */
  #count = 0;
  #sinceMs = 0;

  /** Counts a request. */
  note(now: number): void {
    if (now - this.#sinceMs > 2 * paceMs) {
      this.#sinceMs = now;
      this.#count = 0;
    } else if (now - this.#sinceMs > paceMs) {
      // Half of the window stays, so that the pace is known right after the change too.
      this.#sinceMs = now - paceMs / 2;
      this.#count = Math.floor(this.#count / 2);
    }
    this.#count += 1;
  }

  /** The requests that may soon come; 0 while they are few. */
  get ahead(): number {
    return this.#count >= busyRequests ? Math.min(maxAhead, (aheadMs / paceMs) * this.#count) : 0;
  }
}
