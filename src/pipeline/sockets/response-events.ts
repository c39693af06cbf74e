/** Edits the events of a response on a socket on their way to the client. */
import { responseEnds } from '../../api/dialects/responses/responses-stream.ts';
import { isObject, type JsonObject, objectsOf, parseObject } from '../../lib/json.ts';

/**
 * The events that hold items and the end of a response, which may be kept. Other events have no such text outside of a
 * string.
 */
const mayBeKept = /response\.(?:output_item\.done|completed|incomplete|failed|done)"/;
const mayBeUnstored = /"store"\s*:\s*false/;
const encrypted = '"encrypted_content"';

/** The kept parts of a response: its id, and the items of its output as JSON texts. */
export interface EndedResponse {
  readonly id: string;
  readonly items: readonly string[];
}

/** Follows the events of one response. */
export class ResponseEvents {
  readonly #streamId: string | undefined;
  readonly #hidesReasoning: boolean;
  /** Not parsed, as backends keep most responses. */
  readonly #mayBeKept: string[] = [];

  /** @param hidesReasoning The client did not ask for encrypted reasoning. */
  constructor(streamId: string | undefined, hidesReasoning: boolean) {
    this.#streamId = streamId === undefined ? undefined : JSON.stringify(streamId);
    this.#hidesReasoning = hidesReasoning;
  }

  /**
   * The response, if it has ended well and no backend keeps it.
   *
   * @param isUnstored The backend was asked to keep nothing.
   */
  unstored(isUnstored: boolean): EndedResponse | undefined {
    if (!isUnstored && !this.#mayBeKept.some((data) => mayBeUnstored.test(data))) return undefined;
    const items: string[] = [];
    for (const data of this.#mayBeKept) {
      const json = parseObject(data);
      if (json?.['type'] === 'response.output_item.done') items.push(JSON.stringify(json['item']));
      else if (responseEnds.has(json?.['type'])) return endedWith(json!, items, isUnstored);
    }
    return undefined;
  }

  /** True if an event has to be parsed. */
  reads(data: string): boolean {
    if (this.#hidesReasoning && data.includes(encrypted)) return true;
    return this.#streamId !== undefined && data.includes('"stream_id"');
  }

  /**
   * The event in the client's form.
   *
   * @param json Of those that have to be parsed.
   */
  toClient(data: string, json: JsonObject | undefined): string {
    if (mayBeKept.test(data)) this.#mayBeKept.push(data);
    let text = data;
    if (json !== undefined) {
      if (this.#hidesReasoning && data.includes(encrypted)) text = withoutReasoning(json);
      if (json['stream_id'] !== undefined) return text;
    }
    if (this.#streamId === undefined) return text;
    const brace = text.indexOf('{');
    return `{"stream_id":${this.#streamId},${text.slice(brace + 1)}`;
  }
}

function endedWith(
  { type, response }: JsonObject,
  items: readonly string[],
  wasAsked: boolean,
): EndedResponse | undefined {
  if (!isObject(response) || type === 'response.failed' || response['status'] === 'failed') return undefined;
  const { id } = response;
  if (typeof id !== 'string' || (!wasAsked && response['store'] !== false)) return undefined;
  // Some backends report items only at their end.
  if (items.length > 0) return { id, items };
  return { id, items: objectsOf(response['output']).map((item) => JSON.stringify(item)) };
}

/** An event without the reasoning that the client did not ask for. */
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
