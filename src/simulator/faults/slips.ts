import { setTimeout } from 'node:timers/promises';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { type Frame, frame, sse } from '../simulated-dialect.ts';
import type { Turn } from '../turn.ts';
import { failure } from './fault.ts';

/** Faults of backends that mean well: the answer is there, and its form is not what the documentation says. */

/** The good answer in other words: each event, or the first piece of a whole body. */
async function reworded(turn: Turn, reword: (text: string, frame: Frame) => string): Promise<void> {
  turn.open({ chunked: true });
  const { stream } = turn.asked;
  const frames = turn.frames.map((one, index) =>
    (stream && typeof one.data === 'string') || (!stream && index === 0)
      ? { ...one, data: reword(one.data.toString(), one) }
      : one,
  );
  await turn.play(frames, turn.msPerToken);
  turn.wire.end();
}

/** The good answer with more fields in the object of each event, or in the one of the whole body. */
export function withFields(fields: string) {
  return function withFields(turn: Turn): Promise<void> {
    return reworded(turn, (text) => text.replace(/(^|data: )\{/, `$1{${fields},`));
  };
}

/** A whole answer with numbers that JSON does not have. */
export function notANumber(turn: Turn): Promise<void> {
  return turn.asked.stream ? turn.answerWell() : withFields('"odd":[NaN,-Infinity]')(turn);
}

/** The last event ends in one line feed, without the blank line; whole answers are as they should be. */
export function oneNewlineAtEnd(turn: Turn): Promise<void> {
  if (!turn.asked.stream) return turn.answerWell();
  const last = turn.frames.at(-1);
  return reworded(turn, (text, one) => (one === last ? text.slice(0, -1) : text));
}

/** An object with status 200 that is an error, alone or as the first event. */
export function errorInstead(error: object) {
  return function errorInstead(turn: Turn): void {
    const { asked, wire } = turn;
    turn.open({ chunked: true });
    wire.end(asked.stream ? sse(error) : JSON.stringify(error));
  };
}

/** A finish reason in every event, and a pause of so long after half of them. */
export async function finishEverywhere(turn: Turn, ms = 0): Promise<void> {
  if (!turn.asked.stream) return turn.answerWell();
  const { frames, wire } = turn;
  const half = Math.floor(frames.length / 2);
  turn.open();
  for (const [index, { data }] of frames.entries()) {
    if (index === half) await wire.wait(ms);
    await wire.write(
      typeof data === 'string' ? data.replace('"finish_reason":null', '"finish_reason":"stop"') : data,
    );
  }
  wire.end();
}

/** Another mark in place of the one that ends a stream of responses; all else is as it should be. */
export function otherMark(mark: 'response.done' | '[DONE]') {
  return function otherMark(turn: Turn): Promise<void> {
    return reworded(turn, (text, { phase }) => {
      if (phase !== 'mark' || !text.includes('response.completed')) return text;
      return mark === '[DONE]' ? sse(mark) : text.replaceAll('response.completed', mark);
    });
  };
}

/** An error after the events that come before any content; a whole answer is the error. */
export async function openingThenError(turn: Turn): Promise<void> {
  const { asked, frames, wire } = turn;
  const { dialect } = wire;
  const requestId = `req_${wire.requestId}`;
  const isOpening = ({ data }: Frame) =>
    /"type":"(?:message_start|ping|response\.created|response\.in_progress)"|"content":""|"text":""/.test(
      data.toString(),
    ) && !/content_block|output_item|content_part/.test(data.toString());
  turn.open({ chunked: true });
  if (asked.stream) {
    for (const { data } of frames.filter(isOpening)) await wire.write(data);
    await setTimeout(openingPauseMs);
  }
  wire.end(
    asked.stream ? dialect.errorEvent(failure, requestId) : JSON.stringify(dialect.error(failure, requestId)),
  );
}

/** So that the opening has been read before the error is there. */
const openingPauseMs = 20;

/** The good answer under another content type, or none. */
export function typed(type: string | undefined) {
  return async function typed(turn: Turn): Promise<void> {
    const { frames, wire } = turn;
    wire.head(200, type === undefined ? {} : { 'content-type': type });
    await turn.play(frames);
    wire.end();
  };
}

/** A whole answer after a byte order mark. */
export function byteOrderMark(turn: Turn): Promise<void> {
  if (turn.asked.stream) return turn.answerWell();
  return reworded(turn, (text) => `\ufeff${text}`);
}

/** A whole answer with bytes in a string that are no UTF-8. */
export async function brokenUtf8(turn: Turn): Promise<void> {
  if (turn.asked.stream) return turn.answerWell();
  const bytes = Buffer.concat(turn.frames.map(({ data }) => Buffer.from(data)));
  const odd = Buffer.concat([Buffer.from('{"odd":"'), Buffer.from([0xff, 0xc3]), Buffer.from('",')]);
  turn.open({ chunked: true });
  await turn.play([frame('content', odd), frame('content', bytes.subarray(1))]);
  turn.wire.end();
}

/** The credential that came, told back in an error. */
export function repeatsCredential({ wire }: Turn): void {
  const came = wire.request.headers.authorization ?? wire.request.headers['x-api-key'] ?? '';
  wire.fail({ ...failure, status: 400, message: `Who sends ${String(came)} may not do that.` });
}

/** A frame of zstd that stores a body as it is (RFC 8878, 3.1.1), in blocks of 64 KiB. */
function zstdStored(body: Buffer): Buffer {
  const blockBytes = 64 * 1024;
  const pieces: Buffer[] = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58])];
  for (let at = 0; at < Math.max(1, body.length); at += blockBytes) {
    const block = body.subarray(at, at + blockBytes);
    const isLast = at + blockBytes >= body.length;
    const header = Buffer.alloc(3);
    header.writeUIntLE(block.length * 8 + (isLast ? 1 : 0), 0, 3);
    pieces.push(header, block);
  }
  return Buffer.concat(pieces);
}

const packers = {
  gzip: (body: Buffer) => gzipSync(body),
  deflate: (body: Buffer) => deflateSync(body),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  zstd: zstdStored,
};

/** The good answer in a content coding that nobody asked for. */
export function packed(coding: keyof typeof packers) {
  return async function packed(turn: Turn): Promise<void> {
    const { frames, mediaType, wire } = turn;
    const body = packers[coding](Buffer.concat(frames.map(({ data }) => Buffer.from(data))));
    const half = Math.floor(body.length / 2);
    wire.head(200, { 'content-type': mediaType, 'content-encoding': coding });
    await wire.write(body.subarray(0, half));
    await wire.write(body.subarray(half));
    wire.end();
  };
}
