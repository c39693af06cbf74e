/**
 * The usage of keys on disk: one SQLite file, one row per day, key, deployment and what
 * else tells requests apart. SQLite runs as WebAssembly here,
 * which needs no compiler on any platform; its locks are folders beside the file, so one that a killed process left
 * behind has to be taken away. Calls block: only a process that serves nothing makes them.
 */
import { chmodSync, mkdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import sqlite, { type Database, type SQLiteValue } from 'node-sqlite3-wasm';
import {
  certainties,
  certaintyColumns,
  counters,
  type NamedSums,
  namedKinds,
  usageColumns,
} from '../../observe/usage.ts';
import { dimensions, type UsageRow } from '../../observe/usage-tally.ts';
import type { UsageSum } from '../contract/usage.ts';
import type { UsageGroup, UsageQuery } from './usage-messages.ts';

/** Usage is kept this long. */
export const keptDays = 400;

/** No transaction of ours takes a tenth of it: whoever holds a lock for so long is not there any more. */
const staleLockMs = 5000;
const lockTries = 100;
const lockPauseMs = 20;

const counts = [
  'requests',
  'failed',
  ...usageColumns,
  ...certaintyColumns,
  'unpriced_requests',
  'cost_nano_usd',
] as const;

const named = dimensions.map((name) => `"${name}"`);

/** Texts and numbers have a default, so that a version that does not know a column can write beside one that does. */
const createTable = `
  CREATE TABLE IF NOT EXISTS usage (
    ${named.map((name) => `${name} TEXT NOT NULL DEFAULT ''`).join(',\n    ')},
    ${counts.map((name) => `${name} INTEGER NOT NULL DEFAULT 0`).join(',\n    ')},
    PRIMARY KEY (${named.join(', ')})
  ) WITHOUT ROWID;`;

/** The counts by name that belong to the rows of the other table. */
const createNamedTable = `
  CREATE TABLE IF NOT EXISTS named_usage (
    ${named.map((name) => `${name} TEXT NOT NULL DEFAULT ''`).join(',\n    ')},
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    amount REAL NOT NULL,
    PRIMARY KEY (${[...named, 'kind', 'name'].join(', ')})
  ) WITHOUT ROWID;`;

const tables = [
  { name: 'usage', create: createTable, columns: [...dimensions, ...counts] },
  { name: 'named_usage', create: createNamedTable, columns: [...dimensions, 'kind', 'name', 'amount'] },
] as const;

const addNamed = `
  INSERT INTO named_usage (${[...named, 'kind', 'name', 'amount'].join(', ')})
  VALUES (${Array.from({ length: named.length + 3 }, () => '?').join(', ')})
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount`;

const addRow = `
  INSERT INTO usage (${[...named, ...counts].join(', ')}) VALUES (${Array.from({ length: named.length + counts.length }, () => '?').join(', ')})
  ON CONFLICT DO UPDATE SET ${counts.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;

/** Before rows were told apart by how sure they are, the share of requests that were estimated stands for their cost. */
const estimatedCost = (known: ReadonlySet<SQLiteValue | undefined>) => {
  if (!known.has('estimated_requests')) return '0';
  const counted = certaintyColumns.filter((name) => known.has(name)).join(' + ');
  const share = `cost_nano_usd * 1.0 * estimated_requests / MAX(1, ${counted})`;
  if (!known.has('certainty')) return share;
  return `CASE certainty WHEN 'estimated' THEN cost_nano_usd WHEN '' THEN ${share} ELSE 0 END`;
};

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
      db.#patiently(() => db.#db.exec(createNamedTable));
      db.#patiently(() => db.#addDimensions());
      db.#patiently(() => db.#addCounts());
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

  /**
   * A file that was begun before rows were told apart by all that they are now gets the columns. They are the key of the
   * tables, which can't be changed: the rows go into new ones, all or none.
   */
  #addDimensions(): void {
    const isOld = ({ name }: (typeof tables)[number]) => {
      const known = this.#columns(name);
      return !dimensions.every((dimension) => known.has(dimension));
    };
    if (!tables.some(isOld)) return;
    // Another process may have been quicker.
    this.#whole(() => {
      for (const table of tables.filter(isOld)) this.#rebuild(table);
    });
  }

  #addCounts(): void {
    const known = this.#columns('usage');
    for (const name of counts) {
      if (!known.has(name)) this.#db.exec(`ALTER TABLE usage ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0`);
    }
  }

  #rebuild({ name, create, columns }: (typeof tables)[number]): void {
    const known = this.#columns(name);
    const kept = columns
      .filter((column) => known.has(column))
      .map((column) => `"${column}"`)
      .join(', ');
    this.#db.exec(`ALTER TABLE ${name} RENAME TO ${name}_before`);
    this.#db.exec(create);
    this.#db.exec(`INSERT INTO ${name} (${kept}) SELECT ${kept} FROM ${name}_before`);
    this.#db.exec(`DROP TABLE ${name}_before`);
  }

  /** None where there is no such table. */
  #columns(table: (typeof tables)[number]['name']): ReadonlySet<SQLiteValue | undefined> {
    const rows = this.#db.all(`PRAGMA table_info(${table})`) as Record<string, SQLiteValue>[];
    return new Set(rows.map((row) => row['name']));
  }

  /** Adds all rows, or none of them where it throws. */
  add(rows: readonly UsageRow[]): void {
    this.#patiently(() =>
      this.#whole(() => {
        for (const row of rows) {
          this.#db.run(addRow, valuesOf(row));
          for (const values of namedValuesOf(row)) this.#db.run(addNamed, values);
        }
      }),
    );
  }

  /** Everything that is done comes to be, or nothing where it throws. */
  #whole(action: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      action();
      this.#db.exec('COMMIT');
    } catch (error) {
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Forgets the days before one. */
  forgetBefore(day: string): void {
    for (const table of ['usage', 'named_usage'])
      this.#patiently(() => this.#db.run(`DELETE FROM ${table} WHERE day < ?`, day));
  }

  query({ from, to, key, groupBy }: UsageQuery): readonly UsageSum[] {
    // A reader may open the file before a writer has added the columns of this version.
    const known = this.#patiently(() => this.#columns('usage'));
    const columns = dimensions.map((name) => {
      if (!groupBy.includes(name)) return `NULL AS "${name}"`;
      return known.has(name) ? `"${name}"` : `'' AS "${name}"`;
    });
    const sums = counts.map((name) => `CAST(SUM(${known.has(name) ? name : 0}) AS REAL) AS ${name}`);
    const estimated = `CAST(SUM(${estimatedCost(known)}) AS REAL) AS estimated_cost_nano_usd`;
    const grouped = dimensions.filter((name) => groupBy.includes(name)).map((name) => `"${name}"`);
    const by = grouped.length === 0 ? '' : `GROUP BY ${grouped.join(', ')} ORDER BY ${grouped.join(', ')}`;
    const sql = `
      SELECT ${[...columns, ...sums, estimated].join(', ')} FROM usage
      WHERE day >= ? AND day <= ? AND (? IS NULL OR key = ?) ${by}`;
    const values = [from ?? '', to ?? '9999', key ?? null, key ?? null];
    const rows = this.#patiently(() => this.#db.all(sql, values)) as Record<string, SQLiteValue>[];
    const ofGroup = this.#namedSums(groupBy, values);
    // Without groups there is one row, and nothing in it when there was no usage.
    return rows
      .filter((row) => row['requests'] !== null)
      .map((row) => sumOf(row, ofGroup.get(groupId(row, groupBy))));
  }

  /** The counts by name of each group. */
  #namedSums(
    groupBy: readonly UsageGroup[],
    values: readonly (string | null)[],
  ): ReadonlyMap<string, NamedSums> {
    const sums = new Map<string, NamedSums>();
    // A reader may open the file before a writer has added the table, or a column of it.
    const known = this.#patiently(() => this.#columns('named_usage'));
    if (known.size === 0) return sums;
    const columns = groupBy.map((name) => (known.has(name) ? `"${name}"` : `'' AS "${name}"`));
    const grouped = groupBy.filter((name) => known.has(name)).map((name) => `"${name}"`);
    const sql = `
      SELECT ${[...columns, 'kind', 'name', 'SUM(amount) AS amount'].join(', ')} FROM named_usage
      WHERE day >= ? AND day <= ? AND (? IS NULL OR key = ?) GROUP BY ${[...grouped, 'kind', 'name'].join(', ')}`;
    const rows = this.#patiently(() => this.#db.all(sql, [...values])) as Record<string, SQLiteValue>[];
    for (const row of rows) {
      const kind = namedKinds.find((known) => known === row['kind']);
      if (kind === undefined) continue; // of a later version
      const id = groupId(row, groupBy);
      const sum = sums.get(id) ?? { units: {}, tool_calls: {} };
      sums.set(id, sum);
      sum[kind][String(row['name'])] = Math.round(Number(row['amount']) * 1000) / 1000;
    }
    return sums;
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
  const { requests, failed, unpriced, certainty: sure } = row;
  // Seconds have fractions.
  const tokens = counters.map((counter) => Math.round(row.usage[counter] * 1000) / 1000);
  const certain = certainties.map((certainty) => (certainty === sure ? requests : 0));
  const names = dimensions.map((name) => row[name]);
  return [...names, requests, failed, ...tokens, ...certain, unpriced, Math.round(row.costNanoUsd)];
}

function namedValuesOf(row: UsageRow): (string | number)[][] {
  const names = dimensions.map((name) => row[name]);
  return namedKinds.flatMap((kind) =>
    Object.entries(row.named?.[kind] ?? {}).map(([name, amount]) => [...names, kind, name, amount]),
  );
}

/** Tells the rows of several groups apart: one of the names alone may hold any character. */
function groupId(row: Record<string, SQLiteValue>, groupBy: readonly UsageGroup[]): string {
  return groupBy.map((name) => row[name]).join('\n');
}

function sumOf(
  row: Record<string, SQLiteValue>,
  { units, tool_calls }: NamedSums = { units: {}, tool_calls: {} },
): UsageSum {
  const number = (name: (typeof counts)[number] | 'estimated_cost_nano_usd') => Number(row[name]);
  const numbers = <Name extends (typeof counts)[number]>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, number(name)])) as Record<Name, number>;
  const texts = Object.fromEntries(dimensions.map((name) => [name, row[name] as string | null]));
  return {
    ...(texts as Record<UsageGroup, string | null>),
    requests: number('requests'),
    failed: number('failed'),
    ...numbers(usageColumns),
    ...numbers(certaintyColumns),
    unpriced_requests: number('unpriced_requests'),
    cost_usd: number('cost_nano_usd') / 1e9,
    estimated_cost_usd: Math.round(number('estimated_cost_nano_usd')) / 1e9,
    units,
    tool_calls,
  };
}

/** True if another process locks the file. */
export function isLocked(error: unknown): boolean {
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
