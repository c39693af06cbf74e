/** Usage as `usage export` writes it, or as a running gateway tells it. */
import type { Config } from '../../config/types/gateway.ts';
import { dayOf } from '../../observe/request-batch.ts';
import { takeBytes } from '../files/packed-bytes.ts';
import { CsvRows } from '../invoice/csv-rows.ts';
import { JsonItems } from '../invoice/json-items.ts';
import { type SourceOptions, usageSource } from '../invoice/our-usage.ts';
import { counted, type Terminal } from '../terminal.ts';
import { ProgressBar } from '../traffic/progress-bar.ts';
import { type UsedSum, usedSum } from './used-sum.ts';

/** Gives every row of an export, CSV or JSON, packed or not; `-` is standard input. Throws with the row's place. */
export async function readExport(
  file: string,
  take: (sum: UsedSum) => void,
  terminal: Terminal,
): Promise<void> {
  const decoder = new TextDecoder('utf-8');
  const bar = new ProgressBar(terminal);
  let header: readonly string[] | undefined;
  let rows: CsvRows | JsonItems | undefined;
  let count = 0;
  const one = (where: string, at: (column: string) => string | undefined) => {
    count += 1;
    try {
      take(usedSum(at));
    } catch (error) {
      throw new Error(`${file}: ${where}: ${(error as Error).message}`, { cause: error });
    }
  };
  const text = (part: string) => {
    if (part === '') return;
    rows ??= /^\s*[[{]/.test(part)
      ? new JsonItems((item) => one(`item ${count + 1}`, fieldOf(item)))
      : new CsvRows((cells, line) => {
          if (header === undefined) header = cells.map((cell) => cell.trim());
          else one(`line ${line}`, columnIn(header, cells));
        });
    rows.push(part);
  };
  try {
    const { isCut } = await takeBytes(
      file,
      {
        push: (chunk) => text(decoder.decode(chunk, { stream: true })),
        read: (bytes, size) => bar.show(size && bytes / size, `${counted(count, 'row')} of ${file}`),
      },
      'gateway diff --usage - OLD NEW',
    );
    if (isCut) throw new Error(`${file} is packed and damaged: it ends in the middle`);
    text(decoder.decode());
    rows?.end();
  } finally {
    bar.clear();
  }
  if (count === 0) throw new Error(`there is no usage in ${file}: gateway usage export --config F > ${file}`);
}

function columnIn(header: readonly string[], cells: readonly string[]) {
  return (column: string): string | undefined => {
    const index = header.indexOf(column);
    return index < 0 ? undefined : (cells[index] ?? '').trim();
  };
}

/** A field is null if the usage is not grouped by it. */
function fieldOf(item: unknown) {
  const fields = item as Readonly<Record<string, unknown>>;
  return (column: string): string | undefined => {
    const value = fields[column];
    return value === undefined || value === null ? undefined : String(value);
  };
}

const askedDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** Gives what running gateways kept of the last thirty days. */
export async function askUsage(
  config: Config,
  gateways: SourceOptions,
  take: (sum: UsedSum) => void,
  terminal: Terminal,
): Promise<void> {
  const source = usageSource(config, gateways, terminal);
  const from = dayOf(Date.now() - askedDays * dayMs);
  const rows = await source.query({ from, groupBy: ['day', 'key', 'model', 'deployment', 'certainty'] });
  if (rows.length === 0) throw new Error(`no usage is kept of the last thirty days at ${source.name}`);
  for (const row of rows) take(usedSum(fieldOf(row)));
}
