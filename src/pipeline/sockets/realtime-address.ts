/** Reads the address and the headers of a request for a realtime session. */
import { realtime } from '../../api/endpoints/realtime/realtime.ts';
import { GatewayError } from '../../errors.ts';
import { type FlatHeaders, withoutHeaders } from '../../http/flat-headers.ts';
import type { NestingRules } from '../../routing/nested-models.ts';
import { hasMember, modelInHead, queryFor } from '../declared-endpoints/model-in-head.ts';
import type { Exchange } from '../exchange.ts';

const inQuery = { in: 'query', field: 'model' } as const;

/**
 * The model of a session: the one in its address, otherwise the configuration's for sessions without one, such as
 * transcriptions and sessions that join a call.
 *
 * @throws GatewayError `invalid_value`
 */
export function modelOfSession(exchange: Exchange, otherwise: string | undefined): string {
  return modelInHead(exchange, inQuery, otherwise)!;
}

/**
 * Refuses to a key with a list of models a session that joins a call, like any request that leaves the choice of a
 * model to the vendor: the gateway cannot know a call's model.
 */
export function refuseBoundCall({ query, key }: Exchange, nesting: NestingRules): void {
  if (!hasMember(query, 'call_id')) return;
  const bound = nesting.whyBound(key!.config);
  if (bound === undefined) return;
  throw new GatewayError(
    'model_not_allowed',
    `This key may join no call: which model a call has is not known here, and ${bound}.`,
  );
}

/** The query for a backend. */
export function sessionQuery({ query, summary }: Exchange, upstreamModel: string): string {
  return hasMember(query, inQuery.field) ? queryFor(query, inQuery, summary!.model, upstreamModel) : query;
}

/** The header by which clients asked for the interface before 2025-08; vendors refuse it today. */
export const betaHeader = 'openai-beta';
const beta = 'realtime=';

/** The headers for a backend: without those of the client's own handshake. */
export function sessionHeaders(headers: FlatHeaders): FlatHeaders {
  const isOfBeta = asksForBeta(headers);
  return withoutHeaders(
    headers,
    (name) => name.startsWith('sec-websocket-') || (isOfBeta && name === betaHeader),
  );
}

/** True if a client asks for the old interface. */
export function asksForBeta(headers: FlatHeaders): boolean {
  for (let index = 0; index < headers.length; index += 2)
    if (headers[index]!.toLowerCase() === betaHeader && headers[index + 1]!.includes(beta)) return true;
  return false;
}

/**
 * The form in which browsers send a key, whose WebSockets can have no header (`realtime/websocket` of OpenAI's SDK).
 */
const keyProtocol = 'openai-insecure-api-key.';

const paths: ReadonlySet<string> = new Set([realtime.path, ...realtime.otherPaths]);

/** The key among the protocols in a client's request for a session; undefined for none. */
export function keyInProtocols({ head, path, request }: Exchange): string | undefined {
  if (head.upgrade === undefined || !paths.has(path)) return undefined;
  const own = protocolsIn(request.rawHeaders).find((one) => one.startsWith(keyProtocol));
  return own?.slice(keyProtocol.length);
}

/** The protocols that a client names, in its order. */
function protocolsIn(headers: readonly string[]): readonly string[] {
  const values: string[] = [];
  for (let index = 0; index < headers.length; index += 2)
    if (headers[index]!.toLowerCase() === 'sec-websocket-protocol') values.push(headers[index + 1]!);
  return values
    .join(',')
    .split(',')
    .map((one) => one.trim());
}

/** The one protocol that the gateway answers. */
export const sessionProtocol = 'realtime';

/** The gateway's choice among a client's protocols. */
export function protocolFor(headers: readonly string[]): string | undefined {
  return protocolsIn(headers).includes(sessionProtocol) ? sessionProtocol : undefined;
}
