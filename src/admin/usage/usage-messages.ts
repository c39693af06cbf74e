/** The messages to and from the process that keeps usage. */

import { type Dimension, dimensions, type UsageRow } from '../../observe/usage-tally.ts';

/** The dimensions to sum usage by. */
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

/** Usage to be written. */
export interface UsageBatch {
  readonly number: number;
  readonly rows: readonly UsageRow[];
}

/** The unsolicited messages of the process. */
export type UsageWord = Trouble | Written | NotWritten;

/** These batches are in the file, all in it that is not said to be lost. */
export interface Written {
  readonly batches: readonly number[];
}

/** A failed write; the process retries it. */
export interface NotWritten {
  readonly reason: string;
}

/** Something for the log. */
export interface Trouble {
  readonly level: 'warn' | 'error';
  readonly text: string;
}
