/** Reads the usage of an answer: by tables of spellings, over all the reports that one answer makes. */
import { isObject, type JsonObject } from '../lib/json.ts';
import { bytesPerToken } from '../lib/token-size.ts';
import { noUnits, type UnitCounter, unitCounters } from '../observe/units/index.ts';
import {
  type Certainty,
  type Counter,
  type IterationUse,
  mostOfOneRequest,
  type NamedCounts,
  type Usage,
  usageOf,
} from '../observe/usage.ts';

/** The reported figures beside the counters, from which those are computed at the end. */
type Figure = Counter | 'freshInput' | 'cacheWrite5m' | 'total' | 'reportedUsd';

/** The figures of one report, or the largest of several; an absent figure was not reported. */
export interface UsageReport extends Readonly<Partial<Record<Figure, number>>> {
  readonly namedUnits?: NamedCounts;
  readonly toolCalls?: NamedCounts;
  readonly imageKind?: string;
  /** May be set by whoever made the report. */
  serviceTier?: string;
  /** The use of each model that took part in the answer; may be set by whoever made the report. */
  iterations?: readonly IterationUse[];
}

type MutableReport = { -readonly [Name in keyof UsageReport]: UsageReport[Name] };

/**
 * Every spelling of each figure, as paths within the usage object. `freshInput` is input without what was cached or
 * written to a cache, in dialects that leave those out; `total` is what input and output come to. `reportedUsd` is the
 * cost by the backend's own account.
 */
export type Spellings = { readonly [F in Figure]?: readonly string[] } & {
  /** Calls of the tools that the vendor runs, by the names that prices have for them. */
  readonly toolCalls?: Readonly<Record<string, readonly string[]>>;
  readonly serviceTier?: readonly string[];
};

/** A count of tokens, or undefined for anything that is not one. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= mostOfOneRequest ? value : undefined;
}

/** Reads a usage object by a table. Gives undefined for what is none, or gives nothing. */
export function usageReader(spellings: Spellings): (usage: unknown) => UsageReport | undefined {
  const table = fieldsOf(spellings);
  return (usage) => {
    if (!isObject(usage)) return undefined;
    const report: MutableReport = {};
    return readFields(usage, table, report) ? report : undefined;
  };
}

/** A count of calls of a tool. */
interface ToolField {
  readonly tool: string;
}

/** A field of a usage object: a figure, a tier, calls of a tool, or an object with fields of its own. */
type Field = Figure | 'serviceTier' | ToolField | FieldTable;
type FieldTable = Map<string, Field>;

function fieldsOf({ toolCalls = {}, ...figures }: Spellings): FieldTable {
  const table: FieldTable = new Map();
  for (const [figure, paths] of Object.entries(figures) as [Figure | 'serviceTier', readonly string[]][]) {
    for (const path of paths) addField(table, path, figure);
  }
  for (const [tool, paths] of Object.entries(toolCalls)) {
    for (const path of paths) addField(table, path, { tool });
  }
  return table;
}

function addField(table: FieldTable, path: string, field: Field): void {
  const [first = '', second] = path.split('.');
  const known = table.get(first);
  if (second === undefined) table.set(first, field);
  else if (known instanceof Map) known.set(second, field);
  else table.set(first, new Map([[second, field]]));
}

/** Goes by the few fields that are there, not by the many that could be. Whether any of them is a figure. */
function readFields(object: JsonObject, table: FieldTable, report: MutableReport): boolean {
  let hasAny = false;
  for (const name in object) {
    const field = table.get(name);
    if (field === undefined) continue;
    const value = object[name];
    if (field instanceof Map) {
      if (isObject(value) && readFields(value, field, report)) hasAny = true;
      continue;
    }
    if (field === 'serviceTier') {
      setTier(report, value);
      continue;
    }
    const count = tokenCount(value);
    if (count === undefined) continue;
    hasAny = true;
    if (typeof field !== 'string') {
      if (count > 0) report.toolCalls = largestOf(report.toolCalls, { [field.tool]: count });
    } else if (count >= (report[field] ?? 0)) report[field] = count;
  }
  return hasAny;
}

/** Backends make it up. */
const longestTier = 64;

/** Adds the tier of service that an answer names to a report that nobody else has yet. */
export function setTier(report: UsageReport, tier: unknown): void {
  if (typeof tier === 'string' && tier.length <= longestTier) report.serviceTier = tier;
}

/** The value at the end of some steps into an object. */
export function valueAt(object: JsonObject, steps: readonly string[]): unknown {
  let value: unknown = object;
  for (const step of steps) value = isObject(value) ? value[step] : undefined;
  return value;
}

/** The figures of one answer are cumulative: each keeps the largest value reported, and a word its last one. */
export function mergeReports(before: UsageReport | undefined, report: UsageReport): UsageReport {
  if (before === undefined) return report;
  const merged: MutableReport = { ...before };
  const { namedUnits, toolCalls, imageKind, serviceTier, iterations, ...figures } = report;
  for (const [figure, count] of Object.entries(figures) as [Figure, number][]) {
    merged[figure] = Math.max(merged[figure] ?? 0, count);
  }
  if (namedUnits !== undefined) merged.namedUnits = largestOf(merged.namedUnits, namedUnits);
  if (toolCalls !== undefined) merged.toolCalls = largestOf(merged.toolCalls, toolCalls);
  if (imageKind !== undefined) merged.imageKind = imageKind;
  if (serviceTier !== undefined) merged.serviceTier = serviceTier;
  if (iterations !== undefined) merged.iterations = iterations;
  return merged;
}

function largestOf(before: NamedCounts = {}, more: NamedCounts): NamedCounts {
  const largest: Record<string, number> = { ...before };
  for (const [name, count] of Object.entries(more)) largest[name] = Math.max(largest[name] ?? 0, count);
  return largest;
}

/**
 * The record that reports come to. A part is never more than its whole: what a backend says beyond that is a mistake, or an
 * attempt to be paid for what nobody used (see `exceedsWhole`).
 */
export function usageIn(report: UsageReport): Usage {
  const { freshInput, cacheWrite5m = 0, total = 0 } = report;
  let { cacheWrite1h = 0, cachedInput = 0 } = report;
  let cacheWrite = Math.max(report.cacheWrite ?? 0, cacheWrite5m + cacheWrite1h);
  const inputInAll = freshInput === undefined ? 0 : freshInput + cachedInput + cacheWrite;
  const input = Math.max(report.input ?? 0, inputInAll);
  const { output = 0, reasoning = 0 } = report;
  // The rest of the total beyond both is reasoning left out of the output, then caches left out of the input, else
  // output.
  const beyond = Math.max(0, total - input - output);
  const left = Math.max(0, beyond - reasoning);
  const beside = Math.min(left, cachedInput + cacheWrite);
  const allInput = input + beside;
  const allOutput = output + beyond - beside;
  if (cachedInput + cacheWrite > allInput) {
    cachedInput = Math.min(cachedInput, allInput);
    cacheWrite = Math.min(cacheWrite, allInput - cachedInput);
    cacheWrite1h = Math.min(cacheWrite1h, cacheWrite);
  }
  const usage: Usage = {
    input: allInput,
    output: allOutput,
    cachedInput,
    cacheWrite,
    cacheWrite1h,
    audioInput: Math.min(report.audioInput ?? 0, allInput),
    imageInput: Math.min(report.imageInput ?? 0, allInput),
    reasoning: Math.min(reasoning, allOutput),
    audioOutput: Math.min(report.audioOutput ?? 0, allOutput),
    imageOutput: Math.min(report.imageOutput ?? 0, allOutput),
    namedUnits: report.namedUnits,
    toolCalls: report.toolCalls,
    imageKind: report.imageKind,
    serviceTier: report.serviceTier,
    reportedUsd: report.reportedUsd,
    // Last: this is made for every answer, and a literal that begins with a copy takes hundreds of times as long.
    ...unitsIn(report),
  };
  return report.iterations === undefined ? usage : { ...usage, iterations: report.iterations };
}

/** The units that a report names, and 0 of each other one. */
function unitsIn(report: UsageReport): Readonly<Record<UnitCounter, number>> {
  if (!unitCounters.some((unit) => report[unit] !== undefined)) return noUnits;
  const counts: Record<UnitCounter, number> = { ...noUnits };
  for (const unit of unitCounters) counts[unit] = report[unit] ?? 0;
  return counts;
}

/** Returns true where a report names more tokens read from a cache and written to one than its record has of input. */
function exceedsWhole({ cachedInput = 0, cacheWrite = 0 }: UsageReport, { input }: Usage): boolean {
  return cachedInput + cacheWrite > input;
}

/** The known usage of one answer. */
export interface AnswerUse {
  /** As the backend reported it; undefined where it reported nothing. */
  readonly reported: Usage | undefined;
  /** Of text, reasoning and arguments of calls in the part of the answer that came. */
  readonly heldBytes: number;
  readonly isInputFinal: boolean;
  readonly isOutputFinal: boolean;
  /** The input beside what was cached, in dialects that tell it so. */
  readonly freshInput?: number | undefined;
  /** The backend named more tokens of caches than there can be. */
  readonly isOverstated?: boolean;
}

/** Gathers what is known of the use of one answer while it comes. */
export class UsageSoFar {
  heldBytes = 0;
  #report: UsageReport | undefined;
  #reported: Usage | undefined;
  /** Nothing of the answer has come since its output was last reported. */
  #coversAll = false;

  /** So much of the answer itself has come. */
  hold(bytes: number): void {
    if (bytes === 0) return;
    this.heldBytes += bytes;
    this.#coversAll = false;
  }

  take(report: UsageReport | undefined): void {
    if (report === undefined) return;
    const usage = usageIn(report);
    if (usage.output > 0) this.#coversAll = true;
    this.#report = mergeReports(this.#report, report);
    this.#reported = this.#report === report ? usage : usageIn(this.#report);
  }

  get reported(): Usage | undefined {
    return this.#reported;
  }

  /**
   * @param isEnded What ends the answer has come. A figure is final with that and no sooner; and a report of nothing, of
   *   an answer that holds something, is none.
   */
  use(isEnded: boolean): AnswerUse {
    const { reported, heldBytes } = this;
    const isEmpty = heldBytes === 0 && (reported?.output ?? 0) === 0;
    const isOutputFinal = isEnded && reported !== undefined && (this.#coversAll || isEmpty);
    const isSound = reported === undefined || !exceedsWhole(this.#report!, reported);
    const isInputFinal = isEnded && isSound && reported !== undefined && (reported.input > 0 || isEmpty);
    const freshInput = this.#report?.freshInput;
    return { reported, heldBytes, isInputFinal, isOutputFinal, freshInput, isOverstated: !isSound };
  }
}

/** The counted usage of a request. */
export interface CountedUse {
  readonly usage: Usage;
  readonly certainty: Certainty;
  /** The answer itself says how many tokens it used. */
  readonly areTokensKnown: boolean;
  /** The cost, if it is the sum of several prices, in billionths of a US dollar; absent for a single price. */
  readonly costNanoUsd?: number | undefined;
}

/**
 * The counted usage of an answer: the backend's report, if that is final. Otherwise its input is at least the
 * reservation, and its output at least the held bytes.
 */
export function countedUse(
  { reported, heldBytes, isInputFinal, isOutputFinal }: AnswerUse,
  reservedInput: number,
): CountedUse {
  if (reported !== undefined && isInputFinal && isOutputFinal) {
    const areTokensKnown = reported.input > 0 || reported.output > 0 || !countsUnits(reported);
    const certainty = reported.reportedUsd === undefined ? 'measured' : 'reported';
    return { usage: reported, certainty, areTokensKnown };
  }
  const input = reported?.input ?? 0;
  const output = reported?.output ?? 0;
  return {
    usage: usageOf({
      ...reported,
      input: isInputFinal ? input : Math.max(input, reservedInput),
      output: isOutputFinal ? output : Math.max(output, Math.ceil(heldBytes / bytesPerToken)),
      // The cost so far is not the final cost.
      reportedUsd: undefined,
    }),
    certainty: 'estimated',
    areTokensKnown: false,
  };
}

/** True if something is counted beside tokens. */
export function countsUnits(usage: Usage): boolean {
  return usage.namedUnits !== undefined || unitCounters.some((unit) => usage[unit] > 0);
}
