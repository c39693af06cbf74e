/** A turn that is under way, and what its client says to it meanwhile: `response.steer` and `response.inject`. */
import { scanObject } from '../../api/body/scan-json.ts';
import type { ClientEvent } from '../../api/dialects/responses/socket-event.ts';
import type { UpstreamRequest } from '../../http/client/backend.ts';
import type { BackendCall, UpstreamEvents } from '../../http/client/backend-call.ts';
import { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import { mostOfSocket } from './kept-responses.ts';
import { type Envelope, RelayedCall } from './relayed-call.ts';

/** Something that was said to a response. */
export interface Said {
  readonly call: RelayedCall;
  /** The response, as the backend calls it. */
  readonly target: string;
  /** What the backend calls what was said, once it has taken it. */
  id: unknown;
  /** Is told what the backend answers. */
  told(event: JsonObject): void;
}

/** The socket of a backend that has a turn. */
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
  /** What its client calls the response. */
  clientId: string | undefined;
  /** What the backend took of what was said to it: for the response that goes on from it, */
  readonly steered: ClientEvent[] = [];
  /** and for itself. */
  readonly injected: ClientEvent[] = [];
  /** More was said than is kept for what goes on from it. */
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

  /** The deployment that it goes to, as `MODEL/NAME`. */
  get at(): string {
    return this.#at;
  }

  /** A backend has it on a socket: something can be said to it. */
  get isRelayed(): boolean {
    return this.#socket !== undefined;
  }

  goesOver(socket: LiveSocket, deployment: string): void {
    this.#socket = socket;
    this.#at = deployment;
  }

  /** Notes what becomes of something that was said to it. */
  answered(event: ClientEvent, { type }: JsonObject): void {
    if (type === 'response.steer.accepted') this.#keep(this.steered, event);
    else if (type === 'response.inject.created') this.#keep(this.injected, event);
    else if (type === 'response.steer.failed' && this.steered.includes(event))
      this.steered.splice(this.steered.indexOf(event), 1);
  }

  /** A turn may go on for long, and its client say very much to it. */
  #keep(list: ClientEvent[], event: ClientEvent): void {
    if (this.isOverfull) return;
    this.#keptBytes += event.length;
    this.isOverfull = this.#keptBytes > mostOfSocket;
    if (!this.isOverfull) list.push(event);
    else this.steered.length = this.injected.length = 0;
  }

  /** Reads of its first event what the response is called. */
  began(data: string): string | undefined {
    const event = parseObject(data);
    const response = event?.['type'] === 'response.created' ? event['response'] : undefined;
    if (isObject(response) && typeof response['id'] === 'string') this.clientId = response['id'];
    return this.clientId;
  }

  /**
   * Says something to it, as the request that it has become says it.
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
    // What was said can't be said again.
    if (wasSaid)
      process.nextTick(() => call.failed(new UpstreamFailure('reset', 'the response had it already')));
    else call.enter();
    return call;
  }
}

export type SayingKind = 'steer' | 'inject';

/** What a call is made of. */
export interface Sending {
  readonly connections: ConstructorParameters<typeof RelayedCall>[0];
  readonly request: UpstreamRequest;
  readonly events: UpstreamEvents;
}

const anySize = { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY };

/** The items of what was said, as JSON texts. */
export function itemsOf(events: readonly ClientEvent[]): readonly string[] {
  return events.flatMap((event) => event.addedItems());
}

/** What is said as the event that says it on a socket. */
function asSaying(kind: SayingKind, target: string, body: Buffer): string {
  const { members } = scanObject(body, { wanted: ['input'], guarded: [], ...anySize });
  const input = members.get('input');
  const said = input === undefined ? '[]' : body.toString('utf8', input.valueAt, input.end);
  const field = kind === 'steer' ? 'previous_response_id' : 'response_id';
  return `{"type":"response.${kind}","${field}":${JSON.stringify(target)},"input":${said}}`;
}

/** The body of the request that something said to a turn becomes. */
export function sayingBody({ model }: LiveTurn, input: string): Buffer {
  const head = JSON.stringify({ model, stream: true });
  return Buffer.from(`${head.slice(0, -1)},"input":${input}}`);
}

/** What a backend says of something that was said, with the client's name of the response. */
export function forClient(event: JsonObject, clientId: string): string {
  const { steer } = event;
  const told = isObject(steer)
    ? { ...event, steer: { ...steer, previous_response_id: clientId } }
    : { ...event, response_id: clientId };
  return JSON.stringify(told);
}

/** Something that was said and comes to nothing. The input goes back as it came. */
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

/** The same where there is no response that it could be said to: that needs a backend which has the socket itself. */
export function nothingToSayTo(kind: SayingKind, event: ClientEvent): string {
  return sayingFailed(kind, event, alone[kind]);
}
