/** Ends connections whose client is still sending an unwanted body. */
import type { ServerResponse } from 'node:http';
import type { ClientRequest } from './client-request.ts';
import { lingerMs } from './raw-refusal.ts';

/** Bytes of a refused body that are read and thrown away; after that the client waits until its connection ends. */
const maxDiscardedBytes = 8 * 1024 * 1024;

const lingering = new WeakSet<ServerResponse>();

/** Nothing more will be added to an answer: it only has to go out. */
export function isWritten(response: ServerResponse): boolean {
  return response.writableEnded || lingering.has(response);
}

/**
 * Ends a connection unless its request is complete. A small rest of a body has mostly come already; a client that sends
 * it drop by drop does not keep the connection.
 */
export function endUnlessComplete(request: ClientRequest): void {
  const timer = setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, lingerMs);
  request.once('close', () => clearTimeout(timer));
}

/**
 * Closing a socket with unread bytes resets it, and the reset can overtake the answer. So the answer is written in
 * full, then the client's bytes are thrown away for a while, and only then does the connection end.
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
