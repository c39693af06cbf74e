/**
 * One try of one request on one deployment, from sending it to the last byte of the answer. Nothing is written to
 * the client before it is clear that the answer is one: a whole answer is read and looked at first, a stream is
 * held until its first complete event. From that moment on (the commit) the bytes pass through as they come, at
 * the pace of the slower side, and a break is told to the client, never hidden.
 */
import type { IncomingMessage } from 'node:http';
import type { Dialect } from '../../api/dialects/dialect.ts';
import { dialectOf } from '../../api/dialects/index.ts';
import { cutEvent } from '../../api/families/render-error.ts';
import { type SseObserver, sseObserver } from '../../api/stream/sse-observer.ts';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { UpstreamCall, UpstreamEvents, UpstreamFailure } from '../../http/client/carrier.ts';
import { takeWholeBody, whenParsed } from '../../http/node/whole-body.ts';
import type { Outcome } from '../../routing/outcomes.ts';
import type { Exchange } from '../exchange.ts';
import { asksForOneAnswer, asksForUsage } from '../routing-facts.ts';
import type { AttemptTimestamps, LimitName } from './attempt-limits.ts';
import type { AttemptOptions, AttemptReport } from './attempt-report.ts';
import { faultOf, isAnswer, isForClient, outcomeOfFailure } from './attempt-rules.ts';
import { deliver, type HeldAnswer } from './deliver.ts';
import { Downstream } from './downstream.ts';
import { LimitTimer } from './limit-timer.ts';
import { Received } from './received.ts';

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
  return new Promise((resolve) =>
    new Attempt(exchange, request.route.dialect, options, resolve).send(backend, request),
  );
}

/**
 * One state machine, and so one file: whatever happens (bytes, an end, a failure, a limit, the client's leaving) is
 * judged by the same few fields, and every way through it ends in `#finish`, once.
 */
class Attempt implements UpstreamEvents {
  readonly #exchange: Exchange;
  /** What the backend speaks. What the client is owed goes by the endpoint that it called. */
  readonly #dialect: Dialect;
  readonly #options: AttemptOptions;
  readonly #resolve: (report: AttemptReport) => void;
  readonly #timestamps: AttemptTimestamps;
  readonly #isOneAnswer: boolean;
  readonly #timer: LimitTimer;

  #call: UpstreamCall | undefined;
  /** There from the head of the answer on. */
  #answer: Received | undefined;
  #firstByteMs: number | undefined;
  /** There from the commit on. */
  #downstream: Downstream | undefined;
  #done = false;

  constructor(
    exchange: Exchange,
    dialect: Dialect,
    options: AttemptOptions,
    resolve: (report: AttemptReport) => void,
  ) {
    const now = performance.now();
    this.#exchange = exchange;
    this.#dialect = dialect;
    this.#options = options;
    this.#resolve = resolve;
    this.#isOneAnswer = asksForOneAnswer(exchange.body!);
    this.#timestamps = {
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
    this.#timer = new LimitTimer(this.#timestamps, options.timeouts, (name) => this.#expire(name));
  }

  send(backend: Backend, request: UpstreamRequest): void {
    const exchange = this.#exchange;
    if (exchange.gone) return this.#finish('abandoned', 'the client had gone away');
    exchange.whenGone(() => {
      this.#call?.cancel();
      this.#finish('abandoned', 'the client went away');
    });
    exchange.whenInterrupted(() => this.#interrupt());
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
    const timestamps = this.#timestamps;
    const answer = new Received(upstream);
    this.#answer = answer;
    this.#exchange.upstreamId = answer.head.requestId;
    timestamps.lastByteMs = timestamps.lastEventMs = performance.now();
    this.#firstByteMs = timestamps.lastByteMs - timestamps.startedMs;
    const fault = faultOf(answer.head, answer.outcome, timestamps.streamed);
    if (fault !== undefined) {
      this.#call!.discard(upstream);
      return this.#finish('unusable', fault);
    }
    if (answer.outcome === 'answered' && timestamps.streamed) {
      answer.observer = sseObserver(this.#dialect.stream!, {
        withholdUsage: asksForUsage(this.#exchange, this.#dialect),
      });
      timestamps.phase = 'events';
    } else {
      timestamps.phase = isForClient(answer.outcome) ? 'whole' : 'refused';
    }
    this.#timer.arm();
    whenParsed(Attempt.#readOn, this);
  }

  // Its bytes.

  static #readOn(attempt: Attempt): void {
    if (attempt.#done) return;
    const answer = attempt.#answer!;
    if (answer.upstream.complete) attempt.#takeWhole(answer);
    else attempt.#listen(answer);
  }

  #takeWhole(answer: Received): void {
    try {
      const body = takeWholeBody(answer.upstream);
      if (body !== undefined) this.#data(answer, body);
      if (!this.#done) this.#end(answer);
    } catch (error) {
      this.#crash(error);
    }
    // Its connection is free from the end of the answer on.
    answer.upstream.resume();
  }

  #listen(answer: Received): void {
    const { upstream } = answer;
    upstream.on('data', (chunk: Buffer) => {
      try {
        if (!this.#done) this.#data(answer, chunk);
      } catch (error) {
        this.#crash(error);
      }
    });
    upstream.on('end', () => {
      try {
        if (!this.#done) this.#end(answer);
      } catch (error) {
        this.#crash(error);
      }
    });
    upstream.on('close', () => {
      if (!this.#done && !upstream.complete) this.#broken(answer);
    });
  }

  #data(answer: Received, chunk: Buffer): void {
    this.#timestamps.lastByteMs = performance.now();
    answer.bytes += chunk.length;
    if (answer.bytes > maxAnswerBytes) return this.#cutOff(answer, 'the answer exceeds 1 GiB');
    if (answer.observer !== undefined) return this.#streamData(answer, answer.observer, chunk);
    if (this.#downstream !== undefined) return this.#downstream.write(chunk);
    answer.held.push(chunk);
    const http10 = this.#exchange.request.httpVersionMinor === 0;
    if (answer.held.length <= (http10 ? maxHeldBytesForHttp10 : maxHeldBytes)) return;
    if (http10) return this.#giveUp('unusable', 'more than 50 MiB for a client of HTTP/1.0');
    if (isForClient(answer.outcome)) return this.#commit(answer);
    if (answer.outcome === 'error_in_answer') return this.#finishHeld(answer);
    this.#giveUp(answer.outcome, `${answer.describe()}, more than 1 MiB`);
  }

  #streamData(answer: Received, observer: SseObserver, chunk: Buffer): void {
    const timestamps = this.#timestamps;
    const before = observer.events;
    const passed = observer.push(chunk);
    if (observer.events > before) timestamps.lastEventMs = timestamps.lastByteMs;
    if (observer.tooLarge) return this.#cutOff(answer, 'an event exceeds 1 MiB');
    if (!timestamps.saidAll && (observer.terminal || (observer.finished && this.#isOneAnswer))) {
      timestamps.saidAll = true;
      this.#timer.arm();
    }
    if (this.#downstream !== undefined) return this.#downstream.write(passed);
    answer.held.push(passed);
    if (observer.firstEventEnd === undefined) {
      if (answer.held.length > maxHeldBytes) this.#cutOff(answer, '1 MiB without an event');
      return;
    }
    if (!observer.firstIsError) return this.#commit(answer);
    // What else comes is read as the body of a refusal is: it may be what the client gets if nobody else answers.
    answer.observer = undefined;
    answer.outcome = 'error_in_answer';
    timestamps.phase = 'refused';
    this.#timer.arm();
  }

  /** The point of no return: the head goes to the client, and what was held follows. */
  #commit(answer: Received): void {
    const { upstream, head, held, observer } = answer;
    const heartbeatMs = observer === undefined ? undefined : this.#options.heartbeatMs;
    const resumed = () => this.#timer.arm();
    const downstream = new Downstream(this.#exchange, upstream, this.#timestamps, heartbeatMs, resumed);
    this.#downstream = downstream;
    downstream.writeHead(head);
    answer.letGoOfHead();
    this.#options.committed();
    for (const chunk of held.take()) downstream.write(chunk);
    if (heartbeatMs !== undefined) this.#timer.arm();
  }

  // Its end.

  #end(answer: Received): void {
    // An answer can come before the request is sent in full; such a connection can't be used again.
    if (!this.#call!.isSent) this.#call!.cancel();
    const { outcome, observer } = answer;
    if (observer !== undefined) return this.#streamEnd(answer, observer);
    const downstream = this.#downstream;
    if (downstream !== undefined) {
      // Without a length a body ends with its connection, and half of it looks like all of it.
      const isWhole = outcome !== 'answered' || downstream.endsWithBrace;
      if (!isWhole) return this.#cut(answer, 'the answer ended in the middle of its JSON');
      downstream.end(this.#options.timeouts.idleMs);
      return this.#finish(outcome, 'passed on');
    }
    const whole = answer.whole();
    if (outcome === 'answered') {
      const kind = answer.inspect(this.#dialect, whole.body);
      if (kind === 'empty') return this.#finish('unusable', 'an empty body');
      if (kind === 'invalid') return this.#finish('unusable', 'a body that is not JSON');
      if (kind === 'error') return this.#finish('error_in_answer', 'an error with status 200', whole);
    }
    if (!isForClient(outcome)) return this.#finish(outcome, answer.describe(), whole);
    deliver(this.#exchange, whole, this.#options.timeouts.idleMs);
    this.#finish(outcome, 'delivered');
  }

  #streamEnd(answer: Received, observer: SseObserver): void {
    const downstream = this.#downstream;
    if (downstream === undefined) return this.#finish('unusable', 'a stream without an event');
    if (!observer.terminal && !observer.finished && !observer.failed) {
      return this.#cut(answer, 'the stream ended without its end mark');
    }
    downstream.write(observer.flush());
    downstream.end(this.#options.timeouts.idleMs);
    if (observer.failed) this.#finish('interrupted', 'the backend reported a failure in its stream');
    else this.#finish('answered', 'streamed');
  }

  /** The connection to the backend ended before its answer did. */
  #broken(answer: Received): void {
    const { outcome, observer } = answer;
    if (this.#downstream !== undefined) {
      if (observer?.terminal === true) return this.#streamEnd(answer, observer);
      return this.#cut(answer, 'the connection to the backend broke');
    }
    if (outcome === 'error_in_answer' && this.#timestamps.streamed) return this.#finishHeld(answer);
    if (!isForClient(outcome)) return this.#finish(outcome, `${answer.describe()}, its body lost`);
    if (this.#call!.isMalformed) return this.#finish('unusable', 'the framing of the answer is broken');
    this.#finish('cut_short', 'the connection broke before the answer was whole');
  }

  /** Too much of something: whatever the backend still sends is not waited for. */
  #cutOff(answer: Received, detail: string): void {
    if (this.#downstream !== undefined) this.#cut(answer, detail);
    else this.#giveUp('unusable', detail);
  }

  /**
   * Tells a client whose answer has begun that it will not be completed: an error event on a stream, and in any
   * case a connection that ends without the mark of a complete message.
   */
  #cut({ observer }: Received, detail: string, message = cutMessage, outcome: Outcome = 'interrupted'): void {
    const { id, served } = this.#exchange;
    this.#call!.cancel();
    this.#exchange.errorCode = 'upstream_interrupted';
    this.#exchange.errorReason = detail;
    // The backend's own error event is the last word: nothing is added to it.
    const isToBeTold = observer !== undefined && !observer.failed;
    const { stream } = dialectOf[served.name];
    this.#downstream!.cut(isToBeTold ? cutEvent(stream!, message, id, observer) : undefined);
    this.#finish(outcome, detail);
  }

  /** The gateway stops and can't wait any longer: no fault of the deployment's. */
  #interrupt(): void {
    const detail = 'the gateway is stopping';
    if (this.#downstream !== undefined) this.#cut(this.#answer!, detail, stopMessage, 'abandoned');
    else this.#giveUp('abandoned', detail);
  }

  #giveUp(outcome: Outcome, detail: string): void {
    this.#call?.cancel();
    this.#finish(outcome, detail);
  }

  /** A stream that begins with an error, and is not worth waiting for any longer: what came of it is the answer. */
  #finishHeld(answer: Received): void {
    const whole = answer.whole();
    this.#call!.cancel();
    this.#finish(answer.outcome, answer.describe(), whole);
  }

  /** A fault of our own: it costs this request, not the deployment's name and not the process. */
  #crash(error: unknown): void {
    if (this.#done) return;
    this.#call?.cancel();
    this.#downstream?.destroy();
    this.#finish('abandoned', 'the gateway failed', undefined, error);
  }

  #finish(outcome: Outcome, detail: string, whole?: HeldAnswer, fault?: unknown): void {
    if (this.#done) return;
    this.#done = true;
    this.#timer.stop();
    this.#exchange.whenGone(undefined);
    this.#exchange.whenInterrupted(undefined);
    const answer = this.#answer;
    answer?.held.take();
    const readyMs = this.#call?.readyMs;
    this.#resolve({
      outcome,
      detail,
      head: answer?.head,
      answer: whole,
      isAnswer: answer !== undefined && (isAnswer(outcome) || answer.observer?.failed === true),
      connectMs: readyMs === undefined ? undefined : Math.max(0, readyMs - this.#timestamps.startedMs),
      firstByteMs: this.#firstByteMs,
      isSent: this.#call?.isSent === true,
      isCredentialStale: this.#call?.isCredentialStale === true,
      usage: answer?.usage,
      fault,
    });
  }

  // Time.

  /** The limits of an answer's own phases run out only once there is one. */
  #expire(name: LimitName): void {
    const answer = this.#answer;
    switch (name) {
      case 'heartbeat':
        this.#downstream!.beat(answer!.observer!.midEvent);
        return this.#timer.arm();
      case 'grace':
        this.#call!.cancel();
        return this.#streamEnd(answer!, answer!.observer!);
      case 'client':
        this.#downstream!.destroy();
        return this.#giveUp('abandoned', 'the client did not take its answer for timeouts.idle');
      case 'rest':
        if (answer!.outcome === 'error_in_answer') return this.#finishHeld(answer!);
        return this.#giveUp(answer!.outcome, `${answer!.describe()}, its body too slow`);
      default: {
        const detail = `timeouts.${name} ran out`;
        if (this.#downstream !== undefined) return this.#cut(answer!, detail);
        return this.#giveUp(name === 'total' ? 'out_of_time' : 'stalled', detail);
      }
    }
  }
}

function ignore(): void {}
