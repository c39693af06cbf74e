/** Leasing ahead begins with so many requests within `paceMs`. */
const busyRequests = 5;
const paceMs = 50;
/** For so long a lease lasts if requests go on as they came. */
const aheadMs = 200;
const maxAhead = 2000;

/** How fast requests come to one combination of meters, which decides how many are leased ahead. */
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
      // Half of what was, so that the pace is known right after the change too.
      this.#sinceMs = now - paceMs / 2;
      this.#count = Math.floor(this.#count / 2);
    }
    this.#count += 1;
  }

  /** How many requests more may soon come; none while they are few. */
  get ahead(): number {
    return this.#count >= busyRequests ? Math.min(maxAhead, (aheadMs / paceMs) * this.#count) : 0;
  }
}
