import type { Limiter } from '../../limits/limiter.ts';
import type { Stage } from '../stage.ts';

/** Finds the limits of the key, so that every answer tells where it stands, also where nothing is counted. */
export function quotaStatus(limits: Limiter): Stage {
  return function quotaStatus(exchange, next) {
    exchange.limits = limits.of(exchange.key!.id);
    exchange.quota = exchange.limits?.seen;
    return next(exchange);
  };
}
