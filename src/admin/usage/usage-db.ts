/**
 * The usage of keys on disk: one SQLite file, one row per key, deployment and day. SQLite runs as WebAssembly here,
 * which needs no compiler on any platform; its locks are folders beside the file, so one that a killed process left
 * behind has to be taken away. Calls block: only a process that serves nothing makes them.
 */
import { chmodSync, mkdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import sqlite, { type Database, type SQLiteValue } from 'node-sqlite3-wasm';
import { certainties, certaintyColumns, counters, usageColumns } from '../../observe/usage.ts';
import type { UsageRow } from '../../observe/usage-tally.ts';
import type { UsageSum } from '../contract/usage.ts';
import { type UsageGroup, type UsageQuery, usageGroups } from './usage-messages.ts';

/** How long usage is kept. */
export const keptDays = 400;

/** No transaction of ours takes a tenth of it: whoever holds a lock for so long is not there any more. */
const staleLockMs = 5000;
const lockTries = 100;
const lockPauseMs = 20;

const counts = ['requests', 'failed', ...usageColumns, ...certaintyColumns, 'cost_nano_usd'] as const;

const createTable = `
  CREATE TABLE IF NOT EXISTS usage (
    day TEXT NOT NULL,
    key TEXT NOT NULL,
    model TEXT NOT NULL,
    deployment TEXT NOT NULL,
    ${counts.map((name) => `${name} INTEGER NOT NULL`).join(',\n    ')},
    PRIMARY KEY (day, key, model, deployment)
  ) WITHOUT ROWID;`;

const addRow = `
  INSERT INTO usage (${[...usageGroups, ...counts].join(', ')}) VALUES (${Array.from({ length: 4 + counts.length }, () => '?').join(', ')})
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
      db.#patiently(() => db.#addColumns());
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

  /** A file that was begun before a counter was known gets its column. */
  #addColumns(): void {
    const known = this.#columns();
    for (const name of counts) {
      if (!known.has(name)) this.#db.exec(`ALTER TABLE usage ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0`);
    }
  }

  #columns(): ReadonlySet<SQLiteValue | undefined> {
    const rows = this.#db.all('PRAGMA table_info(usage)') as Record<string, SQLiteValue>[];
    return new Set(rows.map((row) => row['name']));
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
    // Whoever only reads may do so before the columns of this version are there.
    const known = this.#patiently(() => this.#columns());
    const sums = counts.map((name) => `CAST(SUM(${known.has(name) ? name : 0}) AS REAL) AS ${name}`);
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
  // Seconds have fractions.
  const tokens = counters.map((counter) => Math.round(row.usage[counter] * 1000) / 1000);
  const certain = certainties.map((certainty) => row.certainties[certainty]);
  return [day, key, model, deployment, requests, failed, ...tokens, ...certain, Math.round(row.costNanoUsd)];
}

function sumOf(row: Record<string, SQLiteValue>): UsageSum {
  const text = (name: UsageGroup) => row[name] as string | null;
  const number = (name: (typeof counts)[number]) => Number(row[name]);
  const numbers = <Name extends (typeof counts)[number]>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, number(name)])) as Record<Name, number>;
  return {
    day: text('day'),
    key: text('key'),
    model: text('model'),
    deployment: text('deployment'),
    requests: number('requests'),
    failed: number('failed'),
    ...numbers(usageColumns),
    ...numbers(certaintyColumns),
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
