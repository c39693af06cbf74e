import { type StreamListener, sseEvents } from '../../api/stream/sse-observer.ts';
import { GatheredBytes } from '../../lib/bytes/gathered-bytes.ts';
import type { CoarseTimer } from '../../lib/coarse-timer.ts';
import { isObject, type JsonObject, parseObject } from '../../lib/json.ts';
import type { AnswerSource, ClientSink, DownstreamHead, TurnCarrier } from '../relay/answer/answer-sink.ts';

/** An answer other than a stream of events, in the form of an HTTP client. */
export interface WholeAnswer {
  readonly status: number;
  /** Flat list of lower-case names and values. */
  readonly headers: readonly string[];
  readonly body: JsonObject | undefined;
}

/** Takes the answer of a turn, in its order. The last call is `whole`, `broken` or `ended`. */
export interface TurnEvents {
  /**
   * An event of the answer.
   *
   * @param data Its JSON, unchanged.
   * @param json The same parsed, if `reads` returned true.
   */
  event(data: string, json: JsonObject | undefined): void;
  /** True if an event has to be parsed. */
  reads(data: string): boolean;
  /** A whole answer without events: mostly a refusal. */
  whole(answer: WholeAnswer): void;
  /** The answer breaks off, for a reason that the client gets. */
  broken(message: string): void;
  ended(): void;
  /** The client takes nothing, or the gateway is at fault: its socket can't go on. */
  givenUp(): void;
}

const goesOn = 'What came before is incomplete.';

/** The client's end of a turn: it turns an HTTP answer into events. */
export class TurnSink implements ClientSink, StreamListener {
  readonly carrier: TurnCarrier | undefined;
  readonly #events: TurnEvents;
  #head: DownstreamHead | undefined;
  #source: AnswerSource | undefined;
  #observer: ReturnType<typeof sseEvents> | undefined;
  #body: GatheredBytes | undefined;
  #begunMs: number | undefined;
  #isOver = false;
  #isPaused = false;
  /** It went away after it had taken all that was written; undefined once there was more. */
  #leftWithAll: boolean | undefined;
  leftBehindEnd = false;
  #closed: ((wasTaken: boolean) => void) | undefined;

  /** @param carrier Carries turns for deployments that take them over a socket. */
  constructor(events: TurnEvents, carrier?: TurnCarrier) {
    this.#events = events;
    this.carrier = carrier;
  }

  attach(_timer: CoarseTimer, closed: (wasTaken: boolean) => void): void {
    this.#closed = closed;
  }

  get hasBegun(): boolean {
    return this.#head !== undefined;
  }

  get begunMs(): number | undefined {
    return this.#begunMs;
  }

  get status(): number {
    return this.#head?.status ?? 200;
  }

  get isClosed(): boolean {
    return this.#isOver;
  }

  begin(head: DownstreamHead, source?: AnswerSource): void {
    this.#head = head;
    this.#source = source;
    if (this.#isPaused) source?.pause();
    if (head.own === 'no') this.#begunMs = performance.now();
    if (head.body === 'events') this.#observer = sseEvents(this);
    else this.#body = new GatheredBytes();
  }

  write(bytes: Buffer): void {
    if (this.#isOver) {
      if (bytes.length > 0) this.#leftWithAll = undefined;
      return;
    }
    if (this.#observer === undefined) this.#body?.push(bytes);
    else this.#observer.push(bytes);
  }

  /** Sends nothing: the socket has pings of its own. */
  beat(_comment: Buffer): void {}

  end(): void {
    if (this.#isOver) {
      this.leftBehindEnd = this.#leftWithAll === true;
      return;
    }
    this.#observer?.end();
    if (this.#observer === undefined) this.#tellWhole();
    else this.#events.ended();
    this.#close(true);
  }

  cut(lastWords: Buffer | undefined): void {
    if (this.#isOver) return;
    this.#events.broken(messageOf(lastWords) ?? goesOn);
    this.#close(true);
  }

  destroy(): void {
    if (this.#isOver) return;
    this.#events.givenUp();
    this.#close(false);
  }

  invite(): void {}

  /** The client has gone. */
  left(): void {
    if (this.#isOver) return;
    this.#leftWithAll = this.#observer !== undefined && !this.#isPaused;
    this.#close(false);
  }

  /** The client does not take its bytes: nothing more is asked for. */
  pause(): void {
    if (this.#isPaused || this.#isOver) return;
    this.#isPaused = true;
    this.#source?.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    if (!this.#isOver) this.#source?.resume();
  }

  // The stream's events.

  event(_type: string, data: string, json: JsonObject | undefined): void {
    if (json !== undefined || data.startsWith('{')) this.#events.event(data, json);
  }

  reads(data: string): boolean {
    return this.#events.reads(data);
  }

  stray(_text: string): void {}

  overfull(): void {}

  pending(_bytes: number): void {}

  #tellWhole(): void {
    const { status, headers } = this.#head!;
    const body = parseObject(this.#body!.whole().toString());
    this.#events.whole({ status, headers, body });
  }

  #close(wasTaken: boolean): void {
    this.#isOver = true;
    this.#source = undefined;
    this.#body = undefined;
    // As the close of a connection comes after its last bytes.
    process.nextTick(() => this.#closed?.(wasTaken));
  }
}

/** The message in the last words of a stream of responses. */
function messageOf(lastWords: Buffer | undefined): string | undefined {
  const data = lastWords?.toString().match(/^data: (.*)$/m)?.[1];
  const response = data === undefined ? undefined : parseObject(data)?.['response'];
  const error = isObject(response) ? response['error'] : undefined;
  return isObject(error) && typeof error['message'] === 'string' ? error['message'] : undefined;
}
