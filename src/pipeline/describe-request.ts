import type { Usage } from '../api/usage.ts';
import type { LogConfig } from '../config/types.ts';
import { maskedAddress } from '../http/server/client-address.ts';
import { costNanoUsd } from '../limits/price.ts';
import type { RequestEvent, TokenCounts } from '../observe/request-event.ts';
import type { RoutingTable } from '../routing/routing-table.ts';
import type { Exchange } from './exchange.ts';

/** Takes note of a request that is over. */
export type Observer = (event: RequestEvent, exchange: Exchange) => void;

export interface Described {
  readonly clientIp: LogConfig['clientIp'];
  readonly routes: RoutingTable;
}

const maxApplicationLength = 256;
const maxModelLength = 256;

/**
 * What is told of a request once it is over.
 *
 * @param clockMs What the clock of `startedMs` is behind the time of day.
 */
export function requestEvent(
  exchange: Exchange,
  clockMs: number,
  { clientIp, routes }: Described,
): RequestEvent {
  const { head, body, usage, price, startedMs, response } = exchange;
  const asked = body?.model ?? body?.models[0];
  const { authenticatedMs, readMs, routedMs, committedMs, endedMs } = exchange;
  return {
    id: exchange.id,
    at: Math.round(clockMs + startedMs),
    client: clientShown(exchange.clientAddress, clientIp),
    key: exchange.key?.id,
    method: exchange.request.method ?? '',
    endpoint: exchange.endpoint?.name ?? (isModelList(exchange) ? 'models' : undefined),
    asked: printable(asked, maxModelLength),
    isKnownModel: asked !== undefined && routes.models.has(asked),
    model: exchange.model,
    deployment: exchange.deployment,
    tags: exchange.tags,
    streamed: body?.stream === true,
    status: exchange.gone ? 499 : response.statusCode,
    code: exchange.errorCode,
    ms: endedMs - startedMs,
    phases: {
      authenticateMs: since(authenticatedMs, startedMs),
      readMs: since(readMs, authenticatedMs),
      routeMs: since(routedMs, readMs),
    },
    firstByteMs: since(committedMs, startedMs),
    tokens: usage && tokenCounts(usage),
    costNanoUsd: usage && price && costNanoUsd(price, usage),
    attempts: exchange.tried,
    title: printable(head.title, maxApplicationLength),
    referer: printable(head.referer, maxApplicationLength),
    upstreamId: printable(exchange.upstreamId, maxApplicationLength),
  };
}

function since(later: number | undefined, earlier: number | undefined): number | undefined {
  return later === undefined || earlier === undefined ? undefined : later - earlier;
}

/** Past the check of the key every path that is not an endpoint's is the model list's, or was refused. */
function isModelList({ path, errorCode }: Exchange): boolean {
  return path.startsWith('/v1/models') && errorCode !== 'unknown_path';
}

/** Tokens in the words of events. */
export function tokenCounts(usage: Usage): TokenCounts {
  return {
    input: usage.inputTokens,
    output: usage.outputTokens,
    cachedInput: usage.cachedInputTokens,
    cacheWrite: usage.cacheWriteTokens,
  };
}

function clientShown(address: string, shown: LogConfig['clientIp']): string | undefined {
  if (shown === 'full') return address;
  return shown === 'masked' ? maskedAddress(address) : undefined;
}

const printed = /^[\x20-\x7e]*$/;
const unprintable = /[^\x20-\x7e]/g;

/** What clients and backends make up is data from outside: cut, and without control characters. */
function printable(value: string | undefined, maxLength: number): string | undefined {
  const cut = value?.slice(0, maxLength);
  return cut === undefined || printed.test(cut) ? cut : cut.replace(unprintable, '?');
}
