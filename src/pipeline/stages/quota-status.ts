import type { Limiter } from '../../limits/limiter.ts';
import type { Stage } from '../stage.ts';

/** Lets every answer of a limited key tell where the key stands, also where nothing is counted. */
export function standing(limits: Limiter): Stage {
  return function standing(exchange, next) {
    exchange.standing = limits.of(exchange.key!.id)?.seen;
    return next(exchange);
  };
}
