/** What the process that keeps usage is told, and what it says. */
import type { UsageRow } from '../../observe/usage-tally.ts';

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

export type ToKeeper =
  | { readonly kind: 'add'; readonly rows: readonly UsageRow[] }
  | { readonly kind: 'query'; readonly number: number; readonly query: UsageQuery }
  /** Write what there is, and end. */
  | { readonly kind: 'close' };

export type FromKeeper =
  | { readonly kind: 'answer'; readonly number: number; readonly sums: readonly UsageSum[] }
  | { readonly kind: 'failed'; readonly number: number; readonly reason: string }
  /** Something for the log. */
  | { readonly kind: 'trouble'; readonly level: 'warn' | 'error'; readonly message: string };
