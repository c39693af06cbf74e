/**
 * One try of one request on one deployment, from sending it to the last byte of the answer. Nothing is written to
 * the client before it is clear that the answer is one: a whole answer is read and looked at first, a stream is
 * held until its first complete event. From that moment on (the commit) the bytes pass through as they come, at
 * the pace of the slower side, and a break is told to the client, never hidden.
 *
 * | state   | what came so far       | bytes                           | the end                | a break, or a limit    |
 * |---------|------------------------|---------------------------------|------------------------|------------------------|
 * | waiting | nothing                | -                               | -                      | tried elsewhere        |
 * | holding | the head               | read, held until they are judged| judged, then delivered | tried elsewhere        |
 * | refused | what is no answer      | held, in case nothing else helps| tried elsewhere        | the same, without body |
 * | passing | an answer, in part     | read, transformed, written      | the answer ends        | the answer is cut      |
 * | over    |                        | -                               | -                      | -                      |
 *
 * What comes (`upstream-body.ts`) goes from a reader (`answer-reader.ts`), which judges it, through a transform (`transform.ts`) to the sink
 * of the exchange (`answer-sink.ts`), at whose end is the client.
 */
import type { IncomingMessage } from 'node:http';
import type { Dialect } from '../../api/dialects/dialect.ts';
import { dialectFor } from '../../api/dialects/index.ts';
import { cutEvent } from '../../api/families/render-error.ts';
import type { TranslatedStream } from '../../api/translation/answers/translated-stream.ts';
import type { Wire } from '../../api/wires/wire.ts';
import { GatewayError } from '../../errors.ts';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { UpstreamCall, UpstreamEvents, UpstreamFailure } from '../../http/client/carrier.ts';
import type { Route } from '../../http/client/route.ts';
import { codingOf } from '../../http/client/unpack.ts';
import { keepAliveOf } from '../../http/node/free-sockets.ts';
import { type Outcome, outcomeOfStatus } from '../../routing/outcomes.ts';
import type { Exchange } from '../exchange.ts';
import { asksForUsage } from '../routing-facts.ts';
import type { UploadEvents } from '../upload.ts';
import {
  type AnswerHead,
  deliver,
  downstreamHead,
  type HeldAnswer,
  kindOfBytes,
  readAnswerHead,
  withKind,
  withoutCoding,
} from './answer-head.ts';
import {
  type AnswerReader,
  BinaryReader,
  EventsReader,
  HeldWholeReader,
  InsteadOfAnswer,
  OpaqueReader,
  RefusalReader,
  WholeReader,
} from './answer-reader.ts';
import type { AnswerSource } from './answer-sink.ts';
import { type AttemptTimestamps, type LimitName, LimitTimer } from './attempt-limits.ts';
import {
  type AttemptOptions,
  type AttemptReport,
  describeKind,
  faultOf,
  isAnswer,
  isForClient,
  isPacked,
  isWantedBinary,
  outcomeOfFailure,
  type Wanted,
} from './attempt-report.ts';
import { CountedBytes, HeldBytes } from './held-bytes.ts';
import { type AnswerTransform, identity, WithoutUsage } from './transform.ts';
import { type BodyEvents, UpstreamBody } from './upstream-body.ts';
import { unwrapped } from './wired-answer.ts';

/** HTTP/1.0 has no way to tell a cut answer without a length from a complete one: it is held in full. */
const maxHeldBytesForHttp10 = 50 * 1024 * 1024;
/** A packed answer that is no stream is not unpacked beyond. */
const maxUnpackedBytes = 64 * 1024 * 1024;
/** The largest answer that is passed on. */
const maxAnswerBytes = 1024 * 1024 * 1024;

/** Without a blank line: to a decoder that has seen an `id` even an event without data would be one. */
const heartbeat = Buffer.from(': the backend is still working\n');
const leak = "the answer repeats the backend's credential";
const cutMessage = 'The backend broke off in the middle of its answer; what came before is incomplete.';
const roomMessage =
  'The gateway has no room for the rest of this answer; what came before is incomplete. Try again shortly.';
const stopMessage = 'The gateway is stopping; what came before is incomplete. Send the request again.';

/** Makes one attempt. Resolves when nothing more will happen in it; never rejects. */
export function attempt(
  exchange: Exchange,
  backend: Backend,
  request: UpstreamRequest,
  options: AttemptOptions,
): Promise<AttemptReport> {
  return new Promise((resolve) =>
    new Attempt(exchange, request.route, options, resolve).send(backend, request),
  );
}

const noTypes: readonly string[] = [];

type State = 'waiting' | 'holding' | 'refused' | 'passing' | 'over';

/** An answer from its head on. */
interface Received {
  readonly upstream: IncomingMessage;
  readonly body: UpstreamBody;
  /** Without `kept` once that has been passed on. */
  head: AnswerHead;
  /** Judges what comes as long as nothing has been judged. */
  reader: AnswerReader;
  /** What the attempt comes to if the rest arrives in full. */
  outcome: Outcome;
}

/**
 * One state machine, and so one file: whatever happens (bytes, an end, a failure, a limit, the client's leaving) is
 * judged by the same few fields, and every way through it ends in `#finish`, once.
 */
class Attempt implements UpstreamEvents, UploadEvents, BodyEvents, AnswerSource {
  readonly #exchange: Exchange;
  /** What the backend speaks. What the client is owed goes by the endpoint that it called. */
  readonly #dialect: Dialect;
  readonly #wire: Wire | undefined;
  readonly #wanted: Wanted;
  /** Its usage was asked for, but not by the client. */
  readonly #withholdsUsage: boolean;
  readonly #options: AttemptOptions;
  readonly #resolve: (report: AttemptReport) => void;
  readonly #timestamps: AttemptTimestamps;
  readonly #timer: LimitTimer;
  readonly #held: HeldBytes;
  /** What a translation keeps beside what is held. */
  readonly #kept: CountedBytes;

  #state: State = 'waiting';
  #isGiven = false;
  /** Its credential, which no client may see, may be renewed meanwhile: this is what it was at first. */
  #secret: Buffer | undefined;
  #backend: Backend | undefined;
  #call: UpstreamCall | undefined;
  /** There from the head of the answer on. */
  #answer: Received | undefined;
  #transform: AnswerTransform = identity;
  /** The transform, where it says a stream in the client's dialect. */
  #translated: TranslatedStream | undefined;
  #firstByteMs: number | undefined;
  /** Of the body so far, held or passed on. */
  #bytes = 0;

  constructor(
    exchange: Exchange,
    route: Route,
    options: AttemptOptions,
    resolve: (report: AttemptReport) => void,
  ) {
    const now = performance.now();
    this.#exchange = exchange;
    this.#dialect = route.dialect;
    this.#wire = route.wire;
    this.#wanted = {
      kind: exchange.summary!.answer,
      mediaTypes: exchange.served.mediaTypes ?? noTypes,
    };
    this.#withholdsUsage = asksForUsage(exchange, route);
    this.#options = options;
    this.#held = new HeldBytes(options.budget);
    this.#kept = new CountedBytes(options.budget);
    this.#resolve = resolve;
    this.#timestamps = {
      phase: 'head',
      streamed: exchange.summary!.stream,
      requestMs: exchange.startedMs,
      startedMs: now,
      sentMs: undefined,
      upload: exchange.upload,
      lastByteMs: now,
      fileMs: undefined,
      lastEventMs: now,
      pausedMs: undefined,
      openedMs: undefined,
      graceMs: Number.POSITIVE_INFINITY,
      heartbeatMs: Number.POSITIVE_INFINITY,
    };
    this.#timer = new LimitTimer(this.#timestamps, options.timeouts, (name) => this.#expired(name));
  }

  send(backend: Backend, request: UpstreamRequest): void {
    const exchange = this.#exchange;
    if (exchange.gone) return this.#finish('abandoned', 'the client had gone away');
    exchange.whenGone(() => this.#giveUp('abandoned', 'the client went away'));
    exchange.whenInterrupted(() => this.#interrupt());
    exchange.upload?.observe(this);
    try {
      this.#timer.arm();
      this.#backend = backend;
      this.#secret = backend.secret;
      this.#call = backend.send(request, this, this.#options.fresh);
    } catch (error) {
      this.crashed(error);
    }
  }

  // Waiting: the request goes up, if it is not there yet.

  begun(): void {
    this.#timestamps.phase = 'upload';
    this.#timer.arm();
  }

  sent(): void {
    if (this.#state !== 'waiting') return;
    this.#timestamps.phase = 'head';
    this.#timestamps.sentMs = performance.now();
    this.#timer.arm();
  }

  unfinished(error: GatewayError): void {
    if (this.#state === 'over') return;
    const detail = 'the client did not send its request as it should';
    if (this.#state === 'passing') return this.#cut(detail, error.message, 'abandoned');
    this.#call!.cancel();
    this.#finish('abandoned', detail, undefined, error);
  }

  // The answer begins, or does not.

  failed(failure: UpstreamFailure): void {
    if (failure.kind === 'unsendable') return this.crashed(failure);
    this.#finish(outcomeOfFailure[failure.kind], failure.message);
  }

  head(upstream: IncomingMessage): void {
    // Without this listener the error of a connection that is cut would be nobody's, and end the process.
    upstream.on('error', ignore);
    try {
      this.#begin(upstream);
    } catch (error) {
      this.crashed(error);
    }
  }

  #begin(upstream: IncomingMessage): void {
    const timestamps = this.#timestamps;
    const wire = this.#wire;
    let head = readAnswerHead(upstream.statusCode ?? 0, upstream.rawHeaders);
    let events: BodyEvents = this;
    const outcome = this.#judgedByStatus(head);
    const isGood = outcome === 'answered';
    if (wire !== undefined) {
      const signs = { isGood, requestId: this.#exchange.id };
      ({ head, body: events } = unwrapped(wire, head, signs, this));
    }
    this.#exchange.relayed.upstreamId = head.requestId;
    timestamps.lastByteMs = timestamps.lastEventMs = performance.now();
    // An answer may come before all is sent.
    if (timestamps.phase === 'upload') timestamps.sentMs = timestamps.lastByteMs;
    this.#firstByteMs = timestamps.lastByteMs - (timestamps.sentMs ?? timestamps.startedMs);
    const coding = isPacked(head) ? codingOf(head.contentEncoding!) : undefined;
    const answer: Received = {
      upstream,
      body: new UpstreamBody(upstream, coding, events),
      head: coding === undefined ? head : withoutCoding(head),
      outcome,
      reader:
        outcome === 'request_refused'
          ? new RefusalReader(head.status)
          : new OpaqueReader(outcome, `status ${head.status}`),
    };
    this.#answer = answer;
    const fault = faultOf(head, outcome, this.#wanted);
    if (fault !== undefined) {
      this.#call!.discard(upstream);
      return this.#finish('unusable', fault);
    }
    this.#state = isForClient(outcome) ? 'holding' : 'refused';
    timestamps.phase = this.#state === 'holding' ? 'whole' : 'refused';
    if (outcome === 'answered') this.#chooseReader(answer);
    this.#timer.arm();
    answer.body.read();
  }

  /** That an object is not there is an answer to whoever asked for it. */
  #judgedByStatus({ status, errorType }: AnswerHead): Outcome {
    const { call } = this.#exchange.served;
    const judged = this.#wire === undefined ? status : this.#wire.judgedStatus(status, errorType);
    const outcome = outcomeOfStatus(judged);
    return outcome === 'not_found' && call !== undefined && call.ids.length > 0 ? 'request_refused' : outcome;
  }

  /** By what came and what was asked for. */
  #chooseReader(answer: Received): void {
    const exchange = this.#exchange;
    const dialect = this.#dialect;
    const timestamps = this.#timestamps;
    const { signing } = this.#options;
    if (answer.head.status === 204 && exchange.served.call !== undefined) {
      // What is kept was taken away; who asked for an answer has none.
      answer.reader = new OpaqueReader('answered', 'status 204');
    } else if (isWantedBinary(answer.head, this.#wanted)) {
      answer.reader = new BinaryReader(exchange.request.httpVersionMinor === 0, dialect);
      timestamps.phase = 'file';
      timestamps.fileMs = timestamps.lastByteMs;
    } else if (this.#wanted.kind !== 'binary' && !timestamps.streamed) {
      if (answer.head.kind === 'untold') answer.head = withKind(answer.head, 'json');
      const { translation } = this.#options;
      answer.reader = translation === undefined ? new WholeReader(dialect) : new HeldWholeReader(dialect);
      if (signing !== undefined) this.#transform = signing.whole();
    } else if (answer.head.kind === 'events') {
      const reader = new EventsReader(dialect.stream!, timestamps, this.#options.budget, exchange.summary!);
      if (this.#options.translation !== undefined) {
        this.#translated = this.#options.translation.stream();
        this.#transform = this.#translated;
      } else if (this.#withholdsUsage) this.#transform = new WithoutUsage(reader.events);
      else if (signing !== undefined) this.#transform = signing.events(reader.events);
      answer.reader = reader;
      timestamps.phase = 'events';
    } else if (answer.head.kind === 'json') {
      answer.outcome = 'unusable';
      answer.reader = new InsteadOfAnswer(dialect, describeKind(answer.head, this.#wanted.kind));
      this.#state = timestamps.phase = 'refused';
    } else {
      answer.reader = new OpaqueReader('unusable', 'an empty body');
    }
  }

  /** A stream that does not say what it is: its first byte does. */
  #findKind(answer: Received, chunk: Buffer): void {
    const kind = kindOfBytes(chunk);
    if (kind === undefined) return;
    answer.head = withKind(answer.head, kind);
    this.#chooseReader(answer);
    if (this.#held.length > 0) answer.reader.read(this.#held.whole(), false);
    this.#timer.arm();
  }

  // Holding, refused, passing: its bytes.

  data(chunk: Buffer): void {
    if (this.#state === 'over') return;
    const answer = this.#answer!;
    const timestamps = this.#timestamps;
    timestamps.lastByteMs = performance.now();
    this.#bytes += chunk.length;
    const isUnpacked = answer.body.wasPacked && answer.reader.events === undefined;
    if (this.#bytes > (isUnpacked ? maxUnpackedBytes : maxAnswerBytes)) {
      return this.#cutOff(isUnpacked ? 'the answer exceeds 64 MiB unpacked' : 'the answer exceeds 1 GiB');
    }
    if (answer.head.kind === 'untold' && this.#state === 'holding' && timestamps.streamed) {
      this.#findKind(answer, chunk);
    }
    const { graceMs, openedMs } = timestamps;
    const isPassing = this.#state === 'passing';
    const judgement = answer.reader.read(chunk, isPassing);
    if (timestamps.graceMs !== graceMs || timestamps.openedMs !== openedMs) this.#timer.arm();
    const bytes = this.#transform.push(chunk);
    if (this.#transform.fault !== undefined) {
      // What was said before the fault came in the same piece is the client's.
      if (isPassing && this.#translated !== undefined) this.#pass(bytes);
      return this.#cutOff(this.#transform.fault);
    }
    if (this.#translated !== undefined && !this.#kept.follow(this.#translated.heldBytes)) {
      if (isPassing) this.#pass(bytes);
      return this.#outOfRoom('no room for what a stream keeps to be translated');
    }
    if (isPassing) return this.#pass(bytes);
    const hasRoom = this.#held.push(bytes);
    if (judgement === 'pass') this.#commit(answer);
    else if (judgement === 'refuse') this.#refuse(answer);
    else this.#bound(answer, hasRoom);
  }

  /** What is held has its bounds, whatever it is: beyond them an answer passes as it comes. */
  #bound(answer: Received, hasRoom: boolean): void {
    const { head, outcome, reader } = answer;
    const isHttp10 = this.#exchange.request.httpVersionMinor === 0;
    if (hasRoom && this.#held.length <= (isHttp10 ? maxHeldBytesForHttp10 : reader.mostHeldBytes)) return;
    // Of what is translated as a whole nothing can pass as it came.
    const isUndivided = this.#options.translation !== undefined && this.#translated === undefined;
    if (outcome === 'error_in_answer' || (isUndivided && outcome === 'request_refused'))
      return this.#finishHeld(answer);
    if (this.#state === 'refused') return this.#giveUp(outcome, `status ${head.status}, more than is held`);
    if (head.kind === 'untold' && outcome === 'answered' && this.#timestamps.streamed)
      return this.#giveUp('unusable', 'nothing but blanks');
    if (!isHttp10 && !isUndivided) return this.#commit(answer);
    const needed = isHttp10 ? 'for a client of HTTP/1.0' : 'to be translated';
    if (hasRoom) return this.#giveUp('unusable', `more than ${isHttp10 ? 50 : 64} MiB ${needed}`);
    this.#outOfRoom(`no room for an answer ${needed}`);
  }

  /** The gateway has no memory for the rest: no fault of the deployment's. */
  #outOfRoom(detail: string): void {
    if (this.#state === 'passing') return this.#cut(detail, roomMessage, 'abandoned');
    this.#call!.cancel();
    this.#finish('abandoned', detail, undefined, noRoom());
  }

  /** What else comes is read as the body of a refusal is: it may be what the client gets if nobody else answers. */
  #refuse(answer: Received): void {
    answer.outcome = 'error_in_answer';
    answer.reader = new OpaqueReader(answer.outcome, `an error with status ${answer.head.status}`);
    // What is translated has told the error already, and says nothing more.
    if (this.#translated === undefined) this.#transform = identity;
    this.#state = this.#timestamps.phase = 'refused';
    this.#timer.arm();
  }

  /** The point of no return: the head goes to the client, and what was held follows. */
  #commit(answer: Received): void {
    if (this.#isLeaking(answer.head)) return this.#giveUp('unusable', leak);
    const { reader, upstream } = answer;
    const head = this.#options.translation?.head(answer.head) ?? answer.head;
    const { answer: sink } = this.#exchange;
    const body = reader.events === undefined ? 'bytes' : 'events';
    this.#state = 'passing';
    this.#isGiven = true;
    this.#timestamps.openedMs = undefined;
    sink.begin(downstreamHead(this.#exchange, head, body, this.#options.timeouts.idleMs), this);
    // The headers were given to the client, and a stream can go on for minutes.
    upstream.rawHeaders = keepAliveOf(upstream.rawHeaders);
    answer.head = { ...head, kept: [] };
    this.#options.committed();
    for (const chunk of this.#held.take()) this.#pass(chunk);
    if (this.#options.heartbeatMs !== undefined) this.#timer.arm();
  }

  /** What would go to the client repeats what the backend was sent to know us by. */
  #isLeaking({ kept }: AnswerHead): boolean {
    const secret = this.#backend?.secret;
    if (this.#repeats(this.#secret, kept)) return true;
    return secret !== this.#secret && this.#repeats(secret, kept);
  }

  #repeats(secret: Buffer | undefined, kept: readonly string[]): boolean {
    if (secret === undefined) return false;
    if (this.#held.length > 0 && this.#held.whole().includes(secret)) return true;
    const text = secret.toString();
    return kept.some((value) => value.includes(text));
  }

  #pass(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#postponeHeartbeat();
    this.#exchange.answer.write(bytes);
  }

  #postponeHeartbeat(): void {
    const { heartbeatMs } = this.#options;
    if (heartbeatMs === undefined || this.#timestamps.phase !== 'events') return;
    this.#timestamps.heartbeatMs = this.#timestamps.lastByteMs + heartbeatMs;
  }

  // The pace of the client.

  pause(): void {
    this.#timestamps.pausedMs = performance.now();
    this.#answer!.body.pause();
  }

  resume(): void {
    if (this.#state === 'over') return;
    const timestamps = this.#timestamps;
    timestamps.pausedMs = undefined;
    timestamps.lastByteMs = timestamps.lastEventMs = performance.now();
    this.#postponeHeartbeat();
    this.#timer.arm();
    this.#answer!.body.resume();
  }

  // Its end.

  end(): void {
    if (this.#state === 'over') return;
    // An answer can come before the request is sent in full; such a connection can't be used again.
    if (!this.#call!.isSent) this.#call!.cancel();
    this.#conclude(this.#answer!);
  }

  unreadable(reason: string): void {
    // What follows the end mark takes nothing from the answer.
    if (this.#state === 'passing' && this.#answer!.reader.hasAll) {
      this.#call!.cancel();
      return this.#conclude(this.#answer!);
    }
    this.#cutOff(`the body can not be unpacked: ${reason}`);
  }

  /** Nothing more comes: what the answer came to is what its reader says. */
  #conclude({ head, reader, upstream }: Received): void {
    const { answer: sink } = this.#exchange;
    const isPassing = this.#state === 'passing';
    const { outcome, detail, isWhole } = reader.conclude(isPassing ? undefined : this.#held);
    if (isPassing) {
      if (!isWhole) return this.#cut(detail);
      this.#pass(this.#transform.flush());
      if (this.#transform.fault !== undefined) return this.#cut(this.#transform.fault);
      sink.end();
      return this.#finish(outcome, detail);
    }
    const rest = this.#transform.flush();
    if (rest.length > 0) this.#held.push(rest);
    if (this.#isLeaking(head)) return this.#finish('unusable', leak);
    // By its status it was not, and so nobody has told the credential.
    if (outcome === 'credentials_refused' && this.#answer!.outcome !== outcome)
      this.#call!.refuseCredential(upstream.headers);
    const body = this.#held.whole();
    if (!isForClient(outcome)) return this.#finish(outcome, detail, isWhole ? body : undefined);
    const given = this.#said({ head, body }, outcome);
    if (typeof given === 'string') return this.#finish('unusable', given);
    const { budget, timeouts } = this.#options;
    this.#held.take();
    this.#isGiven = true;
    deliver(this.#exchange, given, timeouts.idleMs, budget);
    this.#finish(outcome, detail);
  }

  /** An answer that is there in full as the client gets it, or why it can't have it. */
  #said(answer: HeldAnswer, outcome: Outcome): HeldAnswer | string {
    const { translation } = this.#options;
    if (translation === undefined) return answer;
    if (this.#translated !== undefined) {
      // The head says that it is complete.
      const fault =
        this.#translated.fault ?? (this.#translated.isOver ? undefined : 'an error that is not told');
      return fault ?? { head: translation.head(answer.head), body: answer.body };
    }
    if (outcome !== 'answered') return translation.error(answer) ?? 'an error that can not be translated';
    const body = translation.whole(answer.body);
    return typeof body === 'string' ? body : { head: translation.head(answer.head), body };
  }

  /** The connection to the backend ended before its answer did. */
  broken(): void {
    const answer = this.#answer!;
    const { head, outcome, reader } = answer;
    switch (this.#state) {
      case 'over':
        return;
      case 'passing':
        if (reader.hasAll) return this.#conclude(answer);
        return this.#cut('the connection to the backend broke');
      case 'refused':
        if (outcome === 'error_in_answer') return this.#finishHeld(answer);
        return this.#finish(outcome, `status ${head.status}, its body lost`);
      default:
        if (this.#call!.isMalformed) return this.#finish('unusable', 'the framing of the answer is broken');
        this.#finish('cut_short', 'the connection broke before the answer was whole');
    }
  }

  /** Too much of something: whatever the backend still sends is not waited for. */
  #cutOff(detail: string): void {
    if (this.#state === 'over') return;
    if (this.#state === 'passing') this.#cut(detail);
    else this.#giveUp('unusable', detail);
  }

  /**
   * Tells a client whose answer has begun that it will not be completed: an error event on a stream, and in any
   * case a connection that ends without the mark of a complete message.
   */
  #cut(detail: string, message = cutMessage, outcome: Outcome = 'interrupted'): void {
    const exchange = this.#exchange;
    const { events } = this.#answer!.reader;
    this.#call!.cancel();
    exchange.errorCode = 'upstream_interrupted';
    exchange.errorReason = detail;
    // The backend's own error event is the last word: nothing is added to it.
    const isToBeTold =
      events !== undefined && (this.#translated === undefined ? !events.failed : !this.#translated.isOver);
    exchange.answer.cut(isToBeTold ? this.#lastWords(message) : undefined);
    this.#finish(outcome, detail);
  }

  #lastWords(message: string): Buffer {
    const { served, id } = this.#exchange;
    if (this.#translated !== undefined) return this.#translated.cut(message);
    const { responseId: own } = this.#answer!.reader.events!;
    const responseId = own === undefined ? undefined : (this.#options.signing?.response(own) ?? own);
    return cutEvent(dialectFor(served).stream!, message, id, { midEvent: this.#isMidEvent, responseId });
  }

  /** What the client was given ends inside an event. */
  get #isMidEvent(): boolean {
    // What is translated is written event by event.
    if (this.#translated !== undefined) return false;
    return this.#answer?.reader.events?.midEvent === true && !this.#transform.isHolding;
  }

  /** The gateway stops and can't wait any longer: no fault of the deployment's. */
  #interrupt(): void {
    const detail = 'the gateway is stopping';
    if (this.#state === 'passing') this.#cut(detail, stopMessage, 'abandoned');
    else this.#giveUp('abandoned', detail);
  }

  #giveUp(outcome: Outcome, detail: string): void {
    this.#call?.cancel();
    this.#finish(outcome, detail);
  }

  /** An error that is not worth waiting for any longer: what came of it is the answer. */
  #finishHeld({ outcome, head }: Received): void {
    if (this.#isLeaking(head)) return this.#giveUp('unusable', leak);
    const body = this.#held.whole();
    this.#call!.cancel();
    this.#finish(outcome, `an error with status ${head.status}`, body);
  }

  /** A fault of our own: it costs this request, not the deployment's name and not the process. */
  crashed(error: unknown): void {
    if (this.#state === 'over') return;
    this.#call?.cancel();
    if (this.#state === 'passing') this.#exchange.response.destroy();
    this.#finish('abandoned', 'the gateway failed', undefined, error);
  }

  /** @param whole The body of an answer that the client may get if nothing else helps. */
  #finish(outcome: Outcome, detail: string, whole?: Buffer, fault?: unknown): void {
    if (this.#state === 'over') return;
    const head = this.#answer?.head;
    // While the attempt is not over: what fails here still has to end it.
    const held =
      head === undefined || whole === undefined ? undefined : this.#said({ head, body: whole }, outcome);
    this.#state = 'over';
    this.#timer.stop();
    if (this.#exchange.upload?.hasBegun === true) this.#exchange.upload.stop();
    this.#exchange.whenGone(undefined);
    this.#exchange.whenInterrupted(undefined);
    this.#held.take();
    this.#kept.release();
    // The client may take its time with the last of it.
    this.#transform = identity;
    this.#translated = undefined;
    this.#answer?.reader.close();
    this.#answer?.body.stop();
    const readyMs = this.#call?.readyMs;
    this.#resolve({
      outcome,
      detail,
      head,
      isGiven: this.#isGiven,
      answer: typeof held === 'string' ? undefined : held,
      isAnswer: head !== undefined && (isAnswer(outcome) || this.#answer?.reader.events?.failed === true),
      wasPacked: this.#answer?.body.wasPacked === true,
      connectMs: readyMs === undefined ? undefined : Math.max(0, readyMs - this.#timestamps.startedMs),
      firstByteMs: this.#firstByteMs,
      isCredentialStale: this.#call?.isCredentialStale === true,
      use: this.#answer?.reader.use,
      fault,
    });
  }

  // Time.

  #expired(name: LimitName): void {
    try {
      this.#expire(name);
    } catch (error) {
      this.crashed(error);
    }
  }

  /** The limits of an answer's own phases run out only once there is one. */
  #expire(name: LimitName): void {
    switch (name) {
      case 'heartbeat':
        this.#timestamps.heartbeatMs = performance.now() + this.#options.heartbeatMs!;
        // A comment has no place inside an event.
        if (!this.#isMidEvent) this.#exchange.answer.beat(this.#translated?.heartbeat ?? heartbeat);
        return this.#timer.arm();
      case 'opening':
        return this.#commit(this.#answer!);
      case 'grace':
        this.#call!.cancel();
        return this.#conclude(this.#answer!);
      case 'client':
        this.#exchange.response.destroy();
        return this.#giveUp('abandoned', 'the client did not take its answer for timeouts.idle');
      case 'rest': {
        const { outcome, head } = this.#answer!;
        if (outcome === 'error_in_answer') return this.#finishHeld(this.#answer!);
        return this.#giveUp(outcome, `status ${head.status}, its body too slow`);
      }
      default: {
        const detail = `timeouts.${name} ran out`;
        if (this.#state === 'passing') return this.#cut(detail);
        return this.#giveUp(name === 'total' ? 'out_of_time' : 'stalled', detail);
      }
    }
  }
}

function noRoom(): GatewayError {
  return new GatewayError('overloaded', 'The gateway holds too much at once; try again shortly.');
}

function ignore(): void {}
