import type { Backend, UpstreamRequest } from '../../../http/client/backend.ts';
import type { BackendCall, UpstreamEvents } from '../../../http/client/backend-call.ts';
import type { CoarseTimer } from '../../../lib/coarse-timer.ts';

/**
 * Where an answer goes. It ends at the client (`ClientSink`), and every stage may put a sink of its own before what is
 * there: it sees each answer go by, whoever made it, or makes another of it.
 *
 * ```ts
 * export function recorder(): Stage {
 *   return function recorder(exchange, next) {
 *     exchange.answer = new Recording(exchange.answer); // extends PassingSink
 *     return next(exchange);
 *   };
 * }
 * ```
 */

/** The head of an answer, as the client gets it. */
export interface DownstreamHead {
  readonly status: number;
  /** Flat list of names and values that a head can carry, without those that frame the message. */
  readonly headers: readonly string[];
  /** Of the body in bytes; undefined where it is not known yet. */
  readonly length: number | undefined;
  /**
   * What follows: `whole` is all there when the head is written, `bytes` comes in pieces, `events` does so too and may
   * have comments in between.
   */
  readonly body: 'whole' | 'bytes' | 'events';
  /** How long the client may take nothing of an answer that is there for it in full. */
  readonly idleMs: number;
  /** The gateway's own answer, whose headers say what becomes of the connection. */
  readonly own: 'no' | 'yes' | 'to_unread_request';
  /** A backend's answer to a request that the client has not sent in full: nothing more of it is wanted. */
  readonly isEarly?: boolean;
}

/** Where an answer comes from. */
export interface AnswerSource {
  /** The client does not take what there is: nothing more is wanted for now. */
  pause(): void;
  /** It takes bytes again. */
  resume(): void;
  /** Nothing more of it goes to the client, whatever comes. */
  stop?(): void;
}

/**
 * Takes one answer: `begin`, then `write` and `beat` as often as need be, then `end` or `cut`. It is left without an end
 * when the client goes away. Calls come in one turn of the event loop or in many; the same buffers are what the client
 * gets, so that nobody may change them.
 */
export interface AnswerSink {
  /** The point of no return. */
  begin(head: DownstreamHead, source?: AnswerSource): void;
  write(bytes: Buffer): void;
  /** A comment in a stream that is silent, which is no part of the answer. */
  beat(comment: Buffer): void;
  /** All was written. */
  end(): void;
  /** Not all will be written: after some last words the connection ends without the mark of a complete message. */
  cut(lastWords: Buffer | undefined): void;
}

/** What a client's socket has at backends that speak over sockets themselves. */
export interface TurnCarrier {
  /** The deployment that its session is at, as `MODEL/NAME`; undefined where turns may go to any. */
  readonly at?: string;
  /** It is about what the session heard, which another model may have made than the one that answers. */
  readonly isTranscription?: boolean;
  /**
   * Sends a turn over a socket. What comes of it is told as the answer to a request of HTTP is.
   *
   * @param fresh Demands a socket that has carried nothing before.
   * @param deployment Where it goes, as `MODEL/NAME`.
   */
  carry(
    backend: Backend,
    request: UpstreamRequest,
    events: UpstreamEvents,
    fresh: boolean,
    deployment: string,
  ): BackendCall;
}

/** What a client's side of an exchange does with an answer: where sinks end, whatever carries the answer to the client. */
export interface ClientSink extends AnswerSink {
  /** Where turns go that a deployment takes over a socket; undefined for a client of HTTP. */
  readonly carrier?: TurnCarrier | undefined;
  /** The head of the answer has been written: nothing may be tried again. */
  readonly hasBegun: boolean;
  /** When the head of a backend's answer was written, on the monotonic clock. */
  readonly begunMs: number | undefined;
  /** The status that was written; 200 until then. */
  readonly status: number;
  /** Nothing can be written any more. */
  readonly isClosed: boolean;
  /**
   * The client left behind the last byte of its answer: it had taken what was written, and what ended the answer after
   * that had nothing more for it. Left out where nobody is told of an answer.
   */
  readonly leftBehindEnd?: boolean;
  /**
   * Is called once, by the exchange.
   *
   * @param timer Free from the answer's beginning on.
   * @param closed Nothing more goes to the client: it took all of the answer, or it left before.
   */
  attach(timer: CoarseTimer, closed: (wasTaken: boolean) => void): void;
  /** Has a client send the body that it holds back until it is asked (RFC 9110, 10.1.1). */
  invite(): void;
  /** Ends the answer where it is, without a word. */
  destroy(): void;
}

/**
 * What a sink extends that stands before another. Head and bytes it hands on unless a sink does something else. What
 * becomes of comments and of the two ends every sink says itself, with `this.next.beat(comment)` and its like at the
 * least: one that holds bytes back, or counts them, has to do something about each.
 */
export abstract class PassingSink implements AnswerSink {
  protected readonly next: AnswerSink;

  /** The first sink of a kind that an answer goes through; undefined where there is none. */
  static find<S extends AnswerSink>(
    from: AnswerSink,
    isWanted: (one: AnswerSink) => one is S,
  ): S | undefined {
    for (let at = from; ; at = at.next) {
      if (isWanted(at)) return at;
      if (!(at instanceof PassingSink)) return undefined;
    }
  }

  constructor(next: AnswerSink) {
    this.next = next;
  }

  begin(head: DownstreamHead, source?: AnswerSource): void {
    this.next.begin(head, source);
  }

  write(bytes: Buffer): void {
    this.next.write(bytes);
  }

  abstract beat(comment: Buffer): void;
  abstract end(): void;
  abstract cut(lastWords: Buffer | undefined): void;
}
