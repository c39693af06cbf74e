import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { FlatHeaders } from '../flat-headers.ts';

/** Node's own method that makes the head of a message, after all its fields are set. */
interface HeadWriter {
  _storeHeader(firstLines: string, headers: FlatHeaders): void;
}

const chunked: FlatHeaders = ['transfer-encoding', 'chunked'];

/** A header field as a line of a message. It must be sound: no later code checks it. */
export function headerLine(name: string, value: string): string {
  return `${name}: ${value}\r\n`;
}

/** The same for several. */
export function headerLines(headers: FlatHeaders): string {
  let lines = '';
  for (let index = 0; index < headers.length; index += 2) {
    lines += headerLine(headers[index]!, headers[index + 1]!);
  }
  return lines;
}

/**
 * Gives an answer its head, made of ready header lines. Node would put each field into a table, take them all out
 * again, and check each name and value for forbidden characters. All fields here have passed a strict parser or the
 * check of the configuration.
 *
 * @param headers Sound ones, without any that frames the answer or decides on its connection.
 * @param length Of the body in bytes; undefined for chunks.
 */
export function writeAnswerHead(
  response: ServerResponse,
  status: number,
  headers: FlatHeaders,
  length?: number,
): void {
  // Node knows that these two have no body.
  if (status === 204 || status === 304) {
    response.writeHead(status, headers as string[]);
    return;
  }
  const phrase = STATUS_CODES[status] ?? 'unknown';
  response.statusCode = status;
  response.statusMessage = phrase;
  const framing = length === undefined ? chunked : ['content-length', String(length)];
  const lines = `HTTP/1.1 ${status} ${phrase}\r\n${headerLines(headers)}`;
  (response as ServerResponse & HeadWriter)._storeHeader(lines, framing);
}
