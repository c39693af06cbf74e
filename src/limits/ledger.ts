/**
 * The counters of every key in one process, and the verdict on a request: all of its meters count it, or none. A
 * counter is found by the key's id and the meter's own. So a reload that keeps a rule, or changes only its number, goes
 * on with the same count.
 */

import { Account } from './accounts/account.ts';
import { type EndUserAccount, EndUserAccounts } from './accounts/end-user-accounts.ts';
import { accountOf, areCallersOf } from './accounts/owners.ts';
import type { BudgetChange } from './budget-change.ts';
import type { Clock } from './clock.ts';
import { type Correction, changeByCorrection, momentOf } from './correction.ts';
import { BudgetCounter, type Counter, counterFor, WindowCounter } from './counters.ts';
import { costOn, type KnownUse, type LimitRefusal, type Reserved, reservedRetryMs } from './limit-store.ts';
import { bucketsPerWindow, type Meter, type Meters, type QuotaStatus, quotaLeft } from './rules.ts';

/** The most accounts that anybody can make the gateway open, by failing to sign in; the latest are kept. */
const maxTransient = 10_000;

/** Meters with their counters, in the same order. */
export interface Bound {
  readonly meters: Meters;
  readonly counters: readonly Counter[];
}

interface Binding extends Bound {
  readonly accounts: readonly (Account | EndUserAccount)[];
  readonly endUsers: readonly EndUserAccount[];
}

/** The spent amount of one budget, kept over a restart. */
export interface BudgetRecord {
  readonly account: string;
  readonly id: string;
  readonly period: BudgetCounter['period'];
  /** The first moment of the period, in milliseconds since the epoch. */
  readonly from: number;
  readonly spentNanoUsd: number;
}

/** The count of one rate over an hour or more, kept over a restart. */
export interface WindowRecord {
  readonly account: string;
  readonly id: string;
  readonly windowMs: number;
  /** The last moment at which each amount may have been counted, in milliseconds since the epoch, and the amount. */
  readonly counted: readonly (readonly [lastMs: number, amount: number])[];
}

/** All counts, except of accounts that anybody can open: one process passes them to another that goes on counting. */
export interface Counted {
  readonly budgets: readonly BudgetRecord[];
  /** The windows of all lengths. */
  readonly windows: readonly WindowRecord[];
}

/**
 * Milliseconds of the shortest window that is kept: shorter ones are over, or nearly, when a gateway has started again.
 */
const leastKeptMs = 3_600_000;
/** Parts of each window that are kept: a restored amount counts at most one part of the window's length longer. */
const keptParts = 50;
/** So many parts that no two buckets are merged. */
const everyBucket = 10 * bucketsPerWindow;
/** Milliseconds of a difference at which the wall clock was set. */
const clockStepMs = 1000;

export class Ledger {
  readonly #clock: Clock;
  /** Milliseconds by which the wall clock is ahead of the monotonic one. */
  #wallAheadMs: number;
  readonly #accounts = new Map<string, Account>();
  readonly #transient = new Map<string, Account>();
  readonly #ids = new Map<string, string>();
  /** By key. */
  readonly #endUsers = new Map<string, EndUserAccounts>();
  readonly #bindings = new WeakMap<Meters, Binding>();
  #sweep: IterableIterator<[string, Account]> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wallAheadMs = clock.wall() - clock.monotonic();
  }

  /** The counters of a request's meters. */
  bind(meters: Meters): Bound {
    const known = this.#bindings.get(meters);
    if (known !== undefined && !isAnyClosed(known.accounts)) {
      for (let place = 0; place < known.endUsers.length; place += 1) known.endUsers[place]!.touch();
      return known;
    }
    // Room is made before any is opened: a new one counts nothing yet, and must not be forgotten for that.
    this.#makeRoom(meters);
    const accounts = new Map<string, Account | EndUserAccount>();
    const endUsers: EndUserAccount[] = [];
    const counters = meters.list.map((meter) => {
      const { owner } = meter;
      const name = owner?.account ?? meters.account;
      let account = accounts.get(name);
      if (account === undefined) {
        if (owner?.kind === 'end_user') {
          account = this.#endUsersOf(owner.key!).open(owner.name);
          endUsers.push(account);
        } else account = this.#account(name, meters.isTransient);
        accounts.set(name, account);
      }
      return account instanceof Account ? this.#counter(account, meter) : account.counter(meter);
    });
    const binding = { meters, accounts: [...accounts.values()], counters, endUsers };
    // An end user on a shared account may get its own at any time.
    if (!endUsers.some(({ isShared }) => isShared)) this.#bindings.set(meters, binding);
    return binding;
  }

  /** The same counters, or the present ones if an account of theirs was forgotten since. */
  current(bound: Bound): Bound {
    return isAnyClosed((bound as Binding).accounts) ? this.bind(bound.meters) : bound;
  }

  #endUsersOf(key: string): EndUserAccounts {
    const known = this.#endUsers.get(key);
    if (known !== undefined) return known;
    const accounts = new EndUserAccounts(this.#clock);
    this.#endUsers.set(key, accounts);
    return accounts;
  }

  /** The refusal that a request would get now; undefined if all of its meters have room. */
  refusalOf(bound: Bound, reserved: Reserved): LimitRefusal | undefined {
    const { meters, counters } = bound;
    let index = -1;
    let retryAfterMs = -1;
    let isReserved = false;
    for (let place = 0; place < counters.length; place += 1) {
      const meter = meters.list[place]!;
      const counter = counters[place]!;
      const room = roomFor(meter, reserved);
      if (counter.used() <= room) continue;
      const isHeld = meter.kind === 'budget' && counter.settled() < meter.limit;
      const dropsIn = isHeld ? reservedRetryMs : counter.dropsIn(room);
      if (dropsIn <= retryAfterMs) continue;
      index = place;
      retryAfterMs = dropsIn;
      isReserved = isHeld;
    }
    if (index === -1) return undefined;
    return { admitted: false, index, retryAfterMs, isReserved, quotas: this.quotas(bound) };
  }

  /** True if a request would get through now. */
  hasRoom({ meters, counters }: Bound, reserved: Reserved): boolean {
    for (let place = 0; place < counters.length; place += 1)
      if (counters[place]!.used() > roomFor(meters.list[place]!, reserved)) return false;
    return true;
  }

  /** Counts a request on all of its meters at a moment. */
  book({ meters, counters }: Bound, reserved: Reserved, at: number): void {
    for (let place = 0; place < counters.length; place += 1) {
      const cost = costOn(meters.list[place]!, reserved);
      if (cost !== 0) counters[place]!.book(at, cost);
    }
  }

  /** Corrects the count of a request that is over. */
  correct(correction: Correction): void {
    const { meters, counters } = this.bind(correction.meters);
    const wall = this.#clock.wall();
    const at = momentOf(correction, this.#clock);
    for (let place = 0; place < counters.length; place += 1) {
      const change = changeByCorrection(meters.list[place]!, correction, wall);
      if (change !== 0) counters[place]!.add(at, change);
    }
  }

  /** Takes over the use that was counted elsewhere. */
  takeOver({ counters }: Bound, { added, atLeast, at }: KnownUse): void {
    for (let place = 0; place < counters.length; place += 1) {
      const counter = counters[place]!;
      const own = added[place] ?? 0;
      const least = atLeast[place] ?? 0;
      // A credit may have left a negative count: a store without news of any use does not contradict that.
      const more = own + (least > 0 ? Math.max(0, least - counter.used() - own) : 0);
      if (more > 0) counter.add(at, more);
    }
  }

  quotas({ meters, counters }: Bound): readonly QuotaStatus[] {
    return counters.map((counter, place) => quotaOf(meters.list[place]!, counter));
  }

  /** Changes the spent amount of budgets; returns their status after the change. */
  changeBudgets(meters: Meters, change: BudgetChange): readonly QuotaStatus[] {
    const bound = this.bind(meters);
    const now = this.#clock.monotonic();
    for (const counter of bound.counters) {
      counter.add(now, change.kind === 'credit' ? -change.nanoUsd : -counter.settled());
    }
    return this.quotas(bound);
  }

  /** Changes the spent amount of budgets for each caller of a key; returns the number of changed budgets. */
  changeCallerBudgets(key: string, { list }: Meters, change: BudgetChange): number {
    let changed = 0;
    for (const [ownerKey, accounts] of this.#endUsers)
      if (areCallersOf(key, ownerKey))
        for (const { id } of list) changed += accounts.changeBudget(id, change);
    return changed;
  }

  /** The status of meters, without opening counters for unused ones. */
  look(meters: Meters): readonly QuotaStatus[] {
    return meters.list.map((meter) => {
      const account = this.#accounts.get(accountOf(meters, meter));
      return quotaOf(meter, account?.get(meter.id) ?? counterFor(meter, this.#clock));
    });
  }

  /** All amounts spent in periods that are not over. */
  budgets(): readonly BudgetRecord[] {
    const records: BudgetRecord[] = [];
    for (const [name, account] of this.#accounts) {
      for (const { id, counter } of account.entries) {
        if (!(counter instanceof BudgetCounter) || counter.spent === 0) continue;
        const { period, from, spent } = counter;
        records.push({ account: name, id, period, from, spentNanoUsd: spent });
      }
    }
    return records;
  }

  /** Restores the records of an earlier process. */
  restore(records: readonly BudgetRecord[]): void {
    for (const { account: name, id, period, from, spentNanoUsd } of records) {
      const account = this.#kept(name);
      const counter = account.open(id, () => new BudgetCounter(period, this.#clock));
      if (counter instanceof BudgetCounter) counter.restore(from, spentNanoUsd);
    }
  }

  /** The counts of windows of an hour and more: unchanged records if nothing was counted or left its window. */
  windows(): Generator<WindowRecord> {
    return this.#windows(leastKeptMs, keptParts);
  }

  /** The counts of this moment, to the bucket. */
  counted(): Counted {
    return { budgets: this.budgets(), windows: [...this.#windows(0, everyBucket)] };
  }

  /** Adds the counts of another process of this host, at their own moments; a negative amount takes back. */
  add({ budgets, windows }: Counted): void {
    for (const { account, id, period, from, spentNanoUsd } of budgets) {
      const counter = this.#kept(account).open(id, () => new BudgetCounter(period, this.#clock));
      if (counter instanceof BudgetCounter && counter.from === from) counter.add(0, spentNanoUsd);
    }
    const aheadMs = this.#wallAhead();
    const now = this.#clock.monotonic();
    for (const { account, id, windowMs, counted } of windows) {
      const counter = this.#kept(account).open(id, () => new WindowCounter(windowMs, this.#clock));
      // The present bucket is not over; it stays the same one in later messages.
      const latest = now + windowMs / bucketsPerWindow;
      for (const [lastMs, amount] of counted) counter.add(Math.min(latest, lastMs - aheadMs), amount);
    }
  }

  #kept(name: string): Account {
    const account = this.#accounts.get(name) ?? new Account();
    this.#accounts.set(name, account);
    return account;
  }

  *#windows(leastMs: number, parts: number): Generator<WindowRecord> {
    const aheadMs = this.#wallAhead();
    for (const [name, account] of this.#accounts) {
      for (const { id, counter } of account.entries) {
        if (!(counter instanceof WindowCounter) || counter.windowMs < leastMs) continue;
        const { windowMs } = counter;
        const counted = counter
          .counted(parts)
          .map(([lastMs, amount]) => [Math.round(lastMs + aheadMs), amount] as const);
        if (counted.length > 0) yield { account: name, id, windowMs, counted };
      }
    }
  }

  /** Restores the records of an earlier process. A moment in the future, after a clock was set, counts as now. */
  restoreWindows(records: Iterable<WindowRecord>): void {
    const aheadMs = this.#wallAhead();
    const now = this.#clock.monotonic();
    for (const { account: name, id, windowMs, counted } of records) {
      const account = this.#kept(name);
      const counter = account.open(id, () => new WindowCounter(windowMs, this.#clock));
      for (const [lastMs, amount] of counted) counter.add(Math.min(now, lastMs - aheadMs), amount);
    }
  }

  /** Ignores the small steps that keep a clock right: each would change every window's record. */
  #wallAhead(): number {
    const aheadMs = this.#clock.wall() - this.#clock.monotonic();
    if (Math.abs(aheadMs - this.#wallAheadMs) > clockStepMs) this.#wallAheadMs = aheadMs;
    return this.#wallAheadMs;
  }

  #makeRoom({ accounts, isTransient, hasEndUser }: Meters): void {
    for (const name of accounts) {
      if (hasEndUser && name.startsWith('user ')) continue; // end users make room among themselves
      if (!isTransient) {
        if (!this.#accounts.has(name)) this.#forgetIdle();
      } else if (this.#transient.size >= maxTransient && !this.#transient.has(name)) {
        forget(this.#transient, this.#transient.keys().next().value!);
      }
    }
  }

  #account(name: string, isTransient: boolean): Account {
    const accounts = isTransient ? this.#transient : this.#accounts;
    const known = accounts.get(name);
    if (known !== undefined) return known;
    const account = new Account();
    accounts.set(name, account);
    return account;
  }

  #counter(account: Account, meter: Meter): Counter {
    const known = account.get(meter.id);
    if (known !== undefined) return known;
    // One text for all accounts: each message brings a new copy of it.
    const id = this.#ids.get(meter.id) ?? meter.id;
    this.#ids.set(id, id);
    return account.open(id, () => counterFor(meter, this.#clock));
  }

  /** Looks at two accounts for each new one, so that accounts of removed keys do not stay for ever. */
  #forgetIdle(): void {
    for (let looked = 0; looked < 2; looked += 1) {
      this.#sweep ??= this.#accounts.entries();
      const { done, value } = this.#sweep.next();
      if (done === true) {
        this.#sweep = undefined;
        return;
      }
      const [name, account] = value as [string, Account];
      if (account.isIdle()) forget(this.#accounts, name);
    }
  }
}

function isAnyClosed(accounts: readonly { readonly isClosed: boolean }[]): boolean {
  for (let place = 0; place < accounts.length; place += 1) if (accounts[place]!.isClosed) return true;
  return false;
}

function quotaOf({ limit }: Meter, counter: Counter): QuotaStatus {
  return quotaLeft(limit - counter.used(), counter.emptyIn());
}

function forget(accounts: Map<string, Account>, name: string): void {
  const account = accounts.get(name);
  if (account !== undefined) account.isClosed = true;
  accounts.delete(name);
}

/** The amount that may count already for a request to get through. Any rest of a budget is enough. */
function roomFor(meter: Meter, reserved: Reserved): number {
  return meter.kind === 'budget' ? meter.limit - 1 : meter.limit - costOn(meter, reserved);
}
