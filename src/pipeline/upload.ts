import type { BodySource, BodyTarget } from '../api/body/streamed-body-source.ts';
import { GatewayError } from '../errors.ts';
import type { ClientRequest } from '../http/server/client-request.ts';
import type { Head } from '../http/server/request-head.ts';
import type { CoarseTimer } from '../lib/coarse-timer.ts';
import { tooLate, tooSlow, uploadTooLarge } from './body-faults.ts';
import type { ClientSink } from './relay/answer/answer-sink.ts';

export interface UploadLimits {
  /** The endpoint's own bound. */
  readonly maxBytes: number;
  /** Milliseconds of the longest silence of a client that has not sent all. */
  readonly timeoutMs: number;
  /** Bytes per second on average that have to come, once it has taken longer than `timeoutMs`; 0 for any pace. */
  readonly leastBytesPerSecond: number;
}

/** The owner of a body: the facts of its exchange after its head has been read. */
export interface Uploader {
  readonly request: ClientRequest;
  readonly client: Pick<ClientSink, 'invite'>;
  readonly head: Head;
  readonly timer: CoarseTimer;
}

/** Changes the bytes of an upload, and holds some of them back. Both throw a GatewayError if nothing may go on. */
export interface UploadFilter {
  take(bytes: Buffer): Buffer;
  end(): Buffer;
}

/** Gets the progress of an upload. */
export interface UploadEvents {
  /** The first byte may leave: from now on it can go nowhere else. */
  begun(): void;
  /** All of it was handed over. */
  sent(): void;
  /** The client sends too much, or no longer sends. */
  unfinished(error: GatewayError): void;
}

/**
 * A request body that goes to the backend as it arrives, since it is larger than the held size. Nothing of it is read
 * before a connection to the backend is ready. From then on it goes at the pace of the slower side, and only once.
 */
export class Upload implements BodySource {
  /** In bytes; undefined if the client does not announce it. */
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
  /** The moment when the client was last seen to send, or to be kept from it. */
  #lastByteMs = 0;
  #pausedMs: number | undefined;
  /** Milliseconds for which the client was kept from sending. */
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

  /** The moment on the monotonic clock since which the backend has taken nothing; undefined while it takes bytes. */
  get pausedMs(): number | undefined {
    return this.#pausedMs;
  }

  /** Reports to one attempt after the other; the last one set gets the events. */
  observe(events: UploadEvents | undefined): void {
    this.#events = events;
  }

  /** Shows the bytes that go on to a reader. */
  tap(look: (bytes: Buffer) => void): void {
    this.#look = look;
  }

  /** Sends the bytes through a filter, which keeps their number. */
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
    // The end of the answer reports a request that breaks off; here it must not be an unhandled error.
    request.on('error', () => {});
    request.on('data', (chunk: Buffer) => this.#take(chunk));
    request.on('end', () => this.#end());
    out.whenDrained(() => this.#goOn());
  }

  /** Stops; nothing more of it is wanted. Later bytes of the client are thrown away, as far as anybody reads them. */
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

  /** Undefined if nothing may go on: then it has failed. */
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

  /** Watches for a late body. Further bytes only delay the moment, so it is checked no sooner than it could be late. */
  #watch(): void {
    const { timeoutMs, leastBytesPerSecond } = this.#limits;
    this.#exchange.timer.set(Math.min(this.#silentAt(), this.#slowAt()), () => {
      const now = performance.now();
      if (now >= this.#silentAt()) this.#fail(tooLate(timeoutMs));
      else if (now >= this.#slowAt()) this.#fail(tooSlow(leastBytesPerSecond));
      else this.#watch();
    });
  }

  /** A client that is kept from sending does not count as silent. */
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
