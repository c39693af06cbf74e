import type { Exchange } from '../exchange.ts';
import { addQuotaHeaders } from '../relay/answer/answer-head.ts';
import type { AnswerSource } from '../relay/answer/answer-sink.ts';
import { type ByteBudget, HeldBytes } from '../relay/held-bytes.ts';
import { eventBytes } from './event-bytes.ts';
import type { McpServer } from './servers/mcp-server.ts';

export interface ToolAnswerParts {
  readonly budget: ByteBudget;
  readonly heartbeatMs: number;
}

const heartbeat = Buffer.from(': \n\n');
/** Bytes of an answer that a client takes at once; more of them count as held. */
const soonTaken = 64 * 1024;

/** Writes the answer of one call to the client: one message, or a stream of events with comments while it is silent. */
export class ToolAnswer {
  readonly #exchange: Exchange;
  readonly #server: McpServer;
  readonly #parts: ToolAnswerParts;
  readonly #source: AnswerSource;
  /** The fields of the next event that name its place. */
  place = '';
  /** The client has got the head of a stream. */
  isStreaming = false;
  /** The call is over, as the call itself sets it: nothing more comes of it, and silence is not watched any more. */
  isOver = false;

  /** @param source The call, which the client's pace pauses. */
  constructor(exchange: Exchange, server: McpServer, parts: ToolAnswerParts, source: AnswerSource) {
    this.#exchange = exchange;
    this.#server = server;
    this.#parts = parts;
    this.#source = source;
  }

  /** Begins a stream of events, once. */
  begin(): void {
    if (this.isStreaming) return;
    this.isStreaming = true;
    const exchange = this.#exchange;
    const headers = ['content-type', 'text/event-stream', 'x-request-id', exchange.id];
    headers.push('cache-control', 'no-store', 'x-accel-buffering', 'no');
    addQuotaHeaders(headers, exchange, 'mcp');
    const { idleMs } = this.#server.backend.config.timeouts;
    exchange.answer.begin(
      { status: 200, headers, length: undefined, body: 'events', idleMs, own: 'no' },
      this.#source,
    );
  }

  /** Writes a message as an event. */
  write(text: string): void {
    this.#exchange.answer.write(eventBytes(text, this.place));
    this.place = '';
    if (!this.isOver) this.watchSilence();
  }

  /** Writes an event that holds a place alone, from which the client can continue. */
  writePlace(): void {
    this.begin();
    this.#exchange.answer.write(Buffer.from(`${this.place}data: \n\n`));
    this.place = '';
    this.watchSilence();
  }

  /** Watches a silent server that may be working: the client gets a sign that the gateway still waits. */
  watchSilence(): void {
    this.#exchange.timer.set(performance.now() + this.#parts.heartbeatMs, () => {
      if (this.isOver) return;
      this.begin();
      this.#exchange.answer.beat(heartbeat);
      this.watchSilence();
    });
  }

  /** Writes an answer of one message. */
  whole(text: string, status: number): void {
    const exchange = this.#exchange;
    const body = Buffer.from(text);
    const headers = ['content-type', 'application/json', 'x-request-id', exchange.id];
    addQuotaHeaders(headers, exchange, 'mcp');
    const { idleMs } = this.#server.backend.config.timeouts;
    exchange.answer.begin({ status, headers, length: body.length, body: 'whole', idleMs, own: 'no' });
    exchange.answer.write(body);
    exchange.answer.end();
    if (body.length <= soonTaken) return;
    const untaken = new HeldBytes(this.#parts.budget);
    untaken.push(body);
    exchange.countUntilClosed(untaken);
  }
}
