/** The events of an answer, in no dialect, in their order. Whole answers are the same events at once. */
import type { Raw } from '../json/json-node.ts';
import type { Seal } from './seal.ts';

/** Tokens, where the backend told them; `input` is without what was read from and written to a cache. */
export interface AnswerTokens {
  readonly input?: number;
  readonly cachedRead?: number;
  readonly cachedWrite?: number;
  readonly output?: number;
  readonly reasoning?: number;
}

export type FinishReason =
  | 'stop'
  | 'stop_sequence'
  | 'length'
  | 'context'
  | 'calls'
  | 'refused'
  | 'paused'
  /** The backend says that it made nothing that can be used. */
  | 'failed';

/**
 * Why a stream says no more: `reported` is the backend's own error, `invalid` what can not be understood. `code` is the
 * backend's word.
 */
export interface Failure {
  readonly kind: 'reported' | 'invalid';
  readonly status?: number;
  readonly code?: string;
  readonly message: string;
}

export interface CallHead {
  /** '' where the backend gave none. */
  readonly id: string;
  /** As the backend knows it. */
  readonly name: string;
  readonly namespace?: string;
  readonly isCustom?: boolean;
}

export type Citation = {
  readonly url: string;
  readonly title?: string;
  /** Characters of the text that it stands on, where the backend says so; else all of the block. */
  readonly from?: number;
  readonly to?: number;
};

/** `block` counts up in the order of `open`. */
export type AnswerEvent =
  | {
      readonly is: 'start';
      readonly id?: string;
      readonly model?: string;
      /** Seconds since 1970. */
      readonly created?: number;
      readonly tier?: string;
    }
  | { readonly is: 'open'; readonly block: number; readonly kind: 'text' | 'refusal' }
  | {
      readonly is: 'open';
      readonly block: number;
      readonly kind: 'reasoning';
      readonly form: 'summary' | 'full' | 'redacted';
    }
  | { readonly is: 'open'; readonly block: number; readonly kind: 'call'; readonly call: CallHead }
  | { readonly is: 'delta'; readonly block: number; readonly text: string }
  | { readonly is: 'seal'; readonly block: number; readonly seal: Seal }
  | { readonly is: 'cite'; readonly block: number; readonly citation: Citation }
  /** JSON text of OpenAI's list of tokens with their probabilities. */
  | { readonly is: 'logprobs'; readonly block: number; readonly tokens: Raw }
  | { readonly is: 'close'; readonly block: number }
  /**
   * Content other than text, complete and of no block: `images`, `audio`, `files`, or the backend's word for a type
   * without a place at clients. `url` is a data URL, or the address of the content; undefined without one.
   */
  | { readonly is: 'media'; readonly kind: string; readonly url?: string }
  /** Its figures replace earlier ones. */
  | { readonly is: 'usage'; readonly tokens: AnswerTokens }
  | {
      readonly is: 'finish';
      readonly reason: FinishReason;
      /** The stop sequence that was met, where the backend says which. */
      readonly sequence?: string;
      readonly explanation?: string;
    }
  /** The backend's mark that this was all, or a clean end after `finish`. */
  | { readonly is: 'end' }
  /** Nothing follows. */
  | { readonly is: 'fail'; readonly failure: Failure };

/** Takes the events of one answer, one after the other. */
export type TakeEvent = (event: AnswerEvent) => void;
