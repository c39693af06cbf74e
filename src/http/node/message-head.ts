import { type OutgoingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { FlatHeaders } from '../flat-headers.ts';

/**
 * What Node's messages have beside what its types tell of, and `writeHead` of answers is made of. It looks at each
 * name and value for what no head can carry, and for the few names that decide how a message is framed. All that is
 * sent here came through Node's own parser, which `serve` does not start with a lenient form of, or the check of the
 * configuration; and of framing there is a length at most. So only that is left to look at, and the rest stands ready in
 * the first of the two texts.
 */
interface HeadWriter {
  _storeHeader(firstLines: string, headers: FlatHeaders): void;
  readonly _header: string;
}

const noLength: FlatHeaders = [];

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
 * Gives a message its head, of sound header lines without any that frames it (RFC 9112, 6).
 *
 * @param length Of the body in bytes; undefined where it goes in chunks.
 */
export function storeHead(
  message: OutgoingMessage,
  firstLine: string,
  lines: string,
  length: number | undefined,
): void {
  const framing = length === undefined ? noLength : ['content-length', String(length)];
  (message as OutgoingMessage & HeadWriter)._storeHeader(`${firstLine}\r\n${lines}`, framing);
}

/** The same for an answer. Those whose status says that there is no body are Node's to write. */
export function writeSoundHead(
  response: ServerResponse,
  status: number,
  headers: FlatHeaders,
  length?: number,
): void {
  if (status === 204 || status === 304) {
    response.writeHead(status, headers as string[]);
    return;
  }
  const phrase = STATUS_CODES[status] ?? 'unknown';
  response.statusCode = status;
  response.statusMessage = phrase;
  storeHead(response, `HTTP/1.1 ${status} ${phrase}`, headerLines(headers), length);
}

/**
 * Has a head take a quarter of its memory, for as long as its message lasts: a text that was put together stays a tree
 * of its pieces until somebody reads it as a whole, such as for a number. For a message that is soon over it is not
 * worth that.
 */
export function joinHead(message: OutgoingMessage): void {
  Number((message as OutgoingMessage & HeadWriter)._header);
}
