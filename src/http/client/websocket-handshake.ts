/** A request that asks a backend for a WebSocket (RFC 6455, 4.1), in the form that the proxy library takes. */
import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Duplex, Writable } from 'node:stream';
import { type Credential, CredentialMissing } from '../../credentials/credential.ts';
import { MessageToAuthorize } from './message-to-authorize.ts';
import { UpstreamFailure } from './upstream-failure.ts';

/** The outcome of a handshake. Exactly one of the two is called, once, unless the handshake is cancelled. */
export interface HandshakeEvents {
  /** The backend speaks frames on the connection from now on. */
  opened(socket: Duplex): void;
  /** The backend refused with an answer. */
  answered(answer: IncomingMessage): void;
  failed(failure: UpstreamFailure): void;
}

export interface HandshakeMessage {
  /** Complete path with the query string. */
  readonly path: string;
  /** The value of Host. */
  readonly host: string;
  /** The lines of all header fields but those of the upgrade, Host included, each once and sound. */
  readonly headerLines: string;
}

/** The text that RFC 6455 appends to a key before it is hashed. */
const acceptedBy = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/**
 * The stand-in for a client's connection. The library writes the backend's answer to it and pipes the two together. The
 * pipe is taken apart again at once, since the gateway reads the frames as turns.
 */
class NoConnection extends EventEmitter {
  readonly destroyed = false;
  readonly writable = true;
  readonly #handshake: Handshake;
  #head = '';

  constructor(handshake: Handshake) {
    super();
    this.#handshake = handshake;
  }

  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  unshift(): void {}

  write(bytes: unknown): boolean {
    if (this.#head === '' && typeof bytes === 'string') this.#head = bytes;
    return true;
  }

  /** The library's last step when the backend has agreed. */
  pipe(backend: Duplex): Duplex {
    backend.unpipe(this as unknown as Writable);
    this.#handshake.agreed(backend, this.#head);
    return backend;
  }

  end(): void {}

  destroySoon(): void {}

  destroy(): void {}
}

export class Handshake {
  readonly method = 'GET';
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly url: string;
  headers: Readonly<Record<string, string>> = {};
  /** Read by the library. */
  readonly connection = new NoConnection(this);
  readonly #key = randomBytes(16).toString('base64');
  readonly #message: HandshakeMessage;
  readonly #credential: Credential | undefined;
  readonly #events: HandshakeEvents;
  #generation = 0;
  #isCredentialStale = false;
  #request: ClientRequest | undefined;
  #isConnected = false;
  #isSettled = false;

  /** @param credential One that is not among the header lines already. */
  constructor(message: HandshakeMessage, credential: Credential | undefined, events: HandshakeEvents) {
    this.url = message.path;
    this.#message = message;
    this.#credential = credential;
    this.#events = events;
  }

  /** The backend refused the credential, and a newer value of it exists already. */
  get isCredentialStale(): boolean {
    return this.#isCredentialStale;
  }

  /** Sends it once it has its credential. */
  start(carry: (handshake: Handshake) => Promise<void>): void {
    const send = (lines: string): void => {
      if (this.#isSettled) return;
      this.headers = { ...headersOf(lines), ...this.#ofUpgrade() };
      carry(this).catch((cause: unknown) => {
        this.#fail(new UpstreamFailure('unsendable', 'the request could not be made', { cause }));
      });
    };
    const credential = this.#credential;
    if (credential === undefined) return send(this.#message.headerLines);
    void this.#authorized(credential).then(send, (error: unknown) => this.#unauthorized(error));
  }

  async #authorized(credential: Credential): Promise<string> {
    const { path, host, headerLines } = this.#message;
    const message = new MessageToAuthorize(credential, { method: 'GET', path, host, body: [], headerLines });
    this.#generation = await credential.authorize(message);
    return message.headerLines;
  }

  #unauthorized(error: unknown): void {
    const isMissing = error instanceof CredentialMissing;
    const kind = isMissing ? 'unauthorized' : 'unsendable';
    const what = isMissing ? `no credential (${error.message})` : 'the request could not be authorized';
    this.#fail(new UpstreamFailure(kind, what, { cause: error }));
  }

  #ofUpgrade(): Readonly<Record<string, string>> {
    return {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': this.#key,
    };
  }

  /** Ends it. No event follows. */
  cancel(): void {
    this.#isSettled = true;
    this.#request?.destroy();
  }

  /** @internal The request that the library sends. */
  assigned(request: ClientRequest): void {
    this.#request = request;
    if (this.#isSettled) request.destroy();
    // The library gets a connection that is ready.
    request.once('socket', () => {
      this.#isConnected = true;
    });
    request.on('response', (answer: IncomingMessage) => this.#answered(answer));
  }

  #answered(answer: IncomingMessage): void {
    if (this.#isSettled) return void answer.destroy();
    const { statusCode: status, headers } = answer;
    if (this.#credential !== undefined && (status === 401 || status === 403)) {
      this.#isCredentialStale = this.#credential.refused({ status, headers, generation: this.#generation });
    }
    this.#isSettled = true;
    this.#events.answered(answer);
  }

  /** @internal */
  agreed(backend: Duplex, head: string): void {
    if (this.#isSettled) return void backend.destroy();
    const wanted = createHash('sha1')
      .update(this.#key + acceptedBy)
      .digest('base64');
    const accepted = /^sec-websocket-accept: *(\S*)\r?$/im.exec(head)?.[1];
    if (accepted !== wanted || /^sec-websocket-extensions: *\S/im.test(head)) {
      backend.destroy();
      return this.#fail(
        new UpstreamFailure('invalid', 'the answer to the handshake is not that of a WebSocket'),
      );
    }
    this.#isSettled = true;
    this.#events.opened(backend);
  }

  /** @internal */
  fail(error: NodeJS.ErrnoException): void {
    const reason = error.code ?? error.message;
    this.#fail(
      this.#isConnected
        ? new UpstreamFailure('reset', `the connection ended before an answer (${reason})`, { cause: error })
        : new UpstreamFailure('connect', `no connection (${reason})`, { cause: error }),
    );
  }

  #fail(failure: UpstreamFailure): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    process.nextTick(() => this.#events.failed(failure));
  }
}

function headersOf(lines: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const line of lines.split('\r\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) headers[line.slice(0, colon)] = line.slice(colon + 2);
  }
  return headers;
}
