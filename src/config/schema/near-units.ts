/** The probable meaning of a misspelled rate, budget, duration or size. */
import { durationText } from '../derived/duration-text.ts';

const periods: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|secs?|seconds?)$/, 's'],
  [/^(?:m|mins?|minutes?)$/, 'min'],
  [/^(?:h|hrs?|hours?)$/, 'h'],
  [/^(?:d|days?|daily)$/, 'day'],
  [/^(?:w|wks?|weeks?|weekly)$/, 'week'],
  [/^(?:mo|months?|monthly)$/, 'month'],
  [/^(?:total|all|ever|once)$/, 'total'],
];

/** The periods that only budgets have. */
const ofBudgets: ReadonlySet<string> = new Set(['week', 'month', 'total']);

/** `600/minute`, `600 rpm`, `5k per second`: as `600/min`. */
export function nearRate(text: string): string | undefined {
  const [, count, kilo, per] =
    /^([\d_,]+(?:\.\d+)?)\s*([km])?\s*(?:requests?|reqs?|tokens?|calls?)?\s*(?:\/|per|an?|[rtq]p)\s*(?:1\s*)?([a-z]+)$/i.exec(
      text.trim(),
    ) ?? [];
  const unit = periodOf(per);
  const number = numberOf(count, kilo);
  if (unit === undefined || ofBudgets.has(unit) || number === undefined || !Number.isSafeInteger(number))
    return undefined;
  return `${number}/${unit}`;
}

/** `$100/month`, `100 per month`, `100 EUR/day`: as `100 USD/month`. No currency is converted. */
export function nearBudget(text: string): string | undefined {
  const [, amount, kilo, per] =
    /^(?:US\$|\$|USD|\u20ac|EUR)?\s*([\d_,]+(?:\.\d{1,9})?)\s*(k)?\s*(?:\$|USD|US-?dollars?|dollars?)?\s*(?:\/|per|an?|in)?\s*([a-z]+)$/i.exec(
      text.trim(),
    ) ?? [];
  const unit = periodOf(per);
  const number = numberOf(amount, kilo);
  if (
    unit === undefined ||
    (unit !== 'day' && !ofBudgets.has(unit)) ||
    number === undefined ||
    /\u20ac|EUR/i.test(text)
  )
    return undefined;
  return `${number} USD/${unit}`;
}

const lengths = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, day: 86_400_000 } as const;

/** `5 sec`, `2 minutes`, `1.5h`, `2 days`: as `5s`, `2m`, `90m`, `2d`. */
export function nearDuration(text: string): string | undefined {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)\s*([a-z]+)?$/i.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  const known = /^(?:ms|msecs?|millis|milliseconds?)$/i.test(unit) ? 'ms' : periodOf(unit);
  if (known === undefined || ofBudgets.has(known)) return undefined;
  const ms = Number(count) * lengths[known as keyof typeof lengths];
  return Number.isSafeInteger(ms) && ms > 0 ? durationText(ms) : undefined;
}

/** `1M`, `32 MB`, `1.5GiB`: as `1MiB`, `32MiB`, `1536MiB`. */
export function nearSize(text: string): string | undefined {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([KMGT])?i?B?(?:ytes?)?$/i.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  const power = 'KMGT'.indexOf(unit.toUpperCase() || 'none') + 1;
  const bytes = Number(count) * 1024 ** power;
  for (const [name, length] of [
    ['GiB', 1024 ** 3],
    ['MiB', 1024 ** 2],
    ['KiB', 1024],
  ] as const) {
    if (bytes > 0 && bytes % length === 0) return `${bytes / length}${name}`;
  }
  return Number.isSafeInteger(bytes) && bytes > 0 ? `${bytes}B` : undefined;
}

function periodOf(written: string | undefined): string | undefined {
  const word = written?.toLowerCase() ?? '';
  return periods.find(([form]) => form.test(word))?.[1];
}

function numberOf(written: string | undefined, kilo: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const number = Number(written.replace(/[_,]/g, ''));
  if (!Number.isFinite(number) || number <= 0) return undefined;
  const times = kilo === undefined ? 1 : kilo.toLowerCase() === 'k' ? 1000 : 1_000_000;
  return Number((number * times).toPrecision(12));
}
