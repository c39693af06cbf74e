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

/** Something for the log. */
export interface Trouble {
  readonly level: 'warn' | 'error';
  readonly text: string;
}
