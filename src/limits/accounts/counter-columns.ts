/**
 * The counters of one meter for very many accounts, each known by its number. They are numbers in tables: an object for
 * each counter would take several times as much. They count as `counters.ts` does.
 */

import type { Clock } from '../clock.ts';
import { bookedTogetherMs, type Counter } from '../counters.ts';
import { slotRetryMs } from '../limit-store.ts';
import { periodAt } from '../period.ts';
import { type BudgetMeter, bucketsCounted, type Meter } from '../rules.ts';
import type { BucketLists } from './bucket-lists.ts';
import { NumberTable } from './number-table.ts';

/** The counters of one meter, with the operations of `Counter`. */
export interface CounterColumn {
  heldOf(account: number): number;
  hold(account: number, held: number): void;
  used(account: number): number;
  add(account: number, at: number, amount: number): void;
  release(account: number, at: number, amount: number): void;
  /** The amount booked for requests in flight; 0 in columns that do not separate it. */
  bookedOf(account: number): number;
  keepBooked(account: number, amount: number): void;
  dropsIn(account: number, target: number): number;
  emptyIn(account: number): number;
  /** Clears the counters of a number, which another account may get. */
  clear(account: number): void;
}

/** One counter of a column. There are as many as are in use, not as many as accounts. */
export class ColumnCounter implements Counter {
  readonly #column: CounterColumn;
  readonly #account: number;

  constructor(column: CounterColumn, account: number) {
    this.#column = column;
    this.#account = account;
  }

  get held(): number {
    return this.#column.heldOf(this.#account);
  }

  set held(held: number) {
    this.#column.hold(this.#account, held);
  }

  used(): number {
    return this.#column.used(this.#account);
  }

  add(at: number, amount: number): void {
    this.#column.add(this.#account, at, amount);
  }

  book(at: number, amount: number): void {
    this.#column.add(this.#account, at, amount);
    this.#column.keepBooked(this.#account, -amount);
  }

  release(at: number, amount: number): void {
    this.#column.release(this.#account, at, amount);
  }

  settled(): number {
    return this.used() - this.held - this.#column.bookedOf(this.#account);
  }

  keepBooked(amount: number): void {
    this.#column.keepBooked(this.#account, amount);
  }

  dropsIn(target: number): number {
    return this.#column.dropsIn(this.#account, target);
  }

  emptyIn(): number {
    return this.#column.emptyIn(this.#account);
  }
}

/** Columns of the tables: the first one of all holds the amounts that were given out and are not counted yet. */
const heldColumn = 0;
const total = 1;
const first = 2;
const last = 3;

/** A column that does not separate booked from counted amounts. */
abstract class PlainColumn {
  abstract add(account: number, at: number, amount: number): void;

  release(account: number, at: number, amount: number): void {
    this.add(account, at, -amount);
  }

  bookedOf(): number {
    return 0;
  }

  keepBooked(): void {}
}

/** Sliding windows, in buckets like those of a `WindowCounter`. */
class WindowColumn extends PlainColumn implements CounterColumn {
  readonly #clock: Clock;
  readonly #bucketMs: number;
  readonly #buckets: BucketLists;
  readonly #windows = new NumberTable(4);

  constructor(bucketMs: number, clock: Clock, buckets: BucketLists) {
    super();
    this.#bucketMs = bucketMs;
    this.#clock = clock;
    this.#buckets = buckets;
  }

  heldOf(account: number): number {
    return this.#windows.get(account, heldColumn);
  }

  hold(account: number, held: number): void {
    this.#windows.set(account, heldColumn, held);
  }

  used(account: number): number {
    return this.heldOf(account) + this.#counts(account, this.#clock.monotonic());
  }

  add(account: number, at: number, amount: number): void {
    const bucket = Math.floor(at / this.#bucketMs);
    let entry = this.#windows.get(account, last);
    if (entry === 0 || this.#buckets.bucketOf(entry) !== bucket) {
      entry = this.#entryOf(account, bucket, amount > 0);
      if (entry === 0) return; // taken back from a bucket that has expired
    }
    this.#buckets.add(entry, amount);
    this.#windows.set(account, total, this.#windows.get(account, total) + amount);
  }

  dropsIn(account: number, target: number): number {
    const now = this.#clock.monotonic();
    let left = this.#counts(account, now) + this.heldOf(account);
    for (let entry = this.#windows.get(account, first); left > target && entry !== 0; ) {
      left -= this.#buckets.amountOf(entry);
      if (left <= target) return this.#expiry(entry) - now;
      entry = this.#buckets.after(entry);
    }
    return 0;
  }

  emptyIn(account: number): number {
    const now = this.#clock.monotonic();
    this.#counts(account, now);
    let latest = this.#windows.get(account, last);
    if (latest !== 0 && this.#buckets.amountOf(latest) <= 0) {
      latest = 0;
      for (let entry = this.#windows.get(account, first); entry !== 0; entry = this.#buckets.after(entry))
        if (this.#buckets.amountOf(entry) > 0) latest = entry;
    }
    return latest === 0 ? 0 : this.#expiry(latest) - now;
  }

  clear(account: number): void {
    this.#counts(account, Number.POSITIVE_INFINITY);
    for (const column of [heldColumn, total, first, last]) this.#windows.set(account, column, 0);
  }

  /** The entry of a bucket; if there is none, a new one if one is wanted, otherwise 0. */
  #entryOf(account: number, bucket: number, isWanted: boolean): number {
    let before = this.#windows.get(account, last);
    let after = 0;
    if (before !== 0 && this.#buckets.bucketOf(before) > bucket) {
      before = 0;
      after = this.#windows.get(account, first);
      while (this.#buckets.bucketOf(after) < bucket) {
        before = after;
        after = this.#buckets.after(after);
      }
      if (this.#buckets.bucketOf(after) === bucket) return after;
    }
    if (!isWanted) return 0;
    const made = this.#buckets.insert(bucket, before, after);
    if (before === 0) this.#windows.set(account, first, made);
    if (after === 0) this.#windows.set(account, last, made);
    return made;
  }

  /** The amount that counts at a moment, without held amounts; expired buckets are removed. */
  #counts(account: number, now: number): number {
    const oldest = Math.floor(now / this.#bucketMs) - bucketsCounted + 1;
    let entry = this.#windows.get(account, first);
    let counts = this.#windows.get(account, total);
    if (entry === 0 || this.#buckets.bucketOf(entry) >= oldest) return counts;
    while (entry !== 0 && this.#buckets.bucketOf(entry) < oldest) {
      counts -= this.#buckets.amountOf(entry);
      entry = this.#buckets.remove(entry);
    }
    this.#windows.set(account, total, counts);
    this.#windows.set(account, first, entry);
    if (entry === 0) this.#windows.set(account, last, 0);
    return counts;
  }

  #expiry(entry: number): number {
    return (this.#buckets.bucketOf(entry) + bucketsCounted) * this.#bucketMs;
  }
}

/** Slots, which are only held. */
class SlotColumn extends PlainColumn implements CounterColumn {
  readonly #slots = new NumberTable(1);

  heldOf(account: number): number {
    return this.#slots.get(account, heldColumn);
  }

  hold(account: number, held: number): void {
    this.#slots.set(account, heldColumn, held);
  }

  used(account: number): number {
    return this.heldOf(account);
  }

  add(account: number, _at: number, amount: number): void {
    this.hold(account, this.heldOf(account) + amount);
  }

  dropsIn(): number {
    return slotRetryMs;
  }

  emptyIn(): number {
    return 0;
  }

  clear(account: number): void {
    this.hold(account, 0);
  }
}

const spent = 1;
const spentFrom = 2;
const booked = 3;

/** Money spent in the present calendar period, which is the same for all. */
class BudgetColumn implements CounterColumn {
  readonly #period: BudgetMeter['period'];
  readonly #clock: Clock;
  readonly #budgets = new NumberTable(4);
  #from = 0;
  #to = 0;

  constructor(period: BudgetMeter['period'], clock: Clock) {
    this.#period = period;
    this.#clock = clock;
  }

  heldOf(account: number): number {
    return this.#budgets.get(account, heldColumn);
  }

  hold(account: number, held: number): void {
    this.#budgets.set(account, heldColumn, held);
  }

  used(account: number): number {
    this.#turn();
    return this.heldOf(account) + this.#spentBy(account);
  }

  /** A budget in all begins at the epoch, the same first moment that an account without entries has. */
  #spentBy(account: number): number {
    return this.#budgets.get(account, spentFrom) === this.#from ? this.#budgets.get(account, spent) : 0;
  }

  add(account: number, _at: number, amount: number): void {
    this.#turn();
    const before = this.#spentBy(account);
    const bookedBefore = this.bookedOf(account);
    this.#budgets.set(account, spent, before + amount);
    this.#budgets.set(account, booked, bookedBefore);
    this.#budgets.set(account, spentFrom, this.#from);
  }

  release(account: number, at: number, amount: number): void {
    this.#turn();
    if (this.#clock.wall() - this.#clock.monotonic() + at < this.#from - bookedTogetherMs) return;
    this.add(account, at, -amount);
    this.keepBooked(account, amount);
  }

  bookedOf(account: number): number {
    this.#turn();
    return this.#budgets.get(account, spentFrom) === this.#from ? this.#budgets.get(account, booked) : 0;
  }

  keepBooked(account: number, amount: number): void {
    this.#budgets.set(account, booked, Math.max(0, this.bookedOf(account) - amount));
  }

  dropsIn(): number {
    this.#turn();
    return Math.max(1, this.#to - this.#clock.wall());
  }

  emptyIn(): number {
    return this.dropsIn();
  }

  clear(account: number): void {
    for (const column of [heldColumn, spent, spentFrom, booked]) this.#budgets.set(account, column, 0);
  }

  /** Only forward: a wall clock that is set back must not reopen a budget that was spent. */
  #turn(): void {
    const wall = this.#clock.wall();
    if (wall < this.#to) return;
    const { from, to } = periodAt(this.#period, wall);
    this.#from = from;
    this.#to = to;
  }
}

/** A column with nothing counted; windows have their buckets in `buckets`, which several columns may share. */
export function columnFor(meter: Meter, clock: Clock, buckets: BucketLists): CounterColumn {
  switch (meter.kind) {
    case 'requests':
    case 'tokens':
      return new WindowColumn(meter.bucketMs, clock, buckets);
    case 'concurrency':
      return new SlotColumn();
    case 'budget':
      return new BudgetColumn(meter.period, clock);
  }
}
