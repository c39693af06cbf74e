import { releaseHead } from '../../http/server/request-head.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import type { Exchange } from '../exchange.ts';

/**
 * Frees a request's body, its share of what a worker may hold, and its headers, once nothing of them will be sent
 * again: a stream can go on for minutes, there may be ten thousand of them, and conversations and images are large.
 */
export function releaseRequest(exchange: Exchange, budget: BufferBudget): void {
  releaseHead(exchange.request, exchange.head);
  exchange.body = undefined;
  budget.release(exchange);
}
