import type { BackendAnswer, BodyReader } from '../../http/client/backend-call.ts';
import { type Coding, Unpacking } from '../../http/client/unpack.ts';

/** Gets the body of a backend's answer. */
export interface BodyEvents {
  data(bytes: Buffer): void;
  end(): void;
  /** The connection ended before the answer did. */
  broken(): void;
  /** The body came packed, and cannot be unpacked. */
  unreadable(reason: string): void;
  /** One of the others threw this. */
  crashed(error: unknown): void;
}

/** The body of a backend's answer, packed or as requested. */
export class UpstreamBody implements BodyReader {
  readonly #upstream: BackendAnswer;
  readonly #events: BodyEvents;
  readonly #coding: Coding | undefined;
  #unpacking: Unpacking | undefined;

  /** @param coding Its content coding. */
  constructor(upstream: BackendAnswer, coding: Coding | undefined, events: BodyEvents) {
    this.#upstream = upstream;
    this.#coding = coding;
    this.#events = events;
  }

  get wasPacked(): boolean {
    return this.#coding !== undefined;
  }

  read(): void {
    const { data, end, broken } = this;
    if (this.#coding === undefined) return this.#upstream.readBy(this);
    const unpacking = new Unpacking(this.#upstream, this.#coding, {
      data: data.bind(this),
      end: end.bind(this),
      failed: (error) => this.#events.unreadable(error.message),
    });
    this.#unpacking = unpacking;
    this.#upstream.readBy({
      data: (bytes) => unpacking.data(bytes),
      end: () => unpacking.end(),
      broken: broken.bind(this),
    });
  }

  pause(): void {
    (this.#unpacking ?? this.#upstream).pause();
  }

  resume(): void {
    (this.#unpacking ?? this.#upstream).resume();
  }

  /** Ends the reading; nothing more is wanted. */
  stop(): void {
    this.#unpacking?.stop();
  }

  data(bytes: Buffer): void {
    try {
      this.#events.data(bytes);
    } catch (error) {
      this.#events.crashed(error);
    }
  }

  end(): void {
    try {
      this.#events.end();
    } catch (error) {
      this.#events.crashed(error);
    }
  }

  broken(): void {
    this.#events.broken();
  }
}
