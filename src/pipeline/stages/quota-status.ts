import type { Limiter } from '../../limits/limiter.ts';
import type { Stage } from '../stage.ts';

/** Lets every answer of a limited key tell where the key stands, also where nothing is counted. */
export function quotaStatus(limits: Limiter): Stage {
  return function quotaStatus(exchange, next) {
    exchange.quota = limits.of(exchange.key!.id)?.seen;
    return next(exchange);
  };
}
