import { budgetPeriods } from '../../config/types/limits.ts';
import type { BudgetRecord, Ledger } from '../../limits/ledger.ts';
import type { Kept } from './kept-file.ts';

/** The spending of budgets. */
export function keptBudgets(ledger: Ledger): Kept {
  return {
    name: 'budgets.json',
    what: 'what was spent of budgets',
    text(isAny) {
      const budgets = ledger.budgets();
      return budgets.length === 0 && !isAny ? '' : contentOf(budgets);
    },
    takeUp(text) {
      const budgets = recordsIn(text);
      if (budgets !== undefined) ledger.restore(budgets);
      return budgets !== undefined;
    },
  };
}

function contentOf(budgets: readonly BudgetRecord[]): string {
  return `${JSON.stringify({ version: 1, budgets }, null, 1)}\n`;
}

function recordsIn(text: string): readonly BudgetRecord[] | undefined {
  try {
    const { version, budgets } = JSON.parse(text) as { version?: unknown; budgets?: unknown };
    return version === 1 && Array.isArray(budgets) && budgets.every(isRecord) ? budgets : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is BudgetRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { account, id, period, from, spentNanoUsd } = value as Partial<Record<keyof BudgetRecord, unknown>>;
  return (
    typeof account === 'string' &&
    typeof id === 'string' &&
    budgetPeriods.some((known) => known === period) &&
    typeof from === 'number' &&
    Number.isFinite(spentNanoUsd)
  );
}
