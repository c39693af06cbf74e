/** What the address and the headers of a request for a realtime session say. */
import { realtime } from '../../api/endpoints/realtime/realtime.ts';
import { GatewayError } from '../../errors.ts';
import { type FlatHeaders, withoutHeaders } from '../../http/flat-headers.ts';
import type { NestingRules } from '../../routing/nested-models.ts';
import { hasMember, modelInHead, queryFor } from '../declared-endpoints/model-in-head.ts';
import type { Exchange } from '../exchange.ts';

const inQuery = { in: 'query', field: 'model' } as const;

/**
 * The model of a session: the one in its address, or else the one that the configuration has for those that name none, as
 * sessions that transcribe and those that join a call do.
 *
 * @throws GatewayError `invalid_value`
 */
export function modelOfSession(exchange: Exchange, otherwise: string | undefined): string {
  return modelInHead(exchange, inQuery, otherwise)!;
}

/**
 * Refuses a session that joins a call to a key that is bound to models, as it is where the choice of a model is left to the
 * vendor: which one a call has nobody knows here.
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

/** The header by which clients asked for the interface as it was before 2025-08; vendors refuse it today. */
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

/** Whether a client asks for the interface as it was. */
export function asksForBeta(headers: FlatHeaders): boolean {
  for (let index = 0; index < headers.length; index += 2)
    if (headers[index]!.toLowerCase() === betaHeader && headers[index + 1]!.includes(beta)) return true;
  return false;
}

/** How browsers send a key, whose WebSockets can have no header (`realtime/websocket` of OpenAI's SDK). */
const keyProtocol = 'openai-insecure-api-key.';

const paths: ReadonlySet<string> = new Set([realtime.path, ...realtime.otherPaths]);

/** The key among the protocols that a client names when it asks for a session; undefined where none is. */
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

/** The one protocol that is answered. */
export const sessionProtocol = 'realtime';

/** What is answered of the protocols that a client names. */
export function protocolFor(headers: readonly string[]): string | undefined {
  return protocolsIn(headers).includes(sessionProtocol) ? sessionProtocol : undefined;
}
