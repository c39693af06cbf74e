import { withoutBytes } from '../protocols/body.ts';
import type { BufferBudget } from '../server/body.ts';
import { bodyMemory } from '../server/body-memory.ts';
import type { Exchange } from '../server/exchange.ts';

/**
 * Frees a request's body, and its share of what a worker may hold, once nothing of it will be sent again: a stream
 * can go on for minutes, and conversations and images are large.
 */
export function letGoOfBody(exchange: Exchange, budget: BufferBudget): void {
  exchange.body = withoutBytes(exchange.body!);
  exchange.bodyMemory = undefined;
  budget.release(exchange);
}

/** Gives back what a body lies in. It was sent once, in full, and its answer has come: nothing else refers to it. */
export function giveBackBody(exchange: Exchange): void {
  const memory = exchange.bodyMemory;
  if (memory === undefined) return;
  exchange.bodyMemory = undefined;
  exchange.body = withoutBytes(exchange.body!);
  bodyMemory.giveBack(memory);
}
