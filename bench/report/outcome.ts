import type { Spread } from '../measure/spread.ts';
import type { BarName } from './bars.ts';

export type Cell = Spread | number | string | undefined;

/** A column of figures and how many decimals they are shown with. */
export interface Column {
  readonly title: string;
  readonly decimals: number;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly Cell[] }[];
}

/** The findings of a scenario. */
export interface Outcome {
  readonly tables: readonly Table[];
  /** Figures that are held against a bar. */
  readonly reached: readonly { readonly bar: BarName; readonly value: Spread }[];
  /** The omitted measurements, with reasons. */
  readonly notes: readonly string[];
}

/** A number of one round, as a spread. */
export function single(value: number): Spread {
  return { median: value, min: value, max: value };
}
