import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { answerOf, textReply } from '../reply.ts';
import { type Frame, frame } from '../simulated-dialect.ts';
import type { Turn } from '../turn.ts';
import { resetNow } from '../wire.ts';

/** Faults whose answer is complete, and odd. */

/** An informational answer before the good one: 100 Continue that nobody asked for, or 103 Early Hints. */
export function interim(status: 100 | 103) {
  return async function interim(turn: Turn): Promise<void> {
    const { response } = turn.wire;
    if (status === 100) response.writeContinue();
    else response.writeEarlyHints({ link: '</hint>; rel=preload' });
    await turn.answerWell();
  };
}

/** Something behind the good answer, on a connection that stays open: the beginning of an answer that nobody asked for. */
export async function surplus(turn: Turn): Promise<void> {
  const { socket } = turn.wire;
  await turn.answerWell();
  await turn.wire.flush();
  socket.write(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX-Surplus: ${turn.wire.requestId}`);
}

/** The good answer, after so many milliseconds. */
export function late(msPerUnit: number) {
  return async function late(turn: Turn, units = 0): Promise<void> {
    await turn.wire.wait(units * msPerUnit);
    await turn.answerWell();
  };
}

/** The good answer, its pieces spread evenly over so long a time. */
export function slow(msPerUnit: number) {
  return async function slow(turn: Turn, units = 0): Promise<void> {
    turn.open();
    const even = turn.frames.map((piece) => ({ ...piece, tokens: 1 }));
    await turn.play(even, (units * msPerUnit) / even.length);
    turn.wire.end();
  };
}

/** Trailers after the good answer. */
export async function trailers(turn: Turn): Promise<void> {
  turn.open({ chunked: true, headers: { trailer: 'x-trailer, authorization' } });
  await turn.play(turn.frames, turn.msPerToken);
  turn.wire.response.addTrailers({ 'x-trailer': 'late', authorization: 'Bearer trailer' });
  turn.wire.end();
}

/** An event that is not JSON after the first half of the good ones; whole answers are as they should be. */
export async function malformedEvent(turn: Turn): Promise<void> {
  if (!turn.asked.stream) return turn.answerWell();
  const half = Math.floor(turn.frames.length / 2);
  turn.open();
  await turn.play([
    ...turn.frames.slice(0, half),
    frame('content', 'data: {"malformed":\n\n'),
    ...turn.frames.slice(half),
  ]);
  turn.wire.end();
}

/** An event of a mebibyte and a half; or a whole answer as long. */
export function hugeEvent(turn: Turn): Promise<void> {
  const reply = textReply(['x'.repeat(1.5 * 1024 * 1024)]);
  return turn.with({ answer: answerOf([reply], turn.answer.inputTokens) }).answerWell();
}

const endlessLapMs = 2;

/** An answer that never ends: content for ever, or a JSON string that nobody closes. */
export async function endless(turn: Turn): Promise<void> {
  const { asked, frames, msPerToken, wire } = turn;
  turn.open({ chunked: true });
  let lap: readonly Frame[] = [frame('content', 'x'.repeat(16 * 1024), 1)];
  if (asked.stream) {
    const content = frames.filter(({ tokens }) => tokens > 0);
    lap = content.length > 0 ? content : frames;
    await turn.play(frames.filter(({ phase }) => phase === 'opening'));
  } else {
    await wire.write('{"id":"');
  }
  for (;;) {
    await turn.play(lap, msPerToken);
    // A client that reads as fast as this writes would otherwise keep the event loop to itself.
    await setTimeout(endlessLapMs);
  }
}

/** The good answer in pieces of so many bytes, each in a chunk of its own, so that events and characters are split. */
export async function split(turn: Turn, size = 1): Promise<void> {
  const body = Buffer.concat(turn.frames.map(({ data }) => Buffer.from(data)));
  const step = Math.max(1, size);
  turn.open();
  for (let at = 0; at < body.length; at += step) await turn.wire.write(body.subarray(at, at + step));
  turn.wire.end();
}

/** The good stream with CRLF at the ends of its lines, as the HTML standard allows. */
export async function crlf(turn: Turn): Promise<void> {
  if (!turn.asked.stream) return turn.answerWell();
  turn.open();
  await turn.play(
    turn.frames.map((piece) => ({
      ...piece,
      data: typeof piece.data === 'string' ? piece.data.replaceAll(/\r?\n/g, '\r\n') : piece.data,
    })),
  );
  turn.wire.end();
}

/** The good answer under headers that concern only the two ends of this connection, or the operator's account. */
export function privateHeaders(turn: Turn): Promise<void> {
  return turn.answerWell({
    connection: 'keep-alive, x-nominated',
    'x-nominated': 'by-connection',
    'keep-alive': 'timeout=75',
    'proxy-authenticate': 'Basic',
    'set-cookie': ['session=1', 'route=2'],
    server: 'simulator',
    via: '1.1 simulator',
    'alt-svc': 'h3=":443"',
    'strict-transport-security': 'max-age=31536000',
    'access-control-allow-origin': '*',
    'openai-organization': 'org-simulator',
    'openai-project': 'proj_simulator',
    'anthropic-organization-id': 'org-simulator',
    'x-ratelimit-remaining-requests': '41',
    'anthropic-ratelimit-requests-remaining': '41',
  });
}

const stale = new WeakMap<Socket, 'fin' | 'reset'>();

/** A good answer; the next request on the same connection, for whatever model, meets a FIN or a RST. */
export function goesStale(way: 'fin' | 'reset') {
  return async function goesStale(turn: Turn): Promise<void> {
    stale.set(turn.wire.socket, way);
    await turn.answerWell();
  };
}

/** Ends a connection that has gone stale, as a backend does that gave up an idle connection. False: it has not. */
export function endIfStale(socket: Socket): boolean {
  const way = stale.get(socket);
  if (way === 'fin') socket.destroy();
  if (way === 'reset') resetNow(socket);
  return way !== undefined;
}

/** A good answer that promises to keep the connection, which is closed as soon as it is idle. */
export async function closesWhenIdle(turn: Turn): Promise<void> {
  const { response, socket } = turn.wire;
  response.once('finish', () => socket.destroySoon());
  await turn.answerWell();
}
