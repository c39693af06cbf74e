import type { BackendAnswer } from '../../http/client/backend-call.ts';
import { type Coding, Unpacking } from '../../http/client/unpack.ts';
import { takeWholeBody, whenParsed } from '../../http/node/whole-body.ts';

/** Gets the body of a backend's answer. */
export interface BodyEvents {
  data(bytes: Buffer): void;
  end(): void;
  /** The connection ended before the answer did. */
  broken(): void;
  /** The body came packed, and can not be unpacked. */
  unreadable(reason: string): void;
  /** What one of the others threw. */
  crashed(error: unknown): void;
}

/** The body of a backend's answer, whether it is there at once or comes in pieces, packed or as it was asked for. */
export class UpstreamBody {
  readonly #upstream: BackendAnswer;
  readonly #events: BodyEvents;
  readonly #coding: Coding | undefined;
  #unpacking: Unpacking | undefined;

  /** @param coding What it is packed in. */
  constructor(upstream: BackendAnswer, coding: Coding | undefined, events: BodyEvents) {
    this.#upstream = upstream;
    this.#coding = coding;
    this.#events = events;
  }

  get wasPacked(): boolean {
    return this.#coding !== undefined;
  }

  /** Begins once it is known whether all of it came with the head. */
  read(): void {
    whenParsed(UpstreamBody.#begin, this);
  }

  pause(): void {
    (this.#unpacking ?? this.#upstream).pause();
  }

  resume(): void {
    (this.#unpacking ?? this.#upstream).resume();
  }

  /** Nothing more is wanted. */
  stop(): void {
    this.#unpacking?.stop();
  }

  static #begin(body: UpstreamBody): void {
    if (body.#coding !== undefined) body.#unpack(body.#coding);
    else if (body.#upstream.complete) body.#takeWhole();
    else body.#listen();
  }

  #takeWhole(): void {
    const bytes = takeWholeBody(this.#upstream);
    if (bytes !== undefined) this.#data(bytes);
    this.#end();
    // Its connection is free from the end of the answer on.
    this.#upstream.resume();
  }

  #listen(): void {
    this.#upstream.on('data', (bytes: Buffer) => this.#data(bytes));
    this.#upstream.on('end', () => this.#end());
    this.#watch();
  }

  #unpack(coding: Coding): void {
    this.#unpacking = new Unpacking(this.#upstream, coding, {
      data: (bytes) => this.#data(bytes),
      end: () => this.#end(),
      failed: (error) => this.#events.unreadable(error.message),
    });
    this.#watch();
  }

  #watch(): void {
    this.#upstream.on('close', () => {
      if (!this.#upstream.complete) this.#events.broken();
    });
  }

  #data(bytes: Buffer): void {
    try {
      this.#events.data(bytes);
    } catch (error) {
      this.#events.crashed(error);
    }
  }

  #end(): void {
    try {
      this.#events.end();
    } catch (error) {
      this.#events.crashed(error);
    }
  }
}
