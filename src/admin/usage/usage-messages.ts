/** What the process that keeps usage is asked, and what it says. */

/** What usage can be added up by. */
export const usageGroups = ['day', 'key', 'model', 'deployment'] as const;
export type UsageGroup = (typeof usageGroups)[number];

export interface UsageQuery {
  /** First and last day, as `2026-11-21`; undefined for no bound. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only of this key. */
  readonly key?: string | undefined;
  readonly groupBy: readonly UsageGroup[];
}

/** Sums over what was not grouped by, which is null. */
export interface UsageSum {
  readonly day: string | null;
  readonly key: string | null;
  readonly model: string | null;
  readonly deployment: string | null;
  readonly requests: number;
  readonly failed: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_input_tokens: number;
  readonly cache_write_tokens: number;
  readonly cost_usd: number;
}

/** Something for the log. */
export interface Trouble {
  readonly level: 'warn' | 'error';
  readonly text: string;
}
