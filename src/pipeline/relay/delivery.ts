import type { Exchange } from '../exchange.ts';
import { deliver, downstreamHead, type HeldAnswer } from './answer/answer-head.ts';
import type { AnswerSource } from './answer/answer-sink.ts';
import type { AttemptClock } from './attempt-clock.ts';
import type { AttemptOptions } from './attempt-report.ts';
import type { ReceivedAnswer } from './received-answer.ts';

/** Gives an attempt's answer to the client: in pieces from its head on, or all at once. */
export class Delivery {
  /** The client has some of the answer, or all of it. */
  hasBegun = false;
  readonly #exchange: Exchange;
  readonly #options: AttemptOptions;
  readonly #clock: AttemptClock;

  constructor(exchange: Exchange, options: AttemptOptions, clock: AttemptClock) {
    this.#exchange = exchange;
    this.#options = options;
    this.#clock = clock;
  }

  /** Writes the head of an answer whose body follows in pieces, and lets the client's pace control its source. */
  begin(answer: ReceivedAnswer, source: AnswerSource): void {
    const { reader, upstream } = answer;
    const { translation, timeouts, committed } = this.#options;
    const head = translation?.head(answer.head) ?? answer.head;
    const body = reader.events === undefined ? 'bytes' : 'events';
    this.hasBegun = true;
    this.#exchange.answer.begin(downstreamHead(this.#exchange, head, body, timeouts.idleMs), source);
    // The client has got the headers, and a stream can go on for minutes.
    upstream.rawHeaders = [];
    answer.head = { ...head, kept: [], account: [] };
    committed(answer.outcome);
  }

  pass(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#clock.passed();
    this.#exchange.answer.write(bytes);
  }

  end(): void {
    this.#exchange.answer.end();
  }

  /** True if a stream without an end mark ended in the backend's own error, which the client gets then. */
  hasToldFailure({ transform }: ReceivedAnswer): boolean {
    if (transform.written === undefined) return false;
    this.pass(transform.flush());
    return transform.written.isOver;
  }

  /** All of an answer at once. */
  whole(answer: HeldAnswer): void {
    this.hasBegun = true;
    deliver(this.#exchange, answer, this.#options.timeouts.idleMs, this.#options.budget);
  }

  /** Tells the client that a silent backend still works. A comment has no place inside an event. */
  beat(answer: ReceivedAnswer): void {
    if (!answer.isMidEvent) this.#exchange.answer.beat(answer.heartbeat);
    this.#clock.beaten();
  }

  /**
   * Tells a client whose answer has begun that it will not be completed: by an error event on a stream, and always by a
   * connection that ends without the mark of a complete message.
   */
  cut(answer: ReceivedAnswer, detail: string, message: string): void {
    this.#exchange.errorCode = 'upstream_interrupted';
    this.#exchange.errorReason = detail;
    this.#exchange.answer.cut(answer.lastWords(message));
  }

  /** Breaks off without last words: the client does not take its bytes, or the gateway is at fault. */
  breakOff(): void {
    this.#exchange.client.destroy();
  }
}
