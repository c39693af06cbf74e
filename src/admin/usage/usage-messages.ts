/** What the process that keeps usage is asked, and what it says. */

import { type Dimension, dimensions, type UsageRow } from '../../observe/usage-tally.ts';

/** What usage can be added up by. */
export const usageGroups = dimensions;
export type UsageGroup = Dimension;

export interface UsageQuery {
  /** First and last day, as `2026-11-21`; undefined for no bound. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only of this key. */
  readonly key?: string | undefined;
  readonly groupBy: readonly UsageGroup[];
}

/** What was used, to be written. */
export interface UsageBatch {
  readonly number: number;
  readonly rows: readonly UsageRow[];
}

/** What the process says without being asked. */
export type UsageWord = Trouble | Written | NotWritten;

/** These batches are in the file, all in it that is not said to be lost. */
export interface Written {
  readonly batches: readonly number[];
}

/** What there is could not be written; it is tried again. */
export interface NotWritten {
  readonly reason: string;
}

/** Something for the log. */
export interface Trouble {
  readonly level: 'warn' | 'error';
  readonly text: string;
}
