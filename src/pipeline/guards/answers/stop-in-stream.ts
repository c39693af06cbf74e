import { eventText } from '../../../api/stream/sse-event-fields.ts';
import { isObject, type JsonObject, objectsOf, parseObject } from '../../../lib/json.ts';

/** Ends a stream that has begun as its dialect's own filter would, by what the client has got of it. */
export class StopInStream {
  readonly #dialect: string;
  /** The members that the chunks of a completion share. */
  #chunk: JsonObject = {};
  readonly #openChoices = new Set<number>();
  readonly #openBlocks = new Set<number>();
  #response: JsonObject = {};
  #sequence = -1;

  /** @param dialect The endpoint that was called. */
  constructor(dialect: string) {
    this.#dialect = dialect;
  }

  /** The client has got an event. */
  given(raw: Buffer): void {
    const { data } = eventText(raw.toString());
    const json = data === undefined ? undefined : parseObject(data);
    if (json === undefined) return;
    if (typeof json['sequence_number'] === 'number') this.#sequence = json['sequence_number'];
    if (isObject(json['response'])) this.#response = json['response'];
    const index = json['index'];
    if (typeof index === 'number' && json['type'] === 'content_block_start') this.#openBlocks.add(index);
    if (typeof index === 'number' && json['type'] === 'content_block_stop') this.#openBlocks.delete(index);
    for (const choice of objectsOf(json['choices'])) {
      if (typeof choice['index'] !== 'number') continue;
      const { choices: _choices, usage: _usage, ...chunk } = json;
      this.#chunk = chunk;
      if ((choice['finish_reason'] ?? null) === null) this.#openChoices.add(choice['index']);
      else this.#openChoices.delete(choice['index']);
    }
  }

  /** The events that end it; undefined where its dialect has none. */
  events(): Buffer | undefined {
    switch (this.#dialect) {
      case 'chat_completions':
      case 'completions':
        return Buffer.from(this.#choicesEnd());
      case 'messages':
        return Buffer.from(this.#messageEnd());
      case 'responses':
        return Buffer.from(this.#responseEnd());
      default:
        return undefined;
    }
  }

  #choicesEnd(): string {
    const rest = this.#dialect === 'completions' ? { text: '' } : { delta: {} };
    const ends = [...this.#openChoices].map((index) => {
      const choices = [{ index, ...rest, logprobs: null, finish_reason: 'content_filter' }];
      return `data: ${JSON.stringify({ ...this.#chunk, choices })}\n\n`;
    });
    return `${ends.join('')}data: [DONE]\n\n`;
  }

  #messageEnd(): string {
    const blocks = [...this.#openBlocks].map((index) => named('content_block_stop', { index }));
    const delta = { stop_reason: 'refusal', stop_sequence: null };
    const last = named('message_delta', { delta, usage: { output_tokens: 0 } });
    return `${blocks.join('')}${last}${named('message_stop', {})}`;
  }

  #responseEnd(): string {
    const response = {
      ...this.#response,
      status: 'incomplete',
      incomplete_details: { reason: 'content_filter' },
    };
    return named('response.incomplete', { response, sequence_number: this.#sequence + 1 });
  }
}

function named(type: string, more: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
}
