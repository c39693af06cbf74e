/** Renders failures the way the clients of each family expect them. */
import { type GatewayError, publicCode } from '../../errors.ts';
import type { StreamDialect } from '../dialects/dialect.ts';
import type { Family, ModelFamily } from '../endpoints/endpoint.ts';
import { renderRpcError, rpcCodes } from '../mcp/json-rpc-errors.ts';

/** An error as it goes to a client. */
export interface RenderedError {
  readonly status: number;
  /** Lower-case names; complete but for what the server decides about the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/**
 * The whole answer for a failure that the gateway itself reports.
 *
 * @param idText The id of the message that it answers, as it was written, in the family `mcp`; undefined where it is not known.
 */
export function renderError(
  error: GatewayError,
  family: Family,
  requestId: string,
  idText?: string,
): RenderedError {
  const { spec } = error;
  const code = publicCode(error.code);
  const body =
    family === 'mcp'
      ? rpcError(error, idText)
      : Buffer.from(JSON.stringify(envelopeOf(error, family, requestId)));
  return {
    status: spec.status,
    headers: {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-request-id': requestId,
      ...(family === 'anthropic' ? { 'request-id': requestId } : {}),
      'x-gateway-error': code,
      ...(spec.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
      ...retryHeaders(error),
      ...error.headers,
    },
    body,
  };
}

function envelopeOf(error: GatewayError, family: ModelFamily, requestId: string): object {
  const { spec, param } = error;
  const detail = {
    message: error.message,
    type: family === 'anthropic' ? spec.anthropicType : spec.type,
    code: publicCode(error.code),
    ...(param === undefined || spec.type === 'None' ? {} : { param }),
  };
  return family === 'anthropic' ? { type: 'error', error: detail, request_id: requestId } : { error: detail };
}

/** An error as clients of tools read it: with our own word for it in its data. */
export function rpcError(error: GatewayError, idText: string | undefined): Buffer {
  const { message, param } = error;
  const data = { code: publicCode(error.code), ...(param !== undefined && { param }) };
  return renderRpcError(idText, rpcCodeOf(error), message, data);
}

/** The number that JSON-RPC has for a failure: beside its own words it knows faults of the client and of the server. */
function rpcCodeOf({ code, spec }: GatewayError): number {
  if (code === 'invalid_json') return rpcCodes.parse_error;
  if (code === 'unknown_tool') return rpcCodes.invalid_params;
  return spec.status >= 500 ? rpcCodes.internal_error : rpcCodes.invalid_request;
}

/** Nobody who waits for an answer waits longer for another try. */
const longestWaitMs = 60_000;

/** Official clients send a request three times unless told that trying again can't help. */
function retryHeaders({ spec, retryAfterMs }: GatewayError): Record<string, string> {
  if (spec.retry === 'never') return { 'x-should-retry': 'false' };
  const ms = Math.max(1, Math.ceil(retryAfterMs));
  return {
    'retry-after': String(Math.max(1, Math.ceil(ms / 1000))),
    'retry-after-ms': String(ms),
    // Clients sleep out whatever they are told, beyond any time limit of their own.
    ...(ms > longestWaitMs ? { 'x-should-retry': 'false' } : {}),
  };
}

/** The known facts about a stream that is cut. */
export interface CutStream {
  /** The client has got the beginning of an event but not its end. */
  readonly midEvent: boolean;
  readonly responseId: string | undefined;
}

/**
 * The last bytes of a stream that broke: one error event in the form that its client reads. Where the client holds half
 * an event, a blank line ends that first, or the error would be read as part of it.
 */
export function cutEvent(
  dialect: StreamDialect,
  message: string,
  requestId: string,
  stream: CutStream,
  code?: string,
): Buffer {
  const event = dialect.cut(message, requestId, stream.responseId, code);
  return Buffer.from(stream.midEvent ? `\n\n${event}` : event);
}
