import type { IncomingMessage } from 'node:http';
import type { Dialect } from '../../api/dialects/dialect.ts';
import type { SseObserver } from '../../api/stream/sse-observer.ts';
import { inspectAnswer } from '../../api/stream/whole-answer.ts';
import type { Usage } from '../../api/usage.ts';
import { keepAliveOf } from '../../http/node/free-sockets.ts';
import { type Outcome, outcomeOfStatus } from '../../routing/outcomes.ts';
import { type AnswerHead, readAnswerHead } from './answer-head.ts';
import type { HeldAnswer } from './deliver.ts';
import { HeldBytes } from './held-bytes.ts';

const noHeaders: readonly string[] = [];

/** What has come of a backend's answer: its head, and of its body what the client has not been given. */
export class Received {
  readonly upstream: IncomingMessage;
  /** Without `kept` once that has been passed on. */
  head: AnswerHead;
  /** What the attempt will come to if the rest arrives in full. */
  outcome: Outcome;
  /** Reads the events of a stream as they pass; undefined for a whole answer. */
  observer: SseObserver | undefined;
  readonly held = new HeldBytes();
  /** Of the body so far, held or passed on. */
  bytes = 0;
  /** Of a whole answer. */
  #usage: Usage | undefined;

  constructor(upstream: IncomingMessage) {
    this.upstream = upstream;
    this.head = readAnswerHead(upstream.statusCode ?? 0, upstream.rawHeaders);
    this.outcome = outcomeOfStatus(this.head.status);
  }

  /** Tokens as the backend reported them, as far as it has. */
  get usage(): Usage | undefined {
    return this.observer?.usage ?? this.#usage;
  }

  /** Lets go of the headers, which the client has been given: a stream can go on for minutes. */
  letGoOfHead(): void {
    this.upstream.rawHeaders = keepAliveOf(this.upstream.rawHeaders);
    this.head = { ...this.head, kept: noHeaders };
  }

  /** All of it, where none was passed on. */
  whole(): HeldAnswer {
    return { head: this.head, body: this.held.whole() };
  }

  /** Looks into the whole body of an answer with status 200, and notes what it says of tokens. */
  inspect(dialect: Dialect, body: Buffer): ReturnType<typeof inspectAnswer>['kind'] {
    const { kind, usage } = inspectAnswer(dialect, body);
    this.#usage = usage;
    return kind;
  }

  /** What it is, for the log. */
  describe(): string {
    const { status } = this.head;
    return this.outcome === 'error_in_answer' ? `an error with status ${status}` : `status ${status}`;
  }
}
