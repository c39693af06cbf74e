import type { DeploymentConfig } from '../../config/types.ts';
import type { Backend } from '../../http/client/backend.ts';
import type { Route } from '../../http/client/route.ts';
import { type FlatHeaders, withoutHeaders } from '../../http/flat-headers.ts';
import type { AttemptTrace, TracedTarget } from '../../observe/traces/tracer.ts';
import type { Exchange } from '../exchange.ts';

/** What the trace of an attempt says of where it goes. */
export function tracedTarget(
  { served, summary }: Exchange,
  { model, name, upstreamModel }: DeploymentConfig,
  { config: { address } }: Backend,
  { provider }: Route,
): TracedTarget {
  const isUrl = address.kind === 'url';
  return {
    endpoint: served.name,
    provider,
    upstreamModel,
    deployment: `${model}/${name}`,
    address: isUrl ? address.hostname : undefined,
    port: isUrl ? address.port : undefined,
    streamed: summary!.stream,
    maxTokens: summary!.maxTokens,
  };
}

/** The headers that go to a backend, with our span in place of the client's. */
export function tracedHeaders({ head, trace }: Exchange, { traceparent }: AttemptTrace): FlatHeaders {
  const isContinued = trace?.isContinued === true;
  const isReplaced = (name: string) => name === 'traceparent' || (name === 'tracestate' && !isContinued);
  return [...withoutHeaders(head.forward, isReplaced), 'traceparent', traceparent];
}
