import type { Meters, QuotaStatus } from './rules.ts';

/** An operator's change to the spent amount of budgets in their present periods. */
export type BudgetChange =
  /** Lowers it, below zero if less is spent: then more is left than the budget. */
  | { readonly kind: 'credit'; readonly nanoUsd: number }
  /** Sets it to zero. */
  | { readonly kind: 'reset' };

/** The store whose spent amounts of budgets can be changed. */
export interface BudgetStore {
  /**
   * Changes the spent amount of each of these meters, all of them budgets. Resolves to their status after the change.
   * The cost of requests in flight is added when they end. Rejects with a StoreFault.
   */
  changeBudgets(
    meters: Meters,
    change: BudgetChange,
  ): readonly QuotaStatus[] | Promise<readonly QuotaStatus[]>;
  /**
   * Changes the spent amount of a key's budgets for each of its callers that has spent some. Resolves to the number of
   * changed budgets. Rejects with a StoreFault: some may have been changed by then.
   */
  changeCallerBudgets(key: string, meters: Meters, change: BudgetChange): number | Promise<number>;
}
