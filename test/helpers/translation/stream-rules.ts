import assert from 'node:assert/strict';
import { isObject, type JsonObject } from '../../../src/lib/json.ts';
import type { ClientDialect } from './final-message.ts';
import { type SseEvent, sseEvents } from './sse-events.ts';

/**
 * Holds a stream to the rules that neither its schema nor the vendor's client holds: names of events, counting without
 * gaps, openings and ends in pairs, one terminal event and nothing behind it. A stream that was broken off is in order
 * where an error event is its last.
 */
export function assertStreamRules(
  dialect: ClientDialect,
  stream: string,
  { oddArguments = false }: Tolerated = {},
): void {
  const events = sseEvents(stream);
  assert.ok(events.length > 0, 'a stream without events');
  const { given, isWhole } = rules[dialect](events);
  if (isWhole && !oddArguments) for (const json of given) assertObjectText(json, 'arguments');
}

export interface Tolerated {
  /** Arguments of calls are passed as the backend made them, JSON or not. Default false. */
  readonly oddArguments?: boolean;
}

interface Read {
  /** The arguments of the calls of functions, whole. */
  readonly given: readonly string[];
  /** Whether the answer came to an end of its own. */
  readonly isWhole: boolean;
}

const rules: Readonly<Record<ClientDialect, (events: readonly SseEvent[]) => Read>> = {
  chat: chatRules,
  messages: messagesRules,
  responses: responsesRules,
};

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function asObject(value: unknown): JsonObject {
  assert.ok(isObject(value), `no object: ${JSON.stringify(value)}`);
  return value;
}

function asText(value: unknown): string {
  assert.equal(typeof value, 'string', `no text: ${JSON.stringify(value)}`);
  return value as string;
}

function assertObjectText(json: string, what: string): void {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    assert.fail(`${what} are no JSON: ${json}`);
  }
  assert.ok(isObject(value), `${what} are no object: ${json}`);
}

function assertLast(events: readonly SseEvent[], index: number, what: string): void {
  assert.equal(index, events.length - 1, `${what} is not the last event`);
}

function assertAllDiffer(ids: readonly unknown[], what: string): void {
  assert.equal(new Set(ids).size, ids.length, `two ${what} are equal: ${ids.join(', ')}`);
}

// Chat completions

interface ChatCall {
  readonly id: unknown;
  readonly isCustom: boolean;
  given: string;
}

function chatRules(events: readonly SseEvent[]): Read {
  const calls: ChatCall[] = [];
  let head: JsonObject | undefined;
  let finish: unknown;
  let usage: unknown;
  let isFailed = false;
  for (const [index, { name, text: mark, data }] of events.entries()) {
    assert.equal(name, undefined, 'an event of chat completions has no name');
    if (mark === '[DONE]') {
      assertLast(events, index, '[DONE]');
      continue;
    }
    if (data['error'] !== undefined) {
      assertLast(events, index, 'an error');
      isFailed = true;
      continue;
    }
    const { id, object, created, model } = data;
    if (head === undefined) {
      const [choice] = objectsIn(data['choices']);
      assert.equal(isObject(choice?.['delta']) && choice['delta']['role'], 'assistant', 'no role at first');
    }
    head ??= { id, object, created, model };
    assert.deepEqual({ id, object, created, model }, head, 'chunks of two answers');
    assert.equal(usage, undefined, 'a chunk behind the usage');
    const choices = objectsIn(data['choices']);
    if (isObject(data['usage'])) ({ usage } = data);
    if (choices.length === 0) assert.ok(usage !== undefined, 'a chunk that says nothing');
    for (const choice of choices) {
      assert.equal(choice['index'], 0, 'a choice that nobody asked for');
      assert.equal(finish, undefined, 'a choice behind the finish reason');
      readChatDelta(asObject(choice['delta']), calls);
      if (typeof choice['finish_reason'] === 'string') finish = choice['finish_reason'];
    }
  }
  if (isFailed) {
    assert.equal(finish, undefined, 'a finish reason before an error');
    return { given: [], isWhole: false };
  }
  assert.equal(events.at(-1)?.text, '[DONE]', 'no [DONE]');
  assert.ok(finish !== undefined, 'no finish reason');
  if (usage !== undefined) {
    const other = events.slice(0, -2).find(({ data }) => data['usage'] !== null);
    assert.equal(other, undefined, 'with usage every chunk has the field, null but in the last');
  }
  assertAllDiffer(
    calls.map(({ id }) => id),
    'ids of calls',
  );
  const isWhole = finish !== 'length' && finish !== 'content_filter';
  if (isWhole)
    assert.equal(finish === 'tool_calls', calls.length > 0, `${calls.length} calls and finish ${finish}`);
  return { given: calls.filter(({ isCustom }) => !isCustom).map(({ given }) => given), isWhole };
}

function readChatDelta(delta: JsonObject, calls: ChatCall[]): void {
  for (const fragment of objectsIn(delta['tool_calls'])) {
    const { index, id, type } = fragment;
    assert.ok(typeof index === 'number' && index <= calls.length, `calls count on from ${index}`);
    const key = (type ?? (calls[index]?.isCustom ? 'custom' : 'function')) as string;
    const inner = asObject(fragment[key]);
    const more = inner[key === 'custom' ? 'input' : 'arguments'];
    if (index === calls.length) {
      assert.ok(type === 'function' || type === 'custom', 'a call without a type');
      assert.notEqual(asText(id), '', 'a call with an empty id');
      assert.notEqual(asText(inner['name']), '', 'a call without a name');
      calls.push({ id, isCustom: type === 'custom', given: asText(more) });
      continue;
    }
    assert.equal(id ?? undefined, undefined, 'a call has its id once');
    assert.equal(inner['name'] ?? undefined, undefined, 'a call has its name once');
    calls[index]!.given += asText(more);
  }
}

// Messages

interface OpenBlock {
  readonly index: unknown;
  readonly type: unknown;
  given: string;
  isSigned: boolean;
}

const deltasOf: Readonly<Record<string, readonly string[]>> = {
  text: ['text_delta', 'citations_delta'],
  thinking: ['thinking_delta', 'signature_delta'],
  tool_use: ['input_json_delta'],
  redacted_thinking: [],
};

/** Reasons for which an answer ends inside what it says. */
const cutReasons = new Set(['max_tokens', 'model_context_window_exceeded', 'refusal', 'pause_turn']);

function messagesRules(all: readonly SseEvent[]): Read {
  for (const { name, data } of all) assert.equal(name, data['type'], 'the name of an event is not its type');
  const events = all.filter(({ name }) => name !== 'ping');
  const ids: unknown[] = [];
  const inputs: string[] = [];
  let open: OpenBlock | undefined;
  let blocks = 0;
  let stopReason: unknown;
  for (const [index, { name, data }] of events.entries()) {
    if (index === 0 && name !== 'error') {
      assert.equal(name, 'message_start', 'a stream begins with message_start');
      assert.deepEqual(asObject(data['message'])['content'], [], 'the message is empty at first');
      continue;
    }
    if (stopReason !== undefined) assert.equal(name, 'message_stop', `${name} behind the stop reason`);
    switch (name) {
      case 'content_block_start': {
        assert.equal(open, undefined, 'two blocks are open');
        assert.equal(data['index'], blocks, 'blocks count without gaps');
        const { type, id, input } = asObject(data['content_block']);
        assert.ok(deltasOf[String(type)] !== undefined, `a block of the type ${type}`);
        if (type === 'tool_use') {
          assert.match(asText(id), /^[A-Za-z0-9_-]+$/, 'an id that messages do not take');
          assert.deepEqual(input, {}, 'the input comes in deltas');
          ids.push(id);
        }
        open = { index: blocks, type, given: '', isSigned: false };
        blocks += 1;
        break;
      }
      case 'content_block_delta': {
        const { type, partial_json: more } = asObject(data['delta']);
        assert.ok(open !== undefined && data['index'] === open.index, 'a delta of a block that is not open');
        assert.ok(deltasOf[String(open.type)]!.includes(String(type)), `${type} in a block of ${open.type}`);
        assert.ok(!open.isSigned, 'a delta behind the signature');
        if (type === 'input_json_delta') open.given += asText(more);
        open.isSigned = type === 'signature_delta';
        break;
      }
      case 'content_block_stop':
        assert.ok(open !== undefined && data['index'] === open.index, 'an end of a block that is not open');
        assert.equal(open.isSigned, open.type === 'thinking', 'a thought has one signature, at its end');
        if (open.type === 'tool_use') inputs.push(open.given);
        open = undefined;
        break;
      case 'message_delta':
        assert.equal(open, undefined, 'the message ends in a block');
        stopReason = asObject(data['delta'])['stop_reason'];
        assert.equal(typeof stopReason, 'string', 'no stop reason');
        break;
      case 'message_stop':
        assert.ok(stopReason !== undefined, 'message_stop without a stop reason');
        assertLast(events, index, name);
        break;
      case 'error':
        assertLast(events, index, name);
        break;
      default:
        assert.fail(`${name} stands where it does not belong`);
    }
  }
  assertAllDiffer(ids, 'ids of calls');
  if (events.at(-1)?.name === 'error') return { given: [], isWhole: false };
  assert.equal(events.at(-1)?.name, 'message_stop', 'no message_stop');
  const isWhole = !cutReasons.has(String(stopReason));
  if (isWhole)
    assert.equal(stopReason === 'tool_use', ids.length > 0, `${ids.length} calls and stop ${stopReason}`);
  return { given: inputs.filter((input) => input !== ''), isWhole };
}

// Responses

interface Item {
  readonly id: unknown;
  readonly type: unknown;
  readonly parts: Part[];
  given: string;
  done: JsonObject | undefined;
}

interface Part {
  readonly type: unknown;
  given: string;
  isDone: boolean;
}

const textDeltas = /^response\.(?:output_text|refusal|reasoning_text|reasoning_summary_text)\.(delta|done)$/;
const callDeltas = /^response\.(?:function_call_arguments|custom_tool_call_input)\.(delta|done)$/;
const parts = /^response\.(?:content_part|reasoning_summary_part)\.(added|done)$/;
const terminals = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error']);

function responsesRules(events: readonly SseEvent[]): Read {
  const items: Item[] = [];
  let id: unknown;
  for (const [index, { name, text: mark, data }] of events.entries()) {
    assert.notEqual(mark, '[DONE]', 'streams of responses have no [DONE]');
    assert.equal(name, data['type'], 'the name of an event is not its type');
    assert.equal(data['sequence_number'], index, 'sequence numbers count from 0 without gaps');
    if (index === 0 && !terminals.has(name!)) assert.equal(name, 'response.created', 'no response.created');
    if (index === 1 && !terminals.has(name!)) assert.equal(name, 'response.in_progress', 'not in progress');
    if (isObject(data['response'])) {
      id ??= data['response']['id'];
      assert.equal(data['response']['id'], id, 'events of two responses');
    }
    if (terminals.has(name!)) assertLast(events, index, name!);
    readResponsesEvent(name!, data, items);
  }
  const last = events.at(-1)!;
  assert.ok(terminals.has(last.name!), 'no response.completed');
  if (last.name === 'response.failed' || last.name === 'error') return { given: [], isWhole: false };
  const { status, output, usage } = asObject(last.data['response']);
  assert.equal(`response.${status}`, last.name, 'a status of another end');
  assert.ok(isObject(usage), 'no usage at the end');
  assert.deepEqual(
    output,
    items.map(({ done }) => done),
    'the output is not the items that were done',
  );
  assertAllDiffer(
    items.map((item) => item.id),
    'ids of items',
  );
  assertAllDiffer(
    items.flatMap(({ done }) => (done?.['call_id'] === undefined ? [] : [done['call_id']])),
    'ids of calls',
  );
  const given = items.filter(({ type }) => type === 'function_call').map((item) => item.given);
  return { given, isWhole: status === 'completed' };
}

function readResponsesEvent(name: string, data: JsonObject, items: Item[]): void {
  if (name === 'response.output_item.added') {
    assert.equal(data['output_index'], items.length, 'items count without gaps');
    const before = items.at(-1);
    assert.ok(before === undefined || before.done !== undefined, 'two items are open');
    const { id, type } = asObject(data['item']);
    items.push({ id, type, parts: [], given: '', done: undefined });
    return;
  }
  if (data['output_index'] === undefined) return;
  const item = items[data['output_index'] as number];
  assert.ok(item !== undefined && item.done === undefined, `${name} of an item that is not open`);
  if (name === 'response.output_item.done') {
    finishItem(item, asObject(data['item']));
    return;
  }
  assert.equal(data['item_id'], item.id, 'the id of another item');
  const index = (data['content_index'] ?? data['summary_index'] ?? 0) as number;
  const [, step] = parts.exec(name) ?? [];
  if (step === 'added') {
    assert.equal(index, item.parts.length, 'parts count without gaps');
    item.parts.push({ type: asObject(data['part'])['type'], given: '', isDone: false });
  } else if (step === 'done') {
    const part = item.parts[index];
    assert.ok(part !== undefined && !part.isDone, 'an end of a part that is not open');
    assert.equal(textOfPart(asObject(data['part'])), part.given, 'the part is not what its deltas were');
    part.isDone = true;
  }
  const [, what] = textDeltas.exec(name) ?? [];
  if (what !== undefined) readText(name, data, item, index, what);
  const [, which] = callDeltas.exec(name) ?? [];
  if (which === 'delta') item.given += asText(data['delta']);
  if (which === 'done')
    assert.equal(data['arguments'] ?? data['input'], item.given, 'the call is not what its deltas were');
}

function readText(name: string, data: JsonObject, item: Item, index: number, what: string): void {
  // The whole form of reasoning has no events of its own for its parts.
  if (name.startsWith('response.reasoning_text') && item.parts[index] === undefined)
    item.parts.push({ type: 'reasoning_text', given: '', isDone: true });
  const part = item.parts[index];
  assert.ok(part !== undefined, `${name} of a part that was not added`);
  if (what === 'delta') part.given += asText(data['delta']);
  else assert.equal(data['text'] ?? data['refusal'], part.given, 'the text is not what its deltas were');
}

function finishItem(item: Item, done: JsonObject): void {
  item.done = done;
  assert.equal(done['id'], item.id, 'an item has one id');
  assert.equal(done['type'], item.type, 'an item has one type');
  if (item.type === 'function_call') assert.equal(asText(done['arguments']), item.given, 'other arguments');
  if (item.type === 'custom_tool_call') assert.equal(asText(done['input']), item.given, 'another input');
  assert.ok(
    item.parts.every(({ isDone }) => isDone),
    'an item ends in a part',
  );
  const said = [...objectsIn(done['summary']), ...objectsIn(done['content'])];
  assert.deepEqual(
    said.map((part) => [part['type'], textOfPart(part)]),
    item.parts.map(({ type, given }) => [type, given]),
    'the item is not what its parts were',
  );
}

function textOfPart(part: JsonObject): string {
  return asText(part['text'] ?? part['refusal']);
}
