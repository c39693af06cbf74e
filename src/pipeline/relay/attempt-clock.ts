import { CoarseTimer } from '../../lib/coarse-timer.ts';
import type { Exchange } from '../exchange.ts';
import type { AnswerReader } from './answer/answer-reader.ts';
import {
  type AttemptPhase,
  type AttemptTimeouts,
  type AttemptTimestamps,
  type LimitName,
  nextLimit,
} from './attempt-limits.ts';

/**
 * The events of an attempt with their moments, and its one alarm. The alarm is set for the earliest limit, and checked
 * when it goes off, because most limits have moved on with every byte.
 */
export class AttemptClock {
  readonly startedMs = performance.now();
  readonly #timestamps: AttemptTimestamps;
  readonly #timeouts: AttemptTimeouts;
  readonly #heartbeatMs: number | undefined;
  readonly #expired: (name: LimitName) => void;
  readonly #timer = new CoarseTimer();
  readonly #look = () => this.#tick();
  #firstByteMs: number | undefined;
  #isStopped = false;

  /**
   * @param heartbeatMs Milliseconds that a stream may be silent before the client gets a comment; undefined for ever.
   * @param expired Called when a limit has been reached. It decides if the alarm is set again.
   */
  constructor(
    { summary, startedMs, upload }: Exchange,
    {
      timeouts,
      heartbeatMs,
    }: { readonly timeouts: AttemptTimeouts; readonly heartbeatMs: number | undefined },
    expired: (name: LimitName) => void,
  ) {
    const now = this.startedMs;
    this.#timestamps = {
      phase: 'head',
      streamed: summary!.stream,
      requestMs: startedMs,
      startedMs: now,
      sentMs: undefined,
      upload,
      lastByteMs: now,
      fileMs: undefined,
      lastEventMs: now,
      pausedMs: undefined,
      awaited: 'more',
      awaitedFromMs: now,
      heartbeatMs: Number.POSITIVE_INFINITY,
    };
    this.#timeouts = timeouts;
    this.#heartbeatMs = heartbeatMs;
    this.#expired = expired;
  }

  /** Milliseconds from sending the request to the head of its answer; undefined until then. */
  get firstByteMs(): number | undefined {
    return this.#firstByteMs;
  }

  /** Sets the alarm for the present earliest limit; once it is stopped, never. */
  arm(): void {
    if (this.#isStopped) return;
    this.#timer.set(nextLimit(this.#timestamps, this.#timeouts).atMs, this.#look);
  }

  /** The attempt is over, even if a step of it is still running. */
  stop(): void {
    this.#isStopped = true;
    this.#timer.clear();
  }

  #tick(): void {
    const { atMs, name } = nextLimit(this.#timestamps, this.#timeouts);
    if (performance.now() < atMs) this.arm();
    else this.#expired(name);
  }

  /** The body of the request is on its way. */
  uploading(): void {
    this.#timestamps.phase = 'upload';
    this.arm();
  }

  /** All of the request was sent. */
  sent(): void {
    this.#timestamps.phase = 'head';
    this.#timestamps.sentMs = performance.now();
    this.arm();
  }

  /** The head of an answer has come. */
  head(): void {
    const timestamps = this.#timestamps;
    timestamps.lastByteMs = timestamps.lastEventMs = performance.now();
    // An answer may come before all is sent.
    if (timestamps.phase === 'upload') timestamps.sentMs = timestamps.lastByteMs;
    this.#firstByteMs = timestamps.lastByteMs - (timestamps.sentMs ?? timestamps.startedMs);
  }

  /** A new part is awaited from now on. */
  await(phase: AttemptPhase): void {
    const timestamps = this.#timestamps;
    timestamps.phase = phase;
    if (phase === 'file') timestamps.fileMs = timestamps.lastByteMs;
    this.arm();
  }

  /** Bytes of the answer have come. */
  bytes(): void {
    this.#timestamps.lastByteMs = performance.now();
  }

  /** A reader has read them. `events`: the number that had come of a stream before. */
  read({ events, awaited }: AnswerReader, before: number | undefined): void {
    const timestamps = this.#timestamps;
    if (events?.events !== before) timestamps.lastEventMs = timestamps.lastByteMs;
    if (awaited === timestamps.awaited) return;
    timestamps.awaited = awaited;
    timestamps.awaitedFromMs = timestamps.lastByteMs;
    this.arm();
  }

  /** The client has its answer from now on. */
  committed(): void {
    if (this.#timestamps.awaited === 'answer') this.#timestamps.awaited = 'more';
    else if (this.#heartbeatMs === undefined) return;
    this.arm();
  }

  /** The client got bytes. */
  passed(): void {
    const timestamps = this.#timestamps;
    if (this.#heartbeatMs !== undefined && timestamps.phase === 'events')
      timestamps.heartbeatMs = timestamps.lastByteMs + this.#heartbeatMs;
  }

  /** The client got a comment that the backend is still working. */
  beaten(): void {
    this.#timestamps.heartbeatMs = performance.now() + this.#heartbeatMs!;
    this.arm();
  }

  /** The client takes nothing. */
  paused(): void {
    this.#timestamps.pausedMs = performance.now();
  }

  /** The client takes bytes again. */
  resumed(): void {
    const timestamps = this.#timestamps;
    timestamps.pausedMs = undefined;
    timestamps.lastByteMs = timestamps.lastEventMs = performance.now();
    this.passed();
    this.arm();
  }
}
