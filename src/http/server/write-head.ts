import type { ServerResponse } from 'node:http';

/**
 * Writes the head of an answer.
 *
 * @param headers As pairs, without any that frames the answer.
 * @param length Of the body in bytes; undefined where it goes in chunks.
 */
export function writeHead(
  response: ServerResponse,
  status: number,
  headers: readonly string[],
  length?: number,
): void {
  const hasNoBody = status === 204 || status === 304;
  const isFramed = length !== undefined && !hasNoBody;
  response.writeHead(
    status,
    isFramed ? [...headers, 'content-length', String(length)] : (headers as string[]),
  );
}
