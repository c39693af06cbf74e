import { headerValue } from '../../http/flat-headers.ts';
import type { Tracer } from '../../observe/traces/tracer.ts';
import type { Stage } from '../stage.ts';

/** Begins the trace of a request, or continues the client's. It ends with the notification of the observers. */
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
