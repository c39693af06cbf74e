import type { Exchange } from '../server/exchange.ts';
import { type AnswerHead, clientHeaders } from './answer-head.ts';

/** A backend's answer of which the client has seen nothing. */
export interface HeldAnswer {
  readonly head: AnswerHead;
  readonly body: Buffer;
}

/** Writes an answer that was held. */
export function deliver(exchange: Exchange, { head, body }: HeldAnswer, idleMs: number): void {
  const flat = clientHeaders(exchange, head);
  flat.push('content-length', String(body.length));
  exchange.response.writeHead(head.status, flat);
  exchange.committedMs = performance.now();
  endAnswer(exchange, idleMs, body);
}

/**
 * Ends an answer, and its connection too if the client takes nothing of it for `idleMs`: a server of Node's
 * destroys a socket whose timeout runs out, and sets the timeout anew when the answer is complete.
 */
export function endAnswer({ response }: Exchange, idleMs: number, last?: Buffer): void {
  const { socket } = response;
  response.end(last);
  if (response.writableLength > 0 || (socket !== null && socket.writableLength > 0))
    socket?.setTimeout(idleMs);
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
