import { beganEarlier, type SseObserver } from '../../api/stream/sse-observer.ts';
import type { Failure } from '../../api/translation/neutral/answer-event.ts';

/** Changes the bytes of an answer between the backend and the client. */
export interface AnswerTransform {
  /** The bytes that go on in place of these; without a change the same buffer. */
  push(bytes: Buffer): Buffer;
  /** The bytes that were kept back for others that will not come. */
  flush(): Buffer;
  /** Some bytes have not been handed on. */
  readonly isHolding: boolean;
  /** The reason why no further bytes can be handed on; the held ones are gone then. */
  readonly fault?: string | undefined;
  /** The facts of a stream whose events it writes itself, each of them whole. */
  readonly written?: WrittenStream | undefined;
}

/** A stream in the words of its client's dialect. */
export interface WrittenStream {
  /** A part of the answer has come that the client gets: until then the answer may still fail. */
  readonly hasBegun: boolean;
  /** The backend's own error, if it came before any part of the answer. */
  readonly failedFirst: Failure | undefined;
  /** The answer's end, or the backend's own error, was written: nothing follows. */
  readonly isOver: boolean;
  /** Bytes that it holds in memory. */
  readonly heldBytes: number;
  /** The sign for the client that the backend is still working. */
  readonly heartbeat: Buffer;
  /** The event that tells the client that its stream was cut. */
  cut(message: string): Buffer;
}

const nothing = Buffer.alloc(0);

/** Changes nothing, and reads nothing. */
export const identity: AnswerTransform = {
  push: (bytes) => bytes,
  flush: () => nothing,
  isHolding: false,
};

/**
 * Keeps the event with usage and nothing else from a client that did not ask for it. The event comes after the finish
 * reason: from there on each event is held until it is complete; before that none is.
 */
export class WithoutUsage implements AnswerTransform {
  readonly #seen: SseObserver;
  /** The beginning of an event that may have to be kept back. */
  #held: Buffer[] = [];

  /** @param seen The reader of the stream; it has got the bytes before they come here. */
  constructor(seen: SseObserver) {
    this.#seen = seen;
  }

  get isHolding(): boolean {
    return this.#held.length > 0;
  }

  push(bytes: Buffer): Buffer {
    const { usageOnly, openFrom, finished } = this.#seen;
    const holdsRest = openFrom === beganEarlier ? this.isHolding : openFrom < bytes.length && finished;
    if (!this.isHolding && usageOnly.length === 0 && !holdsRest) return bytes;
    const pieces: Buffer[] = [];
    let at = 0;
    for (const { from, to } of usageOnly) {
      if (from === beganEarlier) {
        // The client has it already, unless its beginning was held.
        if (!this.isHolding) continue;
        this.#held = [];
      } else if (from > at) {
        pieces.push(...this.#take(), bytes.subarray(at, from));
      }
      at = to;
    }
    const end = holdsRest ? Math.max(openFrom, 0) : bytes.length;
    if (end > at) pieces.push(...this.#take(), bytes.subarray(at, end));
    if (holdsRest) this.#held.push(bytes.subarray(end));
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** The reader of the stream knows that it is over. */
  flush(): Buffer {
    if (!this.isHolding) return nothing;
    const rest = Buffer.concat(this.#take());
    return this.#seen.usageOnly.length > 0 ? nothing : rest;
  }

  #take(): Buffer[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}
