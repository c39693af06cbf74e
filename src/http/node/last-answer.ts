import type { ServerResponse } from 'node:http';

/** Has an answer say, once its head is written, that its connection ends with it, and Node end it. */
export function makeLast(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}
