import { hash } from 'node:crypto';
import type { BudgetChange } from '../budget-change.ts';
import type { Clock } from '../clock.ts';
import type { Counter } from '../counters.ts';
import type { Meter } from '../rules.ts';
import { BucketLists } from './bucket-lists.ts';
import { ColumnCounter, type CounterColumn, columnFor } from './counter-columns.ts';
import { NumberTable } from './number-table.ts';

/** The most end users of a key that are remembered, */
export const mostEndUsers = 100_000;
/** and the number of least recently used ones that are searched for one with nothing counted any more. */
const mostLooked = 32;
/** Characters of the longest name that is kept; a longer one is replaced by its digest, which has one more. */
const longestName = 31;

/** The number that counts requests without an end user, and those of end users for whom there is no room. */
const unnamed = 0;

/** Columns of each end user's entry: its neighbours in the order of use, and how often its number changed owner. */
const olderColumn = 0;
const newerColumn = 1;
const lifeColumn = 2;

/**
 * The counters of the end users of one key. An end user is a number, under which its counters are kept in tables. The
 * least recently used one is forgotten first, once nothing counts for it any more.
 */
export class EndUserAccounts {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [''];
  readonly #lives = new NumberTable(3);
  readonly #buckets = new BucketLists();
  /** By the id of the meter. */
  readonly #columns = new Map<string, CounterColumn>();
  #oldest = unnamed;
  #newest = unnamed;

  constructor(clock: Clock, most: number = mostEndUsers) {
    this.#clock = clock;
    this.#most = most;
  }

  get size(): number {
    return this.#numbers.size;
  }

  open(name: string): EndUserAccount {
    if (name === '') return new EndUserAccount(this, unnamed, 0, false);
    const short = name.length > longestName ? hash('sha256', name, 'binary') : name;
    const known = this.#numbers.get(short);
    if (known !== undefined) {
      this.use(known);
      return new EndUserAccount(this, known, this.lifeOf(known), false);
    }
    const number = this.#numbers.size < this.#most ? this.#names.length : this.#forgetIdle();
    if (number === unnamed) return new EndUserAccount(this, unnamed, 0, true);
    this.#numbers.set(short, number);
    this.#names[number] = short;
    this.#append(number);
    return new EndUserAccount(this, number, this.lifeOf(number), false);
  }

  /** The count of owners that a number has had: it tells one from the next. */
  lifeOf(number: number): number {
    return this.#lives.get(number, lifeColumn);
  }

  /** Marks an end user as the last used, which is forgotten last. */
  use(number: number): void {
    if (number === this.#newest || number === unnamed) return;
    this.#takeOut(number);
    this.#append(number);
  }

  counter(number: number, meter: Meter): Counter {
    const column = this.#columns.get(meter.id) ?? columnFor(meter, this.#clock, this.#buckets);
    this.#columns.set(meter.id, column);
    return new ColumnCounter(column, number);
  }

  /** Changes the spent amount of a budget for each end user that has spent some. Returns how many those are. */
  changeBudget(id: string, change: BudgetChange): number {
    const column = this.#columns.get(id);
    let changed = 0;
    for (let number = 0; column !== undefined && number < this.#names.length; number += 1) {
      const used = column.used(number);
      if (used === 0) continue;
      const settled = used - column.heldOf(number) - column.bookedOf(number);
      column.add(number, 0, change.kind === 'credit' ? -change.nanoUsd : -settled);
      changed += 1;
    }
    return changed;
  }

  #append(number: number): void {
    this.#lives.set(number, olderColumn, this.#newest);
    this.#lives.set(number, newerColumn, unnamed);
    if (this.#newest === unnamed) this.#oldest = number;
    else this.#lives.set(this.#newest, newerColumn, number);
    this.#newest = number;
  }

  #takeOut(number: number): void {
    const older = this.#lives.get(number, olderColumn);
    const newer = this.#lives.get(number, newerColumn);
    if (older === unnamed) this.#oldest = newer;
    else this.#lives.set(older, newerColumn, newer);
    if (newer === unnamed) this.#newest = older;
    else this.#lives.set(newer, olderColumn, older);
  }

  /** The number of an end user that is forgotten now; the number for no name if all are needed. */
  #forgetIdle(): number {
    let number = this.#oldest;
    for (let looked = 0; number !== unnamed && looked < mostLooked; looked += 1) {
      if (this.#isIdle(number)) {
        this.#numbers.delete(this.#names[number]!);
        for (const column of this.#columns.values()) column.clear(number);
        this.#lives.set(number, lifeColumn, this.lifeOf(number) + 1);
        this.#takeOut(number);
        return number;
      }
      number = this.#lives.get(number, newerColumn);
    }
    return unnamed;
  }

  #isIdle(number: number): boolean {
    for (const column of this.#columns.values()) if (column.used(number) !== 0) return false;
    return true;
  }
}

/** The account of one end user, as long as the end user is remembered. */
export class EndUserAccount {
  /** The account is that of all unnamed end users: there was no room for another. */
  readonly isShared: boolean;
  readonly #accounts: EndUserAccounts;
  readonly #number: number;
  readonly #life: number;

  constructor(accounts: EndUserAccounts, number: number, life: number, isShared: boolean) {
    this.#accounts = accounts;
    this.#number = number;
    this.#life = life;
    this.isShared = isShared;
  }

  /** Forgotten: its holders have to look it up again. */
  get isClosed(): boolean {
    return this.#accounts.lifeOf(this.#number) !== this.#life;
  }

  /** Marks it as used now. */
  touch(): void {
    if (!this.isClosed) this.#accounts.use(this.#number);
  }

  counter(meter: Meter): Counter {
    return this.#accounts.counter(this.#number, meter);
  }
}
