import { isObject, type JsonObject } from '../../../lib/json.ts';
import { type Gatherer, type Growing, indexOf, longer } from './gatherer.ts';

/** The targets of a block's pieces, by their type. */
const texts: Readonly<Record<string, readonly [piece: string, of: string]>> = {
  text_delta: ['text', 'text'],
  thinking_delta: ['thinking', 'thinking'],
};

/** A message of its events, as the `stream` helper of Anthropic's library makes one (`finalMessage`). */
export class GatheredMessage implements Gatherer {
  #message: Growing | undefined;
  #error: unknown;
  readonly #blocks: Growing[] = [];
  /** The JSON of each block's `input`, as far as it has come. */
  readonly #inputs: string[] = [];

  event(_type: string, _data: string, json: JsonObject | undefined): void {
    if (json === undefined) return;
    const { type, message, delta, usage, content_block: block } = json;
    if (type === 'error') this.#error = json['error'];
    if (type === 'message_start' && isObject(message)) this.#message ??= { ...message };
    if (this.#message === undefined) return;
    if (type === 'message_delta') this.#ends(isObject(delta) ? delta : {}, isObject(usage) ? usage : {});
    const index = indexOf(json['index']);
    if (index === undefined) return;
    if (type === 'content_block_start' && isObject(block)) this.#blocks[index] = { ...block };
    const known = this.#blocks[index];
    if (type === 'content_block_delta' && known !== undefined && isObject(delta))
      this.#add(index, known, delta);
  }

  #ends(delta: JsonObject, usage: JsonObject): void {
    const message = this.#message!;
    for (const [name, value] of Object.entries(delta)) {
      if (value !== null || name !== 'container') message[name] = value;
    }
    const known = isObject(message['usage']) ? { ...message['usage'] } : {};
    // Counters are of the whole message, and left out where they do not apply.
    for (const [name, value] of Object.entries(usage)) if (value !== null) known[name] = value;
    message['usage'] = known;
  }

  #add(index: number, block: Growing, delta: JsonObject): void {
    const type = String(delta['type']);
    const [piece, of] = texts[type] ?? [];
    if (piece !== undefined) block[of!] = longer(block[of!], delta[piece]);
    else if (type === 'signature_delta') block['signature'] = delta['signature'];
    else if (type === 'input_json_delta')
      this.#inputs[index] = longer(this.#inputs[index], delta['partial_json']);
    else if (type === 'citations_delta') {
      const known = Array.isArray(block['citations']) ? block['citations'] : [];
      block['citations'] = [...known, delta['citation']];
    } else block['deltas'] = [...((block['deltas'] as unknown[]) ?? []), delta];
  }

  answer(): unknown {
    if (this.#message === undefined)
      return this.#error === undefined ? undefined : { type: 'error', error: this.#error };
    const content: Growing[] = [];
    for (const [index, block] of this.#blocks.entries()) {
      const input = this.#inputs[index];
      if (block !== undefined)
        content.push(input === undefined ? block : { ...block, input: parsedInput(input) });
    }
    const message = { ...this.#message, content };
    return this.#error === undefined ? message : { ...message, error: this.#error };
  }
}

/** Input that was cut off in the middle stays a text. */
function parsedInput(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
