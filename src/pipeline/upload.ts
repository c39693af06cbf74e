import type { BodySource, BodyTarget } from '../api/body/streamed-body-source.ts';
import { GatewayError } from '../errors.ts';
import type { ClientRequest } from '../http/server/client-request.ts';
import type { Head } from '../http/server/request-head.ts';
import type { CoarseTimer } from '../lib/coarse-timer.ts';
import { tooLate, tooSlow, uploadTooLarge } from './body-faults.ts';
import type { ClientSink } from './relay/answer/answer-sink.ts';

export interface UploadLimits {
  /** The endpoint's own. */
  readonly maxBytes: number;
  /** The longest silence of a client that has not sent all. */
  readonly timeoutMs: number;
  /** What has to come on average, once it has taken longer than `timeoutMs`; 0 for any pace. */
  readonly leastBytesPerSecond: number;
}

/** Whose body it is: what is known of the exchange when its head has been read. */
export interface Uploader {
  readonly request: ClientRequest;
  readonly client: Pick<ClientSink, 'invite'>;
  readonly head: Head;
  readonly timer: CoarseTimer;
}

/** Makes of the bytes of an upload what goes on, and holds some of them back. Both throw a GatewayError where nothing may. */
export interface UploadFilter {
  take(bytes: Buffer): Buffer;
  end(): Buffer;
}

/** Is told how far an upload is. */
export interface UploadEvents {
  /** The first byte may leave: from here on it can go nowhere else. */
  begun(): void;
  /** All of it was handed over. */
  sent(): void;
  /** The client sends too much, or nothing any more. */
  unfinished(error: GatewayError): void;
}

/**
 * The body of a request that goes to the backend as it comes, since it is larger than what is held. Nothing of it is
 * read before a connection to the backend is ready, at the pace of the slower side from then on, and once.
 */
export class Upload implements BodySource {
  /** In bytes; undefined where the client does not say it. */
  readonly length: number | undefined;
  readonly #exchange: Uploader;
  readonly #limits: UploadLimits;
  #events: UploadEvents | undefined;
  #look: ((bytes: Buffer) => void) | undefined;
  #filter: UploadFilter | undefined;
  #out: BodyTarget | undefined;
  #state: 'unsent' | 'going' | 'over' = 'unsent';
  #bytes = 0;
  #begunMs = 0;
  /** When the client was last seen to send, or to be kept from it. */
  #lastByteMs = 0;
  #pausedMs: number | undefined;
  /** How long the client was kept from sending. */
  #waitedMs = 0;

  constructor(exchange: Uploader, length: number | undefined, limits: UploadLimits) {
    this.#exchange = exchange;
    this.length = length;
    this.#limits = limits;
  }

  /** A byte of it may have left. */
  get hasBegun(): boolean {
    return this.#state !== 'unsent';
  }

  /** Since when the backend has taken nothing, on the monotonic clock; undefined while it takes what comes. */
  get pausedMs(): number | undefined {
    return this.#pausedMs;
  }

  /** Tells one attempt after the other; the last one set is told. */
  observe(events: UploadEvents | undefined): void {
    this.#events = events;
  }

  /** Has somebody look at what goes on. */
  tap(look: (bytes: Buffer) => void): void {
    this.#look = look;
  }

  /** Has what comes go through a filter, which leaves its length as it is. */
  through(filter: UploadFilter): void {
    this.#filter = filter;
  }

  /** Begins to send, on a connection that is ready. */
  sendTo(out: BodyTarget): void {
    if (this.#state !== 'unsent') return;
    const { request, client, head } = this.#exchange;
    this.#state = 'going';
    this.#out = out;
    this.#begunMs = this.#lastByteMs = performance.now();
    this.#events?.begun();
    if (head.expect !== undefined && request.httpVersionMinor > 0) client.invite();
    this.#watch();
    // A request that breaks off is told by its answer's end; here it must not be an unhandled error.
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => this.#take(chunk));
    request.on('end', () => this.#end());
    out.whenDrained(() => this.#goOn());
  }

  /** Nothing more of it is wanted. What the client still sends is thrown away, as far as anybody reads it. */
  stop(): void {
    if (this.#state !== 'going') return;
    this.#state = 'over';
    this.#out = undefined;
    this.#events = undefined;
    this.#exchange.timer.clear();
    this.#exchange.request.resume();
  }

  #take(chunk: Buffer): void {
    const out = this.#out;
    if (this.#state !== 'going' || out === undefined || out.isGone) return;
    const { maxBytes } = this.#limits;
    this.#lastByteMs = performance.now();
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) return this.#fail(uploadTooLarge(maxBytes));
    this.#look?.(chunk);
    const filter = this.#filter;
    const bytes = filter === undefined ? chunk : this.#filtered(() => filter.take(chunk));
    if (bytes === undefined || bytes.length === 0 || out.write(bytes)) return;
    this.#pausedMs = this.#lastByteMs;
    this.#exchange.request.pause();
  }

  #goOn(): void {
    const pausedMs = this.#pausedMs;
    if (pausedMs === undefined || this.#state !== 'going') return;
    this.#pausedMs = undefined;
    this.#lastByteMs = performance.now();
    this.#waitedMs += this.#lastByteMs - pausedMs;
    this.#exchange.request.resume();
  }

  #end(): void {
    const out = this.#out;
    if (this.#state !== 'going' || out === undefined) return;
    const filter = this.#filter;
    const rest = filter === undefined ? undefined : this.#filtered(() => filter.end());
    // It was refused.
    if (this.#out === undefined) return;
    const events = this.#events;
    this.stop();
    this.#pausedMs = undefined;
    out.end(rest);
    events?.sent();
  }

  /** Undefined where nothing may go on: then it has failed. */
  #filtered(make: () => Buffer): Buffer | undefined {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#fail(error);
      return undefined;
    }
  }

  #fail(error: GatewayError): void {
    const events = this.#events;
    this.stop();
    events?.unfinished(error);
  }

  /** Bytes that come only put off when it is late: so it is looked at no sooner than it could be. */
  #watch(): void {
    const { timeoutMs, leastBytesPerSecond } = this.#limits;
    this.#exchange.timer.set(Math.min(this.#silentAt(), this.#slowAt()), () => {
      const now = performance.now();
      if (now >= this.#silentAt()) this.#fail(tooLate(timeoutMs));
      else if (now >= this.#slowAt()) this.#fail(tooSlow(leastBytesPerSecond));
      else this.#watch();
    });
  }

  /** A client that is kept from sending is not silent. */
  #silentAt(): number {
    const since = this.#pausedMs === undefined ? this.#lastByteMs : performance.now();
    return since + this.#limits.timeoutMs;
  }

  #slowAt(): number {
    const { timeoutMs, leastBytesPerSecond } = this.#limits;
    if (leastBytesPerSecond === 0) return Number.POSITIVE_INFINITY;
    const pausedFor = this.#pausedMs === undefined ? 0 : performance.now() - this.#pausedMs;
    const allowedMs = Math.max(timeoutMs, (this.#bytes / leastBytesPerSecond) * 1000);
    return this.#begunMs + this.#waitedMs + pausedFor + allowedMs;
  }
}
