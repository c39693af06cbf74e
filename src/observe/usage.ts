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

/** The name of each counter's column in the database, and of its field in answers. */
export const columnOf = {
  input: 'input_tokens',
  output: 'output_tokens',
  cachedInput: 'cached_input_tokens',
  cacheWrite: 'cache_write_tokens',
  cacheWrite1h: 'cache_write_1h_tokens',
  audioInput: 'audio_input_tokens',
  imageInput: 'image_input_tokens',
  reasoning: 'reasoning_tokens',
  audioOutput: 'audio_output_tokens',
  imageOutput: 'image_output_tokens',
} as const satisfies Record<Counter, string>;

export type UsageColumn = (typeof columnOf)[Counter];

/** In the order of the counters. */
export const usageColumns: readonly UsageColumn[] = counters.map((counter) => columnOf[counter]);

/** The words of metrics: `cached_input`. */
export function labelOf(counter: Counter): string {
  return columnOf[counter].replace(/_tokens$/, '');
}

/**
 * How sure a record is: `measured` where the backend's final usage was seen, `estimated` where it was not, `reported`
 * where the backend itself named the cost.
 */
export const certainties = ['measured', 'estimated', 'reported'] as const;

export type Certainty = (typeof certainties)[number];

/** The column of the number of requests that are so sure. */
export const certaintyColumnOf = {
  measured: 'measured_requests',
  estimated: 'estimated_requests',
  reported: 'reported_requests',
} as const satisfies Record<Certainty, string>;

export type CertaintyColumn = (typeof certaintyColumnOf)[Certainty];

export const certaintyColumns: readonly CertaintyColumn[] = certainties.map((one) => certaintyColumnOf[one]);
