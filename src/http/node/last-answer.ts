import type { ServerResponse } from 'node:http';

/** Makes an answer announce, after its head is written, that its connection ends with it, and makes Node end it. */
export function makeLast(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}
