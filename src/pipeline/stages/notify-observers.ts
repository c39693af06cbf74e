import { type Observer, requestEvent } from '../describe-request.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/**
 * Describes a request once when everything is over, and passes it to the observers: log, metrics, usage. Requests that
 * end in one turn of the event loop are reported together after the turn: fetching all of that code into the
 * processor's caches for each request costs more than running it.
 */
export function notifyObservers(
  { log, routes, clientIp, tellsFailuresOnly }: Parts,
  observers: readonly Observer[],
): Stage {
  const described = { routes, clientIp };
  let over: Exchange[] = [];

  /** A fault with one request must neither hide the others nor end the process. */
  const attempting = <T>(exchange: Exchange, what: () => T): T | undefined => {
    try {
      return what();
    } catch (err) {
      log.error({ err, id: exchange.id }, 'reporting a request');
      return undefined;
    }
  };

  const tellOfAll = () => {
    const exchanges = over;
    over = [];
    const clockMs = Date.now() - performance.now();
    const events = exchanges.map((exchange) =>
      attempting(exchange, () => requestEvent(exchange, clockMs, described)),
    );
    for (const observe of observers) {
      for (const [index, exchange] of exchanges.entries()) {
        const event = events[index];
        if (event !== undefined) attempting(exchange, () => observe(event, exchange));
      }
    }
  };

  return async function notifyObservers(exchange, next) {
    await next(exchange);
    if (tellsFailuresOnly && exchange.errorCode === undefined && exchange.client.status < 500) return;
    exchange.endedMs = performance.now();
    if (over.push(exchange) === 1) setImmediate(tellOfAll);
  };
}
