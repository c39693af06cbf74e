import type { Exchange } from '../exchange.ts';
import { sendText } from '../own-answer.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/**
 * Answers `listen.health_path` to any client, without a key and, if TLS ends in front, over plain HTTP too: for
 * balancers that can reach nothing else. 503 tells them to send nothing more.
 */
export function healthPath(path: string, { isLeaving }: Parts): Stage {
  return function healthPath(exchange, next) {
    const { method } = exchange.request;
    const isAsked = exchange.path === path && (method === 'GET' || method === 'HEAD');
    return isAsked ? answer(exchange) : next(exchange);
  };

  async function answer(exchange: Exchange): Promise<void> {
    if (isLeaving()) sendText(exchange, 503, 'draining\n');
    else sendText(exchange, 200, 'ok\n');
  }
}
