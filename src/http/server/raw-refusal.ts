/** Refusals of connections that never became a request: answered on the socket itself, without an answer object. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { familyOfPath } from '../../api/endpoints/index.ts';
import { renderError } from '../../api/families/render-error.ts';
import { type ErrorCode, GatewayError } from '../../errors.ts';
import { uuidV7 } from './request-id.ts';

/**
 * Milliseconds for which a refused connection is still read. Closing a socket with unread bytes resets it, and the
 * reset can overtake the answer.
 */
export const lingerMs = 2000;

/** A stream that this module can end. */
export type Refusable = Pick<Duplex, 'end' | 'destroy' | 'once'>;

/** True if a handshake failed because its first bytes were no TLS record. OpenSSL reports that in three ways. */
export function isPlainHttp({ code }: NodeJS.ErrnoException): boolean {
  return (
    code === 'ERR_SSL_HTTP_REQUEST' ||
    code === 'ERR_SSL_HTTPS_PROXY_REQUEST' ||
    code === 'ERR_SSL_WRONG_VERSION_NUMBER'
  );
}

/** The answer, in clear, to a client that spoke HTTP where TLS was expected. */
export function httpsRequired(): GatewayError {
  return new GatewayError(
    'https_required',
    'This port speaks HTTPS only; use https:// in the base URL and replace a key that was sent.',
  );
}

/** The refusals of Node's HTTP parser and its clocks, as errors of the catalogue. */
export function parserRefusal({ code }: NodeJS.ErrnoException): GatewayError {
  const [name, message] = parserError(code ?? '');
  return new GatewayError(name, message);
}

function parserError(code: string): [ErrorCode, string] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return ['headers_too_large', 'The request headers exceed 16 KiB.'];
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return ['body_too_large', 'The chunk extensions of the request body are too large.'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['request_timeout', 'The request headers did not arrive in time (listen.headers_timeout).'];
    default:
      return ['bad_request', 'The request is not valid HTTP/1.1.'];
  }
}

/**
 * Writes a refusal as a whole HTTP answer and ends the connection once the client has had time to read it.
 *
 * @param path The path of the request that was broken off, if one had begun; otherwise empty
 * @returns the request id in the answer
 */
export function refuse(socket: Refusable, error: GatewayError, path = ''): string {
  const requestId = uuidV7();
  const { status, headers, body } = renderError(error, familyOfPath(path), requestId);
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`];
  for (const name in headers) lines.push(`${name}: ${headers[name]}`);
  lines.push('connection: close', '', '');
  socket.end(Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body]));
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  return requestId;
}
