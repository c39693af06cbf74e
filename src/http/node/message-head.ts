import { type OutgoingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FlatHeaders } from '../flat-headers.ts';

/** What Node makes the head of a message with, when all that can be set about it has been set. */
interface HeadWriter {
  _storeHeader(firstLines: string, headers: FlatHeaders): void;
}

/** A header field as it stands in a message. It must be sound: nobody looks at it again. */
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
 * Gives a message its head, of header lines that stand ready. Node would put each field into a table, take them all out
 * again, and look at each name and value for what no head can carry. All that is sent here has come through Node's own
 * parser, which is not a lenient one, or through the check of the configuration.
 *
 * @param firstLine Without its end.
 * @param lines Sound ones, without any that frames the request (RFC 9112, 6).
 * @param length Of the body in bytes, where it does not go in chunks; undefined where there is none.
 */
export function storeHead(
  message: OutgoingMessage,
  firstLine: string,
  lines: string,
  length: number | 'chunked' | undefined,
): void {
  const framing = length === undefined ? [] : framingOf(length);
  (message as OutgoingMessage & HeadWriter)._storeHeader(`${firstLine}\r\n${lines}`, framing);
}

/**
 * The same for an answer.
 *
 * @param headers Sound ones, without any that frames the answer or says what becomes of its connection.
 * @param length Of the body in bytes; undefined where it goes in chunks.
 */
export function writeAnswerHead(
  response: ServerResponse,
  status: number,
  headers: FlatHeaders,
  length?: number,
): void {
  // Node knows these two, which have no body.
  if (status === 204 || status === 304) {
    response.writeHead(status, headers as string[]);
    return;
  }
  const phrase = STATUS_CODES[status] ?? 'unknown';
  response.statusCode = status;
  response.statusMessage = phrase;
  storeHead(response, `HTTP/1.1 ${status} ${phrase}`, headerLines(headers), length);
}

function framingOf(length: number | 'chunked'): FlatHeaders {
  return length === 'chunked' ? ['transfer-encoding', 'chunked'] : ['content-length', String(length)];
}
