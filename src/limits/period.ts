import type { BudgetPeriod } from '../config/types/limits.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** The epoch began on a Thursday; weeks begin on Mondays. */
const firstMonday = 4 * dayMs;
/** The end of a period without end: still a date that can be written. */
const endOfTime = Date.UTC(9999, 0, 1);

/** The period, in UTC, around a moment: its first moment and the first after it. */
export function periodAt(
  period: BudgetPeriod,
  wallMs: number,
): { readonly from: number; readonly to: number } {
  switch (period) {
    case 'day':
      return stretchAt(wallMs, dayMs, 0);
    case 'week':
      return stretchAt(wallMs, weekMs, firstMonday);
    case 'month': {
      const date = new Date(wallMs);
      const year = date.getUTCFullYear();
      const month = date.getUTCMonth();
      return { from: Date.UTC(year, month, 1), to: Date.UTC(year, month + 1, 1) };
    }
    case 'total':
      return { from: 0, to: endOfTime };
  }
}

function stretchAt(wallMs: number, lengthMs: number, first: number): { from: number; to: number } {
  const from = Math.floor((wallMs - first) / lengthMs) * lengthMs + first;
  return { from, to: from + lengthMs };
}
