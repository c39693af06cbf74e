import type { Endpoint } from '../../api/endpoints/endpoint.ts';
import { type SseObserver, sseObserver } from '../../api/stream/sse-observer.ts';
import { inspectAnswer } from '../../api/stream/whole-answer.ts';
import type { Usage } from '../../api/usage.ts';
import type { Outcome } from '../../routing/outcomes.ts';
import type { AttemptTimestamps } from './attempt-limits.ts';
import type { HeldBytes } from './held-bytes.ts';

/**
 * What is to become of an answer by what came of it: it is held until more is known, it goes to the client from here on,
 * or it is none, and what follows is read as the body of a failure is.
 */
export type Judgement = 'hold' | 'pass' | 'refuse';

/** What an answer came to when nothing more will come of it. */
export interface Conclusion {
  readonly outcome: Outcome;
  /** What happened, for the log. */
  readonly detail: string;
  /** It has come in full: if it goes to the client, its message may end as a complete one does. */
  readonly isWhole: boolean;
}

/** Reads the body of a backend's answer as it comes, and judges it. It changes nothing. */
export interface AnswerReader {
  /** Takes the next bytes. */
  read(bytes: Buffer): Judgement;
  /** Nothing more comes. `held` is what the client has not been given, undefined where it has been given all. */
  conclude(held: HeldBytes | undefined): Conclusion;
  /** Nothing has to follow: that the connection breaks takes nothing from the answer. */
  readonly hasAll: boolean;
  /** Tokens as the backend reported them, as far as it has. */
  readonly usage: Usage | undefined;
  /** Reads the events of a stream; undefined for all else. */
  readonly events: SseObserver | undefined;
  /** So much is held of an answer about which nothing is known yet. */
  readonly mostHeldBytes: number;
}

const mib = 1024 * 1024;
const closingBrace = 0x7d;
const lastControl = 0x20;

/** A body that is judged by the status alone. */
export class OpaqueReader implements AnswerReader {
  readonly hasAll = false;
  readonly usage = undefined;
  readonly events = undefined;
  readonly mostHeldBytes = mib;
  readonly #conclusion: Conclusion;

  constructor(outcome: Outcome, detail: string) {
    this.#conclusion = { outcome, detail, isWhole: true };
  }

  read(): Judgement {
    return 'hold';
  }

  conclude(): Conclusion {
    return this.#conclusion;
  }
}

/** One JSON object. It is looked into when it is there in full; a large one passes, and only its end is looked at. */
export class WholeReader implements AnswerReader {
  readonly hasAll = false;
  readonly events = undefined;
  readonly mostHeldBytes = mib;
  usage: Usage | undefined;
  readonly #endpoint: Endpoint;
  /** The last byte that is not a blank. */
  #lastByte = 0;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  read(bytes: Buffer): Judgement {
    let at = bytes.length - 1;
    while (at >= 0 && bytes[at]! <= lastControl) at -= 1;
    if (at >= 0) this.#lastByte = bytes[at]!;
    return 'hold';
  }

  conclude(held: HeldBytes | undefined): Conclusion {
    if (held === undefined) {
      // Without a length a body ends with its connection, and half of it looks like all of it.
      if (this.#lastByte === closingBrace) return passedOn;
      return { outcome: 'interrupted', detail: 'the answer ended in the middle of its JSON', isWhole: false };
    }
    const { kind, usage } = inspectAnswer(this.#endpoint, held.whole());
    this.usage = usage;
    return conclusionOf[kind];
  }
}

const passedOn: Conclusion = { outcome: 'answered', detail: 'passed on', isWhole: true };

const conclusionOf: Readonly<Record<ReturnType<typeof inspectAnswer>['kind'], Conclusion>> = {
  ok: { outcome: 'answered', detail: 'delivered', isWhole: true },
  error: { outcome: 'error_in_answer', detail: 'an error with status 200', isWhole: true },
  invalid: { outcome: 'unusable', detail: 'a body that is not JSON', isWhole: false },
  empty: { outcome: 'unusable', detail: 'an empty body', isWhole: false },
};

/** A stream of events, of which the first is awaited: it may be an error. */
export class EventsReader implements AnswerReader {
  readonly mostHeldBytes = mib;
  readonly events: SseObserver;
  readonly #timestamps: AttemptTimestamps;
  /** One choice's finish reason ends the answer. */
  readonly #isOneAnswer: boolean;

  /** @param timestamps Is told when an event came, and when nothing more has to. */
  constructor(endpoint: Endpoint, timestamps: AttemptTimestamps, isOneAnswer: boolean) {
    this.events = sseObserver(endpoint);
    this.#timestamps = timestamps;
    this.#isOneAnswer = isOneAnswer;
  }

  get hasAll(): boolean {
    return this.events.terminal;
  }

  get usage(): Usage | undefined {
    return this.events.usage;
  }

  read(bytes: Buffer): Judgement {
    const { events } = this;
    const timestamps = this.#timestamps;
    const before = events.events;
    events.push(bytes);
    if (events.events > before) timestamps.lastEventMs = timestamps.lastByteMs;
    timestamps.saidAll ||= events.terminal || (events.finished && this.#isOneAnswer);
    if (events.firstEventEnd === undefined) return 'hold';
    return events.firstIsError ? 'refuse' : 'pass';
  }

  conclude(): Conclusion {
    const { events, terminal, finished, failed } = this.events;
    if (events === 0) return { outcome: 'unusable', detail: 'a stream without an event', isWhole: false };
    if (failed) return failedLater;
    return terminal || finished ? streamed : unended;
  }
}

const streamed: Conclusion = { outcome: 'answered', detail: 'streamed', isWhole: true };
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
