/** Usage as `usage export` writes it, or as a running gateway tells it. */
import type { UsageAnswer } from '../../admin/contract/usage.ts';
import type { Config } from '../../config/types.ts';
import { takeBytes } from '../files/packed-bytes.ts';
import { CsvRows } from '../invoice/csv-rows.ts';
import { JsonItems } from '../invoice/json-items.ts';
import { type AdminOptions, adminAccess } from '../running/admin-access.ts';
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

/** What was not grouped by is null there. */
function fieldOf(item: unknown) {
  const fields = item as Readonly<Record<string, unknown>>;
  return (column: string): string | undefined => {
    const value = fields[column];
    return value === undefined || value === null ? undefined : String(value);
  };
}

/** Gives what a running gateway kept of the last thirty days. */
export async function askUsage(
  config: Config,
  options: AdminOptions,
  take: (sum: UsedSum) => void,
  terminal: Terminal,
): Promise<void> {
  const { askGateway } = await import('../running/ask-gateway.ts');
  const access = adminAccess(config.admin, options, terminal)!;
  const path = '/api/usage?by=day,key,model,deployment,certainty';
  const { rows } = await askGateway(access, path, isUsageAnswer);
  if (rows.length === 0) throw new Error(`${access.admin} has kept no usage in the last thirty days`);
  for (const row of rows) take(usedSum(fieldOf(row)));
}

function isUsageAnswer(answer: unknown): answer is UsageAnswer {
  return typeof answer === 'object' && answer !== null && Array.isArray((answer as UsageAnswer).rows);
}
