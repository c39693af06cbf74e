/**
 * The one place that knows http-proxy-3, which carries every request to a backend. It is given two stand-ins
 * instead of the client's own request and answer: a prepared message that holds only what we decided to send, and
 * an answer that accepts nothing, because the library's own piping leaves a client hanging when a backend dies in
 * mid-body. So each attempt is an object of its own that can be cancelled, repeated elsewhere and thrown away.
 */
import type {
  ClientRequest,
  Agent as HttpAgent,
  IncomingHttpHeaders,
  IncomingMessage,
  ServerResponse,
} from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer, type ProxyServer } from 'http-proxy-3';
import type { BodySource } from '../../api/body/streamed-body-source.ts';
import { type Credential, CredentialMissing } from '../../credentials/credential.ts';
import { atEndOfTurn } from '../../lib/end-of-turn.ts';
import { dropFreeSockets } from '../node/free-sockets.ts';
import { storeHead } from '../node/message-head.ts';
import { wasReady, whenReady } from './agent.ts';
import type { BackendAnswer, BackendCall } from './backend-call.ts';
import { ConnectionPlace } from './connection-place.ts';
import type { Connections } from './connections.ts';
import { MessageToAuthorize } from './message-to-authorize.ts';
import { UpstreamFailure } from './upstream-failure.ts';
import type { Handshake } from './websocket-handshake.ts';

export interface UpstreamMessage {
  readonly method: string;
  /** Complete path with the query string. Nothing normalises it. */
  readonly path: string;
  /** The value of Host. */
  readonly host: string;
  /** The lines of all header fields but Content-Length, Host included, each once and sound. */
  readonly headerLines: string;
  /** Emptied once it is handed over to a connection. */
  readonly body: Buffer[];
  readonly bodyBytes: number;
  /** Where the body comes from that is not there yet; undefined for `body`. */
  readonly bodySource: BodySource | undefined;
  /** Demands a connection that has carried nothing before. */
  readonly fresh: boolean;
}

/** Exactly one of the two is called, once and never before `send` has returned, unless the call is cancelled. */
export interface UpstreamEvents {
  head(answer: BackendAnswer): void;
  failed(failure: UpstreamFailure): void;
}

/** Where the library is to connect. Made once per backend. */
export interface Target {
  readonly protocol: 'http:' | 'https:';
  /** With the port, where it is not the protocol's own. */
  readonly host: string;
  readonly hostname: string;
  readonly port: number;
}

/**
 * The stand-in for a client's answer: the library asks it for nothing but when it closes, and whether it is finished;
 * if not, it would listen for the end of the backend's answer to tell nobody of it.
 */
class NoAnswer {
  readonly writableFinished = false;
  readonly headersSent = false;
  readonly finished = true;
  abort: (() => void) | undefined;

  on(event: string, listener: () => void): this {
    if (event === 'close') this.abort = listener;
    return this;
  }
}

/** What it is worth to keep a connection: reading so much of an answer that nobody wants, for so long. */
const maxDiscardedBytes = 64 * 1024;
const discardMs = 1000;

const livingSocket = { destroyed: false };

/** The library copies headers and looks through them; they are set where it hands out its request instead. */
const noHeaders = Object.freeze({});
/** Of a message without a body it notes there that it has none. */
const writesHeaders: ReadonlySet<string> = new Set(['DELETE', 'OPTIONS']);

/** What the library fills in that no request needs: `hostname` is what counts, and TLS is the agent's. */
const unneeded = ['host', 'socketPath', 'localAddress', 'url', 'rejectUnauthorized'];
const unneededOfTls = ['pfx', 'key', 'passphrase', 'cert', 'ca', 'ciphers', 'secureProtocol'];

/**
 * The options of `http.request`, which the library fills in anew for each request, and Node.js copies one by one: so
 * there is one object for all requests of a backend, and what is not needed can be written to it but is not copied.
 */
function requestOptions(): Record<string, unknown> {
  // Host stands among the headers.
  const options = {
    setHost: false,
    // Said, or options of the process decide it, in whatever spelling they came.
    insecureHTTPParser: false,
    port: 0,
    hostname: '',
    method: '',
    headers: {},
    agent: undefined,
    path: '',
  };
  for (const name of [...unneeded, ...unneededOfTls]) {
    Object.defineProperty(options, name, { value: undefined, writable: true, enumerable: false });
  }
  return options;
}

/** One request on its way to a backend; also the stand-in for the client's request. */
export class UpstreamCall extends ConnectionPlace implements BackendCall {
  readonly method: string;
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  readonly socket = livingSocket;
  readonly connection = livingSocket;
  readonly url: string;
  readonly headers: object;
  readonly answer = new NoAnswer();
  readonly #carrier: Carrier;
  /** Until it is handed over to the library's request: a stream may go on for long after that. */
  #message: UpstreamMessage | undefined;
  readonly #events: UpstreamEvents;
  readonly #credential: Credential | undefined;
  /** Which of its values the request carries. */
  #generation = 0;
  #isCredentialStale = false;
  #request: ClientRequest | undefined;
  #bytesBefore = 0;
  #settled = false;
  #malformed = false;
  #readyMs: number | undefined;

  /** @param credential One that is not among the header lines already. */
  constructor(
    carrier: Carrier,
    message: UpstreamMessage,
    events: UpstreamEvents,
    connections: Connections,
    credential: Credential | undefined,
  ) {
    super(connections);
    this.method = message.method;
    this.url = message.path;
    this.headers = writesHeaders.has(message.method) ? {} : noHeaders;
    this.#message = message;
    this.#carrier = carrier;
    this.#events = events;
    this.#credential = credential;
  }

  /** The library listens for errors of the client's request; this one has none. */
  on(): this {
    return this;
  }

  get isSent(): boolean {
    return this.#request?.writableFinished === true;
  }

  get readyMs(): number | undefined {
    return this.#readyMs;
  }

  get isCredentialStale(): boolean {
    return this.#isCredentialStale;
  }

  /** The answer broke off because what came is not HTTP, such as a chunk without a size. */
  get isMalformed(): boolean {
    return this.#malformed;
  }

  /** Ends the call and its connection. Nothing is reported any more. */
  cancel(): void {
    this.#settled = true;
    this.answer.abort?.();
    if (this.#request === undefined) this.leavePlace();
  }

  /**
   * Turns down an answer whose head is enough to know it. Its connection can be used again if the rest of it is
   * small and comes soon.
   */
  discard(answer: BackendAnswer): void {
    if (!this.isSent) return this.cancel();
    let length = 0;
    const timer = setTimeout(() => this.cancel(), discardMs);
    answer.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxDiscardedBytes) this.cancel();
    });
    answer.once('close', () => clearTimeout(timer));
  }

  protected begin(): void {
    if (this.#credential === undefined) this.#carry();
    else this.#authorize(this.#credential);
  }

  /** The head is complete but for the credential: now it is as young as can be, and the body is what it will be. */
  #authorize(credential: Credential): void {
    try {
      const unauthorized = this.#message!;
      const message = new MessageToAuthorize(credential, {
        ...unauthorized,
        method: this.method,
        path: this.url,
      });
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
    this.fail(new UpstreamFailure(kind, what, { cause: error }));
  }

  #carry(): void {
    if (this.#message!.fresh) this.#carrier.dropFreeSockets();
    try {
      this.#carrier.carry(this);
    } catch (error) {
      const failure = new UpstreamFailure('unsendable', 'the request could not be made', { cause: error });
      process.nextTick(() => this.fail(failure));
      this.answer.abort?.();
    }
  }

  /** @internal What the library calls where it would send the client's body on. */
  pipe(request: ClientRequest): void {
    const { headerLines, body, bodyBytes, bodySource } = this.#message!;
    this.#message = undefined;
    if (bodySource !== undefined) return this.#sendLater(request, headerLines, bodySource);
    // What has no body by its method says nothing of one (RFC 9110, 8.6).
    const length = bodyBytes === 0 && this.method !== 'POST' ? undefined : bodyBytes;
    storeHead(request, `${this.method} ${this.url} HTTP/1.1`, headerLines, length);
    atEndOfTurn(() => {
      if (request.destroyed) return;
      for (let index = 0; index < body.length - 1; index += 1) request.write(body[index]);
      request.end(body[body.length - 1]);
      body.length = 0;
    });
  }

  /** Nothing is taken from where it comes before there is a connection that can carry it. */
  #sendLater(request: ClientRequest, headerLines: string, source: BodySource): void {
    storeHead(request, `${this.method} ${this.url} HTTP/1.1`, headerLines, source.length ?? 'chunked');
    request.once('socket', (socket: Duplex) => {
      whenReady(socket, () => {
        if (!request.destroyed) source.sendTo(request);
      });
    });
  }

  protected unserved(failure: UpstreamFailure): void {
    this.fail(failure);
  }

  /** @internal */
  assigned(request: ClientRequest, socket: Duplex): void {
    this.#request = request;
    if (request.reusedSocket) this.#bytesBefore = bytesRead(socket);
    whenReady(socket, () => {
      this.#readyMs = performance.now();
    });
    // At the end of the answer, or of the connection.
    request.once('close', () => this.leavePlace());
    request.on('upgrade', (_answer: IncomingMessage, upgraded: Duplex) => {
      upgraded.destroy();
      this.leavePlace();
      this.fail(new UpstreamFailure('invalid', 'the backend switched protocols (101)'));
    });
  }

  /** @internal */
  arrived(answer: IncomingMessage): void {
    if (this.#settled) {
      answer.destroy();
      return;
    }
    if (this.#credential !== undefined && !this.#judge(answer, this.#credential)) return;
    this.#settled = true;
    this.#events.head(answer);
  }

  /** Tells the credential where the backend may not take it. Whether all is well with the gateway itself. */
  #judge({ statusCode: status, headers }: IncomingMessage, credential: Credential): boolean {
    if (status !== 401 && status !== 403) return true;
    try {
      this.#refused(credential, status, headers);
      return true;
    } catch (cause) {
      this.fail(
        new UpstreamFailure('unsendable', "the credential's refusal could not be handled", { cause }),
      );
      return false;
    }
  }

  /** Tells the credential that the backend does not take it, where the answer's words say so and its status does not. */
  refuseCredential(headers: IncomingHttpHeaders): void {
    if (this.#credential !== undefined) this.#refused(this.#credential, 401, headers);
  }

  #refused(credential: Credential, status: 401 | 403, headers: IncomingHttpHeaders): void {
    this.#isCredentialStale = credential.refused({ status, headers, generation: this.#generation });
  }

  /** @internal */
  fail(error: NodeJS.ErrnoException): void {
    if (this.#request === undefined) this.leavePlace();
    if (this.#settled) {
      this.#malformed ||= isParserError(error);
      return;
    }
    this.#settled = true;
    this.#events.failed(error instanceof UpstreamFailure ? error : this.#classify(error));
  }

  #classify(error: NodeJS.ErrnoException): UpstreamFailure {
    const reason = error.code ?? error.message;
    const socket = this.#request?.socket;
    if (isParserError(error)) {
      return new UpstreamFailure('invalid', `the answer is not HTTP/1.1 (${reason})`, { cause: error });
    }
    if (!wasReady(socket)) {
      return new UpstreamFailure('connect', `no connection (${reason})`, { cause: error });
    }
    if (this.#request?.reusedSocket === true && bytesRead(socket!) === this.#bytesBefore) {
      return new UpstreamFailure('stale', `a kept-alive connection had ended (${reason})`, { cause: error });
    }
    return new UpstreamFailure('reset', `the connection ended before an answer (${reason})`, {
      cause: error,
    });
  }
}

/** Of Node's HTTP parser. */
function isParserError({ code }: NodeJS.ErrnoException): boolean {
  return code?.startsWith('HPE_') === true;
}

/** On TLS too these are the bytes of HTTP: the alert that announces the end of a connection is none of them. */
function bytesRead(socket: Duplex): number {
  return (socket as Duplex & { bytesRead?: number }).bytesRead ?? 0;
}

const failed = (error: Error, call: unknown): void => (call as UpstreamCall).fail(error);

/**
 * The library, set up for one backend. It takes the same options for every request: with options per request it
 * makes new objects of a shape of their own each time, which costs more than all else it does.
 */
export class Carrier {
  readonly #proxy: ProxyServer;
  readonly #agent: HttpAgent | HttpsAgent;

  constructor(target: Target, agent: HttpAgent | HttpsAgent) {
    this.#agent = agent;
    const proxy = createProxyServer({
      target: target as unknown as URL,
      agent: agent as HttpAgent,
      // Host comes from Node itself, which has less to look at for it than the library.
      changeOrigin: false,
      // These two take the path as it is given, and save parsing two URLs per request.
      toProxy: true,
      prependPath: false,
      selfHandleResponse: true,
      // The library begins with it, and would make an object of seventeen entries for each request.
      ssl: requestOptions(),
    });
    proxy.on(
      'proxyReq',
      (request: ClientRequest, call: unknown, _answer: unknown, _options: unknown, socket: Duplex) => {
        (call as UpstreamCall).assigned(request, socket);
      },
    );
    proxy.on('proxyRes', (answer: IncomingMessage, call: unknown) => (call as UpstreamCall).arrived(answer));
    proxy.on('proxyReqWs', (request: ClientRequest, handshake: unknown) =>
      (handshake as Handshake).assigned(request),
    );
    // The library reports failures to the callback of the call; an emitter without this listener would throw.
    proxy.on('error', failed);
    this.#proxy = proxy;
  }

  carry(call: UpstreamCall): void {
    this.#proxy.web(call as unknown as IncomingMessage, call.answer as unknown as ServerResponse, failed);
  }

  /** Asks the backend for a WebSocket, over a connection of its own. */
  open(handshake: Handshake, agent: HttpAgent | HttpsAgent): void {
    const client = handshake.connection as unknown as Socket;
    // Its request is made at once, and with it everything that is shared by those of `web` is done.
    const options = { agent: agent as HttpAgent, ssl: {} };
    const refused = (error: Error): void => handshake.fail(error);
    this.#proxy.ws(handshake as unknown as IncomingMessage, client, options, refused);
  }

  dropFreeSockets(): void {
    dropFreeSockets(this.#agent as HttpAgent);
  }
}
