const dayMs = 24 * 60 * 60 * 1000;

/** First and last day, as `2026-01-31`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const words = 'today, yesterday, this-week, last-week, this-month, last-month, a month such as 2026-01';

/** The days of a period, in UTC; weeks begin on Monday. Throws an Error in the operator's words where it is none. */
export function daysOf(period: string, nowMs: number): Days {
  const today = Math.floor(nowMs / dayMs) * dayMs;
  const now = new Date(today);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const monday = today - ((now.getUTCDay() + 6) % 7) * dayMs;
  switch (period) {
    case 'today':
      return days(today, today);
    case 'yesterday':
      return days(today - dayMs, today - dayMs);
    case 'this-week':
      return days(monday, today);
    case 'last-week':
      return days(monday - 7 * dayMs, monday - dayMs);
    case 'this-month':
      return days(Date.UTC(year, month), today);
    case 'last-month':
      return monthDays(year, month - 1);
    default: {
      const [, ofYear, ofMonth] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(period) ?? [];
      if (ofYear === undefined) throw new Error(`--period ${period}: write one of ${words}`);
      return monthDays(Number(ofYear), Number(ofMonth) - 1);
    }
  }
}

function monthDays(year: number, month: number): Days {
  return days(Date.UTC(year, month), Date.UTC(year, month + 1) - dayMs);
}

function days(fromMs: number, toMs: number): Days {
  const text = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  return { from: text(fromMs), to: text(toMs) };
}
