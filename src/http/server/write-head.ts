import type { ServerResponse } from 'node:http';

/**
 * Writes the head of an answer.
 *
 * @param headers As pairs, without any that frames the answer. They may be added to.
 * @param length Of the body in bytes; undefined where it goes in chunks.
 */
export function writeHead(
  response: ServerResponse,
  status: number,
  headers: string[],
  length?: number,
): void {
  const hasNoBody = status === 204 || status === 304;
  if (length !== undefined && !hasNoBody) headers.push('content-length', String(length));
  response.writeHead(status, headers);
}
