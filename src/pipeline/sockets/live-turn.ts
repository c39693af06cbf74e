/** A turn in flight, and its client's additions to it: `response.steer` and `response.inject`. */
import { scanObject } from '../../api/body/scan-json.ts';
import type { ClientEvent } from '../../api/dialects/responses/socket-event.ts';
import type { UpstreamRequest } from '../../http/client/backend.ts';
import type { BackendCall, UpstreamEvents } from '../../http/client/backend-call.ts';
import { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import { mostOfSocket } from './kept-responses.ts';
import { type Envelope, RelayedCall } from './relayed-call.ts';

/** An addition to a response. */
export interface Said {
  readonly call: RelayedCall;
  /** The backend's name of the response. */
  readonly target: string;
  /** The backend's name of the addition, once it has taken it. */
  id: unknown;
  /** Gets the backend's answer. */
  told(event: JsonObject): void;
}

/** The backend's socket that has a turn. */
export interface LiveSocket {
  say(said: Said): void;
}

export class LiveTurn implements Envelope {
  readonly lane: string | undefined;
  readonly isWarmUp: boolean;
  /** The model, as its client named it. */
  readonly model: string | undefined;
  /** The backend is asked to keep nothing of it. */
  readonly isUnstored: boolean;
  /** Its client did not ask for the encrypted reasoning that comes with it. */
  readonly hidesReasoning: boolean;
  upstreamId?: string;
  /** The client's name of the response. */
  clientId: string | undefined;
  /** The additions that the backend took: for the response that continues it, */
  readonly steered: ClientEvent[] = [];
  /** and for itself. */
  readonly injected: ClientEvent[] = [];
  /** There were more additions than are kept for the next response. */
  isOverfull = false;
  #keptBytes = 0;
  #socket: LiveSocket | undefined;
  #at = '';

  constructor({
    lane,
    isWarmUp,
    model,
    isUnstored,
    hidesReasoning,
  }: Pick<LiveTurn, 'lane' | 'isWarmUp' | 'model' | 'isUnstored' | 'hidesReasoning'>) {
    this.lane = lane;
    this.isWarmUp = isWarmUp;
    this.model = model;
    this.isUnstored = isUnstored;
    this.hidesReasoning = hidesReasoning;
  }

  /** Its deployment, as `MODEL/NAME`. */
  get at(): string {
    return this.#at;
  }

  /** A backend has it on a socket, so additions are possible. */
  get isRelayed(): boolean {
    return this.#socket !== undefined;
  }

  goesOver(socket: LiveSocket, deployment: string): void {
    this.#socket = socket;
    this.#at = deployment;
  }

  /** Records the outcome of an addition. */
  answered(event: ClientEvent, { type }: JsonObject): void {
    if (type === 'response.steer.accepted') this.#keep(this.steered, event);
    else if (type === 'response.inject.created') this.#keep(this.injected, event);
    else if (type === 'response.steer.failed' && this.steered.includes(event))
      this.steered.splice(this.steered.indexOf(event), 1);
  }

  /** A turn may last long, and its client may add very much to it. */
  #keep(list: ClientEvent[], event: ClientEvent): void {
    if (this.isOverfull) return;
    this.#keptBytes += event.length;
    this.isOverfull = this.#keptBytes > mostOfSocket;
    if (!this.isOverfull) list.push(event);
    else this.steered.length = this.injected.length = 0;
  }

  /** Reads the response's name from its first event. */
  began(data: string): string | undefined {
    const event = parseObject(data);
    const response = event?.['type'] === 'response.created' ? event['response'] : undefined;
    if (isObject(response) && typeof response['id'] === 'string') this.clientId = response['id'];
    return this.clientId;
  }

  /**
   * Makes an addition, in the form of the request that it has become.
   *
   * @param next The turn that it begins.
   */
  say(next: LiveTurn, kind: SayingKind, sent: Sending, told: Said['told']): BackendCall {
    const { connections, request, events } = sent;
    const socket = this.#socket!;
    const target = this.upstreamId ?? '';
    const wasSaid = next.isRelayed;
    next.goesOver(socket, this.#at);
    const served = (call: RelayedCall) => socket.say({ call, target, id: undefined, told });
    const asked = (body: Buffer) => asSaying(kind, target, body);
    const call = new RelayedCall(connections, request, events, next, served, asked);
    // An addition can't be made twice.
    if (wasSaid)
      process.nextTick(() => call.failed(new UpstreamFailure('reset', 'the response had it already')));
    else call.enter();
    return call;
  }
}

export type SayingKind = 'steer' | 'inject';

/** The parts of a call. */
export interface Sending {
  readonly connections: ConstructorParameters<typeof RelayedCall>[0];
  readonly request: UpstreamRequest;
  readonly events: UpstreamEvents;
}

const anySize = { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY };

/** The items of additions, as JSON texts. */
export function itemsOf(events: readonly ClientEvent[]): readonly string[] {
  return events.flatMap((event) => event.addedItems());
}

/** An addition as its event on a socket. */
function asSaying(kind: SayingKind, target: string, body: Buffer): string {
  const { members } = scanObject(body, { wanted: ['input'], guarded: [], ...anySize });
  const input = members.get('input');
  const said = input === undefined ? '[]' : body.toString('utf8', input.valueAt, input.end);
  const field = kind === 'steer' ? 'previous_response_id' : 'response_id';
  return `{"type":"response.${kind}","${field}":${JSON.stringify(target)},"input":${said}}`;
}

/** The body of the request that an addition becomes. */
export function sayingBody({ model }: LiveTurn, input: string): Buffer {
  const head = JSON.stringify({ model, stream: true });
  return Buffer.from(`${head.slice(0, -1)},"input":${input}}`);
}

/** A backend's event on an addition, with the client's name of the response. */
export function forClient(event: JsonObject, clientId: string): string {
  const { steer } = event;
  const told = isObject(steer)
    ? { ...event, steer: { ...steer, previous_response_id: clientId } }
    : { ...event, response_id: clientId };
  return JSON.stringify(told);
}

/** The event for an addition that failed. The input goes back unchanged. */
export function sayingFailed(kind: SayingKind, event: ClientEvent, error: JsonObject): string {
  const input = event.input ?? '[]';
  const target = JSON.stringify(event.targetId ?? '');
  const failed = JSON.stringify({ type: `response.${kind}.failed`, sequence_number: 0, error }).slice(0, -1);
  return kind === 'steer'
    ? `${failed},"steer":{"previous_response_id":${target},"input":${input}}}`
    : `${failed},"response_id":${target},"input":${input}}`;
}

const alone: Readonly<Record<SayingKind, JsonObject>> = {
  steer: {
    type: 'invalid_request_error',
    code: 'steering_not_supported',
    message: 'This response can not be steered; send another `response.create`.',
  },
  inject: {
    code: 'response_not_found',
    message: 'No response of this id is being made that anything can be added to; send a `response.create`.',
  },
};

/** The same without a response to add to: that needs a backend that has the socket itself. */
export function nothingToSayTo(kind: SayingKind, event: ClientEvent): string {
  return sayingFailed(kind, event, alone[kind]);
}
