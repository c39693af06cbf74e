/**
 * The usage of one request: one record of counters. Events, metrics, sums, the database of usage, prices and the admin
 * API go through these lists, so that one more counter of tokens is one more line here and one in the tables of the
 * dialects that report it. Units beside tokens are files of `units`.
 */
import { countedUnits, noUnits, type UnitCounter, unitCounters, type units } from './units/index.ts';

/** No backend works through more for one request: whatever is said to be more, of tokens or of another unit, is no count. */
export const mostOfOneRequest = 1e12;

/** Counters of tokens. Those that are parts of another lie within it: what was cached or written to a cache is input, and so on. */
export const tokenCounters = [
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

export type TokenCounter = (typeof tokenCounters)[number];

export const counters = [...tokenCounters, ...unitCounters] as const;

export type Counter = TokenCounter | UnitCounter;

/** The counters of one request, or of many together. */
export type Counts = Readonly<Record<Counter, number>>;

/** Counts by name; names are those of a price's `per_unit` or `per_tool_call`. */
export type NamedCounts = Readonly<Record<string, number>>;

/** The usage of one request. */
export interface Usage extends Counts {
  /** Units that only the file has names for. */
  readonly namedUnits: NamedCounts | undefined;
  /** Calls of tools that the vendor runs, such as `web_search`. */
  readonly toolCalls: NamedCounts | undefined;
  /** Quality and size of its images, as `high/1024x1024`. */
  readonly imageKind: string | undefined;
  /** The tier of service that the answer says it was served in, such as `flex`. */
  readonly serviceTier: string | undefined;
  /** The cost that the backend itself reports, in US dollars. */
  readonly reportedUsd: number | undefined;
  /** The usage of each participating model, if the answer has it; absent otherwise. */
  readonly iterations?: readonly IterationUse[];
}

/** The usage of one run of a model, of several within one answer. */
export interface IterationUse {
  /** In the vendor's words: `message`, `advisor_message`, `compaction`, `fallback_message`. */
  readonly type: string;
  /** In the vendor's words; undefined for the one that was asked for. */
  readonly model: string | undefined;
  readonly usage: Usage;
}

export type MutableUsage = Record<Counter, number>;

export const noCounts: Counts = {
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
  ...noUnits,
};

export const noUsage: Usage = {
  ...noCounts,
  namedUnits: undefined,
  toolCalls: undefined,
  imageKind: undefined,
  serviceTier: undefined,
  reportedUsd: undefined,
};

/** A record of what is given, and nothing of all else. */
export function usageOf(given: Partial<Usage>): Usage {
  return { ...noUsage, ...given };
}

/** Adds to a sum. */
export function addUsage(sum: MutableUsage, usage: Counts): void {
  for (const counter of counters) sum[counter] += usage[counter];
}

/** The counts by name over many requests: at most as many as the file and the tables of the dialects have. */
export const namedKinds = ['units', 'tool_calls'] as const;

export type NamedKind = (typeof namedKinds)[number];

export type NamedSums = Record<NamedKind, Record<string, number>>;

/** The counts by name of a record, or of a sum of records. */
export function namedOf({
  namedUnits,
  toolCalls,
}: Pick<Usage, 'namedUnits' | 'toolCalls'>): NamedSums | undefined {
  if (namedUnits === undefined && toolCalls === undefined) return undefined;
  return { units: { ...namedUnits }, tool_calls: { ...toolCalls } };
}

/** A sum with more in it. */
export function withNamed(sum: NamedSums | undefined, more: NamedSums | undefined): NamedSums | undefined {
  if (sum === undefined || more === undefined) return sum ?? more;
  for (const kind of namedKinds)
    for (const [name, amount] of Object.entries(more[kind]))
      sum[kind][name] = (sum[kind][name] ?? 0) + amount;
  return sum;
}

const columnOfUnit = Object.fromEntries(countedUnits.map(({ counter, name }) => [counter, name])) as {
  readonly [Counter in UnitCounter]: (typeof units)[Counter]['name'];
};

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
  ...columnOfUnit,
} as const satisfies Record<Counter, string>;

export type UsageColumn = (typeof columnOf)[Counter];

/** In the order of the counters. */
export const usageColumns: readonly UsageColumn[] = counters.map((counter) => columnOf[counter]);

/** The words of metrics: `cached_input`, `search_units`. */
export function labelOf(counter: Counter): string {
  return columnOf[counter].replace(/_tokens$/, '');
}

/**
 * The certainty of a record: `measured` if the backend's final usage was seen, `estimated` if not, `reported` if the
 * backend itself named the cost.
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
