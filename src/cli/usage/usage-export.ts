import { existsSync } from 'node:fs';
import type { UsageSum } from '../../admin/contract/usage.ts';
import { type UsageGroup, usageGroups } from '../../admin/usage/usage-messages.ts';
import { usageFile } from '../../admin/usage/usage-store.ts';
import { formatProblems } from '../../config/problems.ts';
import { shownPath } from '../../config/text/files.ts';
import { certaintyColumns, namedKinds, tokenCounters, usageColumns } from '../../observe/usage.ts';
import { loadFile } from '../config-file.ts';
import { notKept } from '../invoice/our-usage.ts';
import { partlyRead } from '../running/broken-config.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { csvCell } from './csv-cell.ts';
import { logOnlyGroups } from './log-groups.ts';
import { daysOf } from './period.ts';

export interface UsageExportOptions {
  /** Left out with `log`. */
  readonly config?: string;
  readonly from?: string;
  readonly to?: string;
  /** In place of `from` and `to`: `last-month`, `2026-01`, ... */
  readonly period?: string;
  readonly key?: string;
  readonly by?: readonly string[];
  /** Access logs to sum up in place of what is kept. */
  readonly log?: readonly string[];
  readonly format: 'csv' | 'json';
}

/** Prints what keys used, as it is kept in `state.dir`; works whether the gateway runs or not. */
export async function usageExport(options: UsageExportOptions, terminal: Terminal): Promise<ExitCode> {
  const { key, format, period, log } = options;
  if (period !== undefined && (options.from ?? options.to) !== undefined)
    throw new Error('--period says both ends: leave --from and --to away');
  const { from, to } = period === undefined ? options : daysOf(period, Date.now());
  for (const [name, day] of Object.entries({ from, to })) requireDay(name, day);
  if (log !== undefined) {
    const { logUsage } = await import('./log-usage.ts');
    return logUsage({ logs: log, by: options.by ?? ['session'], from, to, key, format }, terminal);
  }
  const groupBy = (options.by ?? usualGroups).map(groupNamed);
  if (options.config === undefined)
    throw new Error('say which gateway: --config FILE for what it keeps, or --log FILE for what it logged');
  const loaded = await loadFile(
    options.config,
    { requireSecrets: false, leavesOutStoreKeys: true },
    terminal,
  );
  const { config, shown, problems } = loaded;
  const dir = config?.state.dir ?? partlyRead(options.config, loaded, terminal).stateDir;
  if (dir === undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    terminal.err(`${formatProblems(errors, { color: terminal.colorErr })}\n\n`);
    return loaded.isUnreadable ? exitCodes.couldNotRun : exitCodes.notValid;
  }
  if (config === undefined) terminal.err(`${shown} is not valid: its state.dir is ${shownPath(dir)}\n`);
  const file = usageFile(dir);
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

const usualGroups = ['day', 'key', 'model', 'deployment'];

function groupNamed(name: string): UsageGroup {
  const group = usageGroups.find((known) => known === name);
  if (group === undefined) {
    throw new Error(
      `--by ${name}: usage can be summed by ${usageGroups.join(', ')}; with --log FILE also by ${logOnlyGroups.join(', ')}`,
    );
  }
  return group;
}

function requireDay(name: string, day: string | undefined): void {
  if (day === undefined || (/^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day)))) return;
  throw new Error(`--${name} ${day}: write a day such as 2026-01-31`);
}

/** Newer columns come at the end, for readers that go by position. */
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
