/**
 * Which capabilities would serve a request best, read off the request itself. Everything here works on a body
 * whose long strings are shortened, and never judges: what it does not know it passes over.
 */
import { capabilityNames, type EndpointName, scopedEndpointNames } from '../../config/types.ts';
import { isObject, type JsonObject, objectsOf } from '../../lib/json.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';

export type CapabilityName = (typeof capabilityNames)[number];

type Needs = Set<CapabilityName>;

/** The capabilities that a parsed body makes use of, in the order of the interface. */
export function inferredCapabilities(parsed: JsonObject, endpoint: Endpoint): readonly CapabilityName[] {
  const needs: Needs = new Set();
  if (parsed['stream'] === true) needs.add('streaming');
  readers[endpoint.name](parsed, needs);
  return capabilityNames.filter((name) => needs.has(name));
}

/** The same as tags. */
export function inferredTags(parsed: JsonObject, endpoint: Endpoint): readonly string[] {
  return tagsOf(inferredCapabilities(parsed, endpoint), endpoint.name);
}

/** Tags that ask for capabilities on one endpoint: scoped where it has a prefix, generic where it has none. */
export function tagsOf(capabilities: readonly CapabilityName[], endpoint: EndpointName): readonly string[] {
  const prefix = scopedEndpointNames.some((scoped) => scoped === endpoint) ? `${endpoint}:` : '';
  return capabilities.map((capability) => prefix + capability);
}

const readers: Readonly<Record<EndpointName, (body: JsonObject, needs: Needs) => void>> = {
  chat_completions(body, needs) {
    const messages = objectsOf(body['messages']);
    for (const message of messages) readContent(message, needs);
    if (messages.at(-1)?.['role'] === 'assistant') needs.add('assistant_prefill');
    readTools(body['tools'], needs);
    if (objectsOf(body['functions']).length > 0) needs.add('function_calling');
    if (isGiven(body['web_search_options'])) needs.add('web_search');
    readToolUse(body, needs);
    readReasoning(body, needs);
    if (isReasoningEffort(body['reasoning_effort'])) needs.add('reasoning');
  },
  completions() {
    // A prompt is text, and nothing else of the body asks for a capability.
  },
  messages(body, needs) {
    const messages = objectsOf(body['messages']);
    for (const message of messages) readContent(message, needs);
    if (messages.at(-1)?.['role'] === 'assistant') needs.add('assistant_prefill');
    for (const block of objectsOf(body['system'])) readPart(block, needs);
    if (isGiven(body['cache_control'])) needs.add('prompt_caching');
    readTools(body['tools'], needs);
    readToolUse(body, needs);
    readReasoning(body, needs);
  },
  responses(body, needs) {
    const items = objectsOf(body['input']);
    for (const item of items) readContent(item, needs);
    if (items.at(-1)?.['role'] === 'assistant') needs.add('assistant_prefill');
    readTools(body['tools'], needs);
    readToolUse(body, needs);
    readReasoning(body, needs);
  },
};

/** A field that is there and not null. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A message or an item of the input: a part itself, or a holder of parts. */
function readContent(item: JsonObject, needs: Needs): void {
  readPart(item, needs);
  for (const part of objectsOf(item['content'])) readPart(part, needs);
  for (const part of objectsOf(item['output'])) readPart(part, needs); // what a function returned
}

function readPart(part: JsonObject, needs: Needs): void {
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
function readTools(tools: unknown, needs: Needs): void {
  for (const tool of objectsOf(tools)) {
    if (isGiven(tool['cache_control'])) needs.add('prompt_caching');
    const type = typeof tool['type'] === 'string' ? tool['type'] : 'function';
    if (type.startsWith('web_search')) needs.add('web_search');
    else if (type.startsWith('web_fetch') || type === 'url_context') needs.add('url_context');
    else if (type.startsWith('computer')) needs.add('computer_use');
    else if (type === 'function' || type === 'custom') needs.add('function_calling');
  }
}

function readToolUse(body: JsonObject, needs: Needs): void {
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
function readReasoning({ thinking, reasoning }: JsonObject, needs: Needs): void {
  if (isObject(thinking) && isGiven(thinking['type']) && thinking['type'] !== 'disabled')
    needs.add('reasoning');
  if (!isObject(reasoning) || reasoning['effort'] === 'none' || reasoning['enabled'] === false) return;
  if (Object.values(reasoning).some(isGiven)) needs.add('reasoning');
}

function isReasoningEffort(effort: unknown): boolean {
  return typeof effort === 'string' && effort !== 'none';
}
