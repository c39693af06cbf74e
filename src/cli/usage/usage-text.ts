import type { KeyLimit, LimitsAnswer } from '../../admin/contract/limits.ts';
import { aligned } from '../aligned-columns.ts';

type Row = readonly [key: string, limit: string, used: string, left: string, resets: string];

const headings: Row = ['KEY', 'LIMIT', 'USED', 'LEFT', 'RESETS'];
const numbers: ReadonlySet<number> = new Set([2, 3]);

/** The usage of keys' limits for a terminal: a row per limit. */
export function usageText(
  { keys, groups, deployments = [], backends = [], total, store }: LimitsAnswer,
  wallNow: number,
): string {
  const rows = keys.flatMap(({ id, limits }) =>
    limits.length === 0 ? [rowWithout(id)] : limits.map((limit) => rowOf(id, limit, wallNow)),
  );
  const ofGroups = groups.flatMap(({ id, limits }) =>
    limits.map((limit) => rowOf(`group ${id}`, limit, wallNow)),
  );
  const ofCapacity = [
    ...deployments.flatMap(({ id, limits }) =>
      limits.map((limit) => rowOf(`deployment ${id}`, limit, wallNow)),
    ),
    ...backends.flatMap(({ id, limits }) => limits.map((limit) => rowOf(`backend ${id}`, limit, wallNow))),
  ];
  const lines = [...aligned([headings, ...rows, ...ofGroups, ...ofCapacity], numbers)];
  for (const { id, each = [], limits } of keys)
    if (each.length > 0 && limits.length > 0)
      lines.push('', `${id}: each ${each.join(' and ')} has these limits for itself, which is not shown.`);
  if (keys.length < total) lines.push('', `${keys.length} of ${total} keys; ask for another with --key.`);
  if (store.degraded)
    lines.push('', `The limit store does not answer: ${meanwhile[store.on_failure ?? 'local']}.`);
  return `${lines.join('\n')}\n`;
}

const meanwhile = {
  local: 'each gateway applies its share of every limit',
  allow: 'nothing is limited',
  deny: 'keys with limits are refused',
} as const;

function rowWithout(id: string): Row {
  return [id, 'no limits', '', '', ''];
}

function rowOf(id: string, { name, kind, used, left, resets_at }: KeyLimit, wallNow: number): Row {
  const amount = (value: number | null) =>
    value === null ? 'unknown' : kind === 'budget' ? dollars(value) : String(value);
  const resets = resets_at === null ? '' : `in ${longDuration(Date.parse(resets_at) - wallNow)}`;
  return [id, name, amount(used), amount(left), resets];
}

/** In US dollars: cents, and smaller amounts as exactly as they are counted. */
export function dollars(value: number): string {
  const cents = value.toFixed(2);
  return Number(cents) === value ? cents : String(Number(value.toFixed(9)));
}

function longDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${seconds % 60}s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours}h${minutes % 60}m` : `${Math.floor(hours / 24)}d${hours % 24}h`;
}
