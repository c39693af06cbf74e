import type { Clock } from './clock.ts';
import { slotRetryMs } from './limit-store.ts';
import { periodAt } from './period.ts';
import type { BudgetMeter, Meter } from './rules.ts';
import { bucketsCounted, bucketsPerWindow } from './rules.ts';

/** The count of one meter for one key. */
export interface Counter {
  /** Given out but not counted yet: the amount is taken, and the moment of its use is unknown. */
  held: number;
  /** The amount that counts now, including held amounts. */
  used(): number;
  /** Counts an amount at a moment of the monotonic clock; a negative one takes back an amount counted then. */
  add(at: number, amount: number): void;
  /** Counts a request's estimated use, until its real use is known: */
  book(at: number, amount: number): void;
  /** takes that back. An amount booked in an expired period is gone already. */
  release(at: number, amount: number): void;
  /** The amount that counts now, without amounts held or booked for requests in flight, if those are separate. */
  settled(): number;
  /** Counts booked amounts as used: their requests will never be settled. */
  keepBooked(amount: number): void;
  /** Milliseconds until at most `target` counts. */
  dropsIn(target: number): number;
  /** Milliseconds until nothing counts; for a budget until its period ends, even if nothing counts. */
  emptyIn(): number;
}

/** A counter that does not separate booked from counted amounts. */
abstract class PlainCounter {
  abstract used(): number;
  abstract add(at: number, amount: number): void;

  book(at: number, amount: number): void {
    this.add(at, amount);
  }

  release(at: number, amount: number): void {
    this.add(at, -amount);
  }

  settled(): number {
    return this.used();
  }

  keepBooked(): void {}
}

/** Lists of at most so many numbers reserve no room for more. */
const fewEntries = 16;

const noNumbers: number[] = [];

/**
 * The amounts counted in a sliding window, in buckets of a 200th of its length. A bucket counts in full until all of it
 * has left the window, so no window of that length ever exceeds the limit. Only buckets with an amount are kept, oldest
 * first. There may be very many windows with small counts, so one takes no more room than it needs.
 */
export class WindowCounter extends PlainCounter implements Counter {
  held = 0;
  readonly windowMs: number;
  readonly #clock: Clock;
  /** Buckets and their amounts in turn. */
  #entries: number[] = noNumbers;
  /** Entries before this one have expired. */
  #head = 0;
  #total = 0;

  constructor(windowMs: number, clock: Clock) {
    super();
    this.windowMs = windowMs;
    this.#clock = clock;
  }

  used(): number {
    return this.held + this.#counts(this.#clock.monotonic());
  }

  add(at: number, amount: number): void {
    const bucket = this.#bucketOf(at);
    let place = this.#entries.length - 2;
    while (place >= this.#head && this.#entries[place]! > bucket) place -= 2;
    if (place >= this.#head && this.#entries[place] === bucket) {
      this.#entries[place + 1]! += amount;
    } else {
      if (amount < 0) return; // counted in a bucket that has expired
      this.#insert(place + 2, bucket, amount);
    }
    this.#total += amount;
  }

  dropsIn(target: number): number {
    const now = this.#clock.monotonic();
    let left = this.#counts(now) + this.held;
    for (let place = this.#head; left > target && place < this.#entries.length; place += 2) {
      left -= this.#entries[place + 1]!;
      if (left <= target) return this.#expiry(this.#entries[place]!) - now;
    }
    return 0;
  }

  emptyIn(): number {
    const now = this.#clock.monotonic();
    this.#counts(now);
    for (let place = this.#entries.length - 2; place >= this.#head; place -= 2) {
      if (this.#entries[place + 1]! > 0) return this.#expiry(this.#entries[place]!) - now;
    }
    return 0;
  }

  /**
   * The unexpired amounts, oldest first, each with the last moment at which it may have been counted.
   *
   * @param most The most parts: neighbours are merged into one, with the later moment.
   */
  counted(most: number): readonly (readonly [lastMs: number, amount: number])[] {
    const partMs = this.windowMs / most;
    const parts: [lastMs: number, amount: number][] = [];
    let latestPart = Number.NaN;
    this.#counts(this.#clock.monotonic());
    for (let place = this.#head; place < this.#entries.length; place += 2) {
      const amount = this.#entries[place + 1]!;
      if (amount <= 0) continue;
      const lastMs = (this.#entries[place]! + 1) * this.#bucketMs - 1;
      const part = Math.floor(lastMs / partMs);
      const latest = parts.at(-1);
      if (latest !== undefined && part === latestPart) {
        latest[0] = lastMs;
        latest[1] += amount;
      } else parts.push([lastMs, amount]);
      latestPart = part;
    }
    return parts;
  }

  get #bucketMs(): number {
    return this.windowMs / bucketsPerWindow;
  }

  /** The amount that counts at a moment, without held amounts. */
  #counts(now: number): number {
    const oldest = this.#bucketOf(now) - bucketsCounted + 1;
    while (this.#head < this.#entries.length && this.#entries[this.#head]! < oldest) {
      this.#total -= this.#entries[this.#head + 1]!;
      this.#head += 2;
    }
    if (this.#head > 2 * bucketsCounted) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    return this.#total;
  }

  #insert(place: number, bucket: number, amount: number): void {
    if (this.#entries.length >= fewEntries || place < this.#entries.length) {
      this.#entries.splice(place, 0, bucket, amount);
    } else this.#entries = this.#entries.concat([bucket, amount]);
  }

  #bucketOf(at: number): number {
    return Math.floor(at / this.#bucketMs);
  }

  #expiry(bucket: number): number {
    return (bucket + bucketsCounted) * this.#bucketMs;
  }
}

/** Slots are only held: they come back when a request ends, not with time. */
class SlotCounter extends PlainCounter implements Counter {
  held = 0;

  used(): number {
    return this.held;
  }

  add(_at: number, amount: number): void {
    this.held += amount;
  }

  dropsIn(): number {
    return slotRetryMs;
  }

  emptyIn(): number {
    return 0;
  }
}

/** Milliseconds. A budget's booking has the beginning of a stretch of this length as its moment. */
export const bookedTogetherMs = 5;

/** Money spent in the present calendar period; negative after a credit of more than that. */
export class BudgetCounter implements Counter {
  held = 0;
  readonly period: BudgetMeter['period'];
  readonly #clock: Clock;
  /** Includes the amounts booked for requests in flight. */
  #spent = 0;
  #booked = 0;
  #from = 0;
  #to = 0;

  constructor(period: BudgetMeter['period'], clock: Clock) {
    this.period = period;
    this.#clock = clock;
  }

  /** The first moment of the present period, in milliseconds since the epoch. */
  get from(): number {
    this.used();
    return this.#from;
  }

  /** Without held amounts. */
  get spent(): number {
    return this.used() - this.held;
  }

  used(): number {
    const wall = this.#clock.wall();
    // Only forward: a wall clock that is set back must not reopen a budget that was spent.
    if (wall >= this.#to) {
      const { from, to } = periodAt(this.period, wall);
      this.#from = from;
      this.#to = to;
      this.#spent = 0;
      this.#booked = 0;
    }
    return this.#spent + this.held;
  }

  add(_at: number, amount: number): void {
    this.used();
    this.#spent += amount;
  }

  book(at: number, amount: number): void {
    this.add(at, amount);
    this.#booked += amount;
  }

  release(at: number, amount: number): void {
    this.used();
    const clock = this.#clock;
    if (clock.wall() - clock.monotonic() + at < this.#from - bookedTogetherMs) return;
    this.#spent -= amount;
    this.keepBooked(amount);
  }

  settled(): number {
    return this.spent - this.#booked;
  }

  keepBooked(amount: number): void {
    this.#booked = Math.max(0, this.#booked - amount);
  }

  /** Restores the amount spent before a restart, if it belongs to the present period. */
  restore(from: number, spent: number): void {
    this.used();
    if (from !== this.#from) return;
    // Negative after a credit.
    this.#spent = this.#spent === 0 ? spent : Math.max(this.#spent, spent);
  }

  dropsIn(): number {
    this.used();
    return Math.max(1, this.#to - this.#clock.wall());
  }

  emptyIn(): number {
    return this.dropsIn();
  }
}

/** A counter at zero for a meter. */
export function counterFor(meter: Meter, clock: Clock): Counter {
  switch (meter.kind) {
    case 'requests':
    case 'tokens':
      return new WindowCounter(meter.windowMs, clock);
    case 'concurrency':
      return new SlotCounter();
    case 'budget':
      return new BudgetCounter(meter.period, clock);
  }
}
