import type { ContentLogConfig } from '../config/types/contents.ts';

/** Contents of some requests on their way to the process that keeps them, as `contentFrames` puts them together. */
export interface ContentBatch {
  readonly number: number;
  readonly frames: Uint8Array;
}

/**
 * The messages of a worker to that process. They include secrets of the place, so they are no arguments of a command
 * line.
 */
export interface ToKeeper {
  readonly config: ContentLogConfig;
  readonly batches: readonly ContentBatch[];
}

/** The messages of that process. */
export type FromKeeper =
  /** These are where they belong. */
  | { readonly kind: 'kept'; readonly batches: readonly number[] }
  /** These will never be: the place refused them themselves. */
  | { readonly kind: 'lost'; readonly batches: readonly number[]; readonly reason: string }
  /** Nothing gets there at the moment; what waits is tried again. */
  | { readonly kind: 'failing'; readonly reason: string };
