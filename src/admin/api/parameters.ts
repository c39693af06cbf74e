/**
 * The fields of a query: for each how the OpenAPI document describes it, and how it is read. What can't be read throws
 * `bad_request` with the name of the field and what it takes.
 */
import { list, word as wordIn } from '../../check/explain/query-values.ts';
import type { Schema } from '../contract/shape.ts';
import { bad } from './request-fields.ts';

export interface Parameter<T> {
  readonly schema: Schema;
  read(query: URLSearchParams, name: string): T;
}

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

/** The values that a route reads from a query. */
export type ValuesOf<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};

export function readQuery<P extends Parameters>(query: URLSearchParams, parameters: P): ValuesOf<P> {
  const values = Object.entries(parameters).map(([name, { read }]) => [name, read(query, name)]);
  return Object.fromEntries(values) as ValuesOf<P>;
}

/** A text; undefined where it is absent or empty. */
export function word(description: string): Parameter<string | undefined> {
  return { schema: { type: 'string', description }, read: wordIn };
}

/** A text as it came; null where it is absent. */
export function asIs(schema: Schema): Parameter<string | null> {
  return { schema, read: (query, name) => query.get(name) };
}

/** A list, separated by commas or by repeating the name; empty where it is absent. */
export function words(description: string): Parameter<readonly string[]> {
  return { schema: { type: 'string', description: `${description} Separated by commas.` }, read: list };
}

/** A day such as `2026-01-31`. */
export function day(description: string): Parameter<string | undefined> {
  const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && Date.parse(value) >= 0;
  const schema = { type: 'string', format: 'date', description };
  return checked(schema, isDay, 'must be a day such as 2026-01-31');
}

/** @param demand What it has to be, to follow its name. */
export function matching(
  pattern: RegExp,
  description: string,
  demand: string,
): Parameter<string | undefined> {
  const schema = { type: 'string', pattern: pattern.source, description };
  return checked(schema, (value) => pattern.test(value), demand);
}

function checked(
  schema: Schema,
  isGood: (value: string) => boolean,
  demand: string,
): Parameter<string | undefined> {
  return {
    schema,
    read(query, name) {
      const value = wordIn(query, name);
      if (value !== undefined && !isGood(value)) throw bad(`"${name}" ${demand}`);
      return value;
    },
  };
}

/** The number of entries that a list returns. */
export function limit(otherwise: number): Parameter<number> {
  const most = 1000;
  return count({ type: 'integer', maximum: most, default: otherwise }, otherwise, most);
}

/** A whole number from 0, described by a schema of its own. */
export function count(
  schema: Schema,
  otherwise: number,
  most: number = Number.MAX_SAFE_INTEGER,
): Parameter<number> {
  return {
    schema,
    read(query, name) {
      const value = query.get(name);
      if (value === null) return otherwise;
      const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
      if (!(number <= most)) throw bad(`"${name}" must be a whole number up to ${most}`);
      return number;
    },
  };
}
