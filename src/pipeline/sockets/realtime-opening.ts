/** Opens a session: a request through all stages, whose attempts are handshakes. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { BackendAnswer, BackendCall, UpstreamEvents } from '../../http/client/backend-call.ts';
import { ConnectionPlace } from '../../http/client/connection-place.ts';
import { StreamAnswer } from '../../http/client/stream-answer.ts';
import { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import type { Handshake, HandshakeEvents } from '../../http/client/websocket-handshake.ts';
import {
  type AnswerSink,
  type AnswerSource,
  type DownstreamHead,
  PassingSink,
  type TurnCarrier,
} from '../relay/answer/answer-sink.ts';
import { SessionUpstream } from './realtime-upstream.ts';
import { atAnyPace, TurnAnswer } from './turn-answer.ts';

/** Carries a request for a session to backends, and holds the socket of the one that agreed. */
export class SessionOpening implements TurnCarrier {
  #call: OpeningCall | undefined;

  carry(backend: Backend, request: UpstreamRequest, events: UpstreamEvents): BackendCall {
    const call = new OpeningCall(backend, request, events);
    this.#call = call;
    call.enter();
    return call;
  }

  /** Undefined until a backend has agreed. */
  get session(): SessionUpstream | undefined {
    return this.#call?.session;
  }

  /** Closes it; nobody wants it any more. */
  close(): void {
    this.session?.close();
  }
}

/**
 * Keeps the answer that stands for a backend's agreement from a client: the head of the client's own socket reports it.
 */
export class OpeningSink extends PassingSink {
  readonly #opening: SessionOpening;
  #isSilent = false;

  constructor(next: AnswerSink, opening: SessionOpening) {
    super(next);
    this.#opening = opening;
  }

  override begin(head: DownstreamHead, source?: AnswerSource): void {
    this.#isSilent = head.own === 'no' && this.#opening.session !== undefined;
    if (!this.#isSilent) super.begin(head, source);
  }

  override write(bytes: Buffer): void {
    if (!this.#isSilent) super.write(bytes);
  }

  beat(comment: Buffer): void {
    if (!this.#isSilent) this.next.beat(comment);
  }

  end(): void {
    if (!this.#isSilent) this.next.end();
  }

  cut(lastWords: Buffer | undefined): void {
    if (!this.#isSilent) this.next.cut(lastWords);
  }
}

const agreed = Buffer.from('data: {"type":"response.done"}\n\n');

/** One handshake. A session takes one of the backend's connections for as long as it is open. */
class OpeningCall extends ConnectionPlace implements BackendCall, HandshakeEvents {
  readonly isMalformed = false;
  session: SessionUpstream | undefined;
  readonly #backend: Backend;
  readonly #request: UpstreamRequest;
  readonly #events: UpstreamEvents;
  #handshake: Handshake | undefined;
  #isOver = false;
  #readyMs: number | undefined;

  constructor(backend: Backend, request: UpstreamRequest, events: UpstreamEvents) {
    super(backend.connections);
    this.#backend = backend;
    this.#request = request;
    this.#events = events;
  }

  get isSent(): boolean {
    return this.#readyMs !== undefined;
  }

  get readyMs(): number | undefined {
    return this.#readyMs;
  }

  get isCredentialStale(): boolean {
    return this.#handshake?.isCredentialStale === true;
  }

  protected begin(): void {
    this.#handshake = this.#backend.openSocket(this.#request, this);
  }

  protected unserved(failure: UpstreamFailure): void {
    this.failed(failure);
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handshake?.cancel();
    this.session?.close();
    this.session = undefined;
    this.leavePlace();
  }

  discard(answer: BackendAnswer): void {
    answer.destroy();
    this.cancel();
  }

  refuseCredential(_headers: IncomingHttpHeaders): void {}

  // The handshake.

  opened(socket: Duplex): void {
    this.#readyMs = performance.now();
    this.session = new SessionUpstream(socket, () => this.leavePlace());
    const answer = new TurnAnswer(200, 'text/event-stream', atAnyPace);
    this.#events.head(answer);
    answer.add(agreed);
    answer.end();
  }

  answered(answer: IncomingMessage): void {
    this.#readyMs = performance.now();
    const { statusCode = 0 } = answer;
    if (statusCode < 400) {
      answer.destroy();
      const why = `the backend answered ${statusCode} in place of 101`;
      return this.failed(new UpstreamFailure('invalid', why));
    }
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
}
