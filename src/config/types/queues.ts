/** Who goes first where requests wait, first to last. */
export const queueClasses = ['high', 'normal', 'low'] as const;

export type QueueClass = (typeof queueClasses)[number];

/** How requests for a model wait when all that could answer is full. */
export interface QueueConfig {
  readonly waitMs: number;
  /** How many may wait. */
  readonly length: number;
  /** It waits for the model itself before it falls back. */
  readonly first: boolean;
  /** What `x-claude-code-request-class` says, and the class that this is. */
  readonly classes: ReadonlyMap<string, QueueClass>;
}

/** How a key's requests wait beside those of others. */
export interface KeyQueueConfig {
  readonly class: QueueClass;
  readonly weight: number;
}
