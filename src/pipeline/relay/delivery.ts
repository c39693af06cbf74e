import type { Exchange } from '../exchange.ts';
import { deliver, downstreamHead, type HeldAnswer } from './answer/answer-head.ts';
import type { AnswerSource } from './answer/answer-sink.ts';
import type { AttemptClock } from './attempt-clock.ts';
import type { AttemptOptions } from './attempt-report.ts';
import type { ReceivedAnswer } from './received-answer.ts';

/** What an attempt gives to the client: an answer in pieces from its head on, or one that is there in full. */
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

  /** The head of an answer whose body follows in pieces, at the pace that its source is told. */
  begin(answer: ReceivedAnswer, source: AnswerSource): void {
    const { reader, upstream } = answer;
    const { translation, timeouts, committed } = this.#options;
    const head = translation?.head(answer.head) ?? answer.head;
    const body = reader.events === undefined ? 'bytes' : 'events';
    this.hasBegun = true;
    this.#exchange.answer.begin(downstreamHead(this.#exchange, head, body, timeouts.idleMs), source);
    // The headers were given to the client, and a stream can go on for minutes.
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

  /** Whether the end of a stream that has no mark of it is the backend's own error, which the client is told then. */
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

  /** The backend is silent: the client is told that it still works. A comment has no place inside an event. */
  beat(answer: ReceivedAnswer): void {
    if (!answer.isMidEvent) this.#exchange.answer.beat(answer.heartbeat);
    this.#clock.beaten();
  }

  /**
   * Tells a client whose answer has begun that it will not be completed: an error event on a stream, and in any
   * case a connection that ends without the mark of a complete message.
   */
  cut(answer: ReceivedAnswer, detail: string, message: string): void {
    this.#exchange.errorCode = 'upstream_interrupted';
    this.#exchange.errorReason = detail;
    this.#exchange.answer.cut(answer.lastWords(message));
  }

  /** Without a word: the client does not take what it is given, or the gateway is at fault. */
  breakOff(): void {
    this.#exchange.client.destroy();
  }
}
