/** A client's WebSocket that speaks responses ("WebSocket mode" in OpenAI's guides): each `response.create` is a turn. */

import { ClientEvent } from '../../api/dialects/responses/socket-event.ts';
import { GatewayError } from '../../errors.ts';
import { uuidV7 } from '../../http/server/request-id.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import { asGatewayError } from '../own-answer.ts';
import type { TurnCarrier } from '../relay/answer/answer-sink.ts';
import { FramedClient } from './framed-client.ts';
import { KeptResponses } from './kept-responses.ts';
import { ResponseEvents } from './response-events.ts';
import { errorEvent, refusalEvent } from './socket-errors.ts';
import type { OpenedBy, SocketHost } from './socket-host.ts';
import { TurnRequest } from './turn-request.ts';
import { type TurnEvents, TurnSink, type WholeAnswer } from './turn-sink.ts';
import { UpstreamSockets } from './upstream-sockets.ts';

const mostUnderWay = 16;
const mostWaiting = 64;

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

export class ResponsesSocket extends FramedClient {
  readonly #kept: KeptResponses;
  readonly #lanes = new Map<string | undefined, Lane>();
  readonly #upstream = new UpstreamSockets();
  #waiting = 0;

  constructor(opened: OpenedBy, host: SocketHost, budget: BufferBudget) {
    super(opened, host, budget);
    this.#kept = new KeptResponses(host.roomOf(opened.key.id, budget));
  }

  override ping(): void {
    this.#upstream.ping();
    super.ping();
  }

  protected get hasMore(): boolean {
    return this.#waiting > 0;
  }

  protected eventOf(error: GatewayError): string {
    return refusalEvent(error, uuidV7(), undefined);
  }

  protected paced(): void {
    if (this.isSlow) this.socket.pause();
    else this.socket.resume();
  }

  // What comes.

  protected take(message: Buffer): void {
    let lane: string | undefined;
    try {
      const event = new ClientEvent(message);
      lane = event.streamId;
      this.#take(event, message.length, lane);
    } catch (error) {
      this.#refuse(asGatewayError(error), lane);
    }
  }

  protected gone(): void {
    for (const lane of this.#lanes.values()) lane.waiting.length = 0;
    this.#lanes.clear();
    this.#waiting = 0;
    this.#kept.clear();
    this.#upstream.close();
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
        return this.send(steerFailed(event));
      default:
        throw new GatewayError(
          'invalid_value',
          `This socket does not know the event ${typeof type === 'string' ? `"${type.slice(0, 100)}"` : 'without a type'}; send \`response.create\`.`,
          { param: 'type' },
        );
    }
  }

  #create(event: ClientEvent, bytes: number, streamId: string | undefined): void {
    if (this.leaving?.error !== undefined) throw this.leaving.error;
    const lane = this.#lanes.get(streamId) ?? { id: streamId, isBusy: false, waiting: [] };
    if (!lane.isBusy && this.sinks.size < mostUnderWay) {
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
    this.budget.take(this, bytes);
    this.#lanes.set(streamId, lane);
    this.#waiting += 1;
    lane.waiting.push({ event, bytes, lane });
  }

  // A turn.

  #start({ event, bytes, lane }: Turn): void {
    this.budget.giveBack(this, bytes);
    lane.isBusy = true;
    const before = event.previousResponseId;
    if (before !== undefined && this.#kept.wasGivenUp(before)) {
      this.#refuse(notKept(before), lane.id);
      return this.#over(lane);
    }
    this.#begin(event, lane, event.isUnstored && !this.host.hasNoReasoning(event.model));
  }

  #begin(event: ClientEvent, lane: Lane, asksReasoning: boolean): void {
    const before = event.previousResponseId;
    const earlier = before === undefined ? undefined : this.#kept.itemsUpTo(before);
    const asks = asksReasoning && !event.includesReasoning;
    const told = new ResponseEvents(lane.id, asks);
    const { url, socket, headers } = this.opened;
    const over = () => {
      this.sinks.delete(sink);
      this.#over(lane);
    };
    const events: TurnEvents = {
      event: (data, json) => this.send(told.toClient(data, json)),
      reads: (data) => told.reads(data),
      whole: (answer: WholeAnswer) => {
        if (asks && isWithoutReasoning(answer)) {
          this.sinks.delete(sink);
          this.host.noteNoReasoning(event.model);
          return this.#begin(event, lane, false);
        }
        this.send(errorEvent(withCode(answer, before), lane.id));
        over();
      },
      broken: (message: string) => {
        this.#refuse(new GatewayError('upstream_interrupted', message), lane.id);
        over();
      },
      ended: () => {
        const ended = told.unstored(event.isUnstored);
        if (ended !== undefined)
          this.#kept.keep(ended.id, earlier && before, [...event.addedItems(), ...ended.items]);
        over();
      },
      givenUp: () => {
        this.sinks.delete(sink);
        this.socket.terminate();
      },
    };
    const envelope = { lane: lane.id, isWarmUp: event.isWarmUp };
    const carrier = { carry: (...sent: Sent) => this.#upstream.carry(envelope, ...sent) };
    const sink = new TurnSink(events, carrier);
    this.sinks.add(sink);
    const body = event.body(earlier, asks);
    const request = new TurnRequest(url, socket, headers, body);
    this.host.begin(request, sink, event.isWarmUp ? 'warm_up' : 'turn');
  }

  /** A lane is free: its next turn begins, or one of another that had to wait for all. */
  #over(lane: Lane): void {
    lane.isBusy = false;
    if (lane.waiting.length === 0 && this.#lanes.get(lane.id) === lane) this.#lanes.delete(lane.id);
    if (!this.#startNext(lane)) for (const other of this.#lanes.values()) if (this.#startNext(other)) break;
    this.endIfIdle();
  }

  #startNext(lane: Lane): boolean {
    if (lane.isBusy || this.sinks.size >= mostUnderWay) return false;
    const next = lane.waiting.shift();
    if (next === undefined) return false;
    this.#waiting -= 1;
    this.#lanes.set(lane.id, lane);
    this.#start(next);
    return true;
  }

  // What goes.

  #refuse(error: GatewayError, streamId: string | undefined): void {
    this.send(refusalEvent(error, uuidV7(), streamId));
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
