/**
 * One try of one request on one deployment, from sending it to the last byte of the answer. Nothing is written to
 * the client before it is clear that the answer is one: a whole answer is read and looked at first, a stream is
 * held until its first complete event. From that moment on (the commit) the bytes pass through as they come, at
 * the pace of the slower side, and a break is told to the client, never hidden.
 */
import type { IncomingMessage } from 'node:http';
import type { Backend, UpstreamRequest } from '../backends/backend.ts';
import type { FailureKind, UpstreamCall, UpstreamEvents, UpstreamFailure } from '../backends/proxy.ts';
import { inspectAnswer } from '../protocols/answers.ts';
import type { ScannedBody } from '../protocols/body.ts';
import type { Endpoint } from '../protocols/endpoint.ts';
import { cutEvent } from '../protocols/errors.ts';
import { type SseObserver, sseObserver } from '../protocols/sse.ts';
import type { Usage } from '../protocols/usage.ts';
import { type Outcome, outcomeOfStatus } from '../routing/outcomes.ts';
import type { Exchange } from '../server/exchange.ts';
import { type AnswerHead, readAnswerHead } from './answer-head.ts';
import type { AttemptMarks, AttemptTimeouts, LimitName } from './attempt-limits.ts';
import { deliver, type HeldAnswer } from './deliver.ts';
import { Downstream } from './downstream.ts';
import { asksForUsage } from './facts.ts';
import { LimitTimer } from './limit-timer.ts';

/** Whole answers up to this size are read before they are passed on, so that a bad one can still be replaced. */
const maxHeldBytes = 1024 * 1024;
/** HTTP/1.0 has no way to tell a cut answer without a length from a complete one: it is held in full. */
const maxHeldBytesForHttp10 = 50 * 1024 * 1024;
/** The largest answer that is passed on. */
const maxAnswerBytes = 1024 * 1024 * 1024;

const cutMessage = 'The backend broke off in the middle of its answer; what came before is incomplete.';
const stopMessage = 'The gateway is stopping; what came before is incomplete. Send the request again.';

export interface AttemptOptions {
  readonly timeouts: AttemptTimeouts;
  /** How long a stream may be silent before the client gets a comment; undefined for never. */
  readonly heartbeatMs: number | undefined;
  /** Use a connection that has carried nothing before. */
  readonly fresh: boolean;
  /** Called when the answer begins to reach the client: nothing will be sent again. */
  readonly committed: () => void;
}

export interface AttemptReport {
  readonly outcome: Outcome;
  /** What happened, for the log. */
  readonly detail: string;
  /** The head of the backend's answer, if one came. */
  readonly head: AnswerHead | undefined;
  /** There when the backend answered and nothing of it was passed on. */
  readonly answer: HeldAnswer | undefined;
  /** From sending the request to when a connection was ready to carry it; undefined where none was. */
  readonly connectMs: number | undefined;
  /** From sending the request to the head of the answer; undefined where there was none. */
  readonly firstByteMs: number | undefined;
  /** The request was handed over to the system in full. */
  readonly isSent: boolean;
  /** Tokens as the backend reported them. */
  readonly usage: Usage | undefined;
  /** What the gateway itself did wrong, if that is why the attempt ended. */
  readonly fault: unknown;
}

/** Makes one attempt. Resolves when nothing more will happen in it; never rejects. */
export function attempt(
  exchange: Exchange,
  backend: Backend,
  request: UpstreamRequest,
  options: AttemptOptions,
): Promise<AttemptReport> {
  return new Promise((resolve) => new Attempt(exchange, options, resolve).send(backend, request));
}

/** What a call that never had an answer comes to. */
const outcomeOfFailure = {
  busy: 'no_free_connection',
  connect: 'not_connected',
  stale: 'stale_connection',
  reset: 'lost',
  invalid: 'unusable',
  unsendable: 'abandoned',
} as const satisfies Record<FailureKind, Outcome>;

class Attempt implements UpstreamEvents {
  readonly #exchange: Exchange;
  readonly #endpoint: Endpoint;
  readonly #options: AttemptOptions;
  readonly #resolve: (report: AttemptReport) => void;
  readonly #marks: AttemptMarks;
  readonly #isOneAnswer: boolean;
  readonly #timer: LimitTimer;

  #call: UpstreamCall | undefined;
  #upstream: IncomingMessage | undefined;
  #head: AnswerHead | undefined;
  #firstByteMs: number | undefined;
  /** Of a whole answer; a stream's is with its observer. */
  #usage: Usage | undefined;
  /** What the attempt will come to if its answer arrives in full. */
  #outcome: Outcome = 'answered';
  #observer: SseObserver | undefined;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #answerBytes = 0;
  /** There from the commit on. */
  #downstream: Downstream | undefined;
  #done = false;

  constructor(exchange: Exchange, options: AttemptOptions, resolve: (report: AttemptReport) => void) {
    const now = performance.now();
    this.#exchange = exchange;
    this.#endpoint = exchange.endpoint!;
    this.#options = options;
    this.#resolve = resolve;
    this.#isOneAnswer = asksForOneAnswer(exchange.body!);
    this.#marks = {
      phase: 'head',
      streamed: exchange.body!.stream,
      requestMs: exchange.startedMs,
      startedMs: now,
      lastByteMs: now,
      lastEventMs: now,
      pausedMs: undefined,
      saidAll: false,
      heartbeatMs: Number.POSITIVE_INFINITY,
    };
    this.#timer = new LimitTimer(this.#marks, options.timeouts, (name) => this.#expire(name));
  }

  send(backend: Backend, request: UpstreamRequest): void {
    const exchange = this.#exchange;
    if (exchange.gone) return this.#finish('abandoned', 'the client had gone away');
    exchange.onGone = () => {
      this.#call?.cancel();
      this.#finish('abandoned', 'the client went away');
    };
    exchange.interrupt = () => this.#interrupt();
    try {
      this.#timer.arm();
      this.#call = backend.send(request, this, this.#options.fresh);
    } catch (error) {
      this.#crash(error);
    }
  }

  // The answer begins, or does not.

  failed(failure: UpstreamFailure): void {
    if (failure.kind === 'unsendable') return this.#crash(failure);
    this.#finish(outcomeOfFailure[failure.kind], failure.message);
  }

  head(upstream: IncomingMessage): void {
    // Without this listener the error of a connection that is cut would be nobody's, and end the process.
    upstream.on('error', ignore);
    try {
      this.#begin(upstream);
    } catch (error) {
      this.#crash(error);
    }
  }

  #begin(upstream: IncomingMessage): void {
    const marks = this.#marks;
    const head = readAnswerHead(upstream.statusCode ?? 0, upstream.rawHeaders);
    this.#upstream = upstream;
    this.#head = head;
    this.#outcome = outcomeOfStatus(head.status);
    this.#exchange.upstreamId = head.requestId;
    marks.lastByteMs = marks.lastEventMs = performance.now();
    this.#firstByteMs = marks.lastByteMs - marks.startedMs;
    const fault = this.#faultOf(head);
    if (fault !== undefined) {
      this.#call!.discard(upstream);
      return this.#finish('unusable', fault);
    }
    if (this.#outcome === 'answered' && marks.streamed) {
      this.#observer = sseObserver(this.#endpoint, { withholdUsage: asksForUsage(this.#exchange) });
      marks.phase = 'events';
    } else {
      marks.phase = isForClient(this.#outcome) ? 'whole' : 'refused';
    }
    this.#timer.arm();
    upstream.on('data', (chunk: Buffer) => {
      try {
        if (!this.#done) this.#data(chunk);
      } catch (error) {
        this.#crash(error);
      }
    });
    upstream.on('end', () => {
      try {
        if (!this.#done) this.#end();
      } catch (error) {
        this.#crash(error);
      }
    });
    upstream.on('close', () => {
      if (!this.#done && !upstream.complete) this.#broken();
    });
  }

  /** What makes a head unusable whatever its body is. */
  #faultOf(head: AnswerHead): string | undefined {
    if (this.#outcome === 'unusable') return `status ${head.status}`;
    if (this.#outcome !== 'answered') return undefined;
    if (head.contentEncoding !== undefined && head.contentEncoding.toLowerCase() !== 'identity') {
      return `content-encoding ${head.contentEncoding}, though identity was asked for`;
    }
    if (head.kind === (this.#marks.streamed ? 'events' : 'json')) return undefined;
    const wanted = this.#marks.streamed ? 'an event stream' : 'JSON';
    return `status ${head.status}, content-type "${head.contentType}" where ${wanted} was asked for`;
  }

  // Its bytes.

  #data(chunk: Buffer): void {
    this.#marks.lastByteMs = performance.now();
    this.#answerBytes += chunk.length;
    if (this.#answerBytes > maxAnswerBytes) return this.#cutOff('the answer exceeds 1 GiB');
    const observer = this.#observer;
    if (observer !== undefined) return this.#streamData(observer, chunk);
    if (this.#downstream !== undefined) return this.#downstream.write(chunk);
    this.#hold(chunk);
    const http10 = this.#exchange.request.httpVersionMinor === 0;
    if (this.#heldBytes <= (http10 ? maxHeldBytesForHttp10 : maxHeldBytes)) return;
    if (http10) return this.#giveUp('unusable', 'more than 50 MiB for a client of HTTP/1.0');
    if (isForClient(this.#outcome)) return this.#commit();
    if (this.#outcome === 'error_in_answer') return this.#finishHeld();
    this.#giveUp(this.#outcome, `${this.#what()}, more than 1 MiB`);
  }

  #streamData(observer: SseObserver, chunk: Buffer): void {
    const marks = this.#marks;
    const before = observer.events;
    const passed = observer.push(chunk);
    if (observer.events > before) marks.lastEventMs = marks.lastByteMs;
    if (observer.tooLarge) return this.#cutOff('an event exceeds 1 MiB');
    if (!marks.saidAll && (observer.terminal || (observer.finished && this.#isOneAnswer))) {
      marks.saidAll = true;
      this.#timer.arm();
    }
    if (this.#downstream !== undefined) return this.#downstream.write(passed);
    this.#hold(passed);
    if (observer.firstEventEnd === undefined) {
      if (this.#heldBytes > maxHeldBytes) this.#cutOff('1 MiB without an event');
      return;
    }
    if (!observer.firstIsError) return this.#commit();
    // What else comes is read as the body of a refusal is: it may be what the client gets if nobody else answers.
    this.#observer = undefined;
    this.#outcome = 'error_in_answer';
    marks.phase = 'refused';
    this.#timer.arm();
  }

  #hold(chunk: Buffer): void {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
  }

  /** The point of no return: the head goes to the client, and what was held follows. */
  #commit(): void {
    const heartbeatMs = this.#observer === undefined ? undefined : this.#options.heartbeatMs;
    const resumed = () => this.#timer.arm();
    const downstream = new Downstream(this.#exchange, this.#upstream!, this.#marks, heartbeatMs, resumed);
    this.#downstream = downstream;
    downstream.writeHead(this.#head!);
    this.#options.committed();
    const held = this.#held;
    this.#held = [];
    for (const chunk of held) downstream.write(chunk);
    if (heartbeatMs !== undefined) this.#timer.arm();
  }

  // Its end.

  #end(): void {
    // An answer can come before the request is sent in full; such a connection can't be used again.
    if (!this.#call!.isSent) this.#call!.cancel();
    const observer = this.#observer;
    if (observer !== undefined) return this.#streamEnd(observer);
    const downstream = this.#downstream;
    if (downstream !== undefined) {
      // Without a length a body ends with its connection, and half of it looks like all of it.
      const isWhole = this.#outcome !== 'answered' || downstream.endsWithBrace;
      if (!isWhole) return this.#cut('the answer ended in the middle of its JSON');
      downstream.end(this.#options.timeouts.idleMs);
      return this.#finish(this.#outcome, 'passed on');
    }
    const answer = { head: this.#head!, body: this.#body() };
    if (this.#outcome === 'answered') {
      const { kind, usage } = inspectAnswer(this.#endpoint, answer.body);
      this.#usage = usage;
      if (kind === 'empty') return this.#finish('unusable', 'an empty body');
      if (kind === 'invalid') return this.#finish('unusable', 'a body that is not JSON');
      if (kind === 'error') return this.#finish('error_in_answer', 'an error with status 200', answer);
    }
    if (!isForClient(this.#outcome)) return this.#finish(this.#outcome, this.#what(), answer);
    deliver(this.#exchange, answer, this.#options.timeouts.idleMs);
    this.#finish(this.#outcome, 'delivered');
  }

  #streamEnd(observer: SseObserver): void {
    const downstream = this.#downstream;
    if (downstream === undefined) return this.#finish('unusable', 'a stream without an event');
    if (!observer.terminal && !observer.finished && !observer.failed) {
      return this.#cut('the stream ended without its end mark');
    }
    downstream.write(observer.flush());
    downstream.end(this.#options.timeouts.idleMs);
    if (observer.failed) this.#finish('interrupted', 'the backend reported a failure in its stream');
    else this.#finish('answered', 'streamed');
  }

  /** The connection to the backend ended before its answer did. */
  #broken(): void {
    const observer = this.#observer;
    if (this.#downstream !== undefined) {
      if (observer?.terminal === true) return this.#streamEnd(observer);
      return this.#cut('the connection to the backend broke');
    }
    if (this.#outcome === 'error_in_answer' && this.#marks.streamed) return this.#finishHeld();
    if (!isForClient(this.#outcome)) return this.#finish(this.#outcome, `${this.#what()}, its body lost`);
    if (this.#call!.isMalformed) return this.#finish('unusable', 'the framing of the answer is broken');
    this.#finish('cut_short', 'the connection broke before the answer was whole');
  }

  /** Too much of something: whatever the backend still sends is not waited for. */
  #cutOff(detail: string): void {
    if (this.#downstream !== undefined) this.#cut(detail);
    else this.#giveUp('unusable', detail);
  }

  /**
   * Tells a client whose answer has begun that it will not be completed: an error event on a stream, and in any
   * case a connection that ends without the mark of a complete message.
   */
  #cut(detail: string, message = cutMessage, outcome: Outcome = 'interrupted'): void {
    const { id } = this.#exchange;
    const observer = this.#observer;
    this.#call!.cancel();
    this.#exchange.errorCode = 'upstream_interrupted';
    // The backend's own error event is the last word: nothing is added to it.
    const isToBeTold = observer !== undefined && !observer.failed;
    this.#downstream!.cut(isToBeTold ? cutEvent(this.#endpoint, message, id, observer) : undefined);
    this.#finish(outcome, detail);
  }

  /** The gateway stops and can't wait any longer: no fault of the deployment's. */
  #interrupt(): void {
    const detail = 'the gateway is stopping';
    if (this.#downstream !== undefined) this.#cut(detail, stopMessage, 'abandoned');
    else this.#giveUp('abandoned', detail);
  }

  #giveUp(outcome: Outcome, detail: string): void {
    this.#call?.cancel();
    this.#finish(outcome, detail);
  }

  /** A stream that begins with an error, and is not worth waiting for any longer: what came of it is the answer. */
  #finishHeld(): void {
    const answer = { head: this.#head!, body: this.#body() };
    this.#call!.cancel();
    this.#finish(this.#outcome, this.#what(), answer);
  }

  /** A fault of our own: it costs this request, not the deployment's name and not the process. */
  #crash(error: unknown): void {
    if (this.#done) return;
    this.#call?.cancel();
    this.#downstream?.destroy();
    this.#finish('abandoned', 'the gateway failed', undefined, error);
  }

  #finish(outcome: Outcome, detail: string, answer?: HeldAnswer, fault?: unknown): void {
    if (this.#done) return;
    this.#done = true;
    this.#timer.stop();
    this.#exchange.onGone = undefined;
    this.#exchange.interrupt = undefined;
    this.#held = [];
    const readyMs = this.#call?.readyMs;
    this.#resolve({
      outcome,
      detail,
      head: this.#head,
      answer,
      connectMs: readyMs === undefined ? undefined : Math.max(0, readyMs - this.#marks.startedMs),
      firstByteMs: this.#firstByteMs,
      isSent: this.#call?.isSent === true,
      usage: this.#observer?.usage ?? this.#usage,
      fault,
    });
  }

  #body(): Buffer {
    return this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held, this.#heldBytes);
  }

  #what(): string {
    const { status } = this.#head!;
    return this.#outcome === 'error_in_answer' ? `an error with status ${status}` : `status ${status}`;
  }

  // Time.

  #expire(name: LimitName): void {
    switch (name) {
      case 'heartbeat':
        this.#downstream!.beat(this.#observer!.midEvent);
        return this.#timer.arm();
      case 'grace':
        this.#call!.cancel();
        return this.#streamEnd(this.#observer!);
      case 'client':
        this.#downstream!.destroy();
        return this.#giveUp('abandoned', 'the client did not take its answer for timeouts.idle');
      case 'rest':
        if (this.#outcome === 'error_in_answer') return this.#finishHeld();
        return this.#giveUp(this.#outcome, `${this.#what()}, its body too slow`);
      default: {
        const detail = `timeouts.${name} ran out`;
        if (this.#downstream !== undefined) return this.#cut(detail);
        return this.#giveUp(name === 'total' ? 'out_of_time' : 'stalled', detail);
      }
    }
  }
}

/** Whether an answer with this outcome goes to the client as it comes. */
function isForClient(outcome: Outcome): boolean {
  return outcome === 'answered' || outcome === 'request_refused';
}

/** One choice's finish reason ends the answer; with several the others may go on. */
function asksForOneAnswer({ parsed: { n, prompt } }: ScannedBody): boolean {
  return (n === undefined || n === null || n === 1) && !Array.isArray(prompt);
}

function ignore(): void {}
