import { GatewayError } from '../../errors.ts';
import { plainAddress } from '../../http/server/client-address.ts';
import type { ClientRequest } from '../../http/server/client-request.ts';
import type { Head } from '../../http/server/request-head.ts';
import type { Parts } from '../parts.ts';
import type { Stage } from '../stage.ts';

const notTheBalancer =
  'Call the gateway over HTTPS through its balancer; this port only takes requests from there (listen.tls.terminated_by).';

/** The fault of a balancer's word on the scheme of the call; of several hops the last one counts. */
function faultyProto(forwarded: string | undefined): string | undefined {
  if (forwarded === undefined) {
    return 'The balancer in front of the gateway sent no X-Forwarded-Proto; its operator has to have it send "X-Forwarded-Proto: https".';
  }
  const last = forwarded.slice(forwarded.lastIndexOf(',') + 1).trim();
  if (last.toLowerCase() === 'https') return undefined;
  return 'Call the balancer in front of the gateway over HTTPS; its X-Forwarded-Proto says that this request came otherwise.';
}

/** Refuses faulty HTTP, requests that did not come over HTTPS, and requests beyond the worker's room. */
export function framing({ trusted, isCrowded, isDraining }: Parts): Stage {
  return function framing(exchange, next) {
    const { request, head } = exchange;
    checkFraming(request, head);
    if (trusted !== undefined) {
      const peer = plainAddress(request.socket.remoteAddress);
      const fault = trusted.includes(peer) ? faultyProto(head.forwardedProto) : notTheBalancer;
      if (fault !== undefined) throw new GatewayError('https_required', fault, { closeConnection: true });
    }
    if (isDraining()) {
      throw new GatewayError('overloaded', 'The gateway is stopping; try again.', { closeConnection: true });
    }
    if (isCrowded(request.socket)) {
      throw new GatewayError('overloaded', 'The gateway has too many connections open; try again shortly.', {
        closeConnection: true,
      });
    }
    return next(exchange);
  };
}

/**
 * Faults that Node's parser lets through and a gateway must not: each of these can make two servers disagree about the
 * end of a message, its recipient or its question. All end the connection.
 */
const maxHeaders = 100;
const maxTargetBytes = 8192;

const fatal = { closeConnection: true } as const;

/** Throws for a message that is faulty as HTTP, before its caller is known (RFC 9112). */
export function checkFraming(request: ClientRequest, head: Head): void {
  if (request.httpVersionMajor !== 1 || request.httpVersionMinor > 1) {
    throw new GatewayError('http_version_not_supported', 'Use HTTP/1.1.', fatal);
  }
  if (request.rawHeaders.length > maxHeaders * 2) {
    throw new GatewayError('headers_too_large', `Send at most ${maxHeaders} header fields.`, fatal);
  }
  const target = request.url ?? '';
  if (target.length > maxTargetBytes) {
    throw new GatewayError('uri_too_long', `The request target exceeds ${maxTargetBytes} bytes.`, fatal);
  }
  if (head.hostCount !== 1) {
    if (head.hostCount > 1) throw new GatewayError('bad_request', 'Send one Host header.', fatal);
    if (request.httpVersionMinor === 1) throw new GatewayError('bad_request', 'Send a Host header.', fatal);
  } else if (/[@/?#\s]/.test(head.host)) {
    throw new GatewayError('bad_request', 'The Host header is not a host and port.', fatal);
  }
  if (head.transferEncoding !== undefined) {
    if (request.httpVersionMinor === 0) {
      throw new GatewayError('bad_request', 'HTTP/1.0 has no Transfer-Encoding.', fatal);
    }
    const codings = head.transferEncoding.toLowerCase();
    // A message without a certain end is faulty, whatever codings are implemented (RFC 9112, 6.3).
    if (!/(?:^|,[\t ]*)chunked$/.test(codings)) {
      throw new GatewayError('bad_request', 'The last transfer coding has to be chunked.', fatal);
    }
    if (codings !== 'chunked') {
      throw new GatewayError(
        'transfer_coding_not_implemented',
        'The only transfer coding is chunked.',
        fatal,
      );
    }
  }
  const { method } = request;
  const hasBody = head.transferEncoding !== undefined || (head.contentLength ?? '0') !== '0';
  if (hasBody && (method === 'GET' || method === 'HEAD')) {
    throw new GatewayError('bad_request', `A ${method} request has no body here.`, fatal);
  }
  if (head.expect !== undefined && head.expect.toLowerCase() !== '100-continue') {
    throw new GatewayError('expectation_failed', 'The only expectation is 100-continue.', fatal);
  }
  if (!target.startsWith('/')) {
    throw new GatewayError('bad_request', 'The request target is a path that begins with /.', fatal);
  }
}
