import type { BodySummary } from '../api/body/body-summary.ts';
import type { Endpoint } from '../api/endpoints/index.ts';
import { endpointAt } from '../api/endpoints/index.ts';
import type { LogConfig } from '../config/types/telemetry.ts';
import { shownAddress } from '../http/server/client-address.ts';
import type { RequestEvent, ToolEvent } from '../observe/request-event.ts';
import { type RoutingTable, routesOf } from '../routing/routing-table.ts';
import { sessionOf } from './clients/session.ts';
import { costOf } from './counted-use.ts';
import type { Exchange, QueuedTime } from './exchange.ts';
import type { MessageRecord } from './mcp/message-record.ts';

/** Gets each request that is over. */
export type Observer = (event: RequestEvent, exchange: Exchange) => void;

export interface Described {
  readonly clientIp: LogConfig['clientIp'];
  readonly routes: RoutingTable;
}

const maxApplicationLength = 256;
const maxModelLength = 256;
const maxHostLength = 255;
/** No path of the gateway is longer, and a beginning tells as much. */
const maxPathLength = 256;
const maxSubjectLength = 256;
const maxSessionLength = 128;
const maxClassLength = 64;
const maxReasonLength = 1024;
const maxToolLength = 256;
const none: readonly string[] = [];

/**
 * The event of a request that is over.
 *
 * @param clockMs Milliseconds that the clock of `startedMs` is behind the time of day.
 */
export function requestEvent(
  exchange: Exchange,
  clockMs: number,
  { clientIp, routes }: Described,
): RequestEvent {
  const { head, summary, startedMs, client } = exchange;
  const { model, deployment, backend, upstreamModel, tried, upstreamId, counted, price, corrects } =
    exchange.relayed;
  const asked = summary?.model ?? summary?.models[0];
  const isKnownModel = asked !== undefined && routes.models.has(asked);
  const { authenticatedMs, readMs, routedMs, endedMs } = exchange;
  const endpoint = endpointOf(exchange);
  const fellBackFrom = entryLeft(exchange, asked, routes);
  return {
    id: exchange.id,
    at: Math.round(clockMs + startedMs),
    client: shownAddress(exchange.clientAddress, clientIp),
    key: exchange.key?.id,
    group: exchange.key?.config.groups[0],
    issuer: exchange.caller?.issuer,
    subject: printable(exchange.caller?.subject, maxSubjectLength),
    endUser: exchange.endUser,
    method: exchange.request.method ?? '',
    path: printable(withoutSecrets(exchange.path, exchange), maxPathLength)!,
    host: head.host === '' ? undefined : printable(head.host, maxHostLength),
    userAgent: printable(head.userAgent, maxApplicationLength),
    endpoint: endpoint?.name,
    asked: printable(asked, maxModelLength),
    isKnownModel,
    model,
    deployment,
    backend,
    // A wildcard lets through any name that a client made up; without usage the name proves nothing.
    upstreamModel:
      counted === undefined && !isKnownModel ? undefined : printable(upstreamModel, maxModelLength),
    chain: summary === undefined || summary.models.length === 0 ? none : chainOf(summary),
    tags: exchange.tags,
    needs: exchange.needs,
    streamed: summary?.stream === true,
    status: exchange.gone ? 499 : client.status,
    code: exchange.errorCode,
    reason: printable(withoutSecrets(exchange.errorReason, exchange), maxReasonLength),
    ms: endedMs - startedMs,
    phases: {
      authenticateMs: since(authenticatedMs, startedMs),
      readMs: since(readMs, authenticatedMs),
      routeMs: since(routedMs, readMs),
    },
    firstByteMs: since(exchange.client.begunMs, startedMs),
    tokens: counted?.usage,
    certainty: counted?.certainty,
    costNanoUsd: counted && costOf(counted, price),
    attempts: tried,
    // Without a key anybody can make up both.
    title: exchange.key && printable(head.title, maxApplicationLength),
    referer: exchange.key && printable(head.referer, maxApplicationLength),
    upstreamId: printable(upstreamId, maxApplicationLength),
    ...(exchange.key !== undefined && whoseWork(exchange, asked, routes)),
    ...(endpoint?.answeredBy === 'deployments' && endpoint.model !== undefined && { route: endpoint.path }),
    ...(exchange.asked !== undefined && { route: exchange.asked.route, tools: toolEvent(exchange.asked) }),
    ...(exchange.guarded !== undefined && { guards: exchange.guarded }),
    ...(exchange.relayed.affinity !== undefined && { affinity: exchange.relayed.affinity }),
    ...(exchange.queued !== undefined && { queued: queuedOf(exchange.queued) }),
    ...(fellBackFrom !== undefined && { fellBackFrom }),
    ...(exchange.relayed.isOverstated === true && { isOverstated: true }),
    ...(corrects !== undefined && { corrects }),
    ...(exchange.relayed.nested !== undefined && { nested: exchange.relayed.nested }),
    ...(exchange.relayed.translation !== undefined && { translation: exchange.relayed.translation }),
    ...(exchange.untranslatable !== undefined && { untranslatable: exchange.untranslatable }),
  };
}

function toolEvent({ event }: MessageRecord): ToolEvent {
  return { ...event, tool: printable(event.tool, maxToolLength) };
}

function queuedOf({ model, class: ofClass, fromMs, ms }: QueuedTime): NonNullable<RequestEvent['queued']> {
  return { model, class: ofClass, ms: ms ?? performance.now() - fromMs };
}

/** The client's piece of work that it belongs to; undefined if it names none. */
function whoseWork(
  { head, summary }: Exchange,
  asked: string | undefined,
  routes: RoutingTable,
): Pick<RequestEvent, 'session' | 'agent' | 'requestClass'> | undefined {
  const { sessions, agent, requestClass } = head;
  const cacheKey = summary?.cacheKey;
  if ((sessions ?? cacheKey ?? agent ?? requestClass) === undefined) return undefined;
  const places = asked === undefined ? undefined : routesOf(routes, asked)?.model.sessionFrom;
  const session = places && sessionOf(head, cacheKey, places);
  return {
    ...(session !== undefined && { session: printable(session, maxSessionLength)! }),
    ...(agent !== undefined && { agent: printable(agent, maxSessionLength)! }),
    ...(requestClass !== undefined && { requestClass: printable(requestClass, maxClassLength)! }),
  };
}

/** The entry of the requested model, if another one had the last attempt. */
function entryLeft(
  { relayed: { triedIds } }: Exchange,
  asked: string | undefined,
  routes: RoutingTable,
): string | undefined {
  const tried = triedIds.at(-1);
  if (tried === undefined || asked === undefined || tried === asked) return undefined;
  return routesOf(routes, asked)?.model.id ?? '(unknown)';
}

function since(later: number | undefined, earlier: number | undefined): number | undefined {
  return later === undefined || earlier === undefined ? undefined : later - earlier;
}

/** The called endpoint. Of requests refused before that is known, only the gateway's own paths have a name. */
function endpointOf({ endpoint, path }: Exchange): Endpoint | undefined {
  if (endpoint !== undefined) return endpoint;
  const called = endpointAt(path);
  return called?.answeredBy === 'gateway' ? called : undefined;
}

/** Each model once, in the order of attempts without the file's fallbacks. */
function chainOf({ model, models }: BodySummary): readonly string[] {
  const named = [...new Set(model === undefined ? models : [model, ...models])];
  return named.length < 2 ? none : named.map((id) => printable(id, maxModelLength)!);
}

/** The beginnings of secrets from gateways and vendors. */
const secretLike = /(?<![a-z0-9])(?:sk|gw)-[\w-]{12,}/gi;
const mask = '***';
const leastSecretLength = 8;

/** A foreign path may hold anything, such as a key that was put into a base URL. */
function withoutSecrets<Text extends string | undefined>(
  text: Text,
  { endpoint, head }: Exchange,
): Text | string {
  if (text === undefined || endpoint !== undefined) return text;
  let shown: string = text;
  for (const sent of [head.authorization?.split(' ').at(-1), head.apiKey]) {
    if (sent !== undefined && sent.length >= leastSecretLength) shown = shown.replaceAll(sent, mask);
  }
  return shown.replace(secretLike, mask);
}

const printed = /^[\x20-\x7e]*$/;
const unprintable = /[^\x20-\x7e]/g;

/** Cuts data that clients and backends make up, and removes its control characters. */
function printable(value: string | undefined, maxLength: number): string | undefined {
  const cut = value?.slice(0, maxLength);
  return cut === undefined || printed.test(cut) ? cut : cut.replace(unprintable, '?');
}
