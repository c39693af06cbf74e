import type { Exchange } from './exchange.ts';

/** The stages after a stage. */
export type Next = (exchange: Exchange) => Promise<void>;

/**
 * One step in the life of a request. It calls `next` to go on; a stage that does not call it ends the exchange. An
 * error that it throws, at once or later, becomes the answer.
 */
export type Stage = (exchange: Exchange, next: Next) => Promise<void>;

const over = Promise.resolve();

/** The first stage is outermost. Absent stages are left out here, once, and cost nothing later. */
export function compose(stages: readonly (Stage | undefined)[]): Next {
  return stages.reduceRight<Next>(
    (next, stage) => (stage === undefined ? next : (exchange) => stage(exchange, next)),
    () => over,
  );
}
