import type { IncomingHttpHeaders } from 'node:http';
import type { BodySource, BodyTarget } from '../../api/body/streamed-body-source.ts';
import { type Credential, CredentialMissing } from '../../credentials/credential.ts';
import { atEndOfTurn } from '../../lib/end-of-turn.ts';
import { framedChunk } from '../node/framed-chunk.ts';
import type { BackendAnswer, BackendCall, UpstreamEvents } from './backend-call.ts';
import { MalformedAnswer } from './connection/answer-parser.ts';
import type { BackendConnection, Carried } from './connection/backend-connection.ts';
import type { ConnectionPool } from './connection/connection-pool.ts';
import type { HttpAnswer } from './connection/http-answer.ts';
import { ConnectionPlace } from './connection-place.ts';
import type { Connections } from './connections.ts';
import { MessageToAuthorize } from './message-to-authorize.ts';
import { UpstreamFailure } from './upstream-failure.ts';

export interface UpstreamMessage {
  readonly method: string;
  /** The complete path with the query string. No code normalises it. */
  readonly path: string;
  /** The value of Host. */
  readonly host: string;
  /** The lines of all header fields but Content-Length, Host included, each once and sound. */
  readonly headerLines: string;
  /** Emptied once it is handed over to a connection. */
  readonly body: Buffer[];
  readonly bodyBytes: number;
  /** The source of a body that has not arrived yet; undefined for `body`. */
  readonly bodySource: BodySource | undefined;
  /** Demands a connection that has carried nothing before. */
  readonly fresh: boolean;
}

/** The worth of a kept connection: at most so many bytes and so much time to read an answer that nobody wants. */
const maxDiscardedBytes = 64 * 1024;
const discardMs = 1000;

/** The characters that no path has (RFC 9112, 3.2). */
const noPath = /[^\x21-\x7e\x80-\xff]/;

/** One request on its way to a backend. */
export class UpstreamCall extends ConnectionPlace implements BackendCall, Carried {
  readonly isHeadOnly: boolean;
  readonly #pool: ConnectionPool;
  /** Kept until it is written: a stream may last long after that. */
  #message: UpstreamMessage | undefined;
  readonly #events: UpstreamEvents;
  readonly #credential: Credential | undefined;
  /** The generation of the credential that the request carries. */
  #generation = 0;
  #isCredentialStale = false;
  #connection: BackendConnection | undefined;
  #isWritten = false;
  #settled = false;
  #malformed = false;
  #readyMs: number | undefined;

  /** @param credential One that is not among the header lines already. */
  constructor(
    pool: ConnectionPool,
    message: UpstreamMessage,
    events: UpstreamEvents,
    connections: Connections,
    credential: Credential | undefined,
  ) {
    super(connections);
    this.isHeadOnly = message.method === 'HEAD';
    this.#message = message;
    this.#pool = pool;
    this.#events = events;
    this.#credential = credential;
  }

  get isSent(): boolean {
    return this.#isWritten && this.#connection?.isFlushed !== false;
  }

  /** @internal */
  get isWanted(): boolean {
    return !this.#settled;
  }

  get readyMs(): number | undefined {
    return this.#readyMs;
  }

  get isCredentialStale(): boolean {
    return this.#isCredentialStale;
  }

  get isMalformed(): boolean {
    return this.#malformed;
  }

  cancel(): void {
    this.#settled = true;
    const connection = this.#connection;
    this.#connection = undefined;
    connection?.close();
    this.leavePlace();
  }

  /**
   * Gives up an answer whose head is all that is needed. Its connection can be used again if the rest is small and
   * comes soon.
   */
  discard(answer: BackendAnswer): void {
    if (!this.isSent) return this.cancel();
    let length = 0;
    const timer = setTimeout(() => this.cancel(), discardMs);
    answer.readBy({
      data: (chunk) => {
        length += chunk.length;
        if (length <= maxDiscardedBytes) return;
        clearTimeout(timer);
        this.cancel();
      },
      end: () => clearTimeout(timer),
      broken: () => clearTimeout(timer),
    });
  }

  protected begin(): void {
    if (this.#credential === undefined) this.#carry();
    else this.#authorize(this.#credential);
  }

  /** Adds the credential last, when the rest of the head and the body are complete: it is as fresh as it can be. */
  #authorize(credential: Credential): void {
    try {
      const unauthorized = this.#message!;
      const message = new MessageToAuthorize(credential, unauthorized);
      const authorized = (generation: number): void => {
        if (this.#settled) return;
        this.#generation = generation;
        this.#message = { ...unauthorized, headerLines: message.headerLines };
        this.#carry();
      };
      const generation = credential.authorize(message);
      if (typeof generation === 'number') return authorized(generation);
      generation.then(authorized).catch((error: unknown) => this.#unauthorized(error));
    } catch (error) {
      process.nextTick(() => this.#unauthorized(error));
    }
  }

  #unauthorized(error: unknown): void {
    const isMissing = error instanceof CredentialMissing;
    const kind = isMissing ? 'unauthorized' : 'unsendable';
    const what = isMissing ? `no credential (${error.message})` : 'the request could not be authorized';
    this.#fail(new UpstreamFailure(kind, what, { cause: error }));
  }

  #carry(): void {
    const { fresh, path } = this.#message!;
    try {
      if (noPath.test(path)) throw new Error('a path has a character that no path can have');
      if (fresh) this.#pool.dropFree();
      this.#pool.take(this);
    } catch (cause) {
      const failure = new UpstreamFailure('unsendable', 'the request could not be made', { cause });
      process.nextTick(() => this.#fail(failure));
    }
  }

  // Its connection.

  /** @internal */
  assigned(connection: BackendConnection): void {
    this.#connection = connection;
    if (!connection.isReady) return;
    this.#readyMs = performance.now();
    if (this.#message!.bodySource !== undefined) this.#send();
    else atEndOfTurn(() => this.#send());
  }

  /** @internal */
  ready(): void {
    this.#readyMs = performance.now();
    this.#send();
  }

  #send(): void {
    const connection = this.#connection;
    // It was cancelled, or the connection has ended.
    if (connection === undefined) return;
    const { method, path, headerLines, body, bodyBytes, bodySource } = this.#message!;
    this.#message = undefined;
    const lines = `${method} ${path} HTTP/1.1\r\n${headerLines}`;
    const end = this.#pool.isOpen ? 'Connection: keep-alive\r\n\r\n' : 'Connection: close\r\n\r\n';
    if (bodySource !== undefined) {
      const { length } = bodySource;
      connection.send(`${lines}${length === undefined ? chunked : lengthLine(length)}${end}`, [], 0);
      bodySource.sendTo(new UploadTarget(this, connection, length === undefined));
      return;
    }
    // Without a body by its method, a request announces none (RFC 9110, 8.6).
    const framing = bodyBytes === 0 && method !== 'POST' ? '' : lengthLine(bodyBytes);
    connection.send(`${lines}${framing}${end}`, body, bodyBytes);
    body.length = 0;
    this.#isWritten = true;
  }

  /** @internal All of a body that came in pieces was handed over. */
  bodyEnded(): void {
    this.#isWritten = true;
  }

  /** @internal */
  carriedBy(connection: BackendConnection): boolean {
    return this.#connection === connection;
  }

  protected unserved(failure: UpstreamFailure): void {
    this.#fail(failure);
  }

  /** @internal */
  answered(answer: HttpAnswer): void {
    if (this.#settled) return answer.destroy();
    if (answer.statusCode === switching) {
      this.#fail(new UpstreamFailure('invalid', 'the backend switched protocols (101)'));
      return answer.destroy();
    }
    if (this.#credential !== undefined && !this.#judge(answer, this.#credential)) return answer.destroy();
    this.#settled = true;
    this.#events.head(answer);
  }

  /** Reports to the credential that the backend may refuse it. True if all is well with the gateway itself. */
  #judge({ statusCode: status, headers }: HttpAnswer, credential: Credential): boolean {
    if (status !== 401 && status !== 403) return true;
    try {
      this.#refused(credential, status, headers);
      return true;
    } catch (cause) {
      this.#fail(
        new UpstreamFailure('unsendable', "the credential's refusal could not be handled", { cause }),
      );
      return false;
    }
  }

  refuseCredential(headers: IncomingHttpHeaders): void {
    if (this.#credential !== undefined) this.#refused(this.#credential, 401, headers);
  }

  #refused(credential: Credential, status: 401 | 403, headers: IncomingHttpHeaders): void {
    this.#isCredentialStale = credential.refused({ status, headers, generation: this.#generation });
  }

  /** @internal The answer is over. */
  released(): void {
    this.#connection = undefined;
    this.leavePlace();
  }

  /** @internal The connection is gone. */
  failed(error: NodeJS.ErrnoException): void {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#malformed ||= error instanceof MalformedAnswer;
    this.#fail(this.#classify(error, connection));
  }

  #fail(failure: UpstreamFailure): void {
    if (this.#connection === undefined) this.leavePlace();
    if (this.#settled) return;
    this.#settled = true;
    this.#events.failed(failure);
  }

  #classify(error: NodeJS.ErrnoException, connection: BackendConnection | undefined): UpstreamFailure {
    const reason = error.code ?? error.message;
    if (error instanceof MalformedAnswer) {
      return new UpstreamFailure('invalid', `the answer is not HTTP/1.1 (${reason})`, { cause: error });
    }
    if (connection?.isReady !== true) {
      return new UpstreamFailure('connect', `no connection (${reason})`, { cause: error });
    }
    if (connection.isReused && !connection.hasAnswered) {
      return new UpstreamFailure('stale', `a kept-alive connection had ended (${reason})`, { cause: error });
    }
    return new UpstreamFailure('reset', `the connection ended before an answer (${reason})`, {
      cause: error,
    });
  }
}

const switching = 101;
const chunked = 'transfer-encoding: chunked\r\n';

function lengthLine(bytes: number): string {
  return `content-length: ${bytes}\r\n`;
}

/** The target of a body that is sent as it arrives. */
class UploadTarget implements BodyTarget {
  readonly #call: UpstreamCall;
  readonly #connection: BackendConnection;
  readonly #isChunked: boolean;

  constructor(call: UpstreamCall, connection: BackendConnection, isChunked: boolean) {
    this.#call = call;
    this.#connection = connection;
    this.#isChunked = isChunked;
  }

  get isGone(): boolean {
    return !this.#call.carriedBy(this.#connection);
  }

  write(bytes: Buffer): boolean {
    return this.#connection.write(this.#isChunked ? framedChunk([bytes], false) : bytes);
  }

  end(rest: Buffer | undefined): void {
    if (this.isGone) return;
    const pieces = rest === undefined || rest.length === 0 ? [] : [rest];
    if (this.#isChunked) this.#connection.write(framedChunk(pieces, true));
    else if (pieces.length > 0) this.#connection.write(pieces[0]!);
    this.#call.bodyEnded();
  }

  whenDrained(drained: () => void): void {
    this.#connection.whenDrained(drained);
  }
}
