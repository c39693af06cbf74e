import type { Limiter } from '../../limits/limiter.ts';
import type { Stage } from '../stage.ts';

/** Finds the limits of the key, or of the caller where each of them counts for itself, so that every answer tells where it stands, also where nothing is counted. */
export function quotaStatus(limits: Limiter): Stage {
  return function quotaStatus(exchange, next) {
    const { id } = exchange.key!;
    const counted = exchange.caller?.counted;
    exchange.limits = counted === undefined ? limits.of(id) : limits.ofCaller(id, counted);
    exchange.quota = exchange.limits?.seen;
    return next(exchange);
  };
}
