/**
 * A client's WebSocket that speaks realtime (`resources/realtime` of OpenAI's SDKs): its events pass unchanged in both
 * directions, and each response is a turn.
 */
import { renderError } from '../../api/families/render-error.ts';
import { GatewayError } from '../../errors.ts';
import { uuidV7 } from '../../http/server/request-id.ts';
import { closeCodes, type FrameSocket } from '../../http/sockets/web-socket.ts';
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import type { BufferBudget } from '../buffer-budget.ts';
import { asGatewayError } from '../own-answer.ts';
import { FramedClient, soonTaken } from './framed-client.ts';
import { isTranscriber, RealtimeEvent, realtimeError, sessionNaming, useIn } from './realtime-events.ts';
import { RealtimeTurn, type TurnOwner } from './realtime-turn.ts';
import type { SessionUpstream } from './realtime-upstream.ts';
import type { OpenedBy, SocketHost, TurnKind } from './socket-host.ts';
import { TurnRequest } from './turn-request.ts';
import { TurnSink, type WholeAnswer } from './turn-sink.ts';

/** The facts that a session was opened with. */
export interface SessionPlace {
  /** As the client named it. */
  readonly model: string;
  /** The deployment, as `MODEL/NAME`, */
  readonly at: string;
  /** and its backend's name of the model. */
  readonly upstreamModel: string;
}

/** The most responses that may be asked for or in flight at once. */
const mostUnderWay = 16;
/** The most responses begun by a backend itself that may be refused in a row. */
const mostRefused = 3;

const transcribed = 'conversation.item.input_audio_transcription.completed';
/** Events of a backend that matter. Other events have no such text outside of a string. */
const mayMatter =
  /"(?:response\.(?:created|done)|error|session\.(?:created|updated)|conversation\.item\.input_audio_transcription\.completed)"/;

export class RealtimeSocket extends FramedClient implements TurnOwner {
  readonly #session: SessionUpstream;
  readonly #place: SessionPlace;
  /** Asked for, and not begun. */
  readonly #asked: RealtimeTurn[] = [];
  /** In flight, by the backend's names. */
  readonly #responses = new Map<string, RealtimeTurn>();
  /** The client's events after one that is being decided on. */
  #held: Buffer[] | undefined;
  /** The backend's own name of the session's model. */
  #toldModel: string | undefined;
  #transcriber: string | undefined;
  #maxOutputTokens: number | undefined;
  #refusedInARow = 0;

  constructor(
    opened: OpenedBy,
    host: SocketHost,
    budget: BufferBudget,
    session: SessionUpstream,
    place: SessionPlace,
  ) {
    super(opened, host, budget);
    this.#session = session;
    this.#place = place;
  }

  override over(socket: FrameSocket): void {
    super.over(socket);
    this.#session.begin({
      text: (message) => this.#down(message),
      drained: () => this.paced(),
      closed: (code, reason) => this.#lost(code, reason),
    });
  }

  override ping(): void {
    this.#session.ping();
    super.ping();
  }

  protected readonly hasMore = false;

  protected eventOf(error: GatewayError, eventId?: string): string {
    const id = uuidV7();
    const { status, body } = renderError(error, 'openai', id);
    return realtimeError({ status, headers: [], body: parseObject(body.toString()) }, id, eventId);
  }

  protected gone(): void {
    this.#asked.length = 0;
    this.#responses.clear();
    this.#held = undefined;
    this.#session.close();
  }

  protected paced(): void {
    const isUpstreamSlow = this.#session.waitingBytes > soonTaken;
    if (this.isSlow || isUpstreamSlow || this.#held !== undefined) this.socket.pause();
    else this.socket.resume();
    if (this.isSlow) this.#session.pause();
    else this.#session.resume();
  }

  // The client's events.

  protected take(message: Buffer): void {
    if (this.#held !== undefined) return void this.#held.push(message);
    let id: string | undefined;
    try {
      const event = new RealtimeEvent(message);
      ({ id } = event);
      this.#act(event);
    } catch (error) {
      this.send(this.eventOf(asGatewayError(error), id));
    }
  }

  #act(event: RealtimeEvent): void {
    switch (event.type) {
      case 'response.create':
        return this.#create(event);
      case 'session.update':
      case 'transcription_session.update':
        return this.#update(event);
      default:
        return this.#up(event.text);
    }
  }

  #create(event: RealtimeEvent): void {
    if (this.leaving?.error !== undefined) throw this.leaving.error;
    event.refuseModelOfResponse();
    if (this.sinks.size >= mostUnderWay) throw tooMany();
    this.#hold();
    const { text, id } = event;
    const turn = new RealtimeTurn(this, { kind: 'response', at: this.#place.at, event: { text, id } });
    this.#begin(turn, event.maxOutputTokens ?? this.#maxOutputTokens);
  }

  /** Checks every model that a session names against the key, and replaces it by the backend's name. */
  #update(event: RealtimeEvent): void {
    const { upstreamModel, model, at } = this.#place;
    const own = new Set([upstreamModel, this.#toldModel]);
    const named = event.models().filter((one) => isTranscriber(one) || !own.has(one.model));
    if (named.length === 0) {
      this.#maxOutputTokens = event.maxOutputTokens ?? this.#maxOutputTokens;
      return this.#up(event.text);
    }
    this.#hold();
    const body = { model, session: sessionNaming(named) };
    const over = () => {
      this.sinks.delete(sink);
      this.#goOn();
      this.endIfIdle();
    };
    const sink = new TurnSink(
      {
        event: () => {},
        reads: () => false,
        whole: (answer) => {
          if (answer.status >= 400) this.send(realtimeError(answer, uuidV7(), event.id));
          else {
            this.#transcriber = named.find(isTranscriber)?.model ?? this.#transcriber;
            this.#maxOutputTokens = event.maxOutputTokens ?? this.#maxOutputTokens;
            this.#up(event.renamed(named, answer.body ?? {}));
          }
          over();
        },
        broken: over,
        ended: over,
        givenUp: () => this.givenUp(),
      },
      { at, carry: nothingToCarry },
    );
    this.#ask(body, sink, 'naming');
  }

  #ask(body: JsonObject, sink: TurnSink, kind: TurnKind): void {
    this.sinks.add(sink);
    const { url, socket, headers } = this.opened;
    const bytes = Buffer.from(JSON.stringify(body));
    this.host.begin(new TurnRequest(url, socket, headers, bytes), sink, kind);
  }

  /** Makes the following events wait: their order matters. */
  #hold(): void {
    this.#held = [];
    this.paced();
  }

  #goOn(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    for (const message of held) this.take(message);
    this.paced();
  }

  #up(message: string): void {
    this.#session.send(message);
    if (this.#session.waitingBytes > soonTaken) this.paced();
  }

  // The backend's events.

  #down(message: Buffer): void {
    const text = message.toString();
    this.send(text);
    if (!mayMatter.test(text)) {
      for (const turn of this.#responses.values()) turn.progress();
      return;
    }
    const event = parseObject(text);
    if (event !== undefined) this.#note(event);
  }

  #note(event: JsonObject): void {
    const { type, response, session, error, usage } = event;
    switch (type) {
      case 'response.created':
        if (isObject(response)) this.#created(response['id']);
        return;
      case 'response.done':
        if (isObject(response)) this.#done(response);
        return;
      case 'error':
        return this.#refusedByBackend(error);
      case 'session.created':
      case 'session.updated':
        if (isObject(session) && typeof session['model'] === 'string') this.#toldModel = session['model'];
        return;
      case transcribed:
        if (isObject(usage)) this.#transcribed(usage);
        return;
    }
  }

  /**
   * Begins a turn for a response. If nobody asked for it, the backend began it itself, when it took the user to have
   * finished.
   */
  #created(id: unknown): void {
    const asked = this.#asked.shift();
    const turn = asked ?? new RealtimeTurn(this, { kind: 'response', at: this.#place.at });
    if (typeof id === 'string') {
      turn.responseId = id;
      this.#responses.set(id, turn);
    }
    turn.created();
    if (asked === undefined) this.#begin(turn, this.#maxOutputTokens);
  }

  #transcribed(usage: JsonObject): void {
    const turn = new RealtimeTurn(this, { kind: 'transcription', at: this.#place.at });
    turn.done(useIn(usage));
    this.#begin(turn, 0);
  }

  #done({ id, usage, status }: JsonObject): void {
    const turn = this.#responses.get(id as string);
    this.#responses.delete(id as string);
    const use = isObject(usage) ? useIn(usage) : undefined;
    turn?.done(use ?? (status === 'failed' ? nothingUsed : undefined));
  }

  /** Handles the backend's error on a response that was asked for; other errors matter to nobody here. */
  #refusedByBackend(error: unknown): void {
    const id = isObject(error) && typeof error['event_id'] === 'string' ? error['event_id'] : undefined;
    const place = this.#asked.findIndex(({ origin }) => origin.event!.id === id);
    if (place >= 0) this.#asked.splice(place, 1)[0]!.refusedByBackend(error);
  }

  #lost(code: number, reason: string): void {
    const isTold = code !== unclean && code !== withoutCode;
    const ended = {
      code: isTold ? code : code === unclean ? closeCodes.internal : closeCodes.normal,
      reason,
    };
    const error = new GatewayError(
      'upstream_interrupted',
      'The backend has ended the session; open another.',
    );
    this.leaving = code === unclean ? { ...ended, error } : ended;
    for (const turn of [...this.#asked.splice(0), ...this.#responses.values()])
      turn.lost('the backend ended the session');
    this.#responses.clear();
    this.endIfIdle();
  }

  // Turns.

  #begin(turn: RealtimeTurn, maxOutputTokens: number | undefined): void {
    const { origin } = turn;
    const hears = origin.kind === 'transcription' && this.#transcriber !== undefined;
    const body = {
      model: this.#place.model,
      max_output_tokens: maxOutputTokens,
      session: hears ? { audio: { input: { transcription: { model: this.#transcriber } } } } : undefined,
    };
    turn.sink = new TurnSink(turn, turn);
    this.#ask(body, turn.sink, 'turn');
  }

  admitted(turn: RealtimeTurn): void {
    if (turn.origin.kind === 'response') this.#refusedInARow = 0;
    const { event } = turn.origin;
    if (event === undefined) return;
    if (this.#session.isOpen) {
      this.#asked.push(turn);
      this.#up(event.text);
    } else turn.lost('the backend has ended the session');
    this.#goOn();
  }

  refused(turn: RealtimeTurn, answer: WholeAnswer): void {
    if (turn.isToldRefused) return;
    const { kind, event } = turn.origin;
    this.send(realtimeError(answer, uuidV7(), event?.id));
    if (event !== undefined) return;
    this.#cancel(turn);
    // The gateway can't prevent such a response, but bounds its repetition.
    this.#refusedInARow += 1;
    if (kind === 'response' && this.#refusedInARow < mostRefused) return;
    this.leaving ??= { code: closeCodes.policy, reason: 'refused' };
  }

  broken(turn: RealtimeTurn, message: string): void {
    this.send(this.eventOf(new GatewayError('upstream_interrupted', message), turn.origin.event?.id));
  }

  cancelled(turn: RealtimeTurn): void {
    this.#cancel(turn);
  }

  #cancel({ responseId }: RealtimeTurn): void {
    if (responseId !== undefined && this.#session.isOpen)
      this.#up(JSON.stringify({ type: 'response.cancel', response_id: responseId }));
  }

  finished(turn: RealtimeTurn): void {
    this.sinks.delete(turn.sink);
    const { responseId } = turn;
    if (responseId !== undefined && this.#responses.get(responseId) === turn)
      this.#responses.delete(responseId);
    const place = this.#asked.indexOf(turn);
    if (place >= 0) this.#asked.splice(place, 1);
    // It was never admitted: the events after it continue without it.
    if (turn.origin.event !== undefined && !turn.isAdmitted) this.#goOn();
    this.endIfIdle();
  }

  givenUp(): void {
    this.socket.terminate();
  }
}

function tooMany(): GatewayError {
  return new GatewayError(
    'too_many_turns',
    `${mostUnderWay} responses of this session are in flight; ask for more when some have ended.`,
    { retryAfterMs: 1000 },
  );
}

const nothingUsed: JsonObject = useIn({ input_tokens: 0, output_tokens: 0 });

/** Codes that mean in a frame that there is none (RFC 6455, 7.4.1). */
const withoutCode = 1005;
const unclean = 1006;

function nothingToCarry(): never {
  throw new Error('names are nothing that a backend is asked');
}
