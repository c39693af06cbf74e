import { type Waiter, WaitingLine } from '../../lib/waiting/waiting-line.ts';

/** An object that needs a connection. */
export interface Applicant {
  /** A connection is free to use; `leave` gives it back. */
  start(): void;
  /** No connection became free in time. */
  refuse(): void;
}

interface Waiting extends Waiter {
  readonly applicant: Applicant;
}

/** All who wait for a connection are alike. */
const alike = { room: '', rank: 0, share: '', weight: 1, chain: '', own: '' };

/**
 * The connections to one backend that may be in use. If all are taken, a request waits in line for a bounded time, so
 * that a slow backend fills neither memory nor its own backlog. A request that waits for a slot (`queue`) has one of
 * these connections in it, and finds one here.
 */
export class Connections {
  readonly #most: number;
  readonly #waitMs: number;
  readonly #line: WaitingLine<Waiting>;
  /** The waiting applicants. */
  readonly #entries = new Map<Applicant, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #taken = 0;
  /** Makes one leave that can be spared. */
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

  /** Sets a function that makes one leave that can be spared, when another has to wait. */
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

  /** Starts the applicant at once if a connection is free, otherwise when one becomes free. */
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
    // The spared one may be the applicant itself, which must learn first that it waits.
    if (this.#isShort !== undefined) process.nextTick(this.#isShort);
  }

  /** Takes an applicant that has not started out of the line. */
  withdraw(applicant: Applicant): void {
    const entry = this.#entries.get(applicant);
    if (entry === undefined) return;
    this.#entries.delete(applicant);
    this.#line.leave(entry, performance.now());
  }

  /** Gives back the connection of an applicant that started; the first in line is next. */
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
