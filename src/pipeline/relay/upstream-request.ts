/** What an attempt sends: made of the request, and let go of once it will not be sent again. */

import type { RequestBody } from '../../api/body/body-kinds.ts';
import { readJsonBody } from '../../api/body/json-body.ts';
import { withoutOwnSeals } from '../../api/translation/own-seals.ts';
import type { DeploymentConfig } from '../../config/types.ts';
import { deploymentName } from '../../config/types.ts';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { Route } from '../../http/client/route.ts';
import { type FlatHeaders, headerValue, withoutHeaders } from '../../http/flat-headers.ts';
import { releaseHead } from '../../http/server/request-head.ts';
import type { AttemptTrace, TracedTarget } from '../../observe/traces/tracer.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import { headersFor, pathFor, queryFor } from '../declared-endpoints/model-in-head.ts';
import type { Exchange } from '../exchange.ts';
import { hopsSoFar } from '../hops.ts';
import { asksForUsage } from '../routing-facts.ts';
import { translatedUpstream } from '../translation/translated-upstream.ts';

/** The client's request as a deployment gets it. */
export function upstreamRequest(
  exchange: Exchange,
  backend: Backend,
  route: Route,
  upstreamModel: string,
  span: AttemptTrace | undefined,
): UpstreamRequest {
  const { head, body, summary, served, translated } = exchange;
  const { wire, translation } = route;
  const { call, model: place } = served;
  const traced = span === undefined ? head.forward : tracedHeaders(exchange, span);
  if (translation !== undefined) {
    const said = translated!.said(translation, upstreamModel);
    return translatedUpstream(exchange, backend, route, said, traced);
  }
  const sent = backend.forwarded(traced);
  const forward = place === undefined ? sent : headersFor(sent, place, upstreamModel);
  const { chunks, length, source } = withoutSeals(exchange, body!).encode(
    wire === undefined
      ? {
          model: upstreamModel,
          includeUsage: asksForUsage(exchange, route),
          renamed: exchange.batched?.get(backend.name),
          edits: backend.bodyEdits,
        }
      : {
          ...(wire.writesModel && { model: upstreamModel }),
          edits: wire.bodyEdits((name) => headerValue(forward, name)),
        },
  );
  const usualPath = (summary!.stream ? route.streamPath : route.otherPaths?.[exchange.path]) ?? route.path;
  return {
    route,
    method: call?.method ?? (place === undefined ? 'POST' : exchange.request.method!),
    path:
      call !== undefined
        ? route.path + exchange.objectPath
        : place === undefined
          ? usualPath
          : pathFor(usualPath, exchange),
    query:
      place !== undefined
        ? queryFor(exchange.query, place, summary!.model, upstreamModel)
        : wire === undefined
          ? exchange.query
          : '',
    requestId: exchange.id,
    hops: hopsSoFar(head.hops) + 1,
    forward: wire === undefined ? forward : withoutHeaders(forward, (name) => wire.withheld.includes(name)),
    app: head.app,
    body: chunks,
    bodyBytes: length,
    bodySource: source,
  };
}

const sealMark = Buffer.from('"gw1.');

/**
 * What was sealed into the conversation for deployments that are asked in another dialect is taken out again: vendors
 * refuse signatures that they did not make. Every other byte stays the client's.
 */
function withoutSeals(exchange: Exchange, body: RequestBody): RequestBody {
  if (body.kind !== 'json' || !body.bytes.includes(sealMark)) return body;
  const bytes = withoutOwnSeals(body.bytes);
  return bytes === body.bytes ? body : readJsonBody(bytes, exchange.served);
}

/** The headers that go to a backend, with our span in place of the client's. */
function tracedHeaders({ head, trace }: Exchange, { traceparent }: AttemptTrace): FlatHeaders {
  const isContinued = trace?.isContinued === true;
  const isReplaced = (name: string) => name === 'traceparent' || (name === 'tracestate' && !isContinued);
  return [...withoutHeaders(head.forward, isReplaced), 'traceparent', traceparent];
}

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
    deployment: deploymentName(model, name),
    address: isUrl ? address.hostname : undefined,
    port: isUrl ? address.port : undefined,
    streamed: summary!.stream,
    maxTokens: summary!.maxTokens,
  };
}

/**
 * Frees a request's body, its share of what a worker may hold, and its headers, once nothing of them will be sent
 * again: a stream can go on for minutes, there may be ten thousand of them, and conversations and images are large.
 */
export function releaseRequest(exchange: Exchange, budget: BufferBudget): void {
  releaseHead(exchange.request, exchange.head);
  exchange.body = undefined;
  exchange.translated = undefined;
  budget.release(exchange);
}
