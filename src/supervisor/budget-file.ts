import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../lib/replace-file.ts';
import type { BudgetRecord, Ledger } from '../limits/ledger.ts';
import type { Logger } from '../observe/log/log.ts';

const name = 'budgets.json';
/** What a crash loses at most, with what a write takes. */
const saveEveryMs = 2000;
const warnEveryMs = 60_000;

/** Keeps what was spent of budgets over a restart, in `state.dir`. Requests never wait for it. */
export class BudgetFile {
  #file: string;
  #dir: string;
  readonly #ledger: Ledger;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #saved = '';
  #saving: Promise<void> | undefined;
  #warnedMs = Number.NEGATIVE_INFINITY;

  constructor(dir: string, ledger: Ledger, log: Logger) {
    this.#dir = dir;
    this.#file = join(dir, name);
    this.#ledger = ledger;
    this.#log = log;
    this.#timer = setInterval(() => void this.save(), saveEveryMs);
    this.#timer.unref();
  }

  /** Takes up what an earlier process wrote and goes on writing. A file that is no use is put aside, not trusted. */
  static async open(dir: string, ledger: Ledger, log: Logger): Promise<BudgetFile> {
    const file = new BudgetFile(dir, ledger, log);
    await file.#load();
    return file;
  }

  /** What is spent from now on, and all that was, is written to another folder; the file before stays as it is. */
  follow(dir: string): void {
    if (dir === this.#dir) return;
    this.#dir = dir;
    this.#file = join(dir, name);
    this.#saved = '';
  }

  /** Writes what has changed since it last did; one write at a time. */
  async save(): Promise<void> {
    await this.#saving;
    const budgets = this.#ledger.budgets();
    const text = budgets.length === 0 && this.#saved === '' ? '' : contentOf(budgets);
    if (text === this.#saved) return;
    this.#saving = this.#write(text);
    await this.#saving;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.save();
  }

  async #write(text: string): Promise<void> {
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      await replaceFile(this.#file, text, 0o600);
      this.#saved = text;
    } catch (err) {
      if (performance.now() - this.#warnedMs < warnEveryMs) return;
      this.#warnedMs = performance.now();
      this.#log.error({ err, file: this.#file }, 'what was spent of budgets can not be written');
    } finally {
      this.#saving = undefined;
    }
  }

  async #load(): Promise<void> {
    let text: string;
    try {
      text = await readFile(this.#file, 'utf8');
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.#log.error({ err, file: this.#file }, 'what was spent of budgets can not be read');
      }
      return;
    }
    const budgets = recordsIn(text);
    if (budgets !== undefined) {
      this.#ledger.restore(budgets);
      this.#saved = text;
      return;
    }
    const aside = `${this.#file}.damaged`;
    await rename(this.#file, aside).catch(() => {});
    this.#log.error(
      { file: aside },
      'what was spent of budgets was damaged: it is put aside, and they start anew',
    );
  }
}

function contentOf(budgets: readonly BudgetRecord[]): string {
  return `${JSON.stringify({ version: 1, budgets }, null, 1)}\n`;
}

function recordsIn(text: string): readonly BudgetRecord[] | undefined {
  try {
    const { version, budgets } = JSON.parse(text) as { version?: unknown; budgets?: unknown };
    return version === 1 && Array.isArray(budgets) && budgets.every(isRecord) ? budgets : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is BudgetRecord {
  if (typeof value !== 'object' || value === null) return false;
  const { account, id, period, from, spentNanoUsd } = value as Partial<Record<keyof BudgetRecord, unknown>>;
  return (
    typeof account === 'string' &&
    typeof id === 'string' &&
    (period === 'day' || period === 'month') &&
    typeof from === 'number' &&
    typeof spentNanoUsd === 'number' &&
    spentNanoUsd >= 0
  );
}
