/** A request is tried at most so often, over all models of its chain. */
export const maxAttemptsInAll = 6;

/** Where a request stands when a model's turn comes. */
export interface AttemptsSoFar {
  /** Attempts made on the models before this one. */
  readonly made: number;
  /** Models of the plan that come after this one. */
  readonly modelsToCome: number;
  /** `routing.max_attempts`. */
  readonly maxPerModel: number;
}

/**
 * How many attempts a model may take: one of the six is kept back for each model still to come, so that a long
 * list of bad deployments can't use up the fallbacks' chance. In a chain too long for that, the earlier models
 * are served first with one attempt each.
 */
export function attemptAllowance({ made, modelsToCome, maxPerModel }: AttemptsSoFar): number {
  const left = maxAttemptsInAll - made;
  if (left <= 0) return 0;
  return Math.min(maxPerModel, Math.max(1, left - modelsToCome));
}
