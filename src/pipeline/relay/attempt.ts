/**
 * One try of one request on one deployment, from sending it to the last byte of the answer. Nothing is written to the
 * client before the answer proves good: a whole answer is read and judged first, a stream is held until its first
 * complete event. From that moment on (the commit) the bytes pass as they arrive, at the pace of the slower side. The
 * client learns of a break; it is never hidden.
 *
 * | state   | received so far        | bytes                           | the end                | a break, or a limit    |
 * |---------|------------------------|---------------------------------|------------------------|------------------------|
 * | waiting | nothing                | -                               | -                      | tried elsewhere        |
 * | holding | the head               | read, held until they are judged| judged, then delivered | tried elsewhere        |
 * | refused | a refusal              | held, in case nothing else helps| tried elsewhere        | the same, without body |
 * | passing | an answer, in part     | read, transformed, written      | the answer ends        | the answer is cut      |
 * | over    |                        | -                               | -                      | -                      |
 *
 * The body (`upstream-body.ts`) goes to a reader (`answer/answer-reader.ts`), which judges it, and through a transform
 * (`transform.ts`) to the sinks of the exchange (`answer/answer-sink.ts`), the last of which is the client's.
 */
import type { GatewayError } from '../../errors.ts';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { BackendAnswer, BackendCall, UpstreamEvents } from '../../http/client/backend-call.ts';
import type { Route } from '../../http/client/route.ts';
import type { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import type { Outcome } from '../../routing/outcomes.ts';
import type { Exchange } from '../exchange.ts';
import type { UploadEvents } from '../upload.ts';
import type { Judgement } from './answer/answer-reader.ts';
import type { AnswerSource } from './answer/answer-sink.ts';
import { excessOf, noRoom, overflowOf } from './answer-bounds.ts';
import { AttemptClock } from './attempt-clock.ts';
import type { AttemptPhase, LimitName } from './attempt-limits.ts';
import {
  type AttemptOptions,
  type AttemptReport,
  isForClient,
  outcomeOfFailure,
  wantedOf,
} from './attempt-report.ts';
import { CredentialLeak } from './credential-leak.ts';
import { Delivery } from './delivery.ts';
import { reportOf } from './finished-attempt.ts';
import { heldAnswerOutcome, leak } from './held-answer-outcome.ts';
import { CountedBytes, HeldBytes } from './held-bytes.ts';
import { interruptionMessages } from './interruption-messages.ts';
import { type Asked, type ReceivedAnswer, receive } from './received-answer.ts';
import type { BodyEvents } from './upstream-body.ts';

/** Makes one attempt. Resolves when nothing more will happen in it; never rejects. */
export function attempt(
  exchange: Exchange,
  backend: Backend,
  request: UpstreamRequest,
  options: AttemptOptions,
): Promise<AttemptReport> {
  return new Promise((resolve) =>
    new Attempt(exchange, backend, request.route, options, resolve).send(request),
  );
}

type State = 'waiting' | 'holding' | 'refused' | 'passing' | 'over';

/**
 * One state machine, and so one file: every event (bytes, an end, a failure, a limit, the client's leaving) is judged
 * by the same few fields, and every way through it ends in `#finish`, once.
 */
class Attempt implements UpstreamEvents, UploadEvents, BodyEvents, AnswerSource {
  readonly #exchange: Exchange;
  readonly #asked: Asked;
  readonly #options: AttemptOptions;
  readonly #resolve: (report: AttemptReport) => void;
  readonly #clock: AttemptClock;
  readonly #delivery: Delivery;
  readonly #held: HeldBytes;
  /** The bytes that a translation keeps beside the held ones. */
  readonly #kept: CountedBytes;

  #state: State = 'waiting';
  #credential: CredentialLeak | undefined;
  #call: BackendCall | undefined;
  /** Present from the head of the answer on. */
  #answer: ReceivedAnswer | undefined;
  /** Bytes of the body so far, held or passed on. */
  #bytes = 0;

  constructor(
    exchange: Exchange,
    backend: Backend,
    route: Route,
    options: AttemptOptions,
    resolve: (report: AttemptReport) => void,
  ) {
    this.#exchange = exchange;
    const isHttp10 = exchange.request.httpVersionMinor === 0;
    const wanted = wantedOf(exchange.served, exchange.summary!.answer, isHttp10);
    this.#asked = { exchange, backend, route, wanted, options };
    this.#options = options;
    this.#held = new HeldBytes(options.budget);
    this.#kept = new CountedBytes(options.budget);
    this.#resolve = resolve;
    this.#clock = new AttemptClock(exchange, options, (name) => this.#expired(name));
    this.#delivery = new Delivery(exchange, options, this.#clock);
  }

  send(request: UpstreamRequest): void {
    const exchange = this.#exchange;
    const { backend } = this.#asked;
    if (exchange.gone) return this.#finish('abandoned', 'the client had gone away');
    exchange.whenGone(() => this.#left());
    exchange.whenInterrupted(() => this.#interrupt());
    exchange.upload?.observe(this);
    try {
      this.#clock.arm();
      this.#credential = new CredentialLeak(backend);
      const { carrier, fresh, deployment } = this.#options;
      this.#call =
        carrier === undefined
          ? backend.send(request, this, fresh)
          : carrier.carry(backend, request, this, fresh, deployment);
    } catch (error) {
      this.crashed(error);
    }
  }

  // Waiting: the rest of the request goes up.

  begun(): void {
    this.#clock.uploading();
  }

  sent(): void {
    if (this.#state === 'waiting') this.#clock.sent();
  }

  unfinished(error: GatewayError): void {
    if (this.#state === 'over') return;
    const detail = 'the client did not send its request as it should';
    if (this.#state === 'passing') return this.#cut(detail, error.message, 'abandoned');
    this.#call!.cancel();
    this.#finish('abandoned', detail, undefined, error);
  }

  // The answer begins, or fails to.

  failed(failure: UpstreamFailure): void {
    if (failure.kind === 'unsendable') return this.crashed(failure);
    this.#finish(outcomeOfFailure[failure.kind], failure.message);
  }

  head(upstream: BackendAnswer): void {
    try {
      this.#begin(upstream);
    } catch (error) {
      this.crashed(error);
    }
  }

  #begin(upstream: BackendAnswer): void {
    this.#clock.head();
    const { answer, fault } = receive(this.#asked, upstream, this);
    this.#answer = answer;
    if (fault !== undefined) {
      this.#call!.discard(upstream);
      return this.#finish('unusable', fault);
    }
    const { outcome } = answer;
    this.#state = 'holding';
    if (outcome === 'answered') this.#await(answer.readAsTold());
    else this.#await(isForClient(outcome) ? 'whole' : 'refused');
    answer.body.read();
  }

  #await(phase: AttemptPhase): void {
    if (phase === 'refused') this.#state = 'refused';
    this.#clock.await(phase);
  }

  /** Finds the kind of an answer without a type, by its first byte. */
  #findKind(answer: ReceivedAnswer, chunk: Buffer): void {
    const phase = answer.readAsBegun(chunk);
    if (phase === undefined) return;
    this.#await(phase);
    if (this.#held.length > 0) this.#read(answer, this.#held.whole());
  }

  #read({ reader }: ReceivedAnswer, bytes: Buffer): Judgement {
    const before = reader.events?.events;
    const judgement = reader.read(bytes, this.#state === 'passing');
    this.#clock.read(reader, before);
    return judgement;
  }

  // Holding, refused, passing: its bytes.

  data(chunk: Buffer): void {
    if (this.#state === 'over') return;
    const answer = this.#answer!;
    this.#clock.bytes();
    this.#bytes += chunk.length;
    const excess = excessOf(this.#bytes, answer);
    if (excess !== undefined) return this.#cutOff(excess);
    if (answer.isUntold && this.#state === 'holding') this.#findKind(answer, chunk);
    const isPassing = this.#state === 'passing';
    const judgement = this.#read(answer, chunk);
    const { transform } = answer;
    const bytes = transform.push(chunk);
    if (transform.fault !== undefined) {
      // The bytes before the fault in the same piece belong to the client.
      if (isPassing) this.#delivery.pass(bytes);
      return this.#cutOff(transform.fault);
    }
    const { written } = transform;
    if (written !== undefined && !this.#kept.follow(written.heldBytes)) {
      if (isPassing) this.#delivery.pass(bytes);
      return this.#outOfRoom('no room for what a stream keeps to be translated');
    }
    if (isPassing) return this.#delivery.pass(bytes);
    const hasRoom = this.#held.push(bytes);
    if (judgement === 'pass' && written?.hasBegun !== false) this.#commit(answer);
    else if (judgement === 'refuse') this.#refuse(answer);
    else this.#bound(answer, hasRoom);
  }

  /** Bounds the held bytes of any answer: beyond the bound it passes as it arrives. */
  #bound(answer: ReceivedAnswer, hasRoom: boolean): void {
    const overflow = overflowOf(answer, {
      bytes: this.#held.length,
      hasRoom,
      isHttp10: this.#exchange.request.httpVersionMinor === 0,
      isRefused: this.#state === 'refused',
    });
    if (overflow === undefined) return;
    if (overflow === 'pass') return this.#commit(answer);
    if (overflow === 'finish') return this.#finishHeld(answer);
    if (overflow.outcome === undefined) return this.#outOfRoom(overflow.detail);
    this.#giveUp(overflow.outcome, overflow.detail);
  }

  /** The gateway has no memory for the rest: no fault of the deployment's. */
  #outOfRoom(detail: string): void {
    if (this.#state === 'passing') return this.#cut(detail, interruptionMessages.noRoom, 'abandoned');
    this.#call!.cancel();
    this.#finish('abandoned', detail, undefined, noRoom());
  }

  #refuse(answer: ReceivedAnswer): void {
    answer.refuse();
    this.#await('refused');
  }

  /** The point of no return: the head goes to the client, and what was held follows. */
  #commit(answer: ReceivedAnswer): void {
    if (this.#isLeaking(answer)) return this.#giveUp('unusable', leak);
    this.#state = 'passing';
    this.#delivery.begin(answer, this);
    for (const chunk of this.#held.take()) this.#delivery.pass(chunk);
    this.#clock.committed();
  }

  #isLeaking({ head }: ReceivedAnswer): boolean {
    return this.#credential?.isIn(head, this.#held) === true;
  }

  /** Some clients leave as soon as they have the last event: they have their answer. */
  #left(): void {
    if (this.#state !== 'passing' || !this.#answer!.reader.hasAll)
      return this.#giveUp('abandoned', 'the client went away');
    this.#call!.cancel();
    this.#conclude(this.#answer!);
  }

  // The pace of the client.

  pause(): void {
    this.#clock.paused();
    this.#answer!.body.pause();
  }

  resume(): void {
    if (this.#state === 'over') return;
    this.#clock.resumed();
    this.#answer!.body.resume();
  }

  /** Drops the rest of the answer. */
  stop(): void {
    if (this.#state === 'passing') this.#giveUp('abandoned', 'the answer is not passed on');
  }

  // Its end.

  end(): void {
    if (this.#state === 'over') return;
    // An answer can come before the request is sent in full; such a connection can't be used again.
    if (!this.#call!.isSent) this.#call!.cancel();
    this.#conclude(this.#answer!);
  }

  unreadable(reason: string): void {
    // A fault after the end mark takes nothing from the answer.
    if (this.#state === 'passing' && this.#answer!.reader.hasAll) {
      this.#call!.cancel();
      return this.#conclude(this.#answer!);
    }
    this.#cutOff(`the body can not be unpacked: ${reason}`);
  }

  /** Ends the answer with its reader's outcome. */
  #conclude(answer: ReceivedAnswer): void {
    const { reader, transform } = answer;
    const isPassing = this.#state === 'passing';
    const conclusion = reader.conclude(isPassing ? undefined : this.#held);
    if (isPassing) {
      const { outcome, detail, isWhole } = conclusion;
      if (!isWhole && !this.#delivery.hasToldFailure(answer)) return this.#cut(detail);
      this.#delivery.pass(transform.flush());
      if (transform.fault !== undefined) return this.#cut(transform.fault);
      this.#delivery.end();
      return this.#finish(outcome, detail);
    }
    const rest = transform.flush();
    if (rest.length > 0) this.#held.push(rest);
    // By its status it was no refusal of the credential, so nobody has reported it to the credential.
    if (conclusion.outcome === 'credentials_refused' && answer.outcome !== conclusion.outcome)
      this.#call!.refuseCredential(answer.upstream.headers);
    const verdict = heldAnswerOutcome(answer, conclusion, this.#held.whole(), this.#isLeaking(answer));
    const { outcome, detail, given, body } = verdict;
    if (given !== undefined) {
      this.#held.take();
      this.#delivery.whole(given);
    }
    this.#finish(outcome, detail, body);
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

  /** Ends an answer that exceeds a bound, without waiting for the rest. */
  #cutOff(detail: string): void {
    if (this.#state === 'over') return;
    if (this.#state === 'passing') this.#cut(detail);
    else this.#giveUp(this.#answer!.unusable, detail);
  }

  /** Cuts an answer that has begun and will not be completed. */
  #cut(
    detail: string,
    message: string = interruptionMessages.broken,
    outcome: Outcome = 'interrupted',
  ): void {
    this.#call!.cancel();
    this.#delivery.cut(this.#answer!, detail, message);
    this.#finish(outcome, detail);
  }

  /** The gateway stops and can't wait any longer: no fault of the deployment's. */
  #interrupt(): void {
    const detail = 'the gateway is stopping';
    if (this.#state === 'passing') this.#cut(detail, interruptionMessages.stopping, 'abandoned');
    else this.#giveUp('abandoned', detail);
  }

  #giveUp(outcome: Outcome, detail: string): void {
    this.#call?.cancel();
    this.#finish(outcome, detail);
  }

  /** Ends a held error that is not worth a longer wait: the bytes so far are the answer. */
  #finishHeld(answer: ReceivedAnswer): void {
    const { outcome, head } = answer;
    if (this.#isLeaking(answer)) return this.#giveUp(outcome, leak);
    const body = this.#held.whole();
    this.#call!.cancel();
    this.#finish(outcome, `an error with status ${head.status}`, body);
  }

  /** A fault of the gateway: it costs this request, not the deployment's name and not the process. */
  crashed(error: unknown): void {
    if (this.#state === 'over') return;
    this.#call?.cancel();
    if (this.#state === 'passing') this.#delivery.breakOff();
    this.#finish('abandoned', 'the gateway failed', undefined, error);
  }

  /** @param whole The body of an answer that the client may get if nothing else helps. */
  #finish(outcome: Outcome, detail: string, whole?: Buffer, fault?: unknown): void {
    if (this.#state === 'over') return;
    const answer = this.#answer;
    // Before the attempt is over: a failure here still has to end it.
    const held = whole === undefined ? undefined : answer?.given(whole, outcome);
    this.#state = 'over';
    this.#clock.stop();
    if (this.#exchange.upload?.hasBegun === true) this.#exchange.upload.stop();
    this.#exchange.whenGone(undefined);
    this.#exchange.whenInterrupted(undefined);
    this.#held.take();
    this.#kept.release();
    answer?.close();
    this.#resolve(
      reportOf(answer, this.#call, this.#clock, {
        outcome,
        detail,
        isGiven: this.#delivery.hasBegun,
        answer: typeof held === 'string' ? undefined : held,
        fault,
      }),
    );
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
        return this.#delivery.beat(this.#answer!);
      case 'opening':
        return this.#commit(this.#answer!);
      case 'grace':
        this.#call!.cancel();
        return this.#conclude(this.#answer!);
      case 'client':
        this.#delivery.breakOff();
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
