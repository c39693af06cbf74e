/** A client's stream of a session: messages that the server sends by itself, or the rest of an answer that broke off. */
import { RpcFault, rpcCodes } from '../../../api/mcp/json-rpc-errors.ts';
import { clientAnswer, type Passage } from '../../../api/mcp/message-rewriting.ts';
import { passedToClient, requestToClient } from '../../../api/mcp/older-revisions/session-messages.ts';
import { type EventPlace, MessageEvents } from '../../../api/mcp/server-events.ts';
import { ServerFault, type ServerMessage, type ServerResponse } from '../../../api/mcp/server-messages.ts';
import { GatewayError } from '../../../errors.ts';
import type { Exchange } from '../../exchange.ts';
import type { AnswerSource } from '../../relay/answer/answer-sink.ts';
import { CredentialLeak } from '../../relay/credential-leak.ts';
import { ClientGone } from '../../request-body.ts';
import { eventBytes } from '../event-bytes.ts';
import type { LongAnswer } from '../listening-clients.ts';
import { listeningUntil } from '../listening-until.ts';
import type { McpServer } from '../servers/mcp-server.ts';
import { CallFault, errorInSession, unknownSession } from '../servers/server-call-fault.ts';
import type { ServerCall, ServerHead } from '../servers/server-http-call.ts';
import { type HeldSession, placeFields, type StreamPlace } from './held-session.ts';

interface StreamParts {
  readonly server: McpServer;
  readonly held: HeldSession;
  /** The place that the client continues from; undefined for a new stream. */
  readonly from: StreamPlace | undefined;
  readonly passage: Passage;
}

const heartbeatMs = 30_000;
const heartbeat = Buffer.from(': \n\n');

export class SessionStream implements AnswerSource, LongAnswer {
  readonly #exchange: Exchange;
  /** The client may listen until then. */
  readonly #untilMs: number;
  readonly #parts: StreamParts;
  readonly #events: MessageEvents;
  readonly #credential: CredentialLeak;
  readonly #ended: ReturnType<McpServer['availability']['begun']>;
  #call: ServerCall | undefined;
  /** The status of an answer that is no stream. */
  #refusedWith = 0;
  #hasBegun = false;
  #isOver = false;
  /** The fields of the next event that name its place. */
  #place = '';
  #settle!: { readonly resolve: () => void; readonly reject: (error: unknown) => void };

  constructor(exchange: Exchange, parts: StreamParts) {
    const { server } = parts;
    this.#exchange = exchange;
    this.#untilMs = listeningUntil(exchange);
    this.#parts = parts;
    this.#credential = new CredentialLeak(server.credential);
    this.#ended = server.availability.begun();
    this.#events = new MessageEvents({
      message: (message) => this.#message(message),
      fault: ({ message }) => this.#stop(message),
      place: (place) => this.#at(place),
    });
  }

  /** Opens it. Resolves when it is over; rejects with the answer if the server opens none. */
  run(): Promise<void> {
    const exchange = this.#exchange;
    const { server, held, from } = this.#parts;
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      exchange.whenGone(() => this.#left());
      exchange.whenInterrupted(() => this.end());
      this.#call = server.sender.stream(held.session, from?.event, {
        head: (head) => this.#head(head),
        data: (bytes) => {
          if (this.#hasBegun && !this.#isOver) this.#events.push(bytes);
        },
        end: () => this.#serverEnded(),
        failed: (fault) => this.#failed(fault),
      });
      this.#call.start();
    });
  }

  /** Ends it; the client may open another one. */
  end(): void {
    if (this.#isOver) return;
    if (this.#hasBegun) return this.#stop(undefined);
    this.#refuse(new GatewayError('overloaded', 'The gateway is stopping or changing; try again.'));
  }

  pause(): void {
    this.#call?.pause();
  }

  resume(): void {
    if (!this.#isOver) this.#call?.resume();
  }

  stop(): void {
    this.#left();
  }

  // The server's side.

  #head({ status, kind }: ServerHead): void {
    if (this.#isOver) return;
    if (status >= 300) {
      this.#refusedWith = status;
      return;
    }
    if (kind !== 'events') return this.#failed(new CallFault('invalid', 'it answers with no stream'));
    this.#hasBegun = true;
    this.#ended(undefined);
    const exchange = this.#exchange;
    const headers = ['content-type', 'text/event-stream', 'x-request-id', exchange.id];
    headers.push('cache-control', 'no-store', 'x-accel-buffering', 'no');
    const { idleMs } = this.#parts.server.backend.config.timeouts;
    exchange.answer.begin(
      { status: 200, headers, length: undefined, body: 'events', idleMs, own: 'no' },
      this,
    );
    // The head goes with the first bytes, and a client waits for it.
    exchange.answer.beat(heartbeat);
    this.#beat();
  }

  #serverEnded(): void {
    if (this.#isOver) return;
    const { server, from } = this.#parts;
    if (!this.#hasBegun) return this.#refuse(refusal(server.name, this.#refusedWith, from !== undefined));
    this.#events.end();
    this.#stop(undefined);
  }

  #failed(fault: CallFault): void {
    if (this.#isOver) return;
    if (this.#hasBegun) return this.#stop(fault.message);
    this.#refuse(errorInSession(this.#parts.server.name, fault), fault);
  }

  #at(place: EventPlace): void {
    if (this.#isOver) return;
    const { held, from } = this.#parts;
    this.#place = placeFields(held, place, from?.request);
    if (!place.isEmpty || this.#place === '') return;
    this.#exchange.answer.write(Buffer.from(`${this.#place}data: \n\n`));
    this.#place = '';
  }

  #message(message: ServerMessage): void {
    if (this.#isOver) return;
    const place = this.#place;
    this.#place = '';
    const text = this.#textOf(message);
    if (text === undefined) return;
    if (this.#credential.isInText(text)) return this.#stop("it repeats the gateway's credential");
    this.#exchange.answer.write(eventBytes(text, place));
  }

  #textOf(message: ServerMessage): string | undefined {
    if (message.kind === 'request') return requestToClient(message);
    if (message.kind === 'response') return this.#rest(message);
    const { server, held } = this.#parts;
    server.notified(message.method, held.session);
    const { toolGrants } = this.#exchange.key!;
    return passedToClient(message, (uri) => toolGrants.allows(server.name, 'resource', uri));
  }

  /** A response belongs only to the request whose stream this continues. */
  #rest(response: ServerResponse): string | undefined {
    const { from, passage } = this.#parts;
    if (from?.request === undefined) return undefined;
    const { method, idText } = from.request;
    if (response.id !== JSON.parse(idText)) return undefined;
    try {
      const { kind, text } = clientAnswer({ method }, response, passage);
      return `{"jsonrpc":"2.0","id":${idText},"${kind}":${text}}`;
    } catch (fault) {
      if (!(fault instanceof ServerFault)) throw fault;
      this.#stop(fault.message);
      return undefined;
    }
  }

  #beat(): void {
    const dueMs = Math.min(performance.now() + heartbeatMs, this.#untilMs);
    this.#exchange.timer.set(dueMs, () => {
      if (this.#isOver) return;
      if (performance.now() >= this.#untilMs) return this.end();
      this.#exchange.answer.beat(heartbeat);
      this.#beat();
    });
  }

  /** Ends a stream that has begun. Its client opens another one, from its last place. */
  #stop(reason: string | undefined): void {
    if (this.#isOver) return;
    if (reason !== undefined) this.#exchange.errorReason = `${this.#parts.server.name}: ${reason}`;
    this.#finish();
    this.#exchange.answer.end();
    this.#settle.resolve();
  }

  #refuse(error: Error, fault: CallFault | 'unjudged' = 'unjudged'): void {
    this.#ended(fault);
    this.#finish();
    this.#settle.reject(error);
  }

  #left(): void {
    if (this.#isOver) return;
    if (!this.#hasBegun) this.#ended('unjudged');
    this.#finish();
    if (this.#hasBegun) this.#settle.resolve();
    else this.#settle.reject(new ClientGone());
  }

  #finish(): void {
    this.#isOver = true;
    const exchange = this.#exchange;
    this.#call?.cancel();
    exchange.whenGone(undefined);
    exchange.whenInterrupted(undefined);
    exchange.timer.clear();
  }
}

/** The client's answer if the server opens no stream. Some servers answer 400 for an unknown session. */
function refusal(server: string, status: number, isResumed: boolean): Error {
  if (status === 404 || (status === 400 && !isResumed)) return unknownSession(`${server}: status ${status}`);
  if (status === 400) {
    const words = 'The server can not go on from this event; open a stream without Last-Event-ID.';
    return new RpcFault(rpcCodes.invalid_request, words);
  }
  if (status === 405)
    return new GatewayError('method_not_allowed', 'This server sends nothing by itself; use POST.', {
      headers: { allow: 'POST' },
    });
  return errorInSession(server, new CallFault('invalid', `status ${status} to a stream`));
}
