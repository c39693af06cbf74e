import { beganEarlier, type SseObserver } from '../../api/stream/sse-observer.ts';

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

  flush(): Buffer {
    return this.isHolding ? Buffer.concat(this.#take()) : nothing;
  }

  #take(): Buffer[] {
    const held = this.#held;
    this.#held = [];
    return held;
  }
}
