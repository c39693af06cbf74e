/**
 * Where limits are counted. The one operation is atomic: all meters of a request are looked at, and either all of
 * them count it or none does. Stores answer at once where they can and with a promise where they have to ask.
 */
import type { BudgetReserve } from '../config/types/limits.ts';
import { isOfDeployment } from './accounts/owners.ts';
import type { Correction } from './correction.ts';
import type { SeatOrder } from './queue/seat-order.ts';
import type { LimitRefusal, Meter, Meters, QuotaStatus } from './rules.ts';

export type { LimitRefusal } from './rules.ts';

/** What a request is taken to use until its answer says what it used. */
export interface Reserved {
  /** A meter whose whole limit is smaller takes its limit. */
  readonly tokens: number;
  /** Billionths of a US dollar; absent where nothing is paid by a budget. */
  readonly money?: ReservedMoney | undefined;
}

/** The cost of a request by how much of the longest answer that it allows is reserved. */
export type ReservedMoney = Readonly<Record<BudgetReserve, number>>;

/** What a request takes of its meters: one request, one slot, its tokens and its money. */
export interface Demand extends Reserved {
  readonly meters: Meters;
  readonly known?: KnownUse | undefined;
  /** Whose turn it is beside those who wait elsewhere, for one who waits itself. */
  readonly order?: SeatOrder | undefined;
}

/** What was counted elsewhere, per meter, told to a store that takes over. */
export interface KnownUse {
  /** Comes on top of what the store has counted. */
  readonly added: readonly number[];
  /** The store counts no less than this. */
  readonly atLeast: readonly number[];
  /** When that was so, in the time of the host's monotonic clock. */
  readonly at: number;
}

export type Verdict = Admission | LimitRefusal;

export interface Admission {
  readonly admitted: true;
  readonly grant: Grant;
  /** In the order of the meters, this request counted. */
  readonly quotas: readonly QuotaStatus[];
}

/** What a request came to. */
export interface Settlement {
  /** Without an attempt the request counts as never made. */
  readonly attempted: boolean;
  /** Tokens really used; they count at the moment of the admission, as the estimate did. undefined leaves that. */
  readonly tokens: number | undefined;
  readonly costNanoUsd: number;
  /** What it came to on limits of models, where that may differ: a request may be sent to several. */
  readonly ofModels?: ModelSettlements;
  /** What it came to on limits of the deployment that it was admitted to, and of that one's backend. */
  readonly ofDeployment?: Settlement;
}

export interface ModelSettlements {
  /** What a request came to on the models that a glob of `per_model` matches. */
  on(glob: string): Settlement;
}

/** What a request came to, as one meter has it. */
export function settlementOn(meter: Meter, settlement: Settlement): Settlement {
  const { glob } = meter;
  if (isOfDeployment(meter)) return settlement.ofDeployment ?? settlement;
  return glob === undefined ? settlement : (settlement.ofModels?.on(glob) ?? settlement);
}

/** What an admitted request holds. It is settled exactly once, on every way out; doing it again is without effect. */
export interface Grant {
  settle(settlement: Settlement): void;
  /** The moment that it counts at, on the clock of the store; 0 where that is not known. */
  readonly at: number;
}

export interface LimitStore {
  /** Counts a request on all of its meters, or refuses it and counts nothing. Rejects with a StoreFault. */
  spend(demand: Demand): Verdict | Promise<Verdict>;
  /** Where the meters stand, counting nothing. Rejects with a StoreFault. */
  read(meters: Meters): readonly QuotaStatus[] | Promise<readonly QuotaStatus[]>;
  /** Counts what a request used that is over, at the moment that it counts at. Nobody waits for it. */
  correct(correction: Correction): void;
  close(): Promise<void>;
}

/** The store did not answer, or not as it should: the fault of nobody who is waiting for a verdict. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  /** Nobody waits any longer, but it may still do what it was asked to. */
  readonly isPending: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isPending?: boolean } = {}) {
    super(message, options);
    this.isPending = options.isPending ?? false;
  }
}

/** The store is away or late, and whether slots are free is decided where all of a host wait for them. */
export class SlotsUnknown extends StoreFault {}

/** How long a client is told to wait for a slot, */
export const slotRetryMs = 1000;
/** and for money that requests under way hold. */
export const reservedRetryMs = 2000;

/** What a request takes of one meter. */
export function costOn(meter: Meter, { tokens, money }: Reserved): number {
  switch (meter.kind) {
    case 'tokens':
      return Math.min(tokens, meter.limit);
    case 'requests':
    case 'concurrency':
      return 1;
    case 'budget':
      return money?.[meter.reserve] ?? 0;
  }
}
