/**
 * The usage of keys on disk: one SQLite file, one row per key, deployment and day. SQLite runs as WebAssembly here,
 * which needs no compiler on any platform; its locks are folders beside the file, so one that a killed process left
 * behind has to be taken away. Calls block: only a process that serves nothing makes them.
 */
import { chmodSync, mkdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import sqlite, { type Database, type SQLiteValue } from 'node-sqlite3-wasm';
import type { UsageRow } from '../../observe/usage-tally.ts';
import type { UsageSum } from '../contract/usage.ts';
import { type UsageGroup, type UsageQuery, usageGroups } from './usage-messages.ts';

/** How long usage is kept. */
export const keptDays = 400;

/** No transaction of ours takes a tenth of it: whoever holds a lock for so long is not there any more. */
const staleLockMs = 5000;
const lockTries = 100;
const lockPauseMs = 20;

const counts = [
  'requests',
  'failed',
  'input_tokens',
  'output_tokens',
  'cached_input_tokens',
  'cache_write_tokens',
  'cost_nano_usd',
] as const;

const layout = 1;
const createTable = `
  CREATE TABLE IF NOT EXISTS usage (
    day TEXT NOT NULL,
    key TEXT NOT NULL,
    model TEXT NOT NULL,
    deployment TEXT NOT NULL,
    ${counts.map((name) => `${name} INTEGER NOT NULL`).join(',\n    ')},
    PRIMARY KEY (day, key, model, deployment)
  ) WITHOUT ROWID;
  PRAGMA user_version = ${layout};`;

const addRow = `
  INSERT INTO usage VALUES (${Array.from({ length: 4 + counts.length }, () => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${counts.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

export class UsageDb {
  readonly #db: Database;
  readonly #file: string;

  /**
   * Opens the file, and makes it where there is none. What is there but no database is put aside. Throws where the
   * disk does not let it.
   *
   * @param onAside Told the name under which a file that was no database can be found.
   */
  static open(file: string, onAside: (name: string) => void = () => {}): UsageDb {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    try {
      return UsageDb.#opened(file);
    } catch (error) {
      if (!isNoDatabase(error)) throw error;
      const aside = `${file}.unreadable-${Date.now()}`;
      renameSync(file, aside);
      onAside(aside);
      return UsageDb.#opened(file);
    }
  }

  static #opened(file: string): UsageDb {
    const db = new UsageDb(new sqlite.Database(file), file);
    try {
      db.#patiently(() => db.#db.exec(createTable));
      chmodSync(file, 0o600);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  }

  /** Opens a file that another process writes to. Throws where there is none. */
  static openToRead(file: string): UsageDb {
    return new UsageDb(new sqlite.Database(file, { readOnly: true, fileMustExist: true }), file);
  }

  private constructor(db: Database, file: string) {
    this.#db = db;
    this.#file = file;
  }

  /** Adds all rows, or none of them where it throws. */
  add(rows: readonly UsageRow[]): void {
    this.#patiently(() => {
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        for (const row of rows) this.#db.run(addRow, valuesOf(row));
        this.#db.exec('COMMIT');
      } catch (error) {
        if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Forgets the days before one. */
  forgetBefore(day: string): void {
    this.#patiently(() => this.#db.run('DELETE FROM usage WHERE day < ?', day));
  }

  query({ from, to, key, groupBy }: UsageQuery): readonly UsageSum[] {
    const columns = usageGroups.map((name) => (groupBy.includes(name) ? name : `NULL AS ${name}`));
    const sums = counts.map((name) => `CAST(SUM(${name}) AS REAL) AS ${name}`);
    const grouped = usageGroups.filter((name) => groupBy.includes(name));
    const by = grouped.length === 0 ? '' : `GROUP BY ${grouped.join(', ')} ORDER BY ${grouped.join(', ')}`;
    const sql = `
      SELECT ${[...columns, ...sums].join(', ')} FROM usage
      WHERE day >= ? AND day <= ? AND (? IS NULL OR key = ?) ${by}`;
    const values = [from ?? '', to ?? '9999', key ?? null, key ?? null];
    const rows = this.#patiently(() => this.#db.all(sql, values)) as Record<string, SQLiteValue>[];
    // Without groups there is one row, and nothing in it when there was no usage.
    return rows.filter((row) => row['requests'] !== null).map(sumOf);
  }

  close(): void {
    this.#db.close();
  }

  /** Waits for whoever holds the file, and takes away the lock of one that has ended in the middle. */
  #patiently<T>(action: () => T): T {
    for (let tries = 1; ; tries += 1) {
      try {
        return action();
      } catch (error) {
        if (!isLocked(error) || tries === lockTries) throw error;
        removeStaleLock(`${this.#file}.lock`);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockPauseMs);
      }
    }
  }
}

function valuesOf(row: UsageRow): (string | number)[] {
  const { day, key, model, deployment, requests, failed } = row;
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens, costNanoUsd } = row;
  const tokens = [inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens].map(Math.round);
  return [day, key, model, deployment, requests, failed, ...tokens, Math.round(costNanoUsd)];
}

function sumOf(row: Record<string, SQLiteValue>): UsageSum {
  const text = (name: UsageGroup) => row[name] as string | null;
  const number = (name: (typeof counts)[number]) => Number(row[name]);
  return {
    day: text('day'),
    key: text('key'),
    model: text('model'),
    deployment: text('deployment'),
    requests: number('requests'),
    failed: number('failed'),
    input_tokens: number('input_tokens'),
    output_tokens: number('output_tokens'),
    cached_input_tokens: number('cached_input_tokens'),
    cache_write_tokens: number('cache_write_tokens'),
    cost_usd: number('cost_nano_usd') / 1e9,
  };
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message.includes('locked');
}

function isNoDatabase(error: unknown): boolean {
  return error instanceof Error && /not a database|malformed/.test(error.message);
}

function removeStaleLock(folder: string): void {
  try {
    if (Date.now() - statSync(folder).mtimeMs > staleLockMs) rmdirSync(folder);
  } catch {
    // Its owner was quicker.
  }
}
