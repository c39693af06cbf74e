import { isObject, type JsonObject } from '../../../lib/json.ts';
import { type Gatherer, type Growing, indexOf, longer } from './gatherer.ts';

/** Events whose `delta` makes a text of an item longer: the type, and the field. */
const itemTexts: Readonly<Record<string, string>> = {
  'response.function_call_arguments.delta': 'arguments',
  'response.mcp_call_arguments.delta': 'arguments',
  'response.custom_tool_call_input.delta': 'input',
  'response.code_interpreter_call_code.delta': 'code',
};

/** The same of a part of an item: where its parts stand, what names the part, and the field. */
const partTexts: Readonly<Record<string, readonly [list: string, index: string, field: string]>> = {
  'response.output_text.delta': ['content', 'content_index', 'text'],
  'response.refusal.delta': ['content', 'content_index', 'refusal'],
  'response.reasoning_text.delta': ['content', 'content_index', 'text'],
  'response.reasoning_summary_text.delta': ['summary', 'summary_index', 'text'],
};

/** Parts that begin, or are there in full. */
const parts: Readonly<Record<string, readonly [list: string, index: string]>> = {
  'response.content_part.added': ['content', 'content_index'],
  'response.content_part.done': ['content', 'content_index'],
  'response.reasoning_summary_part.added': ['summary', 'summary_index'],
  'response.reasoning_summary_part.done': ['summary', 'summary_index'],
};

/**
 * A response of its events. The last of them has it in full, as the `stream` helper of OpenAI's library gives it
 * (`finalResponse`); of one that is cut off it is what came.
 */
export class GatheredResponse implements Gatherer {
  #response: Growing | undefined;
  #error: JsonObject | undefined;
  /** Items that came since the response was last told in full. */
  #items: Growing[] = [];

  event(named: string, _data: string, json: JsonObject | undefined): void {
    if (json === undefined) return;
    const type = typeof json['type'] === 'string' ? json['type'] : named;
    const { response, item, part, delta, annotation } = json;
    if (type === 'error') this.#error = json;
    if (isObject(response)) {
      this.#response = { ...response };
      const output = response['output'];
      if (Array.isArray(output) && output.length > 0) this.#items = output.map((one) => ({ ...one }));
    }
    const index = indexOf(json['output_index']);
    if (index === undefined) return;
    if (isObject(item)) this.#items[index] = { ...item };
    const known = this.#items[index];
    if (known === undefined) return;
    const field = itemTexts[type];
    if (field !== undefined) known[field] = longer(known[field], delta);
    const [list, place] = parts[type] ?? [];
    if (list !== undefined && isObject(part)) this.#setPart(known, list, json[place!], { ...part });
    const [texts, at, text] = partTexts[type] ?? [];
    if (texts !== undefined) {
      const within = partOf(known, texts, json[at!]);
      if (within !== undefined) within[text!] = longer(within[text!], delta);
    }
    if (type === 'response.output_text.annotation.added') {
      const within = partOf(known, 'content', json['content_index']);
      if (within !== undefined)
        within['annotations'] = [...((within['annotations'] as unknown[]) ?? []), annotation];
    }
  }

  #setPart(item: Growing, list: string, place: unknown, part: Growing): void {
    const index = indexOf(place);
    if (index === undefined) return;
    const known = Array.isArray(item[list]) ? [...item[list]] : [];
    known[index] = part;
    item[list] = known;
  }

  answer(): unknown {
    if (this.#response === undefined) return this.#error;
    const output = this.#items.filter((item) => item !== undefined);
    const response = { ...this.#response, output };
    return this.#error === undefined ? response : { ...response, error: this.#error };
  }
}

/** A part of an item that can be written to. */
function partOf(item: Growing, list: string, place: unknown): Growing | undefined {
  const index = indexOf(place);
  const known = item[list];
  if (index === undefined || !Array.isArray(known) || !isObject(known[index])) return undefined;
  return known[index] as Growing;
}
