export interface Rate {
  readonly limit: number;
  /** The length of the sliding window that the limit holds in. */
  readonly windowMs: number;
}

/** The periods of budgets; `total` never starts anew. */
export const budgetPeriods = ['day', 'week', 'month', 'total'] as const;

export type BudgetPeriod = (typeof budgetPeriods)[number];

/** The reserved part of the longest answer that a request allows: 4,096 tokens at most, or all of it. */
export type BudgetReserve = 'capped' | 'maximum';

/** The limits of one rule of `rate_limits`; an empty list or undefined sets none. */
export interface LimitSet {
  readonly requests: readonly Rate[];
  readonly tokens: readonly Rate[];
  /** Requests in flight. */
  readonly concurrency: number | undefined;
  /** The longest wait of a request that finds `concurrency` full; undefined for none. */
  readonly waitMs: number | undefined;
  /** Calendar days, weeks and months, in UTC, or all of time. */
  readonly budget:
    | { readonly usd: number; readonly period: BudgetPeriod; readonly reserve: BudgetReserve }
    | undefined;
}

/** The capacity of a deployment or a backend, for all callers together. */
export type CapacityLimits = LimitSet & { readonly budget: undefined };

export interface RateLimit extends LimitSet {
  /** WebSockets that are open. */
  readonly sockets: number | undefined;
  /** Further limits for the models that a glob matches; each glob counts for itself. */
  readonly perModel: ReadonlyMap<string, LimitSet>;
}
