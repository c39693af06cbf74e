import { existsSync } from 'node:fs';
import type { UsageSum } from '../../admin/contract/usage.ts';
import { type UsageGroup, usageGroups } from '../../admin/usage/usage-messages.ts';
import { usageFile } from '../../admin/usage/usage-store.ts';
import { certaintyColumns, namedKinds, tokenCounters, usageColumns } from '../../observe/usage.ts';
import { requireFile } from '../config-file.ts';
import { notKept } from '../invoice/our-usage.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { csvCell } from './csv-cell.ts';
import { daysOf } from './period.ts';

export interface UsageExportOptions {
  readonly config: string;
  readonly from?: string;
  readonly to?: string;
  /** In place of `from` and `to`: `last-month`, `2026-01`, ... */
  readonly period?: string;
  readonly key?: string;
  readonly by: readonly string[];
  readonly format: 'csv' | 'json';
}

/** Prints what keys used, as it is kept in `state.dir`; works whether the gateway runs or not. */
export async function usageExport(options: UsageExportOptions, terminal: Terminal): Promise<ExitCode> {
  const { key, format, period } = options;
  if (period !== undefined && (options.from ?? options.to) !== undefined)
    throw new Error('--period says both ends: leave --from and --to away');
  const { from, to } = period === undefined ? options : daysOf(period, Date.now());
  const groupBy = options.by.map(groupNamed);
  for (const [name, day] of Object.entries({ from, to })) requireDay(name, day);
  const loaded = await requireFile(options.config, { requireSecrets: false }, terminal);
  if (loaded.config === undefined) return loaded.exitCode;
  const file = usageFile(loaded.config.state.dir);
  if (!existsSync(file)) throw new Error(notKept(file, terminal));
  const { UsageDb } = await import('../../admin/usage/usage-db.ts');
  const db = UsageDb.openToRead(file);
  try {
    const sums = db.query({ from, to, key, groupBy });
    terminal.out(format === 'json' ? `${JSON.stringify(sums, null, 2)}\n` : csv(sums, groupBy));
  } finally {
    db.close();
  }
  return exitCodes.good;
}

function groupNamed(name: string): UsageGroup {
  const group = usageGroups.find((known) => known === name);
  if (group === undefined) throw new Error(`--by ${name}: usage can be summed by ${usageGroups.join(', ')}`);
  return group;
}

function requireDay(name: string, day: string | undefined): void {
  if (day === undefined || (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)))) return;
  throw new Error(`--${name} ${day}: write a day such as 2026-01-31`);
}

/** What came later stands at the end, for those who read columns by their place. */
const figures = [
  'requests',
  'failed',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cost_usd',
  ...usageColumns.slice(4, tokenCounters.length),
  ...certaintyColumns,
  'unpriced_requests',
  'estimated_cost_usd',
  ...usageColumns.slice(tokenCounters.length),
] as const;

/** RFC 4180, with line feeds alone. */
function csv(sums: readonly UsageSum[], groupBy: readonly UsageGroup[]): string {
  const columns = [...usageGroups.filter((name) => groupBy.includes(name)), ...figures];
  const rows = sums.map((sum) =>
    [...columns.map((name) => sum[name]), ...namedKinds.map((kind) => namedText(sum[kind]))]
      .map(csvCell)
      .join(','),
  );
  return `${[[...columns, ...namedKinds].join(','), ...rows].join('\n')}\n`;
}

/** `pages=3;files=1`. */
function namedText(sums: Readonly<Partial<Record<string, number>>>): string {
  return Object.entries(sums)
    .map(([name, amount]) => `${name}=${amount}`)
    .join(';');
}
