/** Requests, tokens and cost of access logs, by what the log alone tells of requests, such as the session they are of. */
import { isObject, type JsonObject } from '../../lib/json.ts';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.ts';
import { takeLines } from '../traffic/log-lines.ts';
import { csvCell } from './csv-cell.ts';
import { type LogGroup, logGroups } from './log-groups.ts';

export interface LogUsageOptions {
  readonly logs: readonly string[];
  readonly by: readonly string[];
  /** Days in UTC, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly key?: string | undefined;
  readonly format: 'csv' | 'json';
}

const figures = [
  'requests',
  'failed',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cost_usd',
  'unpriced_requests',
] as const;
type Sum = Record<(typeof figures)[number], number>;

/** Prints what the lines of logs come to. Throws where they hold a share of the requests alone. */
export async function logUsage(options: LogUsageOptions, terminal: Terminal): Promise<ExitCode> {
  const by = options.by.map(groupNamed);
  const sums = new Map<string, { readonly names: readonly string[]; readonly sum: Sum }>();
  let found = 0;
  for (const file of options.logs) {
    const { isCut } = await takeLines(file, {
      line: (text) => {
        const line = requestIn(text);
        if (line === undefined) return;
        found += 1;
        requireAll(line, file);
        if (!isWanted(line, options)) return;
        const names = by.map((group) => nameOf(line, group));
        const id = JSON.stringify(names);
        let entry = sums.get(id);
        if (entry === undefined) {
          entry = { names, sum: Object.fromEntries(figures.map((name) => [name, 0])) as Sum };
          sums.set(id, entry);
        }
        add(entry.sum, line);
      },
      tooLong: () => terminal.err(`${file}: a line is too long to be one of the log, and left out\n`),
      read: () => {},
    });
    if (isCut) terminal.err(`${file}: it ends in the middle; what came before is counted\n`);
  }
  if (found === 0) {
    throw new Error(
      `there is no request in ${options.logs.join(' and ')}: the access log is what the gateway writes on standard output or to \`log.file\`, from level info on`,
    );
  }
  const rows = [...sums.values()].sort((a, b) => b.sum.cost_usd - a.sum.cost_usd);
  terminal.out(options.format === 'json' ? json(rows, by) : csv(rows, by));
  return exitCodes.good;
}

type Rows = readonly { readonly names: readonly string[]; readonly sum: Sum }[];

function json(rows: Rows, by: readonly LogGroup[]): string {
  const objects = rows.map(({ names, sum }) => ({
    ...Object.fromEntries(by.map((group, index) => [group, names[index]])),
    ...sum,
  }));
  return `${JSON.stringify(objects, null, 2)}\n`;
}

function csv(rows: Rows, by: readonly LogGroup[]): string {
  const lines = rows.map(({ names, sum }) =>
    [...names, ...figures.map((name) => sum[name])].map(csvCell).join(','),
  );
  return `${[[...by, ...figures].join(','), ...lines].join('\n')}\n`;
}

function groupNamed(name: string): LogGroup {
  const group = logGroups.find((known) => known === name);
  if (group === undefined) throw new Error(`--by ${name}: a log can be summed by ${logGroups.join(', ')}`);
  return group;
}

/** A line of a request that had to do with a model. */
function requestIn(text: string): JsonObject | undefined {
  if (!text.includes('"msg":"request"')) return undefined;
  try {
    const line: unknown = JSON.parse(text);
    return isObject(line) && line['msg'] === 'request' && line['model'] !== undefined ? line : undefined;
  } catch {
    return undefined;
  }
}

function requireAll({ sample }: JsonObject, file: string): void {
  if (sample === undefined) return;
  throw new Error(
    `${file}: the log has a share of the requests alone (\`log.sample: ${String(sample)}\`), so that no sum of it is one: set \`log.sample: 1\`, or leave --log away for what is kept of all of them`,
  );
}

function isWanted(line: JsonObject, { from, to, key }: LogUsageOptions): boolean {
  const day = nameOf(line, 'day');
  if (from !== undefined && day < from) return false;
  if (to !== undefined && day > to) return false;
  return key === undefined || line['key'] === key;
}

/** Empty where the line says nothing of it. */
function nameOf(line: JsonObject, group: LogGroup): string {
  const value = line[group === 'day' ? 'time' : group];
  const text = typeof value === 'string' ? value : '';
  return group === 'day' ? text.slice(0, 10) : text;
}

function add(sum: Sum, line: JsonObject): void {
  const { status, code, nested, input_tokens: input } = line;
  sum.requests += 1;
  if ((typeof status === 'number' && status >= 500) || code === 'upstream_interrupted') sum.failed += 1;
  if (input !== undefined && line['cost_usd'] === undefined) sum.unpriced_requests += 1;
  addCounts(sum, line);
  // The usage of a participating model appears in no other field.
  for (const one of Array.isArray(nested) ? nested.filter(isObject) : []) addCounts(sum, one);
}

function addCounts(sum: Sum, counts: JsonObject): void {
  const number = (name: string) => (typeof counts[name] === 'number' ? counts[name] : 0);
  sum.input_tokens += number('input_tokens');
  sum.output_tokens += number('output_tokens');
  sum.cached_input_tokens += number('cached_tokens');
  // Billionths of a dollar are what is counted: sums of them are exact.
  sum.cost_usd = (Math.round(sum.cost_usd * 1e9) + Math.round(number('cost_usd') * 1e9)) / 1e9;
}
