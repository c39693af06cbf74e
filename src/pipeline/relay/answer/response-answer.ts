/** Reads an answer that holds a response object, alone or in the events of a stream, as it goes to the client. */
import { isObject, type JsonObject, parseObject } from '../../../lib/json.ts';
import { AnswerPieces } from './answer-pieces.ts';
import type { AnswerSink, AnswerSource, DownstreamHead } from './answer-sink.ts';

/** The lines of events that hold all of it. May match too often. */
const holdsResponse = /response\.(?:created|queued|in_progress|completed|incomplete|failed|cancelled|done)/;

export class ResponseAnswer extends AnswerPieces {
  readonly #take: (response: JsonObject) => void;
  #isStream = false;

  constructor(next: AnswerSink, take: (response: JsonObject) => void) {
    super(next);
    this.#take = take;
  }

  override begin(head: DownstreamHead, source?: AnswerSource): void {
    this.#isStream = head.body === 'events';
    super.begin(head, source);
  }

  protected look(bytes: Buffer): void {
    if (this.#isStream) this.lookAtLines(bytes);
    else this.hold(bytes);
  }

  protected piece(text: string): void {
    if (!this.#isStream) {
      const response = parseObject(text);
      if (response !== undefined) this.#take(response);
    } else if (text.startsWith('data:') && holdsResponse.test(text)) {
      const response = parseObject(text.slice('data:'.length))?.['response'];
      if (isObject(response)) this.#take(response);
    }
  }
}
