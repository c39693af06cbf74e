import type { BudgetStore } from './budget-change.ts';
import { type Clock, hostClock } from './clock.ts';
import { type Bound, Ledger } from './ledger.ts';
import {
  costOn,
  type Demand,
  type Grant,
  type LimitStore,
  type Reserved,
  type Settlement,
  settlementOn,
  type Verdict,
} from './limit-store.ts';
import type { Meter } from './rules.ts';

export interface MemoryStoreOptions {
  readonly clock?: Clock;
  readonly ledger?: Ledger;
  /** Called when a slot may have come back. */
  readonly freed?: () => void;
}

/** Counts in this process. Every answer is immediate. */
export function memoryStore({
  clock = hostClock,
  ledger = new Ledger(clock),
  freed,
}: MemoryStoreOptions = {}): LimitStore & BudgetStore {
  return {
    spend({ meters, known, ...reserved }: Demand): Verdict {
      const bound = ledger.bind(meters);
      if (known !== undefined) ledger.takeOver(bound, known);
      const refusal = ledger.refusalOf(bound, reserved);
      if (refusal !== undefined) return refusal;
      const at = clock.monotonic();
      ledger.book(bound, reserved, at);
      return {
        admitted: true,
        grant: new BookedGrant(ledger, bound, reserved, at, freed),
        quotas: ledger.quotas(bound),
      };
    },
    read: (meters) => ledger.quotas(ledger.bind(meters)),
    correct: (correction) => ledger.correct(correction),
    changeBudgets: (meters, change) => ledger.changeBudgets(meters, change),
    changeCallerBudgets: (key, meters, change) => ledger.changeCallerBudgets(key, meters, change),
    close: () => Promise.resolve(),
  };
}

class BookedGrant implements Grant {
  readonly #ledger: Ledger;
  readonly #bound: Bound;
  readonly #reserved: Reserved;
  readonly at: number;
  readonly #freed: (() => void) | undefined;
  #isSettled = false;

  constructor(ledger: Ledger, bound: Bound, reserved: Reserved, at: number, freed?: () => void) {
    this.#ledger = ledger;
    this.#bound = bound;
    this.#reserved = reserved;
    this.at = at;
    this.#freed = freed;
  }

  settle(settlement: Settlement): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    // An account without counts may have been forgotten since.
    const { meters, counters } = this.#ledger.current(this.#bound);
    for (let place = 0; place < counters.length; place += 1) {
      const meter = meters.list[place]!;
      const released = releasedBySettling(meter, this.#reserved);
      if (released !== 0) counters[place]!.release(this.at, released);
      const change = changeBySettling(meter, this.#reserved, settlement);
      if (change !== 0) counters[place]!.add(this.at, change);
    }
    this.#freed?.();
  }
}

/** The booked amount that settling takes back: money, which counts in the period of its booking. */
export function releasedBySettling(meter: Meter, reserved: Reserved): number {
  return meter.kind === 'budget' ? costOn(meter, reserved) : 0;
}

/** The amount that settling adds to an admission's unreleased count. */
export function changeBySettling(meter: Meter, reserved: Reserved, settlement: Settlement): number {
  const { attempted, tokens, costNanoUsd } = settlementOn(meter, settlement);
  switch (meter.kind) {
    case 'requests':
      return attempted ? 0 : -1;
    case 'tokens': {
      const before = costOn(meter, reserved);
      return attempted ? (tokens ?? before) - before : -before;
    }
    case 'concurrency':
      return -1;
    case 'budget':
      return attempted ? costNanoUsd : 0;
  }
}
