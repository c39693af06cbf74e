import type { Family } from '../api/endpoints/endpoint.ts';
import { familyOfPath } from '../api/endpoints/index.ts';
import { renderError } from '../api/families/render-error.ts';
import { GatewayError, publicCode } from '../errors.ts';
import { endUnlessComplete } from '../http/server/linger.ts';
import { clientFamily } from './clients/client-family.ts';
import type { Exchange } from './exchange.ts';
import { queuedMs } from './queue/queued-ms.ts';
import { addQuotaHeaders } from './relay/answer/answer-head.ts';
import type { DownstreamHead } from './relay/answer/answer-sink.ts';

type Own = DownstreamHead['own'];

/** Bytes of an unread request body that is read to its end, so that the connection can be used again. */
const drainableBytes = 64 * 1024;

/**
 * Writes a whole JSON answer of the gateway's own.
 *
 * @param more Further headers, names and values in turn.
 */
export function sendJson(
  exchange: Exchange,
  status: number,
  body: Buffer,
  more: readonly string[] = [],
): void {
  const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
  headers.push('x-request-id', exchange.id, ...more);
  addQuotaHeaders(headers, exchange, clientFamily(exchange, familyOfPath));
  send(exchange, status, headers, body);
}

/** Writes a short plain answer. */
export function sendText(exchange: Exchange, status: number, text: string): void {
  const body = Buffer.from(text);
  const headers = ['content-type', 'text/plain; charset=utf-8', 'content-length', String(body.length)];
  send(exchange, status, headers, body);
}

function send(exchange: Exchange, status: number, headers: string[], body: Buffer, own: Own = 'yes'): void {
  const { answer, request } = exchange;
  answer.begin({ status, headers, length: body.length, body: 'whole', idleMs: 0, own });
  if (request.method !== 'HEAD') answer.write(body);
  answer.end();
}

/**
 * Answers with an error in the form that the called path's family of clients understands. Does nothing if an answer has
 * begun: then only the caller can break off the connection.
 */
export function sendError(exchange: Exchange, error: GatewayError, family: Family): void {
  const { request, client, relayed } = exchange;
  if (client.hasBegun || client.isClosed) return;
  exchange.errorCode = publicCode(error.code);
  exchange.errorReason = error.reason;
  const { status, headers, body } = renderError(error, family, exchange.id, exchange.asked?.idText);
  const unread = !request.complete;
  const close = error.closeConnection || (unread && !isDrainable(exchange)) || request.httpVersionMinor === 0;
  const flat: string[] = [];
  for (const name in headers) flat.push(name, headers[name]!);
  if (relayed.attempts > 0 && exchange.asked === undefined) {
    flat.push('x-gateway-model', relayed.model ?? '', 'x-gateway-deployment', relayed.deployment ?? '');
    flat.push('x-gateway-attempts', String(relayed.attempts));
  }
  if (exchange.queued !== undefined) flat.push('x-gateway-queued-ms', queuedMs(exchange.queued));
  addQuotaHeaders(flat, exchange, family);
  if (close) flat.push('connection', 'close');
  const lingers = close && unread;
  send(exchange, status, flat, body, lingers ? 'to_unread_request' : 'yes');
  if (unread && !lingers) endUnlessComplete(request);
}

/** Any other failure is a bug: the client learns nothing but the request id. */
export function asGatewayError(error: unknown): GatewayError {
  if (error instanceof GatewayError) return error;
  return new GatewayError(
    'internal_error',
    'The gateway failed to handle this request; quote its request id.',
    {
      cause: error,
    },
  );
}

function isDrainable({ head }: Exchange): boolean {
  if (head.transferEncoding !== undefined || head.expect !== undefined) return false;
  return Number(head.contentLength ?? 0) <= drainableBytes;
}
