import { type Waiter, WaitingLine } from '../../lib/waiting/waiting-line.ts';

/** Something that needs a connection. */
export interface Applicant {
  /** A connection is there to be used; `leave` gives it back. */
  start(): void;
  /** None became free in time. */
  refuse(): void;
}

interface Waiting extends Waiter {
  readonly applicant: Applicant;
}

/** All who wait for a connection are alike. */
const alike = { room: '', rank: 0, share: '', weight: 1, chain: '', own: '' };

/**
 * How many connections to one backend may be in use. Those who find all of them taken wait in line, each for a bounded time,
 * so that a slow backend fills neither memory nor its own backlog. Requests that wait for slots (`queue`) have a connection
 * among those, and find one here.
 */
export class Connections {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #line: WaitingLine<Waiting>;
  /** Those who wait. */
  readonly #entries = new Map<Applicant, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #taken = 0;
  /** Has one leave that can be done without. */
  #isShort: (() => void) | undefined;

  constructor(most: number, waitMs: number) {
    this.#most = most;
    this.#waitMs = waitMs;
    this.#line = new WaitingLine<Waiting>({
      mayFit: () => true,
      fits: () => true,
      underWay: () => 0,
      competes: () => false,
    });
  }

  /** Has somebody leave who can be done without, where one has to wait. */
  whenShort(leave: () => void): void {
    this.#isShort = leave;
  }

  /** None is free, or only the last. */
  get areShort(): boolean {
    return this.#taken >= this.#most - 1;
  }

  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#line.size;
  }

  /** Starts the applicant at once where a connection is free, else when one becomes free. */
  enter(applicant: Applicant): void {
    if (this.#taken < this.#most) {
      this.#taken += 1;
      applicant.start();
      return;
    }
    const sinceMs = performance.now();
    const entry: Waiting = { applicant, sinceMs, untilMs: sinceMs + this.#waitMs, ...alike };
    this.#entries.set(applicant, entry);
    this.#line.enter(entry, sinceMs);
    this.#setTimer();
    // That may be the applicant itself, which has to have heard first that it waits.
    if (this.#isShort !== undefined) process.nextTick(this.#isShort);
  }

  /** Takes an applicant that has not started out of the line. */
  withdraw(applicant: Applicant): void {
    const entry = this.#entries.get(applicant);
    if (entry === undefined) return;
    this.#entries.delete(applicant);
    this.#line.leave(entry, performance.now());
  }

  /** One who was started is done; the first in line is next. */
  release(): void {
    const next = this.#line.next();
    if (next === undefined) {
      this.#taken -= 1;
      return;
    }
    this.#line.served(next, performance.now());
    this.#entries.delete(next.applicant);
    next.applicant.start();
  }

  #setTimer(): void {
    const endMs = this.#line.nextEndMs();
    if (endMs === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.#expire(), Math.max(1, Math.ceil(endMs - performance.now())));
    this.#timer.unref();
  }

  #expire(): void {
    this.#timer = undefined;
    const now = performance.now();
    for (let entry = this.#line.takeExpired(now); entry !== undefined; entry = this.#line.takeExpired(now)) {
      this.#entries.delete(entry.applicant);
      entry.applicant.refuse();
    }
    this.#setTimer();
  }
}
