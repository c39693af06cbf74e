import type { Turn } from '../turn.ts';
import { failure } from './fault.ts';

/** Faults whose answer arrives, and is not one that a client can use. */

/** 204, which has no body. */
export function noContent({ wire }: Turn): void {
  wire.head(204, {});
  wire.end();
}

/** 200 with the right content type and no body. */
export function emptyBody(turn: Turn): void {
  turn.open({ headers: { 'content-length': 0 } });
  turn.wire.end();
}

/** 200 with a login page. */
export function html({ wire }: Turn): void {
  const page =
    '<!doctype html>\n<html><head><title>Sign in</title></head><body><h1>Sign in</h1></body></html>\n';
  wire.head(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': page.length });
  wire.end(page);
}

/** A body, or a first event, that is not JSON. */
export function invalidJson(turn: Turn): void {
  const text = turn.asked.stream ? 'data: {"id": oops}\n\n' : '{"id": oops}';
  turn.open({ headers: { 'content-length': text.length } });
  turn.wire.end(text);
}

/** Framing without a fault around JSON that stops half-way: of the body, or of an event in mid-stream. */
export async function truncatedJson(turn: Turn): Promise<void> {
  const { asked, frames, wire } = turn;
  const half = Math.floor(frames.length / 2);
  const kept = frames.slice(0, half).map(({ data }) => Buffer.from(data));
  const next = Buffer.from(frames[half]?.data ?? '');
  if (asked.stream) kept.push(next.subarray(0, Math.floor(next.length / 2)));
  const text = Buffer.concat(kept);
  turn.open({ headers: { 'content-length': text.length } });
  wire.end(text);
}

/** 200 with an error object as its JSON, whether a stream was asked for or not. */
export function errorWithStatus200({ wire }: Turn): void {
  wire.json(200, wire.dialect.error(failure, `req_${wire.requestId}`));
}

/** JSON where a stream was asked for, a stream where JSON was. */
export function wrongKind(turn: Turn): Promise<void> {
  return turn.with({ stream: !turn.asked.stream }).answerWell();
}

/** A stream whose first event is an error, after so many comments; on whole answers blanks and the error. */
export function errorFirst(comments: number) {
  return async function errorFirst(turn: Turn): Promise<void> {
    const { asked, wire } = turn;
    const requestId = `req_${wire.requestId}`;
    turn.open({ chunked: true });
    for (let i = 0; i < comments; i++) await wire.write(asked.stream ? ': waiting\n\n' : ' ');
    wire.end(
      asked.stream
        ? wire.dialect.errorEvent(failure, requestId)
        : JSON.stringify(wire.dialect.error(failure, requestId)),
    );
  };
}

/** Bytes that are not HTTP. */
export async function garbage({ wire }: Turn): Promise<void> {
  await wire.raw('\u0016\u0003\u0001 this is not HTTP\r\n\r\n');
  await wire.fin();
}

/** A head of more than 16 KiB, the most that Node's client takes, before a good answer. */
export function hugeHead(turn: Turn): Promise<void> {
  return turn.answerWell({ 'x-filler': 'x'.repeat(20 * 1024) });
}

/** Content-Length beside Transfer-Encoding, which RFC 9112 6.3 has taken for an attempt at smuggling. */
export async function lengthAndChunks({ mediaType, frames, wire }: Turn): Promise<void> {
  const body = Buffer.concat(frames.map(({ data }) => Buffer.from(data)));
  await wire.raw(
    `HTTP/1.1 200 OK\r\nContent-Type: ${mediaType}\r\nContent-Length: ${body.length}\r\nTransfer-Encoding: chunked\r\n\r\n` +
      `${body.length.toString(16)}\r\n${body.toString()}\r\n0\r\n\r\n`,
  );
  await wire.fin();
}
