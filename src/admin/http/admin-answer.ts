import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorAnswer } from '../contract/error.ts';
import type { AdminRefusal } from './admin-refusal.ts';

/** A whole answer. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  /** Of one that comes in chunks each is written before the next is asked for. */
  readonly body: string | Buffer | AsyncIterable<Buffer>;
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

export function refused(refusal: AdminRefusal): Answer {
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
    ...(status === 204 ? {} : { 'content-type': type, ...lengthOf(body) }),
    ...(request.complete ? {} : { connection: 'close' }),
    ...headers,
  });
  if (request.method === 'HEAD' || status === 204) response.end();
  else if (isWhole(body)) response.end(body);
  else sendChunks(response, body).catch(() => response.destroy()); // the client sees that it is not complete
}

function lengthOf(body: Answer['body']): { 'content-length'?: number } {
  return isWhole(body) ? { 'content-length': Buffer.byteLength(body) } : {};
}

function isWhole(body: Answer['body']): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body);
}

/** The producer may overwrite the last chunk with the next one, so each chunk is written out first. */
async function sendChunks(response: ServerResponse, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      response.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
  response.end();
}
