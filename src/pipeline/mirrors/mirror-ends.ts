/** Both ends of a copy: it has no client, and its answer goes to nobody. */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { ClientRequest } from '../../http/server/client-request.ts';
import type { CoarseTimer } from '../../lib/coarse-timer.ts';
import {
  type AnswerSink,
  type AnswerSource,
  type ClientSink,
  type DownstreamHead,
  PassingSink,
} from '../relay/answer/answer-sink.ts';

/** A request that has been read in full. */
export class CopiedRequest extends Readable implements ClientRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersionMajor = 1;
  readonly httpVersionMinor = 1;
  readonly complete = true;
  readonly socket: Socket;
  rawHeaders: string[] = [];

  constructor({ method = '', url = '', socket }: ClientRequest) {
    super();
    this.method = method;
    this.url = url;
    this.socket = socket;
  }

  override _read(): void {}
}

/** Takes an answer as fast as it comes, and drops it. */
export class NobodysSink implements ClientSink {
  #head: DownstreamHead | undefined;
  #begunMs: number | undefined;
  #isOver = false;
  #closed: ((wasTaken: boolean) => void) | undefined;
  /** Bytes of the answer. */
  bytes = 0;
  readonly #begins: () => void;

  /** @param begins Called when the answer begins: nothing will be sent again. */
  constructor(begins: () => void) {
    this.#begins = begins;
  }

  attach(_timer: CoarseTimer, closed: (wasTaken: boolean) => void): void {
    this.#closed = closed;
  }

  get hasBegun(): boolean {
    return this.#head !== undefined;
  }

  get begunMs(): number | undefined {
    return this.#begunMs;
  }

  get status(): number {
    return this.#head?.status ?? 200;
  }

  get isClosed(): boolean {
    return this.#isOver;
  }

  begin(head: DownstreamHead): void {
    this.#head = head;
    if (head.own === 'no') this.#begunMs = performance.now();
    this.#begins();
  }

  write(bytes: Buffer): void {
    this.bytes += bytes.length;
  }

  beat(): void {}

  end(): void {
    this.#close();
  }

  cut(): void {
    this.#close();
  }

  destroy(): void {
    this.#close();
  }

  invite(): void {}

  /** Gives up the answer, as when a client goes away. */
  leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#closed?.(false);
  }

  #close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    process.nextTick(() => this.#closed?.(true));
  }
}

/** Reports the beginning of the client's own answer, while all of the request is still there. */
export class BeginningSink extends PassingSink {
  /** Bytes of the answer so far. */
  bytes = 0;
  readonly #begins: (status: number) => void;

  constructor(next: AnswerSink, begins: (status: number) => void) {
    super(next);
    this.#begins = begins;
  }

  override begin(head: DownstreamHead, source?: AnswerSource): void {
    super.begin(head, source);
    this.#begins(head.status);
  }

  override write(bytes: Buffer): void {
    this.bytes += bytes.length;
    super.write(bytes);
  }

  override beat(comment: Buffer): void {
    this.next.beat(comment);
  }

  override end(): void {
    this.next.end();
  }

  override cut(lastWords: Buffer | undefined): void {
    this.next.cut(lastWords);
  }
}
