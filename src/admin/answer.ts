import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorAnswer } from './api/types.ts';
import type { Refusal } from './refusal.ts';

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

export function plain(status: number, body: string): Answer {
  return { status, type: 'text/plain; charset=utf-8', body };
}

/** For people too, who ask with curl. */
export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` };
}

export const nothing: Answer = { status: 204, type: '', body: '' };

export function refused(refusal: Refusal): Answer {
  const { code, message, status, headers } = refusal;
  const type = status >= 500 ? 'internal_error' : 'invalid_request_error';
  const answer: ErrorAnswer = { error: { message, type, code } };
  return {
    ...json(answer, status),
    headers: status === 401 ? { 'www-authenticate': 'Bearer', ...headers } : headers,
  };
}

/** Writes an answer; a body that was not read to its end costs the connection. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  common: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { status, type, body, headers } = answer;
  response.writeHead(status, {
    ...common,
    ...(status === 204 ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
    ...(request.complete ? {} : { connection: 'close' }),
    ...headers,
  });
  response.end(request.method === 'HEAD' || status === 204 ? undefined : body);
}
