/** Sends requests and notifications to one server, each by itself or in a session of an older revision. */
import { requestText } from '../../../api/mcp/message-rewriting.ts';
import { refusedServerRequest } from '../../../api/mcp/older-revisions/older-server-messages.ts';
import { headersFor } from '../../../api/mcp/request-headers.ts';
import type { RequestId, ServerRequest } from '../../../api/mcp/server-messages.ts';
import type { Backend } from '../../../http/client/backend.ts';
import type { FlatHeaders } from '../../../http/flat-headers.ts';
import {
  type AskedMessage,
  ask,
  type RequestEvents,
  RequestToServer,
  type WholeAnswer,
} from './request-to-server.ts';
import { CallFault } from './server-call-fault.ts';
import { ServerCall, type ServerEvents, type ServerHead } from './server-http-call.ts';
import type { Session } from './server-sessions.ts';

/** The form of requests to a server: each by itself, or in a session of an older revision. */
export type Speech = { readonly kind: 'modern' } | OlderSpeech;

export interface OlderSpeech {
  readonly kind: 'older';
  readonly session: Session;
}

export const modernSpeech: Speech = { kind: 'modern' };

/** A request that goes to a server. */
export interface ServerAsk {
  /** Absent for a number of the gateway's own. */
  readonly id?: RequestId | undefined;
  readonly method: string;
  /** The server's own name of the tool, prompt or resource; absent if the method names nothing. */
  readonly name?: string | undefined;
  /** Unchanged text; undefined for none. */
  readonly paramsText: string | undefined;
  /** Additional headers. */
  readonly headers?: FlatHeaders;
  readonly requestId: string;
  readonly hops: number;
}

/** The bounds of an answer. */
export interface AnswerBounds {
  readonly totalMs: number;
  /** Absent if only one message is bounded. */
  readonly maxBytes?: number;
}

/** Milliseconds for messages beside requests, such as the end of a session. */
const asideMs = 5000;
/** Milliseconds after which a stream of a session ends. Its client opens another one, with its present credential. */
const longestStreamMs = 3_600_000;
const ownHeaders: FlatHeaders = [
  'content-type',
  'application/json',
  'accept',
  'application/json, text/event-stream',
];

/** A credential in headers. */
interface Carried {
  readonly headers: FlatHeaders;
}

export class ServerSender {
  readonly #backend: Backend;
  readonly #path: string;
  readonly #token: Carried | undefined;
  #ids = 0;

  /** @param token Goes with each message if the backend has no credential of its own. */
  constructor(backend: Backend, path: string, token?: Carried) {
    this.#backend = backend;
    this.#path = path;
    this.#token = token;
  }

  /** The headers of every message with a body. */
  get #own(): FlatHeaders {
    return this.#token === undefined ? ownHeaders : [...ownHeaders, ...this.#token.headers];
  }

  get #tokenHeaders(): FlatHeaders {
    return this.#token === undefined ? [] : this.#token.headers;
  }

  /** A request, which its `start` sends. */
  request(asked: ServerAsk, speech: Speech, events: RequestEvents, bounds?: AnswerBounds): RequestToServer {
    return new RequestToServer(this.#backend, this.#path, this.#message(asked, speech, bounds), events);
  }

  /** Sends a request, and resolves with its response. Rejects with a CallFault. */
  ask(asked: ServerAsk, speech: Speech, bounds: AnswerBounds): Promise<WholeAnswer> {
    return ask(this.#backend, this.#path, this.#message(asked, speech, bounds), {
      request: (one) => this.refuse(one, speech),
    });
  }

  /** Sends a request that begins a session. Rejects with a CallFault. */
  initialize(
    { id = this.#nextId(), method, paramsText, requestId, hops }: ServerAsk,
    bounds: AnswerBounds,
  ): Promise<WholeAnswer> {
    return ask(this.#backend, this.#path, {
      id,
      hasSession: false,
      body: Buffer.from(requestText(id, method, paramsText)),
      headers: this.#own,
      requestId,
      hops,
      ...bounds,
    });
  }

  /**
   * Reports to an older server that nobody waits for a request any more: it does not learn that from a closed
   * connection.
   */
  cancelled(id: RequestId, speech: Speech): void {
    if (speech.kind === 'modern') return;
    this.#aside(
      `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${JSON.stringify(id)},"reason":"The client went away."}}`,
      speech.session,
    );
  }

  /** Answers a request of an older server to its client, which the server waits for. */
  refuse({ idText, method }: ServerRequest, speech: Speech): void {
    if (speech.kind === 'older') this.#aside(refusedServerRequest(idText, method), speech.session);
  }

  /** Sends a message that has no answer, and resolves when the server has taken it. */
  notify(text: string, session: Session): Promise<void> {
    return new Promise((resolve, reject) => {
      const message = {
        body: Buffer.from(text),
        headers: [...this.#own, ...sessionHeaders(session)],
        requestId: 'mcp-notification',
        hops: 1,
        totalMs: asideMs,
      };
      new ServerCall(this.#backend, this.#path, message, {
        head: ({ status }) => {
          if (status < 300) return resolve();
          // Some servers answer 400 for an unknown session.
          const isLost = session.id !== undefined && (status === 404 || status === 400);
          reject(new CallFault(isLost ? 'session' : 'invalid', `status ${status} to a notification`));
        },
        data: () => {},
        end: () => {},
        failed: reject,
      }).start();
    });
  }

  /** Ends a session that the server has named. Resolves with the status of its answer; rejects with a CallFault. */
  endSession(session: Session): Promise<number> {
    const message = {
      method: 'DELETE' as const,
      body: Buffer.alloc(0),
      headers: [...this.#tokenHeaders, ...sessionHeaders(session)],
      requestId: 'mcp-session',
      hops: 1,
      totalMs: asideMs,
    };
    return new Promise((resolve, reject) => {
      const events = {
        head: ({ status }: ServerHead) => resolve(status),
        data: () => {},
        end: () => {},
        failed: reject,
      };
      new ServerCall(this.#backend, this.#path, message, events).start();
    });
  }

  /**
   * The stream of a session in which the server speaks by itself; `start` opens it.
   *
   * @param place The server's id of the event to continue from; undefined for a new stream.
   */
  stream(session: Session, place: string | undefined, events: ServerEvents): ServerCall {
    const message = {
      method: 'GET' as const,
      body: Buffer.alloc(0),
      headers: [
        'accept',
        'text/event-stream',
        ...this.#tokenHeaders,
        ...sessionHeaders(session),
        ...(place === undefined ? [] : ['last-event-id', place]),
      ],
      requestId: 'mcp-stream',
      hops: 1,
      totalMs: longestStreamMs,
      silentMs: longestStreamMs,
    };
    return new ServerCall(this.#backend, this.#path, message, events);
  }

  /** Sends a message that has no answer, and ignores its fate. */
  #aside(text: string, session: Session): void {
    this.notify(text, session).catch(() => {});
  }

  #message(
    { id = this.#nextId(), method, name, paramsText, headers = [], requestId, hops }: ServerAsk,
    speech: Speech,
    bounds: AnswerBounds = this.#backend.config.timeouts,
  ): AskedMessage {
    const own = speech.kind === 'modern' ? headersFor(method, name) : sessionHeaders(speech.session);
    const { totalMs, maxBytes } = bounds;
    return {
      id,
      hasSession: speech.kind === 'older' && speech.session.id !== undefined,
      body: Buffer.from(requestText(id, method, paramsText)),
      headers: [...this.#own, ...own, ...headers],
      requestId,
      hops,
      totalMs,
      ...(maxBytes !== undefined && { maxBytes }),
    };
  }

  #nextId(): number {
    this.#ids = this.#ids >= 1_000_000_000 ? 1 : this.#ids + 1;
    return this.#ids;
  }
}

/** The headers of a request in a session. */
export function sessionHeaders({ id, version }: Session): FlatHeaders {
  const told = ['mcp-protocol-version', version];
  return id === undefined ? told : [...told, 'mcp-session-id', id];
}
