/** A client's WebSocket that speaks responses ("WebSocket mode" in OpenAI's guides): each `response.create` is a turn. */
import { GatewayError } from '../../errors.ts';
import { uuidV7 } from '../../http/server/request-id.ts';
import { closeCodes, type FrameSocket, type SocketEvents } from '../../http/sockets/web-socket.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { BufferBudget, BufferHolder } from '../buffer-budget.ts';
import { asGatewayError } from '../own-answer.ts';
import type { TurnCarrier } from '../relay/answer/answer-sink.ts';
import { KeptResponses } from './kept-responses.ts';
import { ResponseEvents } from './response-events.ts';
import { ClientEvent } from './response-turn.ts';
import { errorEvent, refusalEvent } from './socket-errors.ts';
import type { ClientSocket, OpenedBy, SocketHost } from './socket-host.ts';
import { TurnRequest } from './turn-request.ts';
import { type TurnEvents, TurnSink, type WholeAnswer } from './turn-sink.ts';
import { UpstreamSockets } from './upstream-sockets.ts';

const mostUnderWay = 16;
const mostWaiting = 64;
/** So much may wait for a client before its answers are held up, */
const soonTaken = 64 * 1024;
/** and so much before it is taken to have left. */
const mostUntaken = 1024 * 1024;
/** Of a message that has not come in full so much is not counted. */
const uncounted = 64 * 1024;

/** The words of OpenAI's API about a model that has no reasoning to encrypt. */
const withoutReasoning = /encrypted content is not supported/i;

type Sent = Parameters<TurnCarrier['carry']>;

/** A turn of a lane, from its event on. */
interface Turn {
  readonly event: ClientEvent;
  readonly bytes: number;
  readonly lane: Lane;
}

/** The turns of one `stream_id`, one after the other. */
interface Lane {
  readonly id: string | undefined;
  isBusy: boolean;
  readonly waiting: Turn[];
}

export class ResponsesSocket implements ClientSocket, SocketEvents, BufferHolder {
  readonly key: { readonly id: string };
  bufferedBytes = 0;
  readonly openedMs = performance.now();
  readonly #opened: OpenedBy;
  readonly #host: SocketHost;
  readonly #budget: BufferBudget;
  readonly #kept: KeptResponses;
  readonly #lanes = new Map<string | undefined, Lane>();
  readonly #sinks = new Set<TurnSink>();
  readonly #upstream = new UpstreamSockets();
  #socket!: FrameSocket;
  #waiting = 0;
  /** Bytes of a message that is not complete, and how many of them are counted. */
  #incoming = 0;
  #counted = 0;
  /** Why it ends with its last turn. */
  #leaving: { readonly code: number; readonly error: GatewayError } | undefined;

  constructor(opened: OpenedBy, host: SocketHost, budget: BufferBudget) {
    this.#opened = opened;
    this.key = opened.key;
    this.#host = host;
    this.#budget = budget;
    this.#kept = new KeptResponses(host.roomOf(opened.key.id, budget));
  }

  /** Its frames go over this. */
  over(socket: FrameSocket): void {
    this.#socket = socket;
  }

  get opened(): OpenedBy {
    return this.#opened;
  }

  get turns(): number {
    return this.#sinks.size;
  }

  ping(): void {
    this.#upstream.ping();
    this.#socket.ping();
  }

  leave(code: number, error: GatewayError): void {
    this.#leaving ??= { code, error };
    this.#endIfIdle();
  }

  // What comes.

  received(bytes: number): void {
    this.#incoming += bytes;
    const more = this.#incoming - uncounted - this.#counted;
    if (more <= 0) return;
    try {
      this.#budget.take(this, more);
      this.#counted += more;
    } catch (error) {
      this.#refuse(asGatewayError(error), undefined);
      this.#socket.close(closeCodes.tryAgainLater, 'no room for more messages');
    }
  }

  text(message: Buffer): void {
    this.#incoming = 0;
    this.#budget.giveBack(this, this.#counted);
    this.#counted = 0;
    let lane: string | undefined;
    try {
      const event = new ClientEvent(message);
      lane = event.streamId;
      this.#take(event, message.length, lane);
    } catch (error) {
      this.#refuse(asGatewayError(error), lane);
    }
  }

  binary(): void {
    this.#socket.close(closeCodes.unsupportedData, 'send messages of text');
  }

  drained(): void {
    if (this.#socket.waitingBytes > soonTaken) return;
    this.#socket.resume();
    for (const sink of this.#sinks) sink.resume();
  }

  closed(): void {
    for (const sink of this.#sinks) sink.left();
    this.#sinks.clear();
    for (const lane of this.#lanes.values()) lane.waiting.length = 0;
    this.#lanes.clear();
    this.#waiting = 0;
    this.#kept.clear();
    this.#upstream.close();
    this.#budget.release(this);
    this.#opened.leave();
    this.#host.closed(this);
  }

  #take(event: ClientEvent, bytes: number, streamId: string | undefined): void {
    const { type } = event;
    switch (type) {
      case 'response.create':
        return this.#create(event, bytes, streamId);
      // Codex says that it has taken a response in, which is nobody's here.
      case 'response.processed':
        return;
      case 'response.steer':
        return this.#send(steerFailed(event));
      default:
        throw new GatewayError(
          'invalid_value',
          `This socket does not know the event ${typeof type === 'string' ? `"${type.slice(0, 100)}"` : 'without a type'}; send \`response.create\`.`,
          { param: 'type' },
        );
    }
  }

  #create(event: ClientEvent, bytes: number, streamId: string | undefined): void {
    if (this.#leaving !== undefined) throw this.#leaving.error;
    const lane = this.#lanes.get(streamId) ?? { id: streamId, isBusy: false, waiting: [] };
    if (!lane.isBusy && this.#sinks.size < mostUnderWay) {
      this.#lanes.set(streamId, lane);
      return this.#start({ event, bytes: 0, lane });
    }
    if (this.#waiting >= mostWaiting) {
      throw new GatewayError(
        'too_many_turns',
        `${mostUnderWay} turns of this socket are under way and ${mostWaiting} wait; send more when some have ended.`,
        { retryAfterMs: 1000 },
      );
    }
    this.#budget.take(this, bytes);
    this.#lanes.set(streamId, lane);
    this.#waiting += 1;
    lane.waiting.push({ event, bytes, lane });
  }

  // A turn.

  #start({ event, bytes, lane }: Turn): void {
    this.#budget.giveBack(this, bytes);
    lane.isBusy = true;
    const before = event.previousResponseId;
    if (before !== undefined && this.#kept.wasGivenUp(before)) {
      this.#refuse(notKept(before), lane.id);
      return this.#over(lane);
    }
    this.#begin(event, lane, event.isUnstored && !this.#host.hasNoReasoning(event.model));
  }

  #begin(event: ClientEvent, lane: Lane, asksReasoning: boolean): void {
    const before = event.previousResponseId;
    const earlier = before === undefined ? undefined : this.#kept.itemsUpTo(before);
    const asks = asksReasoning && !event.includesReasoning;
    const told = new ResponseEvents(lane.id, asks);
    const { url, socket, headers } = this.#opened;
    const over = () => {
      this.#sinks.delete(sink);
      this.#over(lane);
    };
    const events: TurnEvents = {
      event: (data, json) => this.#send(told.toClient(data, json)),
      reads: (data) => told.reads(data),
      whole: (answer: WholeAnswer) => {
        if (asks && isWithoutReasoning(answer)) {
          this.#sinks.delete(sink);
          this.#host.noteNoReasoning(event.model);
          return this.#begin(event, lane, false);
        }
        this.#send(errorEvent(withCode(answer, before), lane.id));
        over();
      },
      broken: (message: string) => {
        this.#refuse(new GatewayError('upstream_interrupted', message), lane.id);
        over();
      },
      ended: () => {
        const { ended } = told;
        if (ended !== undefined && (event.isUnstored || ended.isUnstored))
          this.#kept.keep(ended.id, earlier && before, [...event.addedItems(), ...ended.items]);
        over();
      },
      givenUp: () => {
        this.#sinks.delete(sink);
        this.#socket.terminate();
      },
    };
    const envelope = { lane: lane.id, isWarmUp: event.isWarmUp };
    const carrier = { carry: (...sent: Sent) => this.#upstream.carry(envelope, ...sent) };
    const sink = new TurnSink(events, carrier);
    this.#sinks.add(sink);
    const body = event.body(earlier, asks);
    const request = new TurnRequest(url, socket, headers, body);
    this.#host.begin(request, sink, event.isWarmUp ? 'warm_up' : 'turn');
  }

  /** A lane is free: its next turn begins, or one of another that had to wait for all. */
  #over(lane: Lane): void {
    lane.isBusy = false;
    if (lane.waiting.length === 0 && this.#lanes.get(lane.id) === lane) this.#lanes.delete(lane.id);
    if (!this.#startNext(lane)) for (const other of this.#lanes.values()) if (this.#startNext(other)) break;
    this.#endIfIdle();
  }

  #startNext(lane: Lane): boolean {
    if (lane.isBusy || this.#sinks.size >= mostUnderWay) return false;
    const next = lane.waiting.shift();
    if (next === undefined) return false;
    this.#waiting -= 1;
    this.#lanes.set(lane.id, lane);
    this.#start(next);
    return true;
  }

  // What goes.

  #refuse(error: GatewayError, streamId: string | undefined): void {
    this.#send(refusalEvent(error, uuidV7(), streamId));
  }

  #send(text: string): void {
    this.#socket.send(text);
    const untaken = this.#socket.waitingBytes;
    if (untaken <= soonTaken) return;
    if (untaken > mostUntaken) return this.#socket.terminate();
    // Who does not read is not read either.
    this.#socket.pause();
    for (const sink of this.#sinks) sink.pause();
  }

  #endIfIdle(): void {
    const leaving = this.#leaving;
    if (leaving === undefined || this.#sinks.size > 0 || this.#waiting > 0 || !this.#socket.isOpen) return;
    this.#refuse(leaving.error, undefined);
    this.#socket.close(leaving.code, leaving.error.code);
  }
}

function isWithoutReasoning({ status, body }: WholeAnswer): boolean {
  return status === 400 && withoutReasoning.test(JSON.stringify(body?.['error'] ?? ''));
}

/** Whatever it is called where it was not found, a client goes by this code to send its whole conversation. */
function withCode(answer: WholeAnswer, before: string | undefined): WholeAnswer {
  const error = answer.body?.['error'] as JsonObject | undefined;
  if (before === undefined || error?.['param'] !== 'previous_response_id') return answer;
  return { ...answer, status: 400, body: { error: { ...error, code: 'previous_response_not_found' } } };
}

function notKept(id: string): GatewayError {
  return new GatewayError(
    'previous_response_not_found',
    `Previous response with id '${id.slice(0, 200)}' not found; it is not kept here any more, so send the whole conversation.`,
    { param: 'previous_response_id' },
  );
}

/** Steering needs a backend that has the socket itself. The input goes back as it came. */
function steerFailed(event: ClientEvent): string {
  const failed = JSON.stringify({
    type: 'response.steer.failed',
    sequence_number: 0,
    error: {
      type: 'invalid_request_error',
      code: 'steering_not_supported',
      message: 'This response can not be steered; send another `response.create`.',
    },
  });
  const target = JSON.stringify(event.previousResponseId ?? '');
  const input = event.input ?? '[]';
  return `${failed.slice(0, -1)},"steer":{"previous_response_id":${target},"input":${input}}}`;
}
