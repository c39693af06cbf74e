import { headerValue } from '../../http/flat-headers.ts';
import type { Tracer } from '../../observe/traces/tracer.ts';
import type { Stage } from '../stage.ts';

/** Begins the trace of a request, or goes on with the client's. It ends where the others are told that it is over. */
export function trace(tracer: Tracer): Stage {
  return function trace(exchange, next) {
    const { head, path, startedMs, request } = exchange;
    exchange.trace = tracer.begin({
      startedMs,
      method: request.method ?? '',
      path,
      traceparent: headerValue(head.forward, 'traceparent'),
    });
    return next(exchange);
  };
}
