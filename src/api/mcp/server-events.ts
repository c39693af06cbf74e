/** Reads servers' events: a message each, up to the response to one request or as long as they come. */
import { sseEvents } from '../stream/sse-observer.ts';
import {
  checkId,
  maxMessageBytes,
  type RequestId,
  readServerMessages,
  ServerFault,
  type ServerMessage,
  type ServerNotification,
  type ServerRequest,
  type ServerResponse,
} from './server-messages.ts';

/** A place in a stream from which a client can continue, in the server's terms. */
export interface EventPlace {
  /** Undefined if an event names none, or one that no header could carry. */
  readonly id: string | undefined;
  /** The pause before the client comes again, in milliseconds; undefined if the server names none. */
  readonly retryMs: number | undefined;
  /** The event brings no message: it only names the place. */
  readonly isEmpty: boolean;
}

/** Takes the messages of a stream as they come. */
interface MessageListener {
  message(message: ServerMessage): void;
  fault(fault: ServerFault): void;
  /** Takes the place of an event: before its last message, or alone. Absent if nobody continues from a place. */
  place?(place: EventPlace): void;
}

/** Fields of an event beside its data. */
const placeFields = /(?:^|[\r\n])(id|retry): ?([^\r\n]*)/g;
/** A header repeats the id later, so it has to be printable. Longer ones name no place. */
const soundId = /^[\x20-\x7e]{1,512}$/;
const soundRetry = /^\d{1,7}$/;

function placeOf(text: string): EventPlace | undefined {
  let id: string | undefined;
  let retry: string | undefined;
  for (const [, name, value] of text.matchAll(placeFields)) {
    if (name === 'id') id = value;
    else retry = value;
  }
  if (id === undefined && retry === undefined) return undefined;
  return {
    id: id !== undefined && soundId.test(id) ? id : undefined,
    retryMs: retry !== undefined && soundRetry.test(retry) ? Number(retry) : undefined,
    isEmpty: false,
  };
}

/** Takes a stream of events apart into messages. */
export class MessageEvents {
  readonly #listener: MessageListener;
  readonly #events: ReturnType<typeof sseEvents>;
  #place: EventPlace | undefined;
  #isOver = false;

  constructor(listener: MessageListener) {
    this.#listener = listener;
    this.#events = sseEvents({
      event: (type, data) => this.#event(type, data),
      reads: () => false,
      stray: () => {},
      overfull: () => this.#fail(new ServerFault(`it sent an event of more than ${maxMessageBytes} bytes`)),
      pending: () => {},
      ...(listener.place !== undefined && {
        fields: (text: string) => {
          this.#place = placeOf(text);
        },
      }),
    });
  }

  push(chunk: Buffer): void {
    if (!this.#isOver) this.#events.push(chunk);
  }

  /** Nothing more comes. */
  end(): void {
    if (!this.#isOver) this.#events.end();
  }

  #event(type: string, data: string): void {
    const place = this.#place;
    this.#place = undefined;
    if (this.#isOver || (type !== '' && type !== 'message')) return;
    // An event without data prepares a client of the older revisions to come again.
    if (data === '') {
      if (place !== undefined) this.#listener.place?.({ ...place, isEmpty: true });
      return;
    }
    try {
      const messages = readServerMessages(data);
      for (const [index, message] of messages.entries()) {
        if (place !== undefined && index === messages.length - 1) this.#listener.place?.(place);
        this.#listener.message(message);
      }
    } catch (error) {
      if (!(error instanceof ServerFault)) throw error;
      this.#fail(error);
    }
  }

  #fail(fault: ServerFault): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.fault(fault);
  }
}

/** Takes the messages of a stream, in order, up to the response. No call follows that, or a fault. */
export interface AnswerListener {
  notification(message: ServerNotification): void;
  request(message: ServerRequest): void;
  response(message: ServerResponse): void;
  fault(fault: ServerFault): void;
  /** Takes the place of the event whose last message comes next. Absent if nobody continues from a place. */
  place?(place: EventPlace): void;
}

/** The stream ended, or was ended, before the response: a client with a place may continue it. */
export class StreamEnded extends ServerFault {}

/** Takes a stream of events apart that answers one request. */
export class AnswerEvents {
  readonly #id: RequestId;
  readonly #listener: AnswerListener;
  readonly #maxBytes: number;
  readonly #events: MessageEvents;
  #bytes = 0;
  #isOver = false;

  /** @param maxBytes The bound of the whole stream; none if absent. */
  constructor(id: RequestId, listener: AnswerListener, maxBytes = Number.POSITIVE_INFINITY) {
    this.#id = id;
    this.#listener = listener;
    this.#maxBytes = maxBytes;
    const { place } = listener;
    this.#events = new MessageEvents({
      message: (message) => this.#tell(message),
      fault: (fault) => this.#fail(fault),
      ...(place !== undefined && { place: (at: EventPlace) => this.#isOver || listener.place!(at) }),
    });
  }

  /** The response, or a fault, has been reported. */
  get isOver(): boolean {
    return this.#isOver;
  }

  push(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) {
      return this.#fail(new ServerFault(`its answer has more than ${this.#maxBytes} bytes`));
    }
    this.#events.push(chunk);
  }

  /** Nothing more comes. */
  end(): void {
    if (this.#isOver) return;
    this.#events.end();
    if (!this.#isOver) this.#fail(new StreamEnded('its stream ended without the response'));
  }

  #tell(message: ServerMessage): void {
    if (this.#isOver) return;
    if (message.kind === 'notification') return this.#listener.notification(message);
    if (message.kind === 'request') return this.#listener.request(message);
    try {
      checkId(message, this.#id);
    } catch (error) {
      return this.#fail(error as ServerFault);
    }
    this.#isOver = true;
    this.#listener.response(message);
  }

  #fail(fault: ServerFault): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.fault(fault);
  }
}
