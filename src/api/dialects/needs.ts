/**
 * The common parts of requests in several dialects, read for the capabilities that they use. All of it works on a body
 * whose long strings are shortened, and never judges: it skips unknown parts.
 */
import type { capabilityNames } from '../../config/capability-names.ts';
import { isObject, type JsonObject, objectsOf } from '../../lib/json.ts';

export type CapabilityName = (typeof capabilityNames)[number];

/** The capabilities found so far. */
export type Needs = Set<CapabilityName>;

/** A field that is there and not null. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A message or an item of the input: a part itself, or a holder of parts. */
export function readContent(item: JsonObject, needs: Needs): void {
  readPart(item, needs);
  for (const part of objectsOf(item['content'])) readPart(part, needs);
  for (const part of objectsOf(item['output'])) readPart(part, needs); // a function's result
}

export function readPart(part: JsonObject, needs: Needs): void {
  if (isGiven(part['cache_control'])) needs.add('prompt_caching');
  switch (part['type']) {
    case 'image_url':
    case 'input_image':
    case 'image':
      needs.add('vision');
      break;
    case 'input_audio':
      needs.add('audio_input');
      break;
    case 'file':
      if (isPdf(isObject(part['file']) ? part['file'] : {})) needs.add('pdf_input');
      break;
    case 'input_file':
      if (isPdf(part)) needs.add('pdf_input');
      break;
    case 'document':
      readDocument(part['source'], needs);
      break;
    case 'computer_call':
    case 'computer_call_output':
      needs.add('computer_use');
      break;
    case 'tool_result':
      for (const inner of objectsOf(part['content'])) readPart(inner, needs);
      break;
  }
}

/** A file is taken for a PDF unless its name or its data URL says otherwise. */
function isPdf(file: JsonObject): boolean {
  const { file_data: data, filename: name } = file;
  if (typeof data === 'string' && data.startsWith('data:')) return data.startsWith('data:application/pdf');
  return typeof name === 'string' ? name.toLowerCase().endsWith('.pdf') : true;
}

/** The source of a document on the messages endpoint: text needs no capability, parts are read as such. */
function readDocument(source: unknown, needs: Needs): void {
  if (!isObject(source) || source['type'] === 'text') return;
  if (source['type'] === 'content') for (const part of objectsOf(source['content'])) readPart(part, needs);
  else needs.add('pdf_input');
}

/** Tools that a vendor runs itself carry a type, often with a date behind it (`web_search_20250305`). */
export function readTools(tools: unknown, needs: Needs): void {
  for (const tool of objectsOf(tools)) {
    if (isGiven(tool['cache_control'])) needs.add('prompt_caching');
    const type = typeof tool['type'] === 'string' ? tool['type'] : 'function';
    if (type.startsWith('web_search')) needs.add('web_search');
    else if (type.startsWith('web_fetch') || type === 'url_context') needs.add('url_context');
    else if (type.startsWith('computer')) needs.add('computer_use');
    else if (type === 'function' || type === 'custom') needs.add('function_calling');
  }
}

export function readToolUse(body: JsonObject, needs: Needs): void {
  const choice = body['tool_choice'];
  // `auto` is what happens without the field.
  if (isGiven(choice) && choice !== 'auto' && !(isObject(choice) && choice['type'] === 'auto')) {
    needs.add('tool_choice');
  }
  if (body['parallel_tool_calls'] === true && objectsOf(body['tools']).length > 0) {
    needs.add('parallel_function_calling');
  }
}

/** `thinking` of the messages endpoint and its followers, `reasoning` of responses and its followers. */
export function readReasoning({ thinking, reasoning }: JsonObject, needs: Needs): void {
  if (isObject(thinking) && isGiven(thinking['type']) && thinking['type'] !== 'disabled')
    needs.add('reasoning');
  if (!isObject(reasoning) || reasoning['effort'] === 'none' || reasoning['enabled'] === false) return;
  if (Object.values(reasoning).some(isGiven)) needs.add('reasoning');
}

export function isReasoningEffort(effort: unknown): boolean {
  return typeof effort === 'string' && effort !== 'none';
}
