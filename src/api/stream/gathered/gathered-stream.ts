import type { JsonObject } from '../../../lib/json.ts';
import type { StreamDialect, StreamSign } from '../../dialects/dialect.ts';
import type { ServedEndpoint } from '../../endpoints/index.ts';
import { type SseObserver, type StreamListener, sseObserver } from '../sse-observer.ts';
import { GatheredChatCompletion } from './chat-completion.ts';
import { GatheredCompletion } from './completion.ts';
import { EventList } from './event-list.ts';
import type { Gatherer } from './gatherer.ts';
import { GatheredMessage } from './message.ts';
import { GatheredResponse } from './response.ts';

/** The life of the answer is judged elsewhere: here events are told of, and none means anything. */
const unjudged: StreamSign = {
  terminal: false,
  opening: false,
  content: false,
  finished: false,
  failed: false,
  usage: undefined,
  responseId: undefined,
  usageOnly: false,
};
const told: StreamDialect = {
  prefilter: /(?!)/g,
  held: undefined,
  read: () => unjudged,
  cut: () => '',
};

function gathererFor({ dialect }: Pick<ServedEndpoint, 'dialect'>): Gatherer {
  switch (dialect) {
    case 'chat_completions':
      return new GatheredChatCompletion();
    case 'completions':
      return new GatheredCompletion();
    case 'messages':
      return new GatheredMessage();
    case 'responses':
      return new GatheredResponse();
    default:
      return new EventList();
  }
}

/**
 * The answer that the events of a stream make, put together as they pass. What an event holds counts by its data: more is
 * not taken once `takes` says no, and the answer is what came until then.
 */
export class GatheredStream implements StreamListener {
  readonly #gatherer: Gatherer;
  readonly #observer: SseObserver;
  readonly #takes: (bytes: number) => boolean;
  /** Something of it was not taken. */
  isCut = false;

  /** @param takes Whether there is room for so many bytes more. */
  constructor(endpoint: Pick<ServedEndpoint, 'dialect'>, takes: (bytes: number) => boolean) {
    this.#gatherer = gathererFor(endpoint);
    this.#observer = sseObserver(told, 1, this);
    this.#takes = takes;
  }

  push(bytes: Buffer): void {
    if (!this.isCut) this.#observer.push(bytes);
  }

  /** The gathered answer; undefined for none. */
  answer(): unknown {
    if (!this.isCut) this.#observer.end();
    return this.#gatherer.answer();
  }

  event(type: string, data: string, json: JsonObject | undefined): void {
    if (data === '[DONE]' || this.isCut) return;
    if (this.#takes(heldBy(data))) this.#gatherer.event(type, data, json);
    else this.isCut = true;
  }

  stray(): void {}

  overfull(): void {
    this.isCut = true;
  }

  pending(): void {}
}

/** The least that a piece of text takes in memory. */
const leastCost = 64;
/** The frame around the text in an event, the same in all of them, of which nothing more is kept. */
const frameBytes = 192;

/** The held bytes of an event. */
function heldBy(data: string): number {
  return Math.max(leastCost, data.length - frameBytes);
}
