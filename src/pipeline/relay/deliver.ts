import { writeHead } from '../../http/server/write-head.ts';
import { atEndOfTurn } from '../../lib/end-of-turn.ts';
import type { Exchange } from '../exchange.ts';
import { type AnswerHead, clientHeaders } from './answer-head.ts';

/** A backend's answer of which the client has seen nothing. */
export interface HeldAnswer {
  readonly head: AnswerHead;
  readonly body: Buffer;
}

/** Writes an answer that was held. */
export function deliver(exchange: Exchange, { head, body }: HeldAnswer, idleMs: number): void {
  writeHead(exchange.response, head.status, clientHeaders(exchange, head), body.length);
  exchange.committedMs = performance.now();
  atEndOfTurn(() => endAnswer(exchange, idleMs, body));
}

/** So much lies in the buffers of two systems before it shows whether a client takes it. */
const soonTaken = 64 * 1024;
const soonMs = 1000;

/**
 * Ends an answer, and its connection too if the client takes nothing of it for `idleMs`: a server of Node's
 * destroys a socket whose timeout runs out, and sets the timeout anew when the answer is complete. A short answer
 * has a second to be gone before that counts.
 */
export function endAnswer(exchange: Exchange, idleMs: number, last?: Buffer): void {
  const { response } = exchange;
  if (response.destroyed) return;
  const { socket } = response;
  response.end(last);
  if (socket === null) return;
  const waiting = Math.max(response.writableLength, socket.writableLength);
  if (waiting > soonTaken) socket.setTimeout(idleMs);
  else if (waiting > 0) {
    exchange.timer.set(performance.now() + Math.min(soonMs, idleMs), () => socket.setTimeout(idleMs));
  }
}

/**
 * Ends the connection of an answer that will not be completed, once what was written of it has gone out: the
 * message stays without its end, which is how HTTP says that it was cut.
 */
export function hangUp({ response }: Exchange, withinMs: number): void {
  response.socket?.setTimeout(withinMs);
  // Newer Node.js holds the last write back until the next tick.
  process.nextTick(() => response.socket?.destroySoon());
}
