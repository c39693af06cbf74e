/**
 * The messages between two gateways while one follows the other. Their versions may differ: fields are added and never
 * change their meaning.
 */
import type { Counted } from '../../limits/ledger.ts';
import type { SettledAnswer, SettledQuestion } from '../../process/settled-questions.ts';

/** A command's request to the running gateway, as a line of JSON. */
export interface TakeoverRequest {
  readonly takeover: {
    /** The command line of the new version. */
    readonly execPath: string;
    readonly execArgv: readonly string[];
    readonly script: string;
    /** Absolute. */
    readonly file: string;
    readonly version: string;
  };
}

/** The reply, as a line of JSON. */
export type TakeoverReply =
  | { readonly done: { readonly pid: number; readonly version: string } }
  /** The gateway that runs serves on. */
  | { readonly failed: string };

/** In the environment of the new process, as JSON. */
export interface TakeoverPlace {
  /** The process that started it. */
  readonly from: number;
  readonly version: string;
  /** Descriptors. */
  readonly public: number;
  readonly admin?: number;
  readonly isOfSystemd: boolean;
}

export const takeoverVariable = 'GATEWAY_TAKEOVER';

/** The messages of the new process. */
export type FromSuccessor =
  /**
   * The files are good: stop writing to the state, and tell what there is. With `settles` it answers questions about objects
   * that are counted once.
   */
  | { readonly kind: 'yield'; readonly settles?: true }
  | { readonly kind: 'settled'; readonly answer: SettledAnswer }
  /** It serves. */
  | { readonly kind: 'serving' }
  /** It ends, for this reason. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The messages of the old process. */
export type ToSuccessor =
  /** All counts so far; from now on the state belongs to the new process. */
  | { readonly kind: 'state'; readonly counted: Counted }
  /** Of an object that is to be counted once. */
  | { readonly kind: 'settle'; readonly question: SettledQuestion }
  /** The counts since then. */
  | { readonly kind: 'counted'; readonly counted: Counted }
  /** The last request of the old one is over, and told. */
  | { readonly kind: 'over' };
