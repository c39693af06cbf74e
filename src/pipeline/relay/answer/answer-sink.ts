import type { Backend, UpstreamRequest } from '../../../http/client/backend.ts';
import type { BackendCall, UpstreamEvents } from '../../../http/client/backend-call.ts';
import type { CoarseTimer } from '../../../lib/coarse-timer.ts';

/**
 * Sinks take answers. The last one is the client's (`ClientSink`), and every stage may put a sink of its own before the
 * present one: it sees each answer pass, from a backend or the gateway itself, or changes it.
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

/** The head of an answer in the client's form. */
export interface DownstreamHead {
  readonly status: number;
  /** Flat list of names and values that a head can carry, without those that frame the message. */
  readonly headers: readonly string[];
  /** The body's bytes; undefined if unknown. */
  readonly length: number | undefined;
  /**
   * The kind of body: `whole` is all there when the head is written, `bytes` arrives in pieces, `events` does so too
   * and may have comments in between.
   */
  readonly body: 'whole' | 'bytes' | 'events';
  /** Milliseconds for which the client may take nothing of an answer that is there in full. */
  readonly idleMs: number;
  /** The gateway's own answer, whose headers decide on the connection. */
  readonly own: 'no' | 'yes' | 'to_unread_request';
  /** A backend's answer to a request that the client has not sent in full: the rest of it is unwanted. */
  readonly isEarly?: boolean;
}

/** The source of an answer. */
export interface AnswerSource {
  /** Stops the source: the client does not take the bytes that there are. */
  pause(): void;
  /** Continues: the client takes bytes again. */
  resume(): void;
  /** Nothing more of it goes to the client. */
  stop?(): void;
}

/**
 * Takes one answer: `begin`, then `write` and `beat` any number of times, then `end` or `cut`. There is no end if the
 * client goes away. Calls come in one turn of the event loop or in many. The client gets the same buffers, so nobody
 * may change them.
 */
export interface AnswerSink {
  /** The point of no return. */
  begin(head: DownstreamHead, source?: AnswerSource): void;
  write(bytes: Buffer): void;
  /** Writes a comment into a silent stream; it is no part of the answer. */
  beat(comment: Buffer): void;
  /** Ends a complete answer. */
  end(): void;
  /** Ends an incomplete answer: after some last words the connection ends without the mark of a complete message. */
  cut(lastWords: Buffer | undefined): void;
}

/** The sockets that a client's socket has at backends with a socket interface. */
export interface TurnCarrier {
  /** The deployment of its session, as `MODEL/NAME`; undefined if turns may go to any. */
  readonly at?: string;
  /** It is a transcription of the session's input, which another model may have made. */
  readonly isTranscription?: boolean;
  /**
   * Sends a turn over a socket. Its outcome is reported like the answer to an HTTP request.
   *
   * @param fresh Demands a socket that has carried nothing before.
   * @param deployment The destination, as `MODEL/NAME`.
   */
  carry(
    backend: Backend,
    request: UpstreamRequest,
    events: UpstreamEvents,
    fresh: boolean,
    deployment: string,
  ): BackendCall;
}

/** The client's side of an exchange: the last sink, over any protocol. */
export interface ClientSink extends AnswerSink {
  /** The carrier of turns for deployments that take them over a socket; undefined for a client of HTTP. */
  readonly carrier?: TurnCarrier | undefined;
  /** The head of the answer has been written: no attempt may follow. */
  readonly hasBegun: boolean;
  /** The moment on the monotonic clock at which the head of a backend's answer was written. */
  readonly begunMs: number | undefined;
  /** The status that was written; 200 until then. */
  readonly status: number;
  /** Nothing can be written any more. */
  readonly isClosed: boolean;
  /**
   * The client left after the last byte of its answer: it had taken all that was written, and the following end had
   * nothing more for it. Absent if nobody is notified of an answer.
   */
  readonly leftBehindEnd?: boolean;
  /**
   * Called once, by the exchange.
   *
   * @param timer Free from the answer's beginning on.
   * @param closed Called when nothing more goes to the client: it took all of the answer, or it left before.
   */
  attach(timer: CoarseTimer, closed: (wasTaken: boolean) => void): void;
  /** Tells a client to send the body that it holds back (RFC 9110, 10.1.1). */
  invite(): void;
  /** Ends the answer at once, without last words. */
  destroy(): void;
}

/**
 * The base of sinks that are placed before another. It hands on head and bytes by default. Every sink decides itself on
 * comments and on the two ends, at least with `this.next.beat(comment)` and its like: a sink that holds or counts bytes
 * has work to do in each.
 */
export abstract class PassingSink implements AnswerSink {
  protected readonly next: AnswerSink;

  /** The first sink of a kind before an answer; undefined for none. */
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
