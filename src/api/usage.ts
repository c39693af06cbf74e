/** Tokens of one answer as the backend reports them, in the terms that prices are given in. */
export interface Usage {
  /** All tokens that went in, cached ones and those written to a cache included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The part of the input that was read from a cache. */
  readonly cachedInputTokens: number;
  /** The part of the input that was written to a cache. */
  readonly cacheWriteTokens: number;
}

/** What is known after one more report: figures that it gives replace those before, the others stay. */
export function mergeUsage(before: Usage | undefined, report: UsageReport): Usage {
  return {
    inputTokens: report.inputTokens ?? before?.inputTokens ?? 0,
    outputTokens: report.outputTokens ?? before?.outputTokens ?? 0,
    cachedInputTokens: report.cachedInputTokens ?? before?.cachedInputTokens ?? 0,
    cacheWriteTokens: report.cacheWriteTokens ?? before?.cacheWriteTokens ?? 0,
  };
}

/** A count of tokens, or undefined for anything that is not one. */
export function tokenCount(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined;
}

/** What one report gives; what is undefined it does not. */
export type UsageReport = { readonly [K in keyof Usage]?: number | undefined };

/** The report itself, or undefined where it gives nothing. */
export function usageReport(report: UsageReport): UsageReport | undefined {
  const { inputTokens, outputTokens, cachedInputTokens, cacheWriteTokens } = report;
  const isEmpty = (inputTokens ?? outputTokens ?? cachedInputTokens ?? cacheWriteTokens) === undefined;
  return isEmpty ? undefined : report;
}
