import type { Meters, QuotaStatus } from './rules.ts';

/** What an operator makes of what counts as spent of budgets in their present periods. */
export type BudgetChange =
  /** Lowers it, below nothing where less is spent: then more is left than the budget. */
  | { readonly kind: 'credit'; readonly nanoUsd: number }
  /** Nothing is spent. */
  | { readonly kind: 'reset' };

/** Where what is spent of budgets can be changed. */
export interface BudgetStore {
  /**
   * Changes what is spent of each of these meters, all of them budgets. Resolves to where they stand then. What requests
   * in flight cost comes on top when they are over. Rejects with a StoreFault.
   */
  changeBudgets(
    meters: Meters,
    change: BudgetChange,
  ): readonly QuotaStatus[] | Promise<readonly QuotaStatus[]>;
  /**
   * Changes what is spent of a key's budgets by each of those whom it is counted for, where something is. Resolves to how many
   * of their budgets that were. Rejects with a StoreFault: some may have been changed by then.
   */
  changeCallerBudgets(key: string, meters: Meters, change: BudgetChange): number | Promise<number>;
}
