import { beganEarlier, type SseObserver } from '../../api/stream/sse-observer.ts';
import type { Failure } from '../../api/translation/neutral/answer-event.ts';

/** What becomes of the bytes of an answer between the backend and the client. */
export interface AnswerTransform {
  /** The bytes that go on in place of these; where nothing is to be done the same buffer. */
  push(bytes: Buffer): Buffer;
  /** What was kept back and nothing more will come for. */
  flush(): Buffer;
  /** Some of what came has not been handed on. */
  readonly isHolding: boolean;
  /** Why nothing that comes can be handed on any more; what was held is gone then. */
  readonly fault?: string | undefined;
  /** Where it writes the events of a stream itself, each of them whole: what there is to say of that stream. */
  readonly written?: WrittenStream | undefined;
}

/** A stream in the words of its client's dialect. */
export interface WrittenStream {
  /** Something of the answer has come that the client gets: until then it may still turn out to be none. */
  readonly hasBegun: boolean;
  /** The backend's own error, where it came before anything of an answer. */
  readonly failedFirst: Failure | undefined;
  /** The answer's end, or the backend's own error, was written: nothing more is. */
  readonly isOver: boolean;
  /** So many bytes are in memory for it. */
  readonly heldBytes: number;
  /** What tells the client that the backend is still working. */
  readonly heartbeat: Buffer;
  /** The event that tells the client that its stream was cut. */
  cut(message: string): Buffer;
}

const nothing = Buffer.alloc(0);

/** Nothing is changed: not even looked at. */
export const identity: AnswerTransform = {
  push: (bytes) => bytes,
  flush: () => nothing,
  isHolding: false,
};

/**
 * Keeps the event that carries usage and nothing else from a client that did not ask for it. It comes after the finish
 * reason: from there on an event is held until it is complete, and before that nothing is.
 */
export class WithoutUsage implements AnswerTransform {
  readonly #seen: SseObserver;
  /** The beginning of an event that may have to be kept back. */
  #held: Buffer[] = [];

  /** @param seen What reads the stream; it has been given the bytes before they come here. */
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
        // Unless its beginning was held the client has it already.
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

  /** What reads the stream has been told that it is over. */
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
