/**
 * What one request used: one record of counters. Events, metrics, sums, the database of usage, prices and the admin API
 * go through this list, so that one more counter is one more line here and one in the tables of the dialects that
 * report it. All of them count tokens.
 */

/** Counters that are parts of another lie within it: what was cached or written to a cache is input, and so on. */
export const counters = [
  'input',
  'output',
  'cachedInput',
  'cacheWrite',
  /** Of `cacheWrite`: what is kept for an hour; the rest is kept for five minutes. */
  'cacheWrite1h',
  'audioInput',
  'imageInput',
  'reasoning',
  'audioOutput',
  'imageOutput',
] as const;

export type Counter = (typeof counters)[number];

/** What one request used, or many together. */
export type Usage = Readonly<Record<Counter, number>>;

export type MutableUsage = Record<Counter, number>;

export const noUsage: Usage = {
  input: 0,
  output: 0,
  cachedInput: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  audioInput: 0,
  imageInput: 0,
  reasoning: 0,
  audioOutput: 0,
  imageOutput: 0,
};

/** A record of what is given, and nothing of all else. */
export function usageOf(given: Partial<Usage>): Usage {
  return { ...noUsage, ...given };
}

/** Adds to a sum. */
export function addUsage(sum: MutableUsage, usage: Usage): void {
  for (const counter of counters) sum[counter] += usage[counter];
}

/** The words of metrics: `cached_input`. */
export const labelOf: Readonly<Record<Counter, string>> = perCounter((counter) =>
  counter.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`),
);

/** The name of a counter's column and of its field in answers: `cached_input_tokens`. */
export const columnOf: Readonly<Record<Counter, string>> = perCounter(
  (counter) => `${labelOf[counter]}_tokens`,
);

function perCounter(make: (counter: Counter) => string): Record<Counter, string> {
  return Object.fromEntries(counters.map((counter) => [counter, make(counter)])) as Record<Counter, string>;
}

/**
 * How sure a record is: `measured` where the backend's final usage was seen, `estimated` where it was not, `reported`
 * where the backend itself named the cost.
 */
export const certainties = ['measured', 'estimated', 'reported'] as const;

export type Certainty = (typeof certainties)[number];
