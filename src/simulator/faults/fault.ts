import type { Failure } from '../simulator-refusal.ts';
import type { Turn } from '../turn.ts';
import type { Wire } from '../wire.ts';

/** The action of a fault in place of the good answer. The numbers are those in the model's name, in their order. */
export type Run = (turn: Turn, ...numbers: readonly number[]) => void | Promise<void>;

/** A way to misbehave that a model name selects. */
export interface Fault {
  /** One line for the help. */
  readonly about: string;
  readonly run: Run;
  /** The action before the body is there, if the beginning of the body shows the model's name. */
  readonly beforeBody?: (wire: Wire) => void | Promise<void>;
}

/** The simulator's text for errors that a fault makes it report. */
export const failure: Failure = {
  status: 500,
  message: 'The simulator was asked to fail, by the name of the model.',
  param: null,
  code: 'simulated_fault',
};
