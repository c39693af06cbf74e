/** Renders failures the way the clients of each family expect them. */
import { type GatewayError, publicCode } from '../../errors.ts';
import type { StreamDialect } from '../dialects/dialect.ts';
import type { Family } from '../endpoints/endpoint.ts';

/** An error as it goes to a client. */
export interface RenderedError {
  readonly status: number;
  /** Lower-case names; complete but for what the server decides about the connection. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The whole answer for a failure that the gateway itself reports. */
export function renderError(error: GatewayError, family: Family, requestId: string): RenderedError {
  const { spec, param } = error;
  const code = publicCode(error.code);
  const detail = {
    message: error.message,
    type: family === 'anthropic' ? spec.anthropicType : spec.type,
    code,
    ...(param === undefined || spec.type === 'None' ? {} : { param }),
  };
  const envelope =
    family === 'anthropic' ? { type: 'error', error: detail, request_id: requestId } : { error: detail };
  const body = Buffer.from(JSON.stringify(envelope));
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

/** What is known of a stream when it is cut. */
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
