/** The part of a session that counts as one request: a response, or a transcription of the input. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Backend, UpstreamRequest } from '../../http/client/backend.ts';
import type { BackendAnswer, BackendCall, UpstreamEvents } from '../../http/client/backend-call.ts';
import { UpstreamFailure } from '../../http/client/upstream-failure.ts';
import type { JsonObject } from '../../lib/json.ts';
import type { TurnCarrier } from '../relay/answer/answer-sink.ts';
import { atAnyPace, TurnAnswer } from './turn-answer.ts';
import type { TurnEvents, TurnSink, WholeAnswer } from './turn-sink.ts';

/** The session of a turn. */
export interface TurnOwner {
  /** It is admitted: its event may go up. */
  admitted(turn: RealtimeTurn): void;
  /** The gateway or the backend refused it. */
  refused(turn: RealtimeTurn, answer: WholeAnswer): void;
  /** It broke off, for a reason that the client gets. */
  broken(turn: RealtimeTurn, message: string): void;
  /** It was cancelled while in flight. */
  cancelled(turn: RealtimeTurn): void;
  finished(turn: RealtimeTurn): void;
  /** A fault of the gateway: the session can't go on. */
  givenUp(): void;
}

export interface TurnOrigin {
  /** `response`: the client asks for it, or the backend has begun it by itself; `transcription`: it is made already. */
  readonly kind: 'response' | 'transcription';
  /** The deployment of its session. */
  readonly at: string;
  /** The client's event that asks for it, with its id; undefined for none. */
  readonly event?: { readonly text: string; readonly id: string | undefined };
}

type Step = (call: RealtimeCall) => void;

export class RealtimeTurn implements TurnCarrier, TurnEvents {
  readonly origin: TurnOrigin;
  readonly at: string;
  readonly isTranscription: boolean;
  /** Its end towards the pipeline. */
  sink!: TurnSink;
  /** The backend's name of the response, once it has begun. */
  responseId: string | undefined;
  /** The backend has told the client of the refusal. */
  isToldRefused = false;
  readonly #owner: TurnOwner;
  #call: RealtimeCall | undefined;
  /** The steps before it was admitted. */
  readonly #early: Step[] = [];

  constructor(owner: TurnOwner, origin: TurnOrigin) {
    this.#owner = owner;
    this.origin = origin;
    this.at = origin.at;
    this.isTranscription = origin.kind === 'transcription';
  }

  get isAdmitted(): boolean {
    return this.#call !== undefined;
  }

  carry(_backend: Backend, _request: UpstreamRequest, events: UpstreamEvents): BackendCall {
    const call = new RealtimeCall(events, () => this.#owner.cancelled(this));
    if (this.#call !== undefined) {
      // An event can't be sent to the session twice.
      process.nextTick(() => call.lost('the session had the turn already'));
      return call;
    }
    this.#call = call;
    process.nextTick(() => {
      for (const step of this.#early.splice(0)) step(call);
    });
    this.#owner.admitted(this);
    return call;
  }

  // The backend's events.

  /** The response has begun. */
  created(): void {
    this.#tell((call) => call.begin());
  }

  /** A part of it has come. */
  progress(): void {
    this.#call?.progress();
  }

  /** @param use By `useIn`; undefined without a report. */
  done(use: JsonObject | undefined): void {
    this.#tell((call) => call.done(use));
  }

  /** The backend does not make it, and has told the client. */
  refusedByBackend(error: unknown): void {
    this.isToldRefused = true;
    this.#tell((call) => call.refused(error));
  }

  /** The session has ended. */
  lost(why: string): void {
    this.#tell((call) => call.lost(why));
  }

  #tell(step: Step): void {
    const call = this.#call;
    // Never before `carry` has returned, and in the order of arrival.
    if (call === undefined) this.#early.push(step);
    else process.nextTick(() => step(call));
  }

  // The pipeline's events.

  event(): void {}

  /** The client has got its events already. */
  reads(): boolean {
    return false;
  }

  whole(answer: WholeAnswer): void {
    if (answer.status >= 400) this.#owner.refused(this, answer);
    this.#owner.finished(this);
  }

  broken(message: string): void {
    this.#owner.broken(this, message);
    this.#owner.finished(this);
  }

  ended(): void {
    this.#owner.finished(this);
  }

  givenUp(): void {
    this.#owner.givenUp();
  }
}

const progressMs = 1000;
const comment = Buffer.from(':\n\n');
const begun = Buffer.from('data: {"type":"response.created"}\n\n');

/** A turn as a call of a backend: its answer is the first and the last of its events, the last with the usage. */
class RealtimeCall implements BackendCall {
  readonly isSent = true;
  readonly readyMs = performance.now();
  readonly isCredentialStale = false;
  readonly isMalformed = false;
  readonly #events: UpstreamEvents;
  readonly #cancelled: () => void;
  #answer: TurnAnswer | undefined;
  #toldMs = 0;
  #isOver = false;

  constructor(events: UpstreamEvents, cancelled: () => void) {
    this.#events = events;
    this.#cancelled = cancelled;
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelled();
  }

  discard(_answer: BackendAnswer): void {
    this.cancel();
  }

  refuseCredential(_headers: IncomingHttpHeaders): void {}

  begin(): void {
    if (this.#isOver || this.#answer !== undefined) return;
    this.#head(200, 'text/event-stream').add(begun);
  }

  progress(): void {
    const now = performance.now();
    if (this.#isOver || this.#answer === undefined || now - this.#toldMs < progressMs) return;
    this.#toldMs = now;
    this.#answer.add(comment);
  }

  done(use: JsonObject | undefined): void {
    if (this.#isOver) return;
    this.begin();
    const last = { type: 'response.done', ...(use !== undefined && { usage: use }) };
    this.#end(Buffer.from(`data: ${JSON.stringify(last)}\n\n`));
  }

  refused(error: unknown): void {
    if (this.#isOver) return;
    if (this.#answer !== undefined) return this.lost('the backend gave the response up');
    this.#head(400, 'application/json');
    this.#end(Buffer.from(JSON.stringify({ error })));
  }

  lost(why: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#answer === undefined) this.#events.failed(new UpstreamFailure('reset', why));
    else this.#answer.destroy();
  }

  #head(status: number, contentType: string): TurnAnswer {
    const answer = new TurnAnswer(status, contentType, atAnyPace);
    this.#answer = answer;
    this.#toldMs = performance.now();
    this.#events.head(answer);
    return answer;
  }

  #end(last: Buffer): void {
    this.#isOver = true;
    this.#answer!.add(last);
    this.#answer!.end();
  }
}
