import type { Exchange } from './exchange.ts';

/** What comes after a stage. */
export type Next = (exchange: Exchange) => Promise<void>;

/**
 * One step in the life of a request. It calls `next` to go on; one that does not ends the exchange. What it throws,
 * at once or later, becomes the answer.
 */
export type Stage = (exchange: Exchange, next: Next) => Promise<void>;

const over = Promise.resolve();

/** First stage is outermost. Stages that are not configured are left out here, once, and cost nothing later. */
export function compose(stages: readonly (Stage | undefined)[]): Next {
  return stages.reduceRight<Next>(
    (next, stage) => (stage === undefined ? next : (exchange) => stage(exchange, next)),
    () => over,
  );
}
