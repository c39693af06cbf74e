/** Ends of connections whose client is still sending a body that nobody wants. */
import type { ServerResponse } from 'node:http';
import type { ClientRequest } from './client-request.ts';
import { lingerMs } from './raw-refusal.ts';

/** So much of a refused body is read and thrown away; then the client has to wait for its connection to end. */
const maxDiscardedBytes = 8 * 1024 * 1024;

const lingering = new WeakSet<ServerResponse>();

/** Nothing will be added to an answer: it only has to go out. */
export function isWritten(response: ServerResponse): boolean {
  return response.writableEnded || lingering.has(response);
}

/** A small rest of a body has mostly come already; who sends it drop by drop does not keep the connection. */
export function endUnlessComplete(request: ClientRequest): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, lingerMs);
  request.once('close', () => clearTimeout(timer));
}

/**
 * Closing a socket that still has unread bytes resets it, and the reset can overtake the answer. So the answer
 * is written in full, the client's bytes are thrown away for a while, and only then is the connection ended.
 */
export function lingerThenEnd(request: ClientRequest, response: ServerResponse, body: Buffer): void {
  lingering.add(response);
  response.write(body);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(() => {
    end();
    request.socket.destroySoon();
  }, lingerMs);
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > maxDiscardedBytes) request.pause();
  });
  request.once('end', end);
  response.once('close', () => clearTimeout(timer));
}
