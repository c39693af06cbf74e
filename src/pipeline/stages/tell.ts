import type { Parts } from '../parts.ts';
import { type Observer, requestEvent } from '../request-event.ts';
import type { Stage } from '../stage.ts';

/** When everything is over, puts down what happened once and shows it to whoever takes note: log, metrics, usage. */
export function tell({ routes, clientIp }: Parts, observers: readonly Observer[]): Stage {
  const described = { routes, clientIp };
  return async function tell(exchange, next) {
    await next(exchange);
    const event = requestEvent(exchange, described);
    for (const observe of observers) observe(event, exchange);
  };
}
