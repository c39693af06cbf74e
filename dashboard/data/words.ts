/** Numbers and times as people read them. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** The sign for an unknown value. */
export const unknown = '–';

/** Exact up to ten thousand, then in thousands and millions. */
export function count(value: number | null): string {
  if (value === null) return unknown;
  return Math.abs(value) < 10_000 ? whole.format(value) : short.format(value);
}

/** Milliseconds in the unit that needs the fewest digits. */
export function duration(ms: number | null): string {
  if (ms === null) return unknown;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const minutes = Math.floor(ms / 60_000);
  return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export function money(usd: number | null): string {
  if (usd === null) return unknown;
  if (usd === 0) return '$0.00';
  if (usd < 0.01) return `$${usd.toFixed(6).replace(/0+$/, '')}`;
  return usd < 1000 ? `$${usd.toFixed(2)}` : `$${short.format(usd)}`;
}

/** Dollars at the marks of an axis, with as many digits as tell one mark from the next. */
export function moneyMarks(marks: readonly number[]): string[] {
  const digits = digitsBetween(marks, 2);
  return marks.map((usd) => (usd < 1000 ? `$${usd.toFixed(digits)}` : money(usd)));
}

/** Numbers at the marks of an axis, likewise. */
export function countMarks(marks: readonly number[]): string[] {
  const digits = digitsBetween(marks, 0);
  return marks.map((value) => (digits === 0 || value === 0 ? count(value) : value.toFixed(digits)));
}

/** The digits after the point that tell one mark from the next: of 0.015 two would say 0.01 or 0.02. */
function digitsBetween(marks: readonly number[], least: number): number {
  const step = Math.abs((marks[1] ?? 1) - (marks[0] ?? 0));
  const enough = [0, 1, 2, 3, 4, 5, 6].find(
    (some) => Math.abs(step - Number(step.toFixed(some))) < step / 1000,
  );
  return Math.max(least, enough ?? 6);
}

export function percent(share: number): string {
  if (share === 0) return '0 %';
  const value = share * 100;
  if (value < 0.1) return '< 0.1 %';
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} %`;
}

/** `1 key`, `2 keys`. */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** Why a deployment is not tried, or not by every worker; undefined where nothing keeps it out. */
export function troubleOf(state: {
  readonly workers_out: number;
  readonly workers_probed_down: number;
  readonly workers_without_credential: number;
}): string | undefined {
  const { workers_out: out, workers_probed_down: down, workers_without_credential: lacking } = state;
  const parts = [
    ...(lacking > 0 ? [`no credential in ${counted(lacking, 'worker')}`] : []),
    ...(down > 0 ? [`health check of the backend fails in ${counted(down, 'worker')}`] : []),
    ...(out > 0 ? [`circuit open in ${counted(out, 'worker')}`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** The time since or until a moment, in one unit. */
export function ago(iso: string, now: number): string {
  const seconds = (now - Date.parse(iso)) / 1000;
  const size = span(Math.abs(seconds));
  if (size === 'now') return size;
  return seconds >= 0 ? `${size} ago` : `in ${size}`;
}

export function span(seconds: number): string {
  if (seconds < 1.5) return 'now';
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

const clockFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const fullFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

/** The time of day, in the zone of whoever looks. */
export function clock(iso: string): string {
  return clockFormat.format(Date.parse(iso));
}

/** Date, time and zone. */
export function fullTime(iso: string): string {
  return fullFormat.format(Date.parse(iso));
}

/** `chat_completions` as people say it. */
export function spaced(word: string): string {
  return word.replaceAll('_', ' ');
}

/** The trouble of a deployment, in a word. */
export function standingWord(standing: 'healthy' | 'last' | 'out' | 'drained'): string {
  switch (standing) {
    case 'healthy':
      return 'Shaky';
    case 'last':
      return 'Last';
    case 'out':
      return 'Out';
    case 'drained':
      return 'Drained';
  }
}
