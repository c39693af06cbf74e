import { type AnswerUse, UsageSoFar } from '../../../api/answer-usage.ts';
import type { BodySummary } from '../../../api/body/body-summary.ts';
import type { Dialect, StreamDialect } from '../../../api/dialects/dialect.ts';
import type { OtherJson } from '../../../api/endpoints/endpoint.ts';
import { refusalStatus } from '../../../api/families/refusal-status.ts';
import { type SseObserver, type StreamListener, sseObserver } from '../../../api/stream/sse-observer.ts';
import { AnswerTail, inspectAnswer } from '../../../api/stream/whole-answer.ts';
import { type Outcome, outcomeOfStatus } from '../../../routing/outcomes.ts';
import { mostTranslatedBytes } from '../../translation/answer-translation.ts';
import type { Awaited } from '../attempt-limits.ts';
import { type ByteBudget, CountedBytes, type HeldBytes } from '../held-bytes.ts';

/**
 * The verdict on an answer so far: it is held until more is known, it goes to the client from now on, or it is a
 * refusal, and the rest is read like the body of a failure.
 */
export type Judgement = 'hold' | 'pass' | 'refuse';

/** The outcome of an answer whose end has come. */
export interface Conclusion {
  readonly outcome: Outcome;
  /** A text for the log. */
  readonly detail: string;
  /** It has come in full: its message to the client may end as a complete one. */
  readonly isWhole: boolean;
}

/** Reads the body of a backend's answer as it arrives, and judges it. It changes nothing. */
export interface AnswerReader {
  /** Takes the next bytes. `isPassing`: the client gets them, and got all before. */
  read(bytes: Buffer, isPassing: boolean): Judgement;
  /** Ends the answer. `held` is the part that the client has not got, undefined if it has got all. */
  conclude(held: HeldBytes | undefined): Conclusion;
  /** Releases all that it holds. */
  close(): void;
  /** The answer is complete: a broken connection takes nothing from it. */
  readonly hasAll: boolean;
  /** The usage that is known so far. */
  readonly use: AnswerUse | undefined;
  /** Reads the events of a stream; undefined for all else. */
  readonly events: SseObserver | undefined;
  /** The part of a stream that is awaited; `more` for all else. */
  readonly awaited: Awaited;
  /** The most bytes that are held of an answer about which nothing is known yet. */
  readonly mostHeldBytes: number;
}

const mib = 1024 * 1024;
/** The last byte of a JSON object, and of other allowed values. */
const lastBytes: Readonly<Record<'object' | OtherJson, readonly number[]>> = {
  object: [0x7d],
  array: [0x7d, 0x5d],
  string: [0x7d, 0x22],
  any: [0x7d, 0x5d, 0x22],
};
const lastControl = 0x20;

/** A body that is judged by the status alone. */
export class OpaqueReader implements AnswerReader {
  readonly hasAll = false;
  readonly use = undefined;
  readonly events = undefined;
  readonly awaited = 'more';
  readonly mostHeldBytes = mib;
  readonly #conclusion: Conclusion;

  constructor(outcome: Outcome, detail: string) {
    this.#conclusion = { outcome, detail, isWhole: true };
  }

  read(_bytes: Buffer): Judgement {
    return 'hold';
  }

  conclude(_held: HeldBytes | undefined): Conclusion {
    return this.#conclusion;
  }

  close(): void {}
}

/**
 * A refusal that is the request's fault by its status: its body may reveal that the gateway's own credential or account
 * is at fault.
 */
export class RefusalReader extends OpaqueReader {
  readonly #status: number;

  constructor(status: number) {
    super('request_refused', `status ${status}`);
    this.#status = status;
  }

  override conclude(held: HeldBytes | undefined): Conclusion {
    const told = held === undefined ? this.#status : refusalStatus(this.#status, held.whole());
    if (told === this.#status) return super.conclude(held);
    const detail = `status ${this.#status}, with the words of a ${told}`;
    return { outcome: outcomeOfStatus(told), detail, isWhole: true };
  }
}

/**
 * One JSON object, or another form of its dialect. It is read when it is there in full; a large one passes, and only
 * its end is read.
 */
export class WholeReader implements AnswerReader {
  readonly hasAll = false;
  readonly events = undefined;
  readonly awaited = 'more';
  readonly mostHeldBytes: number = mib;
  readonly #dialect: Dialect;
  /** Read when the answer is there in full. */
  #use: AnswerUse | undefined;
  /** The end of a passing answer. */
  #tail: AnswerTail | undefined;
  #isPassing = false;
  /** The last byte that is not a blank. */
  #lastByte = 0;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#tail = new AnswerTail(dialect);
  }

  get use(): AnswerUse | undefined {
    return this.#use ?? (this.#isPassing ? this.#tail?.use(false) : undefined);
  }

  read(bytes: Buffer, isPassing: boolean): Judgement {
    this.#tail?.push(bytes);
    this.#isPassing = isPassing;
    let at = bytes.length - 1;
    while (at >= 0 && bytes[at]! <= lastControl) at -= 1;
    if (at >= 0) this.#lastByte = bytes[at]!;
    return 'hold';
  }

  conclude(held: HeldBytes | undefined): Conclusion {
    if (held === undefined) {
      // Without a length a body ends with its connection, and half of it looks like all of it.
      const isWhole = lastBytes[this.#dialect.besideObjects ?? 'object'].includes(this.#lastByte);
      this.#use = this.#tail?.use(isWhole);
      if (isWhole) return passedOn;
      return { outcome: 'interrupted', detail: 'the answer ended in the middle of its JSON', isWhole: false };
    }
    const { kind, use } = inspectAnswer(this.#dialect, held.whole());
    this.#use = use;
    return conclusionOf[kind];
  }

  close(): void {
    this.#use ??= this.use;
    this.#tail = undefined;
  }

  /** Drops the usage: nothing of it is an answer to the request. */
  protected disregard(): void {
    this.#use = undefined;
    this.#tail = undefined;
  }
}

/** One JSON object that is held to its end, because it is to be translated. */
export class HeldWholeReader extends WholeReader {
  override readonly mostHeldBytes = mostTranslatedBytes;
}

/** JSON in place of another form: an error as in a whole answer, or nothing that can be used. */
export class InsteadOfAnswer extends WholeReader {
  readonly #detail: string;

  constructor(dialect: Dialect, detail: string) {
    super(dialect);
    this.#detail = detail;
  }

  override conclude(held: HeldBytes | undefined): Conclusion {
    const conclusion = super.conclude(held);
    if (conclusion.outcome === 'error_in_answer') return conclusion;
    this.disregard();
    return { outcome: 'unusable', detail: this.#detail, isWhole: false };
  }
}

const passedOn: Conclusion = { outcome: 'answered', detail: 'passed on', isWhole: true };

const conclusionOf: Readonly<Record<ReturnType<typeof inspectAnswer>['kind'], Conclusion>> = {
  ok: { outcome: 'answered', detail: 'delivered', isWhole: true },
  error: { outcome: 'error_in_answer', detail: 'an error with status 200', isWhole: true },
  invalid: { outcome: 'unusable', detail: 'a body that is not JSON', isWhole: false },
  empty: { outcome: 'unusable', detail: 'an empty body', isWhole: false },
};

/** Bytes of an unknown form. The first of them is the answer's beginning. */
export class BinaryReader implements AnswerReader {
  readonly hasAll = false;
  readonly events = undefined;
  readonly awaited = 'more';
  readonly mostHeldBytes = mib;
  readonly #judgement: Judgement;
  readonly #dialect: Dialect;
  /** Its beginning and end, if they tell its usage. */
  #beginning = '';
  #tail: AnswerTail | undefined;
  #use: AnswerUse | undefined;

  /** @param isHeld Held to its end: its client could not tell a part from the whole. */
  constructor(isHeld: boolean, dialect: Dialect) {
    this.#judgement = isHeld ? 'hold' : 'pass';
    this.#dialect = dialect;
    if (dialect.fileUsage !== undefined) this.#tail = new AnswerTail();
  }

  get use(): AnswerUse | undefined {
    return this.#use;
  }

  read(bytes: Buffer): Judgement {
    const tail = this.#tail;
    if (tail !== undefined) {
      if (this.#beginning.length < beginningBytes)
        this.#beginning += bytes.toString('latin1', 0, beginningBytes);
      tail.push(bytes);
    }
    return this.#judgement;
  }

  conclude(held: HeldBytes | undefined): Conclusion {
    const report = this.#tail && this.#dialect.fileUsage?.(this.#beginning, this.#tail.text());
    if (report !== undefined) {
      const used = new UsageSoFar();
      used.take(report);
      this.#use = used.use(true);
    }
    if (held === undefined) return passedOn;
    return conclusionOf[held.length === 0 ? 'empty' : 'ok'];
  }

  close(): void {
    this.#tail = undefined;
  }
}

/** Bytes that are enough to recognize captions. */
const beginningBytes = 64;

/**
 * A stream of events. It is held until one of them holds a part of the answer: before that the backend may still fail.
 */
export class EventsReader implements AnswerReader {
  readonly mostHeldBytes = 16 * mib;
  readonly events: SseObserver;
  awaited: Awaited = 'more';
  /** The kept bytes of the incomplete event, beside those that were passed on. A listener counts its own. */
  readonly #kept: CountedBytes | undefined;
  /** One choice's finish reason ends the answer. */
  readonly #isOneAnswer: boolean;

  constructor(
    dialect: StreamDialect,
    budget: ByteBudget,
    { answers, isOneAnswer }: Pick<BodySummary, 'answers' | 'isOneAnswer'>,
    listener?: StreamListener,
  ) {
    this.events = sseObserver(dialect, answers, listener);
    this.#kept = listener === undefined ? new CountedBytes(budget) : undefined;
    this.#isOneAnswer = isOneAnswer;
  }

  get hasAll(): boolean {
    return this.events.terminal;
  }

  get use(): AnswerUse {
    return this.events.use;
  }

  read(bytes: Buffer, isPassing: boolean): Judgement {
    const { events } = this;
    events.push(bytes);
    // The kept bytes of a large event count like held ones; without room the event passes unread.
    if (isPassing && this.#kept?.follow(events.keptBytes) === false) events.skipEvent();
    this.awaited = this.#awaits(isPassing);
    if (events.failedFirst) return 'refuse';
    return events.begun ? 'pass' : 'hold';
  }

  #awaits(isPassing: boolean): Awaited {
    const { terminal, finished, begun, events } = this.events;
    if (terminal) return 'end';
    if (finished && this.#isOneAnswer) return 'usage';
    return isPassing || begun || events === 0 ? 'more' : 'answer';
  }

  close(): void {
    this.#kept?.release();
  }

  conclude(held: HeldBytes | undefined): Conclusion {
    const isPassing = held === undefined;
    this.events.end();
    const { events, terminal, finished, failed } = this.events;
    if (failed) return isPassing ? failedLater : failedFirst;
    if (terminal || finished) return streamed;
    if (isPassing) return unended;
    return events === 0 ? noEvent : noAnswer;
  }
}

/** A stream that began with an error: a listener gets the rest. */
export class RefusedEvents extends OpaqueReader {
  readonly #stream: SseObserver;

  constructor(outcome: Outcome, detail: string, stream: SseObserver) {
    super(outcome, detail);
    this.#stream = stream;
  }

  override read(bytes: Buffer): Judgement {
    this.#stream.push(bytes);
    return 'hold';
  }

  override conclude(held: HeldBytes | undefined): Conclusion {
    this.#stream.end();
    return super.conclude(held);
  }
}

const streamed: Conclusion = { outcome: 'answered', detail: 'streamed', isWhole: true };
const failedFirst: Conclusion = {
  outcome: 'error_in_answer',
  detail: 'an error with status 200',
  isWhole: true,
};
const failedLater: Conclusion = {
  outcome: 'interrupted',
  detail: 'the backend reported a failure in its stream',
  isWhole: true,
};
const unended: Conclusion = {
  outcome: 'interrupted',
  detail: 'the stream ended without its end mark',
  isWhole: false,
};
const noEvent: Conclusion = { outcome: 'unusable', detail: 'a stream without an event', isWhole: false };
const noAnswer: Conclusion = {
  outcome: 'unusable',
  detail: 'a stream that ended before its answer began',
  isWhole: false,
};
