/** A request to a server, and its answer read as messages of the protocol. */
import { AnswerEvents, type EventPlace, StreamEnded } from '../../../api/mcp/server-events.ts';
import {
  maxMessageBytes,
  type RequestId,
  readAnswer,
  ServerFault,
  type ServerNotification,
  type ServerRequest,
  type ServerResponse,
} from '../../../api/mcp/server-messages.ts';
import type { Backend } from '../../../http/client/backend.ts';
import { GatheredBytes } from '../../../lib/bytes/gathered-bytes.ts';
import { CallFault } from './server-call-fault.ts';
import { ServerCall, type ServerEvents, type ServerHead, type ServerMessage } from './server-http-call.ts';

/** Takes an answer: the messages before the response, in order, and then one of the two ends. */
export interface RequestEvents {
  notification(message: ServerNotification): void;
  /** Older servers ask their clients questions, and wait for an answer. */
  request(message: ServerRequest): void;
  /** Takes the place in the stream of the next message. Absent if nobody continues from a place. */
  place?(place: EventPlace): void;
  /** @param status The status of the HTTP answer, which is an error's for an error response. */
  answered(response: ServerResponse, head: ServerHead): void;
  failed(fault: CallFault): void;
}

/** A message to a server that has an answer. */
export interface AskedMessage extends ServerMessage {
  /** The id of the request. */
  readonly id: RequestId;
  /** It was sent in a session of the server's. */
  readonly hasSession: boolean;
  /** The bound of the whole answer; absent if only one message is bounded. */
  readonly maxBytes?: number;
}

export class RequestToServer implements ServerEvents {
  readonly #events: RequestEvents;
  readonly #message: AskedMessage;
  readonly #call: ServerCall;
  readonly #gathered = new GatheredBytes();
  #head: ServerHead | undefined;
  #stream: AnswerEvents | undefined;
  #isOver = false;

  constructor(backend: Backend, path: string, message: AskedMessage, events: RequestEvents) {
    this.#events = events;
    this.#message = message;
    this.#call = new ServerCall(backend, path, message, this);
  }

  /** The id of the request. */
  get id(): RequestId {
    return this.#message.id;
  }

  start(): void {
    this.#call.start();
  }

  cancel(): void {
    this.#isOver = true;
    this.#call.cancel();
  }

  pause(): void {
    this.#call.pause();
  }

  resume(): void {
    this.#call.resume();
  }

  head(head: ServerHead): void {
    this.#head = head;
    if (head.kind !== 'events' || head.status >= 300) return;
    const { id, maxBytes } = this.#message;
    const events = this.#events;
    this.#stream = new AnswerEvents(
      id,
      {
        notification: (message) => {
          if (!this.#isOver) events.notification(message);
        },
        request: (message) => {
          if (!this.#isOver) events.request(message);
        },
        response: (response) => this.#answered(response),
        fault: (fault) => {
          const kind = fault instanceof StreamEnded ? 'ended' : 'invalid';
          this.#fail(new CallFault(kind, fault.message));
        },
        ...(events.place !== undefined && {
          place: (place: EventPlace) => {
            if (!this.#isOver) events.place!(place);
          },
        }),
      },
      maxBytes,
    );
  }

  data(bytes: Buffer): void {
    if (this.#isOver) return;
    if (this.#stream !== undefined) return this.#stream.push(bytes);
    this.#gathered.push(bytes);
    const { maxBytes = maxMessageBytes } = this.#message;
    if (this.#gathered.length > maxBytes)
      this.#fail(new CallFault('invalid', `its answer has more than ${maxBytes} bytes`));
  }

  end(): void {
    if (this.#isOver) return;
    if (this.#stream !== undefined) return this.#stream.end();
    const { status, kind } = this.#head!;
    const { id, hasSession } = this.#message;
    if (kind === 'json') {
      try {
        return this.#answered(readAnswer(this.#gathered.whole(), id));
      } catch (error) {
        if (!(error instanceof ServerFault)) throw error;
        if (status < 300) return this.#fail(new CallFault('invalid', error.message));
      }
    }
    this.#fail(faultOf(status, hasSession));
  }

  failed(fault: CallFault): void {
    this.#fail(fault);
  }

  #answered(response: ServerResponse): void {
    if (this.#isOver) return;
    const head = this.#head!;
    // The status of a server without the session decides, whatever its body says.
    if (this.#message.hasSession && knowsNoSession(head, response)) return this.#fail(faultOf(404, true));
    if (head.status >= 300 && response.error === undefined)
      return this.#fail(new CallFault('invalid', `status ${head.status} with a result`));
    this.#isOver = true;
    this.#call.release();
    this.#events.answered(response, head);
  }

  #fail(fault: CallFault): void {
    if (this.#isOver) return;
    this.cancel();
    this.#events.failed(fault);
  }
}

/**
 * True if the server does not know the session. Servers should answer 404; some answer 400, and the id of no request.
 */
function knowsNoSession({ status }: ServerHead, { id, error }: ServerResponse): boolean {
  return status === 404 || (status === 400 && error !== undefined && id === undefined);
}

/** The fault of an answer that is no message of the protocol. */
function faultOf(status: number, hasSession: boolean): CallFault {
  if (status === 404 && hasSession) return new CallFault('session', 'it does not know its session any more');
  if (status < 300) return new CallFault('invalid', `status ${status} without a message of the protocol`);
  if (status === 400 || status === 404 || status === 405 || status === 406)
    return new CallFault('older', `status ${status}`);
  return new CallFault('invalid', `status ${status}`);
}

export interface WholeAnswer {
  readonly response: ServerResponse;
  readonly head: ServerHead;
}

/** Sends a request and resolves with its response. Rejects with a CallFault. */
export function ask(
  backend: Backend,
  path: string,
  message: AskedMessage,
  told: Pick<RequestEvents, 'request'> = { request: () => {} },
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    new RequestToServer(backend, path, message, {
      notification: () => {},
      request: (asked) => told.request(asked),
      answered: (response, head) => resolve({ response, head }),
      failed: reject,
    }).start();
  });
}
