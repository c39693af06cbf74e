import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { removals } from '../../api/body/body-edits.ts';
import { scanObject } from '../../api/body/scan-json.ts';
import { responseEnds } from '../../api/dialects/responses/responses-stream.ts';
import { edited } from '../../api/signed-ids/edit-bytes.ts';
import type { UpstreamRequest } from '../../http/client/backend.ts';
import type { BackendAnswer, BackendCall, UpstreamEvents } from '../../http/client/backend-call.ts';
import { ConnectionPlace } from '../../http/client/connection-place.ts';
import type { Connections } from '../../http/client/connections.ts';
import { StreamAnswer } from '../../http/client/stream-answer.ts';
import { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import type { FrameSocket } from '../../http/sockets/web-socket.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import { TurnAnswer } from './turn-answer.ts';

/** The socket that a call is sent on. */
interface Carrying {
  readonly isCredentialStale: boolean;
  leave(call: RelayedCall, isOver: boolean): void;
  pause(): void;
  resume(): void;
}

/** The error that ends a socket, and not the turn ("WebSocket Mode" of OpenAI's guides). */
const ofSocket = 'websocket_connection_limit_reached';

/** The fields of an event beside the request's body in it. */
export interface Envelope {
  /** The client's `stream_id`. */
  readonly lane: string | undefined;
  /** Nothing is to be answered yet (`generate: false`). */
  readonly isWarmUp: boolean;
  /** The backend's name of the response, once it has begun. */
  upstreamId?: string;
}

/** A turn that a backend is asked for on a socket. */
export class RelayedCall extends ConnectionPlace implements BackendCall {
  readonly isMalformed = false;
  readonly #envelope: Envelope;
  readonly #request: UpstreamRequest;
  readonly #events: UpstreamEvents;
  #carrying: Carrying | undefined;
  readonly #served: (call: RelayedCall) => void;
  #isSent = false;
  #isReused = false;
  #isOver = false;
  #readyMs: number | undefined;
  #answer: TurnAnswer | undefined;
  /** The moment of the last report. */
  #toldMs = 0;
  readonly #asked: (body: Buffer) => string;
  /** The events of this turn of the event loop, in the form of a body. */
  #unread = '';

  /**
   * @param served Called when it has one of the backend's connections, which turns take as requests do.
   * @param asked The event that asks for it, made of the body of a request.
   */
  constructor(
    connections: Connections,
    request: UpstreamRequest,
    events: UpstreamEvents,
    envelope: Envelope,
    served: (call: RelayedCall) => void,
    asked = (body: Buffer) => asEvent(body, envelope),
  ) {
    super(connections);
    this.#request = request;
    this.#events = events;
    this.#envelope = envelope;
    this.#served = served;
    this.#asked = asked;
  }

  get upstreamId(): string | undefined {
    return this.#envelope.upstreamId;
  }

  get lane(): string | undefined {
    return this.#envelope.lane;
  }

  /** It is over, or given up. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get isSent(): boolean {
    return this.#isSent;
  }

  get readyMs(): number | undefined {
    return this.#readyMs;
  }

  get isCredentialStale(): boolean {
    return this.#carrying?.isCredentialStale === true;
  }

  protected begin(): void {
    this.#served(this);
  }

  protected unserved(failure: UpstreamFailure): void {
    this.failed(failure);
  }

  /** @param isReused The socket has carried turns before. */
  on(carrying: Carrying, isReused: boolean): void {
    this.#carrying = carrying;
    this.#isReused = isReused;
  }

  send(socket: FrameSocket): void {
    this.#readyMs = performance.now();
    this.#isSent = true;
    const body = Buffer.concat(this.#request.body);
    this.#request.body.length = 0;
    socket.send(this.#asked(body));
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#finish(false);
  }

  discard(_answer: BackendAnswer): void {
    this.cancel();
  }

  refuseCredential(_headers: IncomingHttpHeaders): void {}

  /** HTTP answered the handshake. */
  refused(answer: IncomingMessage): void {
    this.#isOver = true;
    this.leavePlace();
    this.#events.head(new StreamAnswer(answer));
  }

  failed(failure: UpstreamFailure): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.leavePlace();
    this.#events.failed(failure);
  }

  /** The socket is gone. */
  lost(why: string): void {
    if (this.#isOver) return;
    const answer = this.#answer;
    if (answer === undefined)
      return this.failed(new UpstreamFailure(this.#isReused ? 'stale' : 'reset', why));
    this.#flush();
    this.#isOver = true;
    this.leavePlace();
    answer.destroy();
  }

  /** @param json Parsed if it may matter. */
  event(text: string, json: JsonObject | undefined): void {
    if (this.#isOver) return;
    const type = json?.['type'];
    if (this.#answer === undefined && type === 'error') return this.#refusal(json!);
    this.#answer ??= this.#answerOf(200, 'text/event-stream');
    this.#add(text);
    if (type !== 'error' && !responseEnds.has(type)) return;
    this.#flush();
    this.#answer.end();
    this.#finish(true);
  }

  /** The response has begun. */
  began(id: unknown): void {
    if (typeof id === 'string') this.#envelope.upstreamId ??= id;
  }

  // Additions to a response while it is made.

  /** The backend will continue it, and there is nothing to report yet. */
  accepted(): void {
    if (!this.#isOver) this.#answer ??= this.#answerOf(200, 'text/event-stream');
  }

  /** The awaited response goes on. */
  progress(): void {
    const now = performance.now();
    if (this.#isOver || this.#answer === undefined || now - this.#toldMs < progressMs) return;
    this.#toldMs = now;
    this.#answer.add(comment);
  }

  /** It has become a part of another response, which reports its usage. */
  merged(): void {
    this.event(JSON.stringify(usedNothing), usedNothing);
  }

  /** The backend refuses it. */
  declined(error: unknown): void {
    if (this.#answer === undefined && !this.#isOver) this.#refusal({ status: 400, error });
    else this.merged();
  }

  /** Events that arrive together go on together. */
  #add(text: string): void {
    if (this.#unread === '') process.nextTick(RelayedCall.#flushLater, this);
    const data = text.includes('\n') || text.includes('\r') ? text.replaceAll(lineEnd, '\ndata: ') : text;
    this.#unread += `data: ${data}\n\n`;
  }

  static #flushLater(call: RelayedCall): void {
    call.#flush();
  }

  #flush(): void {
    const unread = this.#unread;
    if (unread === '') return;
    this.#unread = '';
    this.#answer!.add(Buffer.from(unread));
  }

  /** An error in place of an answer becomes one of HTTP, with its status. */
  #refusal({ status, error }: JsonObject): void {
    const told = isObject(error) ? error : {};
    if (told['code'] === ofSocket) {
      this.failed(new UpstreamFailure('stale', 'the backend had enough of the socket'));
      return;
    }
    const answer = this.#answerOf(typeof status === 'number' ? status : 500, 'application/json');
    answer.add(Buffer.from(JSON.stringify({ error: told })));
    answer.end();
    this.#finish(true);
  }

  #answerOf(status: number, contentType: string): TurnAnswer {
    const answer = new TurnAnswer(status, contentType, this.#carrying!);
    this.#answer = answer;
    this.#events.head(answer);
    return answer;
  }

  #finish(isOver: boolean): void {
    this.#isOver = true;
    this.#carrying?.leave(this, isOver);
    this.leavePlace();
  }
}

const progressMs = 1000;
const comment = Buffer.from(':\n\n');
const usedNothing: JsonObject = {
  type: 'response.done',
  response: { status: 'completed', usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 } },
};

const lineEnd = /\r\n|\r|\n/g;

const carried = { wanted: ['stream', 'stream_id', 'type'], guarded: [] } as const;
const anySize = { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY };

/** A request's body as the event that asks for it on a socket. */
function asEvent(body: Buffer, { lane, isWarmUp }: Envelope): string {
  const { members, rootAt } = scanObject(body, { ...carried, ...anySize });
  const rest = edited(body, removals([...members.values()]));
  const head = {
    type: 'response.create',
    ...(lane !== undefined && { stream_id: lane }),
    ...(isWarmUp && { generate: false }),
  };
  const first = JSON.stringify(head).slice(0, -1);
  return `${first},${rest.toString('utf8', rootAt + 1)}`;
}
