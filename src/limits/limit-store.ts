/**
 * The store that counts limits. Its one operation is atomic: either all meters of a request count it, or none does.
 * Stores answer at once if they can, and with a promise if they have to ask.
 */
import type { BudgetReserve } from '../config/types/limits.ts';
import { isOfDeployment } from './accounts/owners.ts';
import type { Correction } from './correction.ts';
import type { SeatOrder } from './queue/seat-order.ts';
import type { LimitRefusal, Meter, Meters, QuotaStatus } from './rules.ts';

export type { LimitRefusal } from './rules.ts';

/** The estimated use of a request, until its answer reports its real use. */
export interface Reserved {
  /** A meter with a smaller limit takes all of its limit. */
  readonly tokens: number;
  /** Billionths of a US dollar; absent if no budget pays. */
  readonly money?: ReservedMoney | undefined;
}

/** The cost of a request for each reserved share of the longest answer that it allows. */
export type ReservedMoney = Readonly<Record<BudgetReserve, number>>;

/** The amounts that a request takes from its meters: one request, one slot, its tokens and its money. */
export interface Demand extends Reserved {
  readonly meters: Meters;
  readonly known?: KnownUse | undefined;
  /** The place in the order of all waits, for a request that waits itself. */
  readonly order?: SeatOrder | undefined;
}

/** The use that was counted elsewhere, per meter, for a store that takes over. */
export interface KnownUse {
  /** Added to the store's own counts. */
  readonly added: readonly number[];
  /** The least that the store counts. */
  readonly atLeast: readonly number[];
  /** The moment of those counts, on the host's monotonic clock. */
  readonly at: number;
}

export type Verdict = Admission | LimitRefusal;

export interface Admission {
  readonly admitted: true;
  readonly grant: Grant;
  /** In the order of the meters, with this request counted. */
  readonly quotas: readonly QuotaStatus[];
}

/** The final use of a request. */
export interface Settlement {
  /** Without an attempt the request counts as never made. */
  readonly attempted: boolean;
  /**
   * Tokens really used; they count at the moment of the admission, as the estimate did. Undefined keeps the estimate.
   */
  readonly tokens: number | undefined;
  readonly costNanoUsd: number;
  /** The use on limits of models, if it may differ: a request may be sent to several. */
  readonly ofModels?: ModelSettlements;
  /** The use on limits of the deployment that admitted it, and of that deployment's backend. */
  readonly ofDeployment?: Settlement;
}

export interface ModelSettlements {
  /** The use of a request on the models that a glob of `per_model` matches. */
  on(glob: string): Settlement;
}

/** The final use of a request for one meter. */
export function settlementOn(meter: Meter, settlement: Settlement): Settlement {
  const { glob } = meter;
  if (isOfDeployment(meter)) return settlement.ofDeployment ?? settlement;
  return glob === undefined ? settlement : (settlement.ofModels?.on(glob) ?? settlement);
}

/**
 * The amounts that an admitted request holds. It is settled exactly once, on every way out; settling it again has no
 * effect.
 */
export interface Grant {
  settle(settlement: Settlement): void;
  /** The moment at which it counts, on the clock of the store; 0 if unknown. */
  readonly at: number;
}

export interface LimitStore {
  /** Counts a request on all of its meters, or refuses it and counts nothing. Rejects with a StoreFault. */
  spend(demand: Demand): Verdict | Promise<Verdict>;
  /** The status of the meters; counts nothing. Rejects with a StoreFault. */
  read(meters: Meters): readonly QuotaStatus[] | Promise<readonly QuotaStatus[]>;
  /** Corrects the count of a request that is over, at the moment at which it counts. Nobody waits for it. */
  correct(correction: Correction): void;
  close(): Promise<void>;
}

/** The store did not answer, or answered wrongly. No waiting request is at fault. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
  /** Nobody waits any longer, but the store may still carry out the request. */
  readonly isPending: boolean;

  constructor(message: string, options: ErrorOptions & { readonly isPending?: boolean } = {}) {
    super(message, options);
    this.isPending = options.isPending ?? false;
  }
}

/** The store is away or late, so the process in which all of a host wait decides on free slots. */
export class SlotsUnknown extends StoreFault {}

/** Milliseconds that a client waits for a slot before it tries again, */
export const slotRetryMs = 1000;
/** and for money that requests in flight hold. */
export const reservedRetryMs = 2000;

/** The amount that a request takes from one meter. */
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
