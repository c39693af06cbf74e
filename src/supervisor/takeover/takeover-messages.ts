/**
 * What two gateways say to each other while one follows the other, which may be of different versions: fields are added
 * and never given another meaning.
 */
import type { Counted } from '../../limits/ledger.ts';
import type { SettledAnswer, SettledQuestion } from '../../process/settled-questions.ts';

/** What a command asks of the gateway that runs, as a line of JSON. */
export interface TakeoverRequest {
  readonly takeover: {
    /** How the new version is started. */
    readonly execPath: string;
    readonly execArgv: readonly string[];
    readonly script: string;
    /** Absolute. */
    readonly file: string;
    readonly version: string;
  };
}

/** What becomes of it, as a line of JSON. */
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

/** What the new process says. */
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

/** What the old process says. */
export type ToSuccessor =
  /** What was counted, all of it; the state is the new one's. */
  | { readonly kind: 'state'; readonly counted: Counted }
  /** Of an object that is to be counted once. */
  | { readonly kind: 'settle'; readonly question: SettledQuestion }
  /** What was counted since. */
  | { readonly kind: 'counted'; readonly counted: Counted }
  /** The last request of the old one is over, and told. */
  | { readonly kind: 'over' };
