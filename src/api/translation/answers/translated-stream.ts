import type { JsonObject } from '../../../lib/json.ts';
import type { StreamListener } from '../../stream/sse-observer.ts';
import type { AnswerEvent, Failure } from '../neutral/answer-event.ts';
import type { AnswerContext, StreamDecoder, StreamEncoder } from './answer-codec.ts';
import { answerDecoders } from './decode/index.ts';
import { answerEncoders } from './encode/index.ts';
import { ClientView } from './events-for-client.ts';
import type { Sequencer } from './sequencer.ts';

const nothing = Buffer.alloc(0);
const mostKeptBytes = 16 * 1024 * 1024;

/**
 * A backend's stream as its client reads it. Whoever observes the stream tells it the events of some bytes, before it is
 * asked what the client gets for them: that is written at once.
 */
export class TranslatedStream implements StreamListener {
  readonly written = this;
  readonly #decoder: StreamDecoder;
  readonly #encoder: StreamEncoder;
  readonly #sequencer: Sequencer | undefined;
  readonly #view: ClientView;
  readonly #heartbeat: Buffer;
  /** Of an event that is not complete. */
  #pendingBytes = 0;
  #fault: string | undefined;
  #failedFirst: Failure | undefined;

  constructor(context: AnswerContext) {
    const encoder = answerEncoders[context.client];
    this.#encoder = encoder.stream(context);
    const view = new ClientView(context, encoder, (event) => this.#tell(event));
    this.#view = view;
    this.#sequencer = view.sequencer;
    this.#decoder = answerDecoders[context.from].stream(view.take, context.notes);
    this.#heartbeat = Buffer.from(this.#encoder.heartbeat);
  }

  /**
   * Why nothing more can be handed on, though the backend may go on: it can't be understood, or says that it can't be used.
   * The client is told by `cut`.
   */
  get fault(): string | undefined {
    return this.#fault;
  }

  /** Something of the answer has come that the client gets: until then it may still turn out to be none. */
  get hasBegun(): boolean {
    return this.#view.hasBegun;
  }

  /** The backend's own error, where it came before anything of an answer. */
  get failedFirst(): Failure | undefined {
    return this.#failedFirst;
  }

  /** The answer's end, or the backend's own error, was written: nothing more is. */
  get isOver(): boolean {
    return this.#encoder.isOver;
  }

  /** So many bytes are kept for later: of an event that is not complete, and of blocks that wait for one before them. */
  get keptBytes(): number {
    return this.#pendingBytes + (this.#sequencer?.keptBytes ?? 0);
  }

  /** So many bytes are in memory for it, those that have been handed on and are told once more at the end among them. */
  get heldBytes(): number {
    return (
      this.keptBytes +
      this.#view.rememberedBytes +
      this.#decoder.rememberedBytes +
      this.#encoder.rememberedBytes
    );
  }

  /** Some of what came has not been handed on. */
  get isHolding(): boolean {
    return this.keptBytes > 0;
  }

  get heartbeat(): Buffer {
    return this.#heartbeat;
  }

  event(type: string, data: string, json: JsonObject | undefined): void {
    if (this.#isDone) return;
    try {
      this.#decoder.event(type, data, json);
    } catch (error) {
      this.#unreadable(error);
    }
  }

  stray(text: string): void {
    if (this.#isDone) return;
    try {
      this.#decoder.stray(text);
    } catch (error) {
      this.#unreadable(error);
    }
  }

  overfull(): void {
    this.#pendingBytes = 0;
    if (!this.#isDone) this.#fault = 'an event of the stream is larger than 16 MiB';
  }

  pending(bytes: number): void {
    this.#pendingBytes = bytes;
    if (!this.#isDone && this.keptBytes > mostKeptBytes)
      this.#fault = 'more than 16 MiB of the stream wait for what came before';
  }

  /** The client's bytes for the events so far; empty for those without any. */
  push(): Buffer {
    return this.#written();
  }

  /** The backend's connection ended as complete ones do, and all was told. What has no end then was cut, and is a fault. */
  flush(): Buffer {
    if (!this.#isDone) this.#end();
    return this.#written();
  }

  #end(): void {
    try {
      this.#decoder.end();
    } catch (error) {
      this.#unreadable(error);
    }
    if (!this.isOver) this.#fault ??= 'the stream ended before the answer was complete';
  }

  /** Nothing more is handed on, whatever comes. */
  get #isDone(): boolean {
    return this.isOver || this.#fault !== undefined;
  }

  /** The event that tells the client that its stream was cut. */
  cut(message: string): Buffer {
    return Buffer.from(this.#encoder.cut(message));
  }

  #tell(event: AnswerEvent): void {
    if (this.#fault !== undefined) return;
    if (event.is === 'fail' && event.failure.kind === 'invalid') this.#fault = event.failure.message;
    else if (event.is === 'finish' && event.reason === 'failed') {
      this.#fault = event.explanation ?? 'the backend says that its answer can not be used';
    } else {
      if (event.is === 'fail' && !this.hasBegun) this.#failedFirst = event.failure;
      this.#encoder.take(event);
    }
  }

  /** JSON that is nested too deep to be taken apart or written. */
  #unreadable(error: unknown): void {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    this.#fault ??= `an event of the stream can not be read: ${error.message}`;
  }

  #written(): Buffer {
    const text = this.#encoder.written();
    return text === '' ? nothing : Buffer.from(text);
  }
}
