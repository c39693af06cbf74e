/** Makes the requests of attempts from the client's, and releases it once it will not be sent again. */

import type { RequestBody } from '../../api/body/body-kinds.ts';
import { readJsonBody } from '../../api/body/json-body.ts';
import type { EncodedBody } from '../../api/body/rewrite-body.ts';
import type { ServedEndpoint } from '../../api/endpoints/index.ts';
import { withoutOwnSeals } from '../../api/translation/own-seals.ts';
import { deploymentName } from '../../config/derived/model-names.ts';
import type { DeploymentConfig } from '../../config/types/models.ts';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { Route } from '../../http/client/route.ts';
import { type FlatHeaders, headerValue, withoutHeaders } from '../../http/flat-headers.ts';
import { releaseHead } from '../../http/server/request-head.ts';
import type { AttemptTrace, TracedTarget } from '../../observe/traces/tracer.ts';
import type { NestedNames } from '../../routing/nested-models.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import { headersFor, pathFor, queryFor } from '../declared-endpoints/model-in-head.ts';
import type { Exchange } from '../exchange.ts';
import { hopsSoFar } from '../hops.ts';
import { sessionHeaders, sessionQuery } from '../sockets/realtime-address.ts';
import { translatedUpstream } from '../translation/translated-upstream.ts';

/** Additions to the client's request. */
export interface RequestExtras {
  readonly span: AttemptTrace | undefined;
  /** A stream is asked for its usage although the client did not ask. */
  readonly includeUsage: boolean;
}

/** A request on its way to a deployment. */
interface Outgoing {
  readonly exchange: Exchange;
  readonly backend: Backend;
  readonly route: Route;
  readonly upstreamModel: string;
  /** The client's headers, with the gateway's span among them. */
  readonly traced: FlatHeaders;
  readonly includeUsage: boolean;
}

/** Makes a deployment's form of a request. */
type Sender = (outgoing: Outgoing) => UpstreamRequest;

/** The client's request in a deployment's form. */
export function upstreamRequest(
  exchange: Exchange,
  backend: Backend,
  route: Route,
  upstreamModel: string,
  { span, includeUsage }: RequestExtras,
): UpstreamRequest {
  const traced = span === undefined ? exchange.head.forward : tracedHeaders(exchange, span);
  const send = senderOf(route, exchange.served);
  return send({ exchange, backend, route, upstreamModel, traced, includeUsage });
}

function senderOf({ translation, wire }: Route, { call, model, socket }: ServedEndpoint): Sender {
  if (socket === 'session') return ofSession;
  if (translation !== undefined) return translated;
  if (call !== undefined) return toObjects;
  if (model !== undefined) return declared;
  return wire === undefined ? native : wired;
}

/** In another dialect than the client's. */
function translated({ exchange, backend, route, upstreamModel, traced }: Outgoing): UpstreamRequest {
  const said = exchange.translated!.said(route.translation!, upstreamModel);
  return translatedUpstream(exchange, backend, route, said, traced);
}

/** In the client's form, to the same endpoint. */
function native(outgoing: Outgoing): UpstreamRequest {
  const { exchange, backend, traced } = outgoing;
  const forward = backend.forwarded(traced);
  return request(outgoing, asItCame(outgoing), {
    method: 'POST',
    path: pathOf(outgoing),
    query: exchange.query,
    forward,
  });
}

/** A handshake for a session. */
function ofSession(outgoing: Outgoing): UpstreamRequest {
  const { exchange, backend, route, upstreamModel, traced } = outgoing;
  return request(outgoing, asItCame(outgoing), {
    method: 'GET',
    path: route.otherPaths?.[exchange.path] ?? route.path,
    query: sessionQuery(exchange, upstreamModel),
    forward: sessionHeaders(backend.forwarded(traced)),
  });
}

/** In the envelope of a cloud. */
function wired(outgoing: Outgoing): UpstreamRequest {
  const { exchange, backend, route, upstreamModel, traced } = outgoing;
  const wire = route.wire!;
  const forward = backend.forwarded(traced);
  const encoded = withoutSeals(exchange, exchange.body!).encode({
    ...(wire.writesModel && { model: upstreamModel }),
    nested: nestedNames(outgoing),
    edits: wire.bodyEdits((name) => headerValue(forward, name)),
  });
  return request(outgoing, encoded, {
    method: 'POST',
    path: pathOf(outgoing),
    query: '',
    forward: withoutHeaders(forward, (name) => wire.withheld.includes(name)),
  });
}

/** For stored objects of a backend, existing or new. */
function toObjects(outgoing: Outgoing): UpstreamRequest {
  const { exchange, backend, route, traced } = outgoing;
  return request(outgoing, asItCame(outgoing), {
    method: exchange.served.call!.method,
    path: route.path + exchange.objectPath,
    query: exchange.query,
    forward: backend.forwarded(traced),
  });
}

/** To a declared endpoint, with the model in its place. */
function declared(outgoing: Outgoing): UpstreamRequest {
  const { exchange, backend, upstreamModel, traced } = outgoing;
  const place = exchange.served.model!;
  return request(outgoing, asItCame(outgoing), {
    method: exchange.request.method!,
    path: pathFor(pathOf(outgoing), exchange),
    query: queryFor(exchange.query, place, exchange.summary!.model, upstreamModel),
    forward: headersFor(backend.forwarded(traced), place, upstreamModel),
  });
}

function request(
  { exchange: { id, head }, route }: Outgoing,
  { chunks, length, source }: EncodedBody,
  { method, path, query, forward }: Pick<UpstreamRequest, 'method' | 'path' | 'query' | 'forward'>,
): UpstreamRequest {
  return {
    route,
    method,
    path,
    query,
    requestId: id,
    hops: hopsSoFar(head.hops) + 1,
    forward,
    app: head.app,
    body: chunks,
    bodyBytes: length,
    bodySource: source,
  };
}

/** The body with the backend's names, and the changes of the backend's file. */
function asItCame(outgoing: Outgoing): EncodedBody {
  const { exchange, backend, upstreamModel, includeUsage } = outgoing;
  return withoutSeals(exchange, exchange.body!).encode({
    model: upstreamModel,
    includeUsage,
    renamed: exchange.batched?.get(backend.name),
    edits: backend.bodyEdits,
    nested: nestedNames(outgoing),
  });
}

function pathOf({ exchange: { summary, path }, route }: Outgoing): string {
  return (summary!.stream ? route.streamPath : route.otherPaths?.[path]) ?? route.path;
}

/** The backend's names of the models that the body names beside its own; undefined for none. */
function nestedNames({ exchange: { nested }, backend }: Outgoing): ReadonlyMap<string, string> | undefined {
  return nested === undefined ? undefined : upstreamNames(nested.get(backend.name));
}

function upstreamNames(nested: NestedNames | undefined): ReadonlyMap<string, string> | undefined {
  return nested && new Map([...nested].map(([model, { deployment }]) => [model, deployment.upstreamModel]));
}

/**
 * Removes the seals that the gateway put into the conversation for deployments in another dialect: vendors refuse
 * signatures that they did not make. Every other byte stays the client's.
 */
function withoutSeals(exchange: Exchange, body: RequestBody): RequestBody {
  if (body.kind !== 'json' || !body.hasSeals) return body;
  const bytes = withoutOwnSeals(body.bytes);
  return bytes === body.bytes ? body : readJsonBody(bytes, exchange.served);
}

/** The headers for a backend, with the gateway's span in place of the client's. */
function tracedHeaders({ head, trace }: Exchange, { traceparent }: AttemptTrace): FlatHeaders {
  const isContinued = trace?.isContinued === true;
  const isReplaced = (name: string) => name === 'traceparent' || (name === 'tracestate' && !isContinued);
  return [...withoutHeaders(head.forward, isReplaced), 'traceparent', traceparent];
}

/** The trace's attributes of an attempt's destination. */
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
 * Frees a request's body, its share of the worker's room, and its headers, once nothing of them will be sent again: a
 * stream can go on for minutes, there may be ten thousand of them, and conversations and images are large.
 */
export function releaseRequest(exchange: Exchange, budget: BufferBudget): void {
  releaseHead(exchange.request, exchange.head);
  exchange.body = undefined;
  exchange.translated = undefined;
  budget.release(exchange);
}
