/** An answer from its head on: its kind, its reader, and the fate of its bytes. */
import { dialectFor } from '../../api/dialects/index.ts';
import { cutEvent } from '../../api/families/render-error.ts';
import { errorKind } from '../../api/translation/answers/backend-errors.ts';
import type { Backend } from '../../http/client/backend.ts';
import type { BackendAnswer } from '../../http/client/backend-call.ts';
import type { Route } from '../../http/client/route.ts';
import { codingOf } from '../../http/client/unpack.ts';
import { type Outcome, outcomeOfStatus } from '../../routing/outcomes.ts';
import type { Exchange } from '../exchange.ts';
import {
  type AnswerHead,
  beginsAsEvents,
  type HeldAnswer,
  kindOfBytes,
  readAnswerHead,
  withKind,
  withoutCoding,
} from './answer/answer-head.ts';
import {
  type AnswerReader,
  BinaryReader,
  EventsReader,
  HeldWholeReader,
  InsteadOfAnswer,
  OpaqueReader,
  RefusalReader,
  RefusedEvents,
  WholeReader,
} from './answer/answer-reader.ts';
import { unwrapped } from './answer/wired-answer.ts';
import type { AttemptPhase } from './attempt-limits.ts';
import {
  type AttemptOptions,
  describeKind,
  faultOf,
  isPacked,
  kindTaken,
  type Wanted,
} from './attempt-report.ts';
import { type AnswerTransform, identity, WithoutUsage } from './transform.ts';
import { type BodyEvents, UpstreamBody } from './upstream-body.ts';

/** Without a blank line: to a decoder that has seen an `id` even an event without data would be one. */
const heartbeat = Buffer.from(': the backend is still working\n');

/** The facts of the request that its answer is read by. */
export interface Asked {
  readonly exchange: Exchange;
  readonly backend: Backend;
  /** The backend's route, with the backend's dialect. The called endpoint decides the form of the client's answer. */
  readonly route: Route;
  readonly wanted: Wanted;
  readonly options: AttemptOptions;
}

export class ReceivedAnswer {
  readonly upstream: BackendAnswer;
  readonly body: UpstreamBody;
  /** Without `kept` once that has been passed on. */
  head: AnswerHead;
  /** The outcome of the attempt if the rest arrives in full. */
  outcome: Outcome;
  /** Judges the bytes until there is a judgement. */
  reader: AnswerReader;
  transform: AnswerTransform = identity;
  /** The first byte that is no blank tells its kind. */
  isUntold = false;
  readonly #asked: Asked;

  /** @param outcome By the status. */
  constructor(asked: Asked, upstream: BackendAnswer, body: UpstreamBody, head: AnswerHead, outcome: Outcome) {
    this.#asked = asked;
    this.upstream = upstream;
    this.body = body;
    this.head = head;
    this.outcome = outcome;
    this.reader =
      outcome === 'request_refused'
        ? new RefusalReader(head.status)
        : new OpaqueReader(outcome, `status ${head.status}`);
  }

  /** Reads an answer with a good status as the kind in its head. Returns the awaited part. */
  readAsTold(): AttemptPhase {
    const { exchange, wanted } = this.#asked;
    if (this.head.status === 204 && exchange.served.call !== undefined) {
      // A stored object was deleted; a request for an answer has none.
      this.reader = new OpaqueReader('answered', 'status 204');
      return 'whole';
    }
    return this.#readAs(kindTaken(this.head, wanted));
  }

  /** Reads an answer of unknown kind by its first byte. Returns the awaited part, undefined before that byte. */
  readAsBegun(bytes: Buffer): AttemptPhase | undefined {
    const kind = kindOfBytes(bytes);
    if (kind === undefined) return undefined;
    const { wanted } = this.#asked;
    const { taken } = wanted;
    if (kind === 'json') {
      if (taken.includes('json')) return this.#readAs('json');
      this.head = withKind(this.head, 'json');
      return this.#readAs(kindTaken(this.head, wanted));
    }
    const isStream = taken.includes('events') && (!taken.includes('binary') || beginsAsEvents(bytes));
    return this.#readAs(isStream ? 'events' : 'binary');
  }

  #readAs(kind: ReturnType<typeof kindTaken>): AttemptPhase {
    const {
      exchange,
      route: { dialect },
      wanted,
      options,
    } = this.#asked;
    const { signing, translation } = options;
    this.isUntold = kind === 'by_bytes';
    switch (kind) {
      case 'binary':
        this.reader = new BinaryReader(exchange.request.httpVersionMinor === 0, dialect);
        return 'file';
      case 'json':
        if (this.head.kind === 'untold') this.head = withKind(this.head, 'json');
        this.reader = translation === undefined ? new WholeReader(dialect) : new HeldWholeReader(dialect);
        if (signing !== undefined) this.transform = signing.whole();
        return 'whole';
      case 'events': {
        if (this.head.kind === 'untold') this.head = withKind(this.head, 'events');
        const translated = translation?.stream();
        const reader = new EventsReader(dialect.stream!, options.budget, exchange.summary!, translated);
        if (translated !== undefined) this.transform = translated;
        else if (options.asksForUsage) this.transform = new WithoutUsage(reader.events);
        else if (signing !== undefined) this.transform = signing.events(reader.events);
        this.reader = reader;
        return 'events';
      }
      case 'instead':
        this.outcome = 'unusable';
        this.reader = new InsteadOfAnswer(dialect, describeKind(this.head, wanted.kind));
        return 'refused';
      case 'by_bytes':
      case 'none':
        this.reader = new OpaqueReader('unusable', 'an empty body');
        return 'whole';
    }
  }

  /** Reads the rest like the body of a refusal: the client may get it if nobody else answers. */
  refuse(): void {
    const outcome = 'error_in_answer';
    const detail = `an error with status ${this.head.status}`;
    const { events } = this.reader;
    this.outcome = outcome;
    if (this.transform.written === undefined || events === undefined) {
      this.reader = new OpaqueReader(outcome, detail);
      this.transform = identity;
    } else this.reader = new RefusedEvents(outcome, detail, events);
  }

  /** Releases memory that the client's pace would hold. */
  close(): void {
    this.transform = identity;
    this.reader.close();
    this.body.stop();
  }

  /** Nothing of an answer that is translated as a whole can pass unchanged. */
  get isUndivided(): boolean {
    return this.#asked.options.translation !== undefined && this.transform.written === undefined;
  }

  /** The client's part ends inside an event. */
  get isMidEvent(): boolean {
    const { written, isHolding } = this.transform;
    return written === undefined && this.reader.events?.midEvent === true && !isHolding;
  }

  /** The backend's own error event is the last word: nothing is added to it. */
  get hasLastWord(): boolean {
    const { written } = this.transform;
    return written === undefined ? this.reader.events?.failed === true : written.isOver;
  }

  /**
   * The sign that a stream goes on. Events of the gateway's own writing are whole, and so are the texts between them.
   */
  get heartbeat(): Buffer {
    const { written } = this.transform;
    if (written !== undefined) return written.heartbeat;
    const { dialect, wire } = this.#asked.route;
    const own = wire?.frames === undefined ? undefined : dialect.stream?.beat;
    return own === undefined ? heartbeat : Buffer.from(own);
  }

  /** The event that tells the client of a stream that it was cut; undefined if there is no place for one. */
  lastWords(message: string): Buffer | undefined {
    const { events } = this.reader;
    if (events === undefined || this.hasLastWord) return undefined;
    const { written } = this.transform;
    if (written !== undefined) return written.cut(message);
    const { exchange, options } = this.#asked;
    const { responseId: own } = events;
    const responseId = own === undefined ? undefined : (options.signing?.response(own) ?? own);
    const place = { midEvent: this.isMidEvent, responseId };
    return cutEvent(dialectFor(exchange.served).stream!, message, exchange.id, place);
  }

  /** The stream was asked for its usage although the client did not ask. */
  get asksForUsage(): boolean {
    return this.#asked.options.asksForUsage;
  }

  /** The outcome if it can't be used. */
  get unusable(): Outcome {
    return this.#asked.options.translation?.nothingIsLeft === true ? 'without_place' : 'unusable';
  }

  /**
   * The outcome of a translated stream that begins with an error; undefined for all else. A busy deployment is not
   * broken.
   */
  get failedFirst(): Outcome | undefined {
    const failure = this.transform.written?.failedFirst;
    if (failure === undefined) return undefined;
    return errorKind(failure) === 'rate_limit' ? 'rate_limited' : 'error_in_answer';
  }

  /** Returns a complete answer in the client's form, or the reason why the client can't have it. */
  given(body: Buffer, outcome: Outcome): HeldAnswer | string {
    const { head } = this;
    const answer = { head, body };
    const { translation } = this.#asked.options;
    if (translation === undefined) return answer;
    const { written, fault } = this.transform;
    if (written !== undefined) {
      if (written.failedFirst !== undefined) return translation.failed(head, written.failedFirst);
      if (fault !== undefined) return fault;
      // The head announces a complete answer.
      return written.isOver ? { head: translation.head(head), body } : 'an error that is not told';
    }
    if (outcome !== 'answered') return translation.error(answer) ?? 'an error that can not be translated';
    const whole = translation.whole(body);
    return typeof whole === 'string' ? whole : { head: translation.head(head), body: whole };
  }
}

/**
 * Returns the answer that begins with a head, and the fault that makes any body of it unusable, if there is one.
 *
 * @param events Gets its body, in the form of the backend's dialect.
 */
export function receive(
  asked: Asked,
  upstream: BackendAnswer,
  events: BodyEvents,
): { readonly answer: ReceivedAnswer; readonly fault: string | undefined } {
  const { exchange, backend, route, wanted } = asked;
  const { wire } = route;
  let head = readAnswerHead(upstream.statusCode ?? 0, upstream.rawHeaders, backend.forwardsAnswerHeader);
  let next = events;
  const outcome = outcomeByStatus(head, asked);
  if (wire !== undefined) {
    const signs = { isGood: outcome === 'answered', requestId: exchange.id };
    ({ head, body: next } = unwrapped(wire, head, signs, events));
  }
  exchange.relayed.upstreamId = head.requestId;
  const coding = isPacked(head) ? codingOf(head.contentEncoding!) : undefined;
  const body = new UpstreamBody(upstream, coding, next);
  const unpacked = coding === undefined ? head : withoutCoding(head);
  const answer = new ReceivedAnswer(asked, upstream, body, unpacked, outcome);
  return { answer, fault: faultOf(head, outcome, wanted) };
}

/** A missing object is an answer to the client that asked for it. */
function outcomeByStatus({ status, errorType }: AnswerHead, { exchange, route: { wire } }: Asked): Outcome {
  const { call } = exchange.served;
  const outcome = outcomeOfStatus(wire === undefined ? status : wire.judgedStatus(status, errorType));
  return outcome === 'not_found' && call !== undefined && call.ids.length > 0 ? 'request_refused' : outcome;
}
