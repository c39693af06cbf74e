import type { BudgetPeriod } from '../types/limits.ts';

const durationUnits = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const sizeUnits = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 } as const;

/** `250ms`, `2s`, `5m`, `1h`, `90d` in milliseconds, a day being 24 hours; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,12})(ms|s|m|h|d)$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * durationUnits[unit as keyof typeof durationUnits];
}

/** `512B`, `64KiB`, `32MiB`, `1GiB` in bytes; undefined for anything else. */
export function parseSize(text: string): number | undefined {
  const [, count, unit] = /^(\d{1,12})(B|KiB|MiB|GiB)$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * sizeUnits[unit as keyof typeof sizeUnits];
}

/**
 * A date (midnight UTC), or a date and time with its zone, as RFC 3339 writes it, in milliseconds since the
 * epoch; undefined for anything else and for days that do not exist.
 */
export function parseTime(text: string): number | undefined {
  const [, day, time, zone] =
    /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)([Zz]|[+-]\d\d:\d\d))?$/.exec(text) ?? [];
  if (day === undefined) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Some engines take 30 February for 2 March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return undefined;
  if (time === undefined || zone === undefined) return midnight;
  if (time.startsWith('24')) return undefined;
  const moment = Date.parse(`${day}T${time}${zone.toUpperCase()}`);
  return Number.isNaN(moment) ? undefined : moment;
}

const windowsMs = { s: 1000, min: 60_000, h: 3_600_000, day: 86_400_000 } as const;

/** `20/s`, `600/min`, `1000/h`, `5000/day`; undefined for anything else. */
export function parseRate(text: string): { readonly limit: number; readonly windowMs: number } | undefined {
  const [, count, unit] = /^(\d{1,15})\/(s|min|h|day)$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  return { limit: Number(count), windowMs: windowsMs[unit as keyof typeof windowsMs] };
}

/** `100 USD/month`, `2.50 USD/day`, `20 USD/total`, to the billionth of a dollar; undefined for anything else. */
export function parseBudget(
  text: string,
): { readonly usd: number; readonly period: BudgetPeriod } | undefined {
  const [, amount, period] = /^(\d{1,12}(?:\.\d{1,9})?) USD\/(day|week|month|total)$/.exec(text) ?? [];
  return amount === undefined ? undefined : { usd: Number(amount), period: period as BudgetPeriod };
}
