/**
 * One try of one request on one deployment, from sending it to the last byte of the answer. Nothing is written to
 * the client before it is clear that the answer is one: a whole answer is read and looked at first, a stream is
 * held until its first complete event. From that moment on (the commit) the bytes pass through as they come, at
 * the pace of the slower side, and a break is told to the client, never hidden.
 */
import type { IncomingMessage } from 'node:http';
import type { Backend, UpstreamRequest } from '../backends/backend.ts';
import type { UpstreamCall, UpstreamEvents, UpstreamFailure } from '../backends/proxy.ts';
import { inspectAnswer } from '../protocols/answers.ts';
import type { Endpoint } from '../protocols/endpoint.ts';
import { cutEvent } from '../protocols/errors.ts';
import { type SseObserver, sseObserver } from '../protocols/sse.ts';
import type { Usage } from '../protocols/usage.ts';
import { type Outcome, outcomeOfStatus } from '../routing/outcomes.ts';
import type { Exchange } from '../server/exchange.ts';
import { type AnswerHead, readAnswerHead } from './answer-head.ts';
import type { AttemptMarks, LimitName } from './attempt-limits.ts';
import type { AttemptOptions, AttemptReport } from './attempt-report.ts';
import { faultOf, isForClient, outcomeOfFailure } from './attempt-rules.ts';
import { deliver, type HeldAnswer } from './deliver.ts';
import { Downstream } from './downstream.ts';
import { asksForOneAnswer, asksForUsage } from './facts.ts';
import { HeldBytes } from './held-bytes.ts';
import { LimitTimer } from './limit-timer.ts';

/** Whole answers up to this size are read before they are passed on, so that a bad one can still be replaced. */
const maxHeldBytes = 1024 * 1024;
/** HTTP/1.0 has no way to tell a cut answer without a length from a complete one: it is held in full. */
const maxHeldBytesForHttp10 = 50 * 1024 * 1024;
/** The largest answer that is passed on. */
const maxAnswerBytes = 1024 * 1024 * 1024;

const cutMessage = 'The backend broke off in the middle of its answer; what came before is incomplete.';
const stopMessage = 'The gateway is stopping; what came before is incomplete. Send the request again.';

/** Makes one attempt. Resolves when nothing more will happen in it; never rejects. */
export function attempt(
  exchange: Exchange,
  backend: Backend,
  request: UpstreamRequest,
  options: AttemptOptions,
): Promise<AttemptReport> {
  return new Promise((resolve) => new Attempt(exchange, options, resolve).send(backend, request));
}

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
  readonly #held = new HeldBytes();
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
    const fault = faultOf(head, this.#outcome, marks.streamed);
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

  // Its bytes.

  #data(chunk: Buffer): void {
    this.#marks.lastByteMs = performance.now();
    this.#answerBytes += chunk.length;
    if (this.#answerBytes > maxAnswerBytes) return this.#cutOff('the answer exceeds 1 GiB');
    const observer = this.#observer;
    if (observer !== undefined) return this.#streamData(observer, chunk);
    if (this.#downstream !== undefined) return this.#downstream.write(chunk);
    this.#held.push(chunk);
    const http10 = this.#exchange.request.httpVersionMinor === 0;
    if (this.#held.length <= (http10 ? maxHeldBytesForHttp10 : maxHeldBytes)) return;
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
    this.#held.push(passed);
    if (observer.firstEventEnd === undefined) {
      if (this.#held.length > maxHeldBytes) this.#cutOff('1 MiB without an event');
      return;
    }
    if (!observer.firstIsError) return this.#commit();
    // What else comes is read as the body of a refusal is: it may be what the client gets if nobody else answers.
    this.#observer = undefined;
    this.#outcome = 'error_in_answer';
    marks.phase = 'refused';
    this.#timer.arm();
  }

  /** The point of no return: the head goes to the client, and what was held follows. */
  #commit(): void {
    const heartbeatMs = this.#observer === undefined ? undefined : this.#options.heartbeatMs;
    const resumed = () => this.#timer.arm();
    const downstream = new Downstream(this.#exchange, this.#upstream!, this.#marks, heartbeatMs, resumed);
    this.#downstream = downstream;
    downstream.writeHead(this.#head!);
    this.#options.committed();
    for (const chunk of this.#held.take()) downstream.write(chunk);
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
    const answer = { head: this.#head!, body: this.#held.whole() };
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
    const answer = { head: this.#head!, body: this.#held.whole() };
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
    this.#held.take();
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

function ignore(): void {}
