import type { Backend, UpstreamRequest } from '../../../http/client/backend.ts';
import type { BackendAnswer, BackendCall, UpstreamEvents } from '../../../http/client/backend-call.ts';
import type { UpstreamFailure } from '../../../http/client/upstream-failure.ts';
import type { FlatHeaders } from '../../../http/flat-headers.ts';
import { GatheredBytes } from '../../../lib/bytes/gathered-bytes.ts';
import { CoarseTimer } from '../../../lib/coarse-timer.ts';
import { retryAfterMs } from '../../../routing/attempts/retries.ts';
import { CallFault } from './server-call-fault.ts';

/** A message to a server, in the form of HTTP. */
export interface ServerMessage {
  /** Absent for `POST`. */
  readonly method?: 'DELETE' | 'GET';
  readonly body: Buffer;
  /** All headers of its own, with lower-case names. */
  readonly headers: FlatHeaders;
  /** The id of the request that it belongs to. */
  readonly requestId: string;
  readonly hops: number;
  /** Milliseconds for all of it. */
  readonly totalMs: number;
  /** Milliseconds for which its answer may be silent; absent for the server's `timeouts`. */
  readonly silentMs?: number;
}

/** The parts of an answer's head that are read. */
export interface ServerHead {
  readonly status: number;
  readonly kind: 'json' | 'events' | 'none';
  readonly session: string | undefined;
}

/** Takes an answer: its head and its bytes in order, and then one of the two ends. */
export interface ServerEvents {
  /** The head of an answer, or of an error whose body may say more. */
  head(head: ServerHead): void;
  data(bytes: Buffer): void;
  end(): void;
  failed(fault: CallFault): void;
}

/** Bytes of an error that are read, which may be a message of the protocol. */
const mostOfError = 64 * 1024;

/** The bounds up to which an unwanted answer is read to keep its connection. */
const mostOfRest = 64 * 1024;
const restMs = 1000;

/** The header that names a session that a server has begun. */
const sessionHeader = 'mcp-session-id';
/** Visible ASCII, as in the revisions with sessions. */
const sound = /^[\x21-\x7e]{1,1024}$/;

/**
 * One message to a server, and its answer. Redirects are not followed; a refused credential is the gateway's own.
 * Nothing is sent twice here.
 */
export class ServerCall implements UpstreamEvents {
  readonly #backend: Backend;
  readonly #path: string;
  readonly #message: ServerMessage;
  readonly #events: ServerEvents;
  readonly #timer = new CoarseTimer();
  readonly #untilMs: number;
  #call: BackendCall | undefined;
  #answer: BackendAnswer | undefined;
  #isOver = false;
  #lastMs = 0;
  #restBytes = 0;
  /** Nobody takes the bytes. */
  #isPaused = false;

  constructor(backend: Backend, path: string, message: ServerMessage, events: ServerEvents) {
    this.#backend = backend;
    this.#path = path;
    this.#message = message;
    this.#events = events;
    this.#untilMs = performance.now() + message.totalMs;
  }

  start(): void {
    const { method = 'POST', body, headers, requestId, hops } = this.#message;
    const mark = this.#path.indexOf('?');
    const request: UpstreamRequest = {
      route: this.#backend.routes.chat_completions,
      method,
      path: mark === -1 ? this.#path : this.#path.slice(0, mark),
      query: mark === -1 ? '' : this.#path.slice(mark),
      requestId,
      hops,
      forward: headers,
      app: undefined,
      body: [body],
      bodyBytes: body.length,
      bodySource: undefined,
    };
    this.#timer.set(this.#untilMs, () => this.#late());
    this.#call = this.#backend.send(request, this);
  }

  /** Ends it; nothing more of it is wanted. */
  cancel(): void {
    if (this.#isOver) return;
    this.#finish();
    this.#call?.cancel();
  }

  /** Ends the reading; the connection can be used again if the rest is small and comes soon. */
  release(): void {
    if (this.#isOver) return;
    if (this.#answer === undefined || this.#call?.isSent !== true) return this.cancel();
    this.#finish();
    this.#timer.set(performance.now() + restMs, () => this.#call!.cancel());
    if (this.#isPaused) this.#answer.resume();
  }

  pause(): void {
    this.#isPaused = true;
    this.#lastMs = performance.now();
    this.#answer?.pause();
    // The timer was set for the server's silence, which may be longer.
    if (this.#answer !== undefined && !this.#isOver) this.#watch();
  }

  resume(): void {
    this.#isPaused = false;
    this.#lastMs = performance.now();
    this.#answer?.resume();
  }

  failed(failure: UpstreamFailure): void {
    const { kind, message } = failure;
    if (kind === 'busy' || kind === 'unauthorized' || kind === 'connect' || kind === 'unsendable')
      return this.#fail('unreachable', message);
    this.#fail(kind === 'invalid' ? 'invalid' : 'reset', message);
  }

  head(answer: BackendAnswer): void {
    const { statusCode: status = 0 } = answer;
    this.#answer = answer;
    this.#lastMs = performance.now();
    if (status >= 300 && status < 400)
      return this.#turnDown(
        'invalid',
        `it answers with a redirect (status ${status}), which is not followed`,
      );
    if (status === 401 || status === 403) return this.#turnDown('auth', `status ${status}`);
    if (status === 429)
      return this.#turnDown('busy', 'status 429', retryAfterMs(answer.headers['retry-after'], Date.now()));
    const { headers } = answer;
    const kind = kindOf(headers['content-type']);
    if (status < 300 || (status < 500 && kind === 'json'))
      return this.#read(answer, { status, kind, session: sessionOf(headers[sessionHeader]) });
    if (kind === 'json') return this.#read(answer, { status, kind, session: undefined });
    // An error that is no message of the protocol has only its status.
    this.#call!.discard(answer);
    if (this.#isOver) return;
    this.#finish();
    this.#events.head({ status, kind: 'none', session: undefined });
    this.#events.end();
  }

  #read(answer: BackendAnswer, head: ServerHead): void {
    this.#watch();
    const isError = head.status >= 300;
    const gathered = isError ? new GatheredBytes() : undefined;
    this.#events.head(head);
    if (this.#isOver) return;
    answer.readBy({
      data: (bytes) => {
        if (this.#isOver) return this.#rest(bytes);
        this.#lastMs = performance.now();
        if (gathered === undefined) return this.#events.data(bytes);
        gathered.push(bytes);
        if (gathered.length > mostOfError)
          this.#turnDown('invalid', `status ${head.status}, with a long body`);
      },
      end: () => {
        if (this.#isOver) return this.#timer.clear();
        if (!this.#call!.isSent) this.#call!.cancel();
        this.#finish();
        if (gathered !== undefined) this.#events.data(gathered.whole());
        this.#events.end();
      },
      broken: () => {
        if (this.#isOver) return this.#timer.clear();
        const why = this.#call!.isMalformed ? 'its answer is no HTTP' : 'its answer broke off';
        this.#fail('reset', why);
      },
    });
  }

  #rest({ length }: Buffer): void {
    this.#restBytes += length;
    if (this.#restBytes <= mostOfRest) return;
    this.#timer.clear();
    this.#call!.cancel();
  }

  #turnDown(kind: 'invalid' | 'auth' | 'busy', why: string, retryAfterMs?: number): void {
    if (this.#isOver) return;
    this.#call!.cancel();
    this.#fail(kind, why, retryAfterMs);
  }

  /** Watches for silence. Further bytes only delay the moment, so it is checked no sooner than it could be late. */
  #watch(): void {
    this.#timer.set(Math.min(this.#untilMs, this.#silentAt()), () => this.#late());
  }

  #late(): void {
    const now = performance.now();
    if (now < this.#untilMs && (this.#answer === undefined || now < this.#silentAt())) return this.#watch();
    this.#call?.cancel();
    const { totalMs } = this.#message;
    if (now >= this.#untilMs) return this.#fail('timeout', `no answer within ${totalMs} ms`);
    const { idleMs } = this.#backend.config.timeouts;
    if (this.#isPaused) return this.#fail('client', `the client took nothing of the answer for ${idleMs} ms`);
    this.#fail('timeout', `its answer stood still for ${idleMs} ms`);
  }

  #silentAt(): number {
    const { idleMs } = this.#backend.config.timeouts;
    // A client that takes nothing differs from a server that sends nothing.
    return this.#lastMs + (this.#isPaused ? idleMs : (this.#message.silentMs ?? idleMs));
  }

  #fail(kind: CallFault['kind'], why: string, retryAfterMs?: number): void {
    if (this.#isOver) return;
    this.#finish();
    this.#events.failed(new CallFault(kind, why, retryAfterMs));
  }

  #finish(): void {
    this.#isOver = true;
    this.#timer.clear();
  }
}

function kindOf(contentType: string | undefined): ServerHead['kind'] {
  const type = contentType?.split(';', 1).at(0)?.trim().toLowerCase();
  if (type === 'text/event-stream') return 'events';
  return type === 'application/json' ? 'json' : 'none';
}

function sessionOf(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && sound.test(header) ? header : undefined;
}
