/** The sockets that a client's socket has at backends with a socket interface. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { UpstreamEvents } from '../../http/client/backend-call.ts';
import { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import type { Handshake, HandshakeEvents } from '../../http/client/websocket-handshake.ts';
import { upstreamWebSocket } from '../../http/sockets/upstream-web-socket.ts';
import { closeCodes, FrameSocket, type SocketEvents } from '../../http/sockets/web-socket.ts';
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import type { LiveTurn, Said } from './live-turn.ts';
import { RelayedCall } from './relayed-call.ts';

/** One for each account, opened at its first turn and used by the following ones. */
export class UpstreamSockets {
  readonly #byBackend = new Map<Backend, UpstreamSocket>();

  /**
   * Sends a turn. Its outcome is reported like the answer to an HTTP request.
   *
   * @param turn A lane has one turn in flight at a time.
   * @param fresh Demands a socket that has carried nothing before.
   */
  carry(
    turn: LiveTurn,
    backend: Backend,
    request: UpstreamRequest,
    events: UpstreamEvents,
    fresh: boolean,
    deployment: string,
  ): RelayedCall {
    if (fresh) this.#byBackend.get(backend)?.retire();
    const served = (call: RelayedCall) => {
      const socket = this.#to(backend, request);
      turn.goesOver(socket, deployment);
      socket.carry(call);
    };
    const call = new RelayedCall(backend.connections, request, events, turn, served);
    call.enter();
    return call;
  }

  #to(backend: Backend, request: UpstreamRequest): UpstreamSocket {
    const open = this.#byBackend.get(backend);
    if (open?.isUsable === true) return open;
    const socket = new UpstreamSocket(backend, request);
    this.#byBackend.set(backend, socket);
    return socket;
  }

  /** The client has gone: each socket ends with its turns in flight, which are being given up. */
  close(): void {
    for (const socket of this.#byBackend.values()) socket.retire();
    this.#byBackend.clear();
  }

  /** Keeps idle sockets from being taken for dead ones. */
  ping(): void {
    for (const socket of this.#byBackend.values()) socket.ping();
  }
}

/** A socket at one backend, with its turns in flight. */
export class UpstreamSocket implements HandshakeEvents, SocketEvents {
  readonly #backend: Backend;
  readonly #handshake: Handshake;
  readonly #calls = new Map<string | undefined, RelayedCall>();
  #socket: FrameSocket | undefined;
  #state: 'opening' | 'open' | 'over' = 'opening';
  #isRetired = false;
  /** The additions to responses, in their order. */
  readonly #said: Said[] = [];
  /** Turns that it has carried to their end. */
  #carried = 0;

  constructor(backend: Backend, request: UpstreamRequest) {
    this.#backend = backend;
    this.#handshake = backend.openSocket(request, this);
    backend.sockets.add(this);
  }

  /** Turns can be sent on it, once it is open. */
  get isUsable(): boolean {
    if (this.#isRetired) return false;
    return this.#state === 'opening' || (this.#state === 'open' && this.#socket!.isOpen);
  }

  get isCredentialStale(): boolean {
    return this.#handshake.isCredentialStale;
  }

  carry(call: RelayedCall): void {
    this.#calls.set(call.lane, call);
    call.on(this, this.#carried > 0);
    if (this.#state === 'open') call.send(this.#socket!);
  }

  /**
   * Ends a turn that is over or unwanted. The rest of a turn that goes on at the backend must not be taken for the next
   * one's: the turn stays in its place, and the socket takes no more turns.
   */
  leave(call: RelayedCall, isOver: boolean): void {
    // It may have held the socket up, and needs nothing more.
    this.resume();
    const place = this.#said.findIndex((one) => one.call === call);
    if (isOver) {
      if (place >= 0) this.#said.splice(place, 1);
      if (this.#calls.get(call.lane) === call) this.#calls.delete(call.lane);
      this.#carried += 1;
    } else this.#isRetired = true;
    if (this.#isRetired) this.#closeIfIdle();
  }

  /** Takes no more turns, and ends with those in flight. */
  retire(): void {
    this.#isRetired = true;
    this.#closeIfIdle();
  }

  #closeIfIdle(): void {
    for (const call of this.#calls.values()) if (!call.isOver) return;
    for (const { call } of this.#said) if (!call.isOver) return;
    this.#close();
  }

  #close(): void {
    if (this.#state === 'over') return;
    if (this.#state === 'opening') this.#handshake.cancel();
    this.#end();
    this.#socket?.close(closeCodes.normal, '');
    this.#lose('the socket to the backend was given up');
  }

  ping(): void {
    this.#socket?.ping();
  }

  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  // The handshake.

  opened(socket: Duplex): void {
    this.#state = 'open';
    this.#socket = new FrameSocket(upstreamWebSocket(socket), socket, this, true);
    for (const call of this.#calls.values()) if (!call.isOver) call.send(this.#socket);
  }

  answered(answer: IncomingMessage): void {
    this.#end();
    const [first, ...others] = [...this.#calls.values()].filter(({ isOver }) => !isOver);
    this.#calls.clear();
    if (first === undefined) return void answer.destroy();
    first.refused(answer);
    const why = `the backend answered ${answer.statusCode} in place of 101`;
    for (const call of others) call.failed(new UpstreamFailure('reset', why));
  }

  failed(failure: UpstreamFailure): void {
    this.#end();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.failed(failure);
  }

  // Input.

  text(message: Buffer): void {
    const text = message.toString();
    const json = mayMatter.test(text) || this.#calls.size !== 1 ? parseObject(text) : undefined;
    const type = json?.['type'];
    if (typeof type === 'string' && ofWhatWasSaid.test(type)) return this.#answered(json!);
    if (type === 'response.created') this.#created(json!);
    for (const { call } of this.#said) call.progress();
    this.#callOf(json)?.event(text, json);
  }

  /** Sends an addition to a response that is being made on it. */
  say(said: Said): void {
    const { call } = said;
    if (this.#state !== 'open') return call.failed(new UpstreamFailure('reset', 'the socket has ended'));
    this.#said.push(said);
    call.on(this, true);
    call.send(this.#socket!);
  }

  /** Reports the outcome of an addition (`ResponseSteerAcceptedEvent` and those beside it in OpenAI's SDKs). */
  #answered(event: JsonObject): void {
    const steer = isObject(event['steer']) ? event['steer'] : {};
    const { id, previous_response_id: target = event['response_id'] } = steer;
    const known = id === undefined ? undefined : this.#said.find((one) => one.id === id);
    const said = known ?? this.#said.find((one) => one.id === undefined && one.target === target);
    if (said === undefined) return;
    said.told(event);
    switch (event['type']) {
      case 'response.steer.accepted':
        said.id = id;
        return said.call.accepted();
      case 'response.steer.failed':
      case 'response.inject.failed':
        return said.call.declined(event['error']);
      default:
        return said.call.merged();
    }
  }

  /**
   * Begins a response. One that nobody asked for continues from the additions to the one before: it includes all of
   * them, and the first is its turn.
   */
  #created(event: JsonObject): void {
    const { response, stream_id: lane } = event;
    const { id, previous_response_id: before } = isObject(response) ? response : {};
    const asked = this.#calls.get(typeof lane === 'string' ? lane : undefined);
    if (asked === undefined) {
      const [first, ...others] = this.#said.filter(
        (one) => one.id !== undefined && (typeof before !== 'string' || one.target === before),
      );
      if (first !== undefined) {
        this.#said.splice(this.#said.indexOf(first), 1);
        this.#calls.set(first.call.lane, first.call);
        first.call.began(id);
        for (const { call } of others) call.merged();
        return;
      }
    }
    const call = asked ?? this.#callOf(event);
    // Nobody has admitted it, and so nobody is to pay for it.
    if (this.#calls.size === 0) this.#close();
    else call?.began(id);
  }

  #callOf(json: JsonObject | undefined): RelayedCall | undefined {
    const lane = json?.['stream_id'];
    const named = typeof lane === 'string' ? this.#calls.get(lane) : undefined;
    if (named !== undefined) return named;
    if (this.#calls.size > 1) return this.#calls.get(undefined);
    const [only] = this.#calls.values();
    return only;
  }

  binary(): void {
    this.#socket!.close(closeCodes.unsupportedData, '');
  }

  received(): void {}

  drained(): void {}

  closed(): void {
    this.#end();
    this.#lose('the socket to the backend ended');
  }

  #lose(why: string): void {
    const calls = [...this.#calls.values(), ...this.#said.splice(0).map(({ call }) => call)];
    this.#calls.clear();
    for (const call of calls) call.lost(why);
  }

  #end(): void {
    this.#state = 'over';
    this.#backend.sockets.delete(this);
  }
}

/** The events that begin or end a turn, answer an addition, or name the turn of an event. */
const mayMatter =
  /response\.(?:created|completed|failed|incomplete|done|(?:steer|inject)\.[a-z]+)"|"error"|"stream_id"/;
const ofWhatWasSaid = /^response\.(?:steer|inject)\./;
