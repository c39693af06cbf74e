import { type Observer, requestEvent } from '../describe-request.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

/**
 * When everything is over, puts down what happened once and shows it to whoever takes note: log, metrics, usage. What
 * ends in one turn of the event loop is told of together when the turn is over: to fetch all the code that does it into
 * the processor's caches for each request anew costs more than to run it.
 */
export function notifyObservers(
  { log, routes, clientIp, tellsFailuresOnly }: Parts,
  observers: readonly Observer[],
): Stage {
  const described = { routes, clientIp };
  let over: Exchange[] = [];

  /** A fault with one request must keep nobody from hearing of the others, nor end the process. */
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
