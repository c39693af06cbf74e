/** How the usage of an answer is read: by tables of spellings, over all the reports that one answer makes. */
import { isObject, type JsonObject } from '../lib/json.ts';
import { bytesPerToken } from '../lib/token-size.ts';
import { type Certainty, type Counter, type Usage, usageOf } from '../observe/usage.ts';

/** What reports give beside the counters, from which those are worked out at the end. */
type Figure = Counter | 'freshInput' | 'cacheWrite5m' | 'total';

/** What one report gives, or the largest of several; what is absent it does not. */
export type UsageReport = { readonly [F in Figure]?: number };

/**
 * Every spelling of each figure, as paths within the usage object. `freshInput` is input without what was cached or
 * written to a cache, in dialects that leave those out; `total` is what input and output come to.
 */
export type Spellings = { readonly [F in Figure]?: readonly string[] };

/** A count of tokens, or undefined for anything that is not one. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined;
}

/** Reads a usage object by a table. Gives undefined for what is none, or gives nothing. */
export function usageReader(spellings: Spellings): (usage: unknown) => UsageReport | undefined {
  const table = (Object.entries(spellings) as [Figure, readonly string[]][]).flatMap(([figure, paths]) =>
    paths.map((path) => ({ figure, steps: path.split('.') })),
  );
  return (usage) => {
    if (!isObject(usage)) return undefined;
    let report: { [F in Figure]?: number } | undefined;
    for (const { figure, steps } of table) {
      const count = tokenCount(valueAt(usage, steps));
      if (count === undefined) continue;
      report ??= {};
      report[figure] = Math.max(report[figure] ?? 0, count);
    }
    return report;
  };
}

/** The value at the end of some steps into an object. */
export function valueAt(object: JsonObject, steps: readonly string[]): unknown {
  let value: unknown = object;
  for (const step of steps) value = isObject(value) ? value[step] : undefined;
  return value;
}

/** The figures of one answer are cumulative: each keeps the largest value reported. */
export function mergeReports(before: UsageReport | undefined, report: UsageReport): UsageReport {
  if (before === undefined) return report;
  const merged: { [F in Figure]?: number } = { ...before };
  for (const [figure, count] of Object.entries(report) as [Figure, number][]) {
    merged[figure] = Math.max(merged[figure] ?? 0, count);
  }
  return merged;
}

/** The record that reports come to. */
export function usageIn(report: UsageReport): Usage {
  const { freshInput, cacheWrite5m, total, ...given } = report;
  const cachedInput = given.cachedInput ?? 0;
  const cacheWrite = Math.max(given.cacheWrite ?? 0, (cacheWrite5m ?? 0) + (given.cacheWrite1h ?? 0));
  const inputInAll = freshInput === undefined ? 0 : freshInput + cachedInput + cacheWrite;
  const input = Math.max(given.input ?? 0, inputInAll);
  const output = given.output ?? 0;
  const reasoning = given.reasoning ?? 0;
  // What the total has beyond both is reasoning left out of the output, then caches left out of the input, else output.
  const beyond = Math.max(0, (total ?? 0) - input - output);
  const left = Math.max(0, beyond - reasoning);
  const beside = Math.min(left, cachedInput + cacheWrite);
  return usageOf({
    ...given,
    cachedInput,
    cacheWrite,
    input: input + beside,
    output: output + beyond - beside,
  });
}

/** What is known of the use of one answer. */
export interface AnswerUse {
  /** As the backend reported it; undefined where it reported nothing. */
  readonly reported: Usage | undefined;
  /** Of text, reasoning and arguments of calls in the part of the answer that came. */
  readonly heldBytes: number;
  readonly isInputFinal: boolean;
  readonly isOutputFinal: boolean;
}

/** Gathers what is known of the use of one answer while it comes. */
export class UsageSoFar {
  heldBytes = 0;
  #report: UsageReport | undefined;
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
    this.#report = mergeReports(this.#report, report);
    if (usageIn(report).output > 0) this.#coversAll = true;
  }

  get reported(): Usage | undefined {
    return this.#report && usageIn(this.#report);
  }

  /**
   * @param isEnded What ends the answer has come. A figure is final with that and no sooner; and a report of nothing, of
   *   an answer that holds something, is none.
   */
  use(isEnded: boolean): AnswerUse {
    const { reported, heldBytes } = this;
    const isEmpty = heldBytes === 0 && (reported?.output ?? 0) === 0;
    const isOutputFinal = isEnded && reported !== undefined && (this.#coversAll || isEmpty);
    const isInputFinal = isEnded && reported !== undefined && (reported.input > 0 || isEmpty);
    return { reported, heldBytes, isInputFinal, isOutputFinal };
  }
}

/** What counts for a request. */
export interface CountedUse {
  readonly usage: Usage;
  readonly certainty: Certainty;
}

/**
 * What an answer counts as: what its backend reported, where that is final. Otherwise its input is at least what was
 * reserved for it, and its output at least what it held.
 */
export function countedUse(
  { reported, heldBytes, isInputFinal, isOutputFinal }: AnswerUse,
  reservedInput: number,
): CountedUse {
  if (reported !== undefined && isInputFinal && isOutputFinal)
    return { usage: reported, certainty: 'measured' };
  const input = reported?.input ?? 0;
  const output = reported?.output ?? 0;
  return {
    usage: usageOf({
      ...reported,
      input: isInputFinal ? input : Math.max(input, reservedInput),
      output: isOutputFinal ? output : Math.max(output, Math.ceil(heldBytes / bytesPerToken)),
    }),
    certainty: 'estimated',
  };
}
