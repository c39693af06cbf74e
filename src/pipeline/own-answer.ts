import { familyOfPath } from '../api/endpoints/endpoint-paths.ts';
import { renderError } from '../api/families/render-error.ts';
import { GatewayError, publicCode } from '../errors.ts';
import { endUnlessComplete, lingerThenEnd } from '../http/server/linger.ts';
import { addRateLimitHeaders, type HeaderFamily } from '../limits/rate-limit-headers.ts';
import type { Exchange } from './exchange.ts';

/** Unread request bodies up to this size are read to their end, so that the connection can be used again. */
const drainableBytes = 64 * 1024;

/** Writes a whole JSON answer of the gateway's own. */
export function sendJson(exchange: Exchange, status: number, body: Buffer): void {
  const { response } = exchange;
  const headers = ['content-type', 'application/json', 'content-length', String(body.length)];
  headers.push('x-request-id', exchange.id);
  addQuotaHeaders(headers, exchange, familyOfPath(exchange.path));
  response.writeHead(status, headers);
  response.end(exchange.request.method === 'HEAD' ? undefined : body);
}

/** Writes a short plain answer. */
export function sendText({ request, response }: Exchange, status: number, text: string): void {
  response.writeHead(status, [
    'content-type',
    'text/plain; charset=utf-8',
    'content-length',
    String(text.length),
  ]);
  response.end(request.method === 'HEAD' ? undefined : text);
}

/**
 * Answers with an error in the form that the called path's family of clients understands. Does nothing where an
 * answer has begun: then only breaking the connection off is honest, and that is the caller's to do.
 */
export function sendError(exchange: Exchange, error: GatewayError): void {
  const { request, response, path } = exchange;
  if (response.headersSent || response.destroyed) return;
  exchange.errorCode = publicCode(error.code);
  exchange.errorReason = error.reason;
  const family = familyOfPath(path);
  const { status, headers, body } = renderError(error, family, exchange.id);
  const unread = !request.complete;
  const close = error.closeConnection || (unread && !isDrainable(exchange)) || request.httpVersionMinor === 0;
  const flat: string[] = [];
  for (const name in headers) flat.push(name, headers[name]!);
  if (exchange.attempts > 0) {
    flat.push('x-gateway-model', exchange.model ?? '', 'x-gateway-deployment', exchange.deployment ?? '');
    flat.push('x-gateway-attempts', String(exchange.attempts));
  }
  addQuotaHeaders(flat, exchange, family);
  if (close) flat.push('connection', 'close');
  response.writeHead(status, flat);
  if (close && unread) return lingerThenEnd(request, response, body);
  response.end(request.method === 'HEAD' ? undefined : body);
  if (unread) endUnlessComplete(request);
}

/** Adds where the key stands to the head of an answer. */
export function addQuotaHeaders(flat: string[], { quota: standing }: Exchange, family: HeaderFamily): void {
  if (standing !== undefined) addRateLimitHeaders(flat, family, standing);
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
