import { isObject, type JsonObject, objectsOf } from '../../../lib/json.ts';
import { type Gatherer, type Growing, grownAt, indexOf, longer } from './gatherer.ts';

/** A chat completion of its chunks, as the `stream` helper of OpenAI's library makes one (`finalChatCompletion`). */
export class GatheredChatCompletion implements Gatherer {
  #completion: Growing | undefined;
  readonly #choices: Growing[] = [];

  event(_type: string, _data: string, json: JsonObject | undefined): void {
    if (json === undefined) return;
    const { choices, ...rest } = json;
    // A chunk without an id, such as the last one with the usage of some backends, says nothing of the whole but that.
    if (this.#completion === undefined) this.#completion = { ...rest };
    else if (rest['id']) Object.assign(this.#completion, rest);
    else if (rest['error'] !== undefined || rest['usage'] !== undefined)
      Object.assign(this.#completion, rest);
    for (const choice of objectsOf(choices)) this.#add(choice);
  }

  #add({ delta, finish_reason: finish, index: place, logprobs = null, ...other }: JsonObject): void {
    const index = indexOf(place);
    if (index === undefined) return;
    const choice = grownAt(this.#choices, index);
    if (choice['message'] === undefined) {
      Object.assign(choice, { index, message: {}, logprobs: isObject(logprobs) ? { ...logprobs } : null });
      choice['finish_reason'] = finish ?? null;
    } else {
      addLogprobs(choice, logprobs);
      if (finish) choice['finish_reason'] = finish;
    }
    Object.assign(choice, other);
    if (isObject(delta)) addDelta(choice['message'] as Growing, delta);
  }

  answer(): unknown {
    if (this.#completion === undefined) return undefined;
    const choices = this.#choices.filter((choice) => choice !== undefined).map(finished);
    return { ...this.#completion, choices, object: 'chat.completion' };
  }
}

function addLogprobs(choice: Growing, more: unknown): void {
  if (!isObject(more)) return;
  if (!isObject(choice['logprobs'])) {
    choice['logprobs'] = { ...more };
    return;
  }
  const known = choice['logprobs'] as Growing;
  for (const [name, value] of Object.entries(more)) {
    if (Array.isArray(value) && Array.isArray(known[name]))
      known[name] = [...(known[name] as unknown[]), ...value];
    else if (value !== null) known[name] = value;
  }
}

function addDelta(message: Growing, delta: JsonObject): void {
  const { audio, content, refusal, function_call: call, role, tool_calls: calls, ...rest } = delta;
  for (const [name, value] of Object.entries(rest)) addOther(message, name, value);
  if (refusal) message['refusal'] = longer(message['refusal'], refusal);
  if (role) message['role'] = role;
  if (content) message['content'] = longer(message['content'], content);
  if (isObject(audio)) addAudio(message, audio);
  if (isObject(call)) addCall(message, call);
  if (!Array.isArray(calls)) return;
  message['tool_calls'] ??= [];
  for (const piece of objectsOf(calls)) addToolCall(message['tool_calls'] as Growing[], piece);
}

/** Vendors' fields beside OpenAI's, such as `reasoning_content`, stream in pieces if they are text. */
function addOther(message: Growing, name: string, value: unknown): void {
  const isPiece = typeof value === 'string' && typeof message[name] === 'string';
  message[name] = isPiece && /^reasoning/.test(name) ? longer(message[name], value) : value;
}

function addAudio(message: Growing, audio: JsonObject): void {
  message['audio'] ??= {};
  const known = message['audio'] as Growing;
  for (const [name, value] of Object.entries(audio)) {
    if (value === null) continue;
    known[name] = name === 'data' || name === 'transcript' ? longer(known[name], value) : value;
  }
}

function addCall(message: Growing, { name, arguments: args }: JsonObject): void {
  message['function_call'] ??= {};
  const known = message['function_call'] as Growing;
  if (name) known['name'] = name;
  if (typeof args === 'string') known['arguments'] = longer(known['arguments'], args);
}

function addToolCall(calls: Growing[], { index, id, type, function: said, ...rest }: JsonObject): void {
  const place = indexOf(index);
  if (place === undefined) return;
  const call = grownAt(calls, place);
  Object.assign(call, rest);
  if (id) call['id'] = id;
  if (type) call['type'] = type;
  if (!isObject(said)) return;
  call['function'] ??= { name: said['name'] ?? '', arguments: '' };
  const known = call['function'] as Growing;
  if (said['name']) known['name'] = said['name'];
  if (said['arguments']) known['arguments'] = longer(known['arguments'], said['arguments']);
}

function finished({ message, ...rest }: Growing): Growing {
  const { content = null, refusal, tool_calls: calls, ...more } = message as Growing;
  const said: Growing = { ...more, content, refusal: refusal ?? null };
  if (calls !== undefined) said['tool_calls'] = (calls as Growing[]).filter((call) => call !== undefined);
  return { ...rest, message: said };
}
