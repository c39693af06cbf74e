import type { BudgetPeriod } from '../config/types.ts';

const dayMs = 86_400_000;

/** The calendar day or month, in UTC, that a moment lies in: its first moment and the first after it. */
export function periodAt(
  period: BudgetPeriod,
  wallMs: number,
): { readonly from: number; readonly to: number } {
  if (period === 'day') {
    const from = Math.floor(wallMs / dayMs) * dayMs;
    return { from, to: from + dayMs };
  }
  const date = new Date(wallMs);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
}
