export interface Rate {
  readonly limit: number;
  /** The length of the sliding window that the limit holds in. */
  readonly windowMs: number;
}

/** What a budget is for; `total` never starts anew. */
export const budgetPeriods = ['day', 'week', 'month', 'total'] as const;

export type BudgetPeriod = (typeof budgetPeriods)[number];

/** How much of the longest answer that a request allows is reserved of a budget: 4,096 tokens at most, or all of it. */
export type BudgetReserve = 'capped' | 'maximum';

/** What one rule of `rate_limits` sets; an empty list or undefined sets nothing. */
export interface LimitSet {
  readonly requests: readonly Rate[];
  readonly tokens: readonly Rate[];
  /** Requests in flight. */
  readonly concurrency: number | undefined;
  /** How long a request waits that finds `concurrency` full; undefined where it does not. */
  readonly waitMs: number | undefined;
  /** Calendar days, weeks and months, in UTC, or all of time. */
  readonly budget:
    | { readonly usd: number; readonly period: BudgetPeriod; readonly reserve: BudgetReserve }
    | undefined;
}

/** What a deployment or a backend takes at most, whoever asks. */
export type CapacityLimits = LimitSet & { readonly budget: undefined };

export interface RateLimit extends LimitSet {
  /** WebSockets that are open. */
  readonly sockets: number | undefined;
  /** Further limits for the models that a glob matches; each glob counts for itself. */
  readonly perModel: ReadonlyMap<string, LimitSet>;
}
