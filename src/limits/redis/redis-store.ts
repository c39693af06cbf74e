/**
 * Counts in Redis or Valkey, for all gateways that share one. A request costs one round trip; its real use is reported
 * when its answer has ended, and nobody waits for that. Redis counts and nothing else: it can lose counters, never
 * keys.
 */
import { SwapList, type SwapListed } from '../../lib/swap-list.ts';
import { callersPrefix } from '../accounts/owners.ts';
import type { BudgetChange, BudgetStore } from '../budget-change.ts';
import { type Clock, hostClock } from '../clock.ts';
import { type Correction, changeByCorrection } from '../correction.ts';
import { type Counter, counterFor } from '../counters.ts';
import {
  costOn,
  type Demand,
  type Grant,
  type LimitStore,
  type Reserved,
  type Settlement,
  StoreFault,
  settlementOn,
  type Verdict,
} from '../limit-store.ts';
import { changeBySettling } from '../memory-store.ts';
import { hasSlots, slotChanges, slotMetersOf } from '../meter-parts.ts';
import { type Meter, type Meters, metersOf, type QuotaStatus } from '../rules.ts';
import { type Answer, type Operation, ScriptCalls } from './redis-calls.ts';
import type { RedisLink } from './redis-link.ts';
import { type LateAnswer, RedisQueue } from './redis-queue.ts';
import { limitScript } from './redis-script.ts';

/** Milliseconds after which a dead gateway's slots are free; a live one renews them three times within it. */
const defaultLeaseMs = 30_000;
/** The most undelivered settlements that are kept; a further one stays reserved. */
const maxOwed = 10_000;
/** The lease of an operation without slots. */
const noLease = '-';
/** Accounts that are changed together: the server has 50 ms for all of them. */
const changedAtOnce = 50;
/** Settlements that are sent together with a request. */
const paidAtOnce = 200;

export interface RedisStoreOptions {
  readonly link: RedisLink;
  /** The beginning of the names of all keys. */
  readonly prefix: string;
  /** Tells the leases of processes apart. */
  readonly processId: string;
  readonly clock?: Clock;
  readonly leaseMs?: number;
  /** Tests set a script with their own clock. */
  readonly script?: string;
}

/** A settlement on its way. */
interface Owed {
  /** `settle` by default. */
  readonly name?: 'settle' | 'release';
  readonly meters: Meters;
  /** The server's time of the admission. */
  readonly at: number;
  readonly lease: string;
  readonly changes: readonly number[];
}

export interface RedisStore extends LimitStore, BudgetStore {
  /**
   * Admits a request while the server is out of reach. Its slot is taken when the server is back, if it is still in
   * flight then, and its use is counted.
   */
  grantUncounted(meters: Meters, reserved: Reserved): Grant;
}

/** A request in flight that holds a slot. */
interface Lease extends SwapListed {
  readonly id: string;
  readonly meters: Meters;
  /** The server may know of it. */
  isTold: boolean;
}

/** The store over an open link, which it closes with itself. */
export function redisStore(options: RedisStoreOptions): RedisStore {
  return new Store(options);
}

class Store implements RedisStore {
  readonly #link: RedisLink;
  readonly #calls: ScriptCalls;
  readonly #queue: RedisQueue;
  readonly #processId: string;
  readonly #clock: Clock;
  readonly #leases = new SwapList<Lease>();
  readonly #timer: NodeJS.Timeout;
  #owed: Owed[] = [];
  /** The use admitted without the server, counted as the server would have: the older part of it no longer matters. */
  readonly #debts = new Map<Meters, readonly Counter[]>();
  #sequence = 0;
  /** The server may not know of all leases: it gets them before it judges the next request. */
  #mustRenew = false;

  constructor(options: RedisStoreOptions) {
    const {
      link,
      prefix,
      processId,
      clock = hostClock,
      leaseMs = defaultLeaseMs,
      script = limitScript,
    } = options;
    this.#link = link;
    this.#calls = new ScriptCalls({ script, prefix, leaseMs, clock });
    this.#queue = new RedisQueue(link, this.#calls);
    this.#processId = processId;
    this.#clock = clock;
    this.#timer = setInterval(() => {
      this.#mustRenew = true;
      this.#catchUp();
    }, leaseMs / 3);
    this.#timer.unref();
    link.onBack(() => this.#catchUp());
  }

  async spend({ meters, order, ...reserved }: Demand): Promise<Verdict> {
    this.#catchUp();
    const lease = hasSlots(meters) ? this.#newLease() : noLease;
    const amounts = meters.list.map((meter) => costOn(meter, reserved));
    const takeBack = (outcome: LateAnswer) => this.#takeBack(meters, lease, amounts, outcome);
    const spending: Operation =
      order === undefined
        ? { name: 'spend', at: 0, leases: [lease], amounts }
        : {
            name: 'queue',
            at: 0,
            leases: [lease],
            amounts,
            order: { process: this.#processId, ...order },
          };
    const { refusedBy, retryAfterMs, isReserved, at, quotas } = await this.#ask(meters, spending, takeBack);
    if (refusedBy > 0) return { admitted: false, index: refusedBy - 1, retryAfterMs, isReserved, quotas };
    const held = hasSlots(meters) ? this.#hold(lease, meters, true) : undefined;
    const settle = (settlement: Settlement) => {
      if (held !== undefined) this.#leases.delete(held);
      this.#release(meters, at, amounts);
      const changes = meters.list.map((meter) => changeBySettling(meter, reserved, settlement));
      if (changes.some((change) => change !== 0)) this.#deliver({ meters, at, lease, changes });
    };
    return { admitted: true, grant: onceSettled(settle, at), quotas };
  }

  async read(meters: Meters): Promise<readonly QuotaStatus[]> {
    const reading: Operation = { name: 'read', at: 0, leases: [noLease], amounts: [] };
    return (await this.#ask(meters, reading)).quotas;
  }

  async changeBudgets(meters: Meters, change: BudgetChange): Promise<readonly QuotaStatus[]> {
    const amounts = change.kind === 'credit' ? meters.list.map(() => -change.nanoUsd) : [];
    const changing: Operation = { name: change.kind, at: 0, leases: [noLease], amounts };
    return (await this.#ask(meters, changing)).quotas;
  }

  async changeCallerBudgets(key: string, { list }: Meters, change: BudgetChange): Promise<number> {
    let changed = 0;
    for (const meter of list) {
      const names = await this.#calls.accountsOf(callersPrefix(key), meter, (command) =>
        this.#link.run(command),
      );
      for (let from = 0; from < names.length; from += changedAtOnce) {
        const some = names.slice(from, from + changedAtOnce).map(async (name) => {
          const meters = metersOf(name, [meter]);
          const [before] = await this.read(meters);
          if (before!.remaining === meter.limit) return; // nothing is spent, or it was spent in another period
          await this.changeBudgets(meters, change);
          changed += 1;
        });
        await Promise.all(some);
      }
    }
    return changed;
  }

  correct(correction: Correction): void {
    const { meters, at } = correction;
    const wallMs = this.#clock.wall();
    const changes = meters.list.map((meter) => changeByCorrection(meter, correction, wallMs));
    if (changes.some((change) => change !== 0)) this.#deliver({ meters, at, lease: noLease, changes });
  }

  /** Takes back booked amounts of budgets. */
  #release(meters: Meters, at: number, amounts: readonly number[]): void {
    if (!meters.hasBudget) return;
    const changes = amounts.map((amount, place) => (meters.list[place]!.kind === 'budget' ? amount : 0));
    this.#deliver({ name: 'release', meters, at, lease: noLease, changes });
  }

  grantUncounted(meters: Meters, reserved: Reserved): Grant {
    const held = hasSlots(meters) ? this.#hold(this.#newLease(), meters, false) : undefined;
    if (held !== undefined) this.#mustRenew = true;
    return onceSettled((settlement) => {
      if (held !== undefined) this.#free(held);
      this.#owe(meters, reserved, settlement);
    }, 0);
  }

  #hold(id: string, meters: Meters, isTold: boolean): Lease {
    const held = { id, meters, isTold, swapIndex: 0 };
    this.#leases.add(held);
    return held;
  }

  /** Gives back a slot that the server may know of. */
  #free(held: Lease): void {
    this.#leases.delete(held);
    const { id, meters, isTold } = held;
    if (isTold) this.#deliver({ meters, at: 0, lease: id, changes: slotChanges(meters) });
  }

  #owe(meters: Meters, reserved: Reserved, settlement: Settlement): void {
    if (!settlement.attempted) return;
    const counters = this.#debts.get(meters) ?? meters.list.map((meter) => counterFor(meter, this.#clock));
    this.#debts.set(meters, counters);
    const now = this.#clock.monotonic();
    for (const [swapIndex, meter] of meters.list.entries()) {
      // The slot was never taken there, and nothing was reserved.
      if (meter.kind !== 'concurrency') counters[swapIndex]!.add(now, finalCost(meter, reserved, settlement));
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#link.close();
  }

  #newLease(): string {
    this.#sequence += 1;
    return `${this.#processId}:${this.#sequence}`;
  }

  /** Takes back a request that was decided without the server: if the server counts it later, that must not stay. */
  #takeBack(meters: Meters, lease: string, amounts: readonly number[], outcome: LateAnswer): void {
    if (outcome.kind === 'answered') {
      const { refusedBy, at } = outcome.answer;
      if (refusedBy !== 0) return;
      this.#release(meters, at, amounts);
      const changes = amounts.map((amount, place) => (meters.list[place]!.kind === 'budget' ? 0 : -amount));
      this.#deliver({ meters, at, lease, changes });
    } else if (outcome.kind === 'unknown') {
      this.#rememberSlots(meters, lease); // nobody knows when the rest was counted, if it was
    }
  }

  #deliver(owed: Owed): void {
    const { name = 'settle', meters, at, lease, changes } = owed;
    this.#queue.run(meters, {
      operation: { name, at, leases: [lease], amounts: changes },
      answered() {},
      failed: (error) => {
        this.#mustRenew = true; // the server may come back with less than it had
        if (!(error instanceof StoreFault && error.isPending)) this.#remember(owed);
      },
      late: ({ kind }) => {
        if (kind === 'failed') this.#remember(owed);
        // A server that only paused has counted it, and must not again; a slot can be given back twice.
        else if (kind === 'unknown' && name === 'settle') this.#rememberSlots(meters, lease);
      },
    });
  }

  #rememberSlots(meters: Meters, lease: string): void {
    if (hasSlots(meters)) this.#remember({ meters, at: 0, lease, changes: slotChanges(meters) });
  }

  #remember(owed: Owed): void {
    if (this.#owed.length < maxOwed) this.#owed.push(owed);
  }

  /** Sends the server all that it does not know, before it judges another request. */
  #catchUp(): void {
    if (!this.#link.isUp) return;
    if (this.#owed.length > 0 || this.#debts.size > 0) this.#payBack();
    if (this.#mustRenew) this.#renew();
  }

  #payBack(): void {
    for (const owed of this.#owed.splice(0, paidAtOnce)) this.#deliver(owed);
    for (const [meters, counters] of this.#debts) {
      this.#debts.delete(meters);
      const changes = counters.map((counter) => counter.used());
      if (changes.some((change) => change > 0)) this.#deliver({ meters, at: 0, lease: noLease, changes });
    }
  }

  /** Reports the requests that are still in flight. Those that Redis has forgotten are entered again. */
  #renew(): void {
    this.#mustRenew = false;
    const perAccount = new Map<string, { readonly meters: Meters; readonly leases: string[] }>();
    for (const held of this.#leases) {
      held.isTold = true;
      const slots = slotMetersOf(held.meters);
      const name = this.#calls.keysOf(slots).join(' ');
      const group = perAccount.get(name) ?? { meters: slots, leases: [] };
      group.leases.push(held.id);
      perAccount.set(name, group);
    }
    for (const { meters, leases } of perAccount.values()) {
      this.#ask(meters, { name: 'renew', at: 0, leases, amounts: [] }).catch(() => {});
    }
  }

  #ask(
    meters: Meters,
    operation: Operation,
    late: (outcome: LateAnswer) => void = () => {},
  ): Promise<Answer> {
    return new Promise((answered, reject) => {
      const failed = (error: unknown) => {
        this.#mustRenew = true; // the server may come back with less than it had
        reject(error);
      };
      this.#queue.run(meters, { operation, answered, failed, late });
    });
  }
}

/** A grant that settles once, however often it is asked to. */
function onceSettled(settle: (settlement: Settlement) => void, at: number): Grant {
  let isSettled = false;
  return {
    at,
    settle(settlement) {
      if (isSettled) return;
      isSettled = true;
      settle(settlement);
    },
  };
}

/** The final cost of a request on a meter that had reserved nothing for it. */
function finalCost(meter: Meter, reserved: Reserved, settlement: Settlement): number {
  const { attempted, tokens, costNanoUsd } = settlementOn(meter, settlement);
  if (!attempted) return 0;
  if (meter.kind === 'tokens') return tokens ?? costOn(meter, reserved);
  return meter.kind === 'budget' ? costNanoUsd : 1;
}
