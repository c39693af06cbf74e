import type { Limiter } from '../../limits/limiter.ts';
import type { Stage } from '../stage.ts';

/**
 * Finds the limits of the key, or of the caller if each caller counts for itself, so that every answer shows their
 * status, even without a count.
 */
export function quotaStatus(limits: Limiter): Stage {
  return function quotaStatus(exchange, next) {
    const { id } = exchange.key!;
    const counted = exchange.caller?.counted;
    exchange.limits = counted === undefined ? limits.of(id) : limits.ofCaller(id, counted);
    exchange.quota = exchange.limits?.seen;
    return next(exchange);
  };
}
