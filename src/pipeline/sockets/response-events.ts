/** What a socket makes of the events of a response on their way to the client. */
import { responseEnds } from '../../api/dialects/responses/responses-stream.ts';
import { isObject, type JsonObject, objectsOf } from '../../lib/json.ts';

/** What is kept of a response, what is not shown of it, and what has its lane already. */
const mayMatter =
  /response\.(?:output_item\.done|completed|incomplete|failed|done)"|"encrypted_content"|"stream_id"/;

/** Follows the events of one response. */
export class ResponseEvents {
  readonly #streamId: string | undefined;
  readonly #hidesReasoning: boolean;
  readonly #items: string[] = [];
  #id: string | undefined;
  #isUnstored = false;
  #isGood = false;

  /** @param hidesReasoning The client did not ask for encrypted reasoning. */
  constructor(streamId: string | undefined, hidesReasoning: boolean) {
    this.#streamId = streamId === undefined ? undefined : JSON.stringify(streamId);
    this.#hidesReasoning = hidesReasoning;
  }

  /** The response, once it has ended well: its id, and the items of its output as JSON texts. */
  get ended():
    | { readonly id: string; readonly items: readonly string[]; readonly isUnstored: boolean }
    | undefined {
    if (!this.#isGood || this.#id === undefined) return undefined;
    return { id: this.#id, items: this.#items, isUnstored: this.#isUnstored };
  }

  /** Whether an event has to be parsed. */
  reads(data: string): boolean {
    return mayMatter.test(data);
  }

  /**
   * The event as the client gets it.
   *
   * @param json Of those that have to be parsed.
   */
  toClient(data: string, json: JsonObject | undefined): string {
    let text = data;
    if (json !== undefined) {
      const { type } = json;
      if (type === 'response.output_item.done') this.#items.push(JSON.stringify(json['item']));
      else if (responseEnds.has(type)) this.#end(json);
      if (this.#hidesReasoning && data.includes('"encrypted_content"')) text = withoutReasoning(json);
      if (json['stream_id'] !== undefined) return text;
    }
    if (this.#streamId === undefined) return text;
    const brace = text.indexOf('{');
    return `{"stream_id":${this.#streamId},${text.slice(brace + 1)}`;
  }

  #end({ type, response }: JsonObject): void {
    if (!isObject(response) || type === 'response.failed' || response['status'] === 'failed') return;
    this.#isGood = true;
    if (typeof response['id'] === 'string') this.#id = response['id'];
    this.#isUnstored = response['store'] === false;
    // Some backends tell of items at their end alone.
    if (this.#items.length === 0)
      this.#items.push(...objectsOf(response['output']).map((item) => JSON.stringify(item)));
  }
}

/** An event without what the client did not ask for. */
function withoutReasoning(json: JsonObject): string {
  const { item, response } = json;
  const shown = { ...json };
  if (isObject(item)) shown['item'] = unencrypted(item);
  if (isObject(response) && Array.isArray(response['output']))
    shown['response'] = { ...response, output: response['output'].map(unencrypted) };
  return JSON.stringify(shown);
}

function unencrypted(item: unknown): unknown {
  if (!isObject(item) || item['type'] !== 'reasoning') return item;
  const { encrypted_content: _, ...shown } = item;
  return shown;
}
