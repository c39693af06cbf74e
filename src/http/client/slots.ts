/** Something that needs a connection. */
export interface Applicant {
  /** A connection is there to be used; `leave` gives it back. */
  start(): void;
  /** None became free in time. */
  refuse(): void;
}

interface Waiting {
  readonly applicant: Applicant;
  readonly timer: NodeJS.Timeout;
}

/**
 * How many connections to one backend may be in use. Those who find all of them taken wait in line, each for a
 * bounded time, so that a slow backend fills neither memory nor its own backlog.
 */
export class Slots {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #waiting: Waiting[] = [];
  #taken = 0;

  constructor(most: number, waitMs: number) {
    this.#most = most;
    this.#waitMs = waitMs;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Starts the applicant at once where a connection is free, else when one becomes free. */
  enter(applicant: Applicant): void {
    if (this.#taken < this.#most) {
      this.#taken += 1;
      applicant.start();
      return;
    }
    const timer = setTimeout(() => {
      this.withdraw(applicant);
      applicant.refuse();
    }, this.#waitMs);
    this.#waiting.push({ applicant, timer });
  }

  /** Takes an applicant that has not started out of the line. */
  withdraw(applicant: Applicant): void {
    const place = this.#waiting.findIndex((one) => one.applicant === applicant);
    if (place === -1) return;
    clearTimeout(this.#waiting[place]!.timer);
    this.#waiting.splice(place, 1);
  }

  /** One who was started is done; the first in line is next. */
  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#taken -= 1;
      return;
    }
    clearTimeout(next.timer);
    next.applicant.start();
  }
}
