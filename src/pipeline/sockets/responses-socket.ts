/** A client's WebSocket that speaks responses ("WebSocket mode" in OpenAI's guides): each `response.create` is a turn. */

import { ClientEvent } from '../../api/dialects/responses/socket-event.ts';
import { GatewayError } from '../../errors.ts';
import { uuidV7 } from '../../http/server/request-id.ts';
import { isObject, type JsonObject } from '../../lib/json.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import { asGatewayError } from '../own-answer.ts';
import type { TurnCarrier } from '../relay/answer/answer-sink.ts';
import { FramedClient } from './framed-client.ts';
import { KeptResponses } from './kept-responses.ts';
import {
  forClient,
  itemsOf,
  LiveTurn,
  nothingToSayTo,
  type SayingKind,
  sayingBody,
  sayingFailed,
} from './live-turn.ts';
import { ResponseEvents } from './response-events.ts';
import { errorEvent, refusalEvent } from './socket-errors.ts';
import type { OpenedBy, SocketHost, TurnKind } from './socket-host.ts';
import { TurnRequest } from './turn-request.ts';
import { type TurnEvents, TurnSink, type WholeAnswer } from './turn-sink.ts';
import { UpstreamSockets } from './upstream-sockets.ts';

const mostUnderWay = 16;
const mostWaiting = 64;

/** OpenAI's message about a model without reasoning to encrypt. */
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
  /** Its turns in flight: one, and additions to it. */
  underWay: number;
  readonly waiting: Turn[];
}

export class ResponsesSocket extends FramedClient {
  readonly #kept: KeptResponses;
  readonly #lanes = new Map<string | undefined, Lane>();
  readonly #upstream = new UpstreamSockets();
  /** Turns in flight that allow additions, by the client's names of the responses. */
  readonly #live = new Map<string | undefined, LiveTurn>();
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

  // Input.

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
    this.#live.clear();
    this.#waiting = 0;
    this.#kept.clear();
    this.#upstream.close();
  }

  #take(event: ClientEvent, bytes: number, streamId: string | undefined): void {
    const { type } = event;
    switch (type) {
      case 'response.create':
        return this.#create(event, bytes, streamId);
      // Codex reports that it has read a response, which matters to nobody here.
      case 'response.processed':
        return;
      case 'response.steer':
        return this.#say('steer', event);
      case 'response.inject':
        return this.#say('inject', event);
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
    const lane = this.#lanes.get(streamId) ?? { id: streamId, underWay: 0, waiting: [] };
    if (lane.underWay === 0 && this.sinks.size < mostUnderWay) {
      this.#lanes.set(streamId, lane);
      return this.#start({ event, bytes: 0, lane });
    }
    if (this.#waiting >= mostWaiting) throw tooManyTurns();
    this.budget.take(this, bytes);
    this.#lanes.set(streamId, lane);
    this.#waiting += 1;
    lane.waiting.push({ event, bytes, lane });
  }

  // A turn.

  #start({ event, bytes, lane }: Turn): void {
    this.budget.giveBack(this, bytes);
    lane.underWay += 1;
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
    const { isWarmUp, model, isUnstored } = event;
    const turn = new LiveTurn({ lane: lane.id, isWarmUp, model, isUnstored, hidesReasoning: asks });
    const over = () => {
      this.#live.delete(turn.clientId);
      this.sinks.delete(sink);
      this.#over(lane);
    };
    const events: TurnEvents = {
      event: (data, json) => {
        this.#noteLive(turn, data);
        this.send(told.toClient(data, json));
      },
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
        if (ended !== undefined && turn.isOverfull) this.#kept.leaveOut(ended.id);
        else if (ended !== undefined)
          this.#kept.keep(ended.id, earlier && before, [
            ...event.addedItems(),
            ...ended.items,
            ...itemsOf(turn.injected),
          ]);
        over();
      },
      givenUp: () => {
        this.sinks.delete(sink);
        this.socket.terminate();
      },
    };
    const carrier = { carry: (...sent: Sent) => this.#upstream.carry(turn, ...sent) };
    const sink = new TurnSink(events, carrier);
    this.#ask(event.body(earlier, asks), sink, isWarmUp ? 'warm_up' : 'turn');
  }

  #ask(body: Buffer, sink: TurnSink, kind: TurnKind): void {
    this.sinks.add(sink);
    const { url, socket, headers } = this.opened;
    this.host.begin(new TurnRequest(url, socket, headers, body), sink, kind);
  }

  /** A turn on a socket of its backend allows additions from its first event on. */
  #noteLive(turn: LiveTurn, data: string): void {
    if (!turn.isRelayed || turn.clientId !== undefined) return;
    const id = turn.began(data);
    if (id !== undefined) this.#live.set(id, turn);
  }

  /**
   * An addition to a response is a turn of its own, in the lane of that response: it passes all stages before it goes
   * up. If the backend continues it with another response, that is its answer.
   */
  #say(kind: SayingKind, event: ClientEvent): void {
    const target = this.#live.get(event.targetId);
    if (target === undefined) return this.send(nothingToSayTo(kind, event));
    if (this.sinks.size >= mostUnderWay) return this.send(sayingFailed(kind, event, errorOf(tooManyTurns())));
    const lane = this.#lanes.get(target.lane)!;
    lane.underWay += 1;
    const { isUnstored, hidesReasoning, clientId = '' } = target;
    const told = new ResponseEvents(lane.id, hidesReasoning);
    const turn = new LiveTurn(target);
    let isAnswered = false;
    const over = () => {
      this.#live.delete(turn.clientId);
      this.sinks.delete(sink);
      this.#over(lane);
    };
    const failed = (error: JsonObject) => {
      if (!isAnswered) this.send(sayingFailed(kind, event, error));
      over();
    };
    const events: TurnEvents = {
      event: (data, json) => {
        this.#noteLive(turn, data);
        // Without a response of its own there is nothing to report.
        if (turn.clientId !== undefined) this.send(told.toClient(data, json));
      },
      reads: (data) => told.reads(data),
      whole: ({ body }: WholeAnswer) => failed(isObject(body?.['error']) ? body['error'] : {}),
      broken: (message: string) => {
        if (turn.clientId === undefined) return failed({ code: 'upstream_interrupted', message });
        this.#refuse(new GatewayError('upstream_interrupted', message), lane.id);
        over();
      },
      ended: () => {
        const ended = turn.clientId === undefined ? undefined : told.unstored(isUnstored);
        if (ended !== undefined && (target.isOverfull || turn.isOverfull)) this.#kept.leaveOut(ended.id);
        else if (ended !== undefined)
          this.#kept.keep(ended.id, clientId, [
            ...itemsOf(target.steered),
            ...ended.items,
            ...itemsOf(turn.injected),
          ]);
        over();
      },
      givenUp: () => {
        this.sinks.delete(sink);
        this.socket.terminate();
      },
    };
    const answered = (answer: JsonObject) => {
      isAnswered = true;
      target.answered(event, answer);
      this.send(forClient(answer, clientId));
    };
    const carry: TurnCarrier['carry'] = ({ connections }, request, events) =>
      target.say(turn, kind, { connections, request, events }, answered);
    const sink = new TurnSink(events, { at: target.at, carry });
    this.#ask(sayingBody(target, event.input ?? '[]'), sink, 'turn');
  }

  /** A lane is free: its next turn begins, or one of another that had to wait for all. */
  #over(lane: Lane): void {
    lane.underWay -= 1;
    // The additions to the turn continue in its lane.
    if (lane.underWay > 0) return this.endIfIdle();
    if (lane.waiting.length === 0 && this.#lanes.get(lane.id) === lane) this.#lanes.delete(lane.id);
    if (!this.#startNext(lane)) for (const other of this.#lanes.values()) if (this.#startNext(other)) break;
    this.endIfIdle();
  }

  #startNext(lane: Lane): boolean {
    if (lane.underWay > 0 || this.sinks.size >= mostUnderWay) return false;
    const next = lane.waiting.shift();
    if (next === undefined) return false;
    this.#waiting -= 1;
    this.#lanes.set(lane.id, lane);
    this.#start(next);
    return true;
  }

  // Output.

  #refuse(error: GatewayError, streamId: string | undefined): void {
    this.send(refusalEvent(error, uuidV7(), streamId));
  }
}

function isWithoutReasoning({ status, body }: WholeAnswer): boolean {
  return status === 400 && withoutReasoning.test(JSON.stringify(body?.['error'] ?? ''));
}

/** Replaces the code of a response that was not found: clients send their whole conversation after this one. */
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

function tooManyTurns(): GatewayError {
  return new GatewayError(
    'too_many_turns',
    `${mostUnderWay} turns of this socket are in flight and ${mostWaiting} wait; send more when some have ended.`,
    { retryAfterMs: 1000 },
  );
}

function errorOf({ code, message }: GatewayError): JsonObject {
  return { type: 'rate_limit_error', code, message };
}
