/** The classes of waiting requests, first to last. */
export const queueClasses = ['high', 'normal', 'low'] as const;

export type QueueClass = (typeof queueClasses)[number];

/** The waiting of requests for a model while all its deployments are full. */
export interface QueueConfig {
  readonly waitMs: number;
  /** The most waiting requests. */
  readonly length: number;
  /** It waits for the model itself before it falls back. */
  readonly first: boolean;
  /** The values of `x-claude-code-request-class`, and the class of each. */
  readonly classes: ReadonlyMap<string, QueueClass>;
}

/** The position of a key's requests beside those of others. */
export interface KeyQueueConfig {
  readonly class: QueueClass;
  readonly weight: number;
}
