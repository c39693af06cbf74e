import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Raw } from '../../../../src/api/translation/json/json-node.ts';
import { assertStreamRules, judgeAnswer, type SseEvent } from '../../../helpers/translation-judges.ts';
import {
  at,
  chatStream,
  contextOf,
  eventsOf,
  namedStream,
  StreamOfBytes,
  streamed,
  wholeOf,
} from './translating.ts';

const context = contextOf('chat_completions', 'responses');

function call(index: number, id: string, name: string, args: string) {
  return { index, id, type: 'function', function: { name, arguments: args } };
}

function itemsOf(events: readonly SseEvent[]): Record<string, unknown>[] {
  return events
    .filter(({ name }) => name === 'response.output_item.done')
    .map(({ data }) => data['item'] as Record<string, unknown>);
}

function typesOf(events: readonly SseEvent[]): string[] {
  return events.map(({ name }) => String(name).replace('response.', ''));
}

test('an item and its part are there before their first delta', () => {
  const events = eventsOf(context, chatStream([{ content: 'A' }]));
  assert.deepEqual(typesOf(events), [
    'created',
    'in_progress',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'completed',
  ]);
});

test('calls and texts have an index each, in the order in which they were begun', () => {
  const calls = [call(0, 'c1', 'f', '{}'), call(1, 'c2', 'g', '{"b":2}')];
  const { text } = streamed(context, [
    Buffer.from(
      chatStream([{ content: 'A' }, { tool_calls: calls }, { content: 'B' }], { finish: 'tool_calls' }),
    ),
  ]);
  assertStreamRules('responses', text);
  const stream = chatStream([{ content: 'A' }, { tool_calls: calls }, { content: 'B' }], {
    finish: 'tool_calls',
  });
  const types = itemsOf(eventsOf(context, stream)).map(({ type }) => type);
  assert.deepEqual(types, ['message', 'function_call', 'function_call', 'message']);
});

test('the output at the end is the items that were done', () => {
  const stream = chatStream([
    { reasoning_content: 'R' },
    { content: 'A' },
    { tool_calls: [call(0, 'c', 'f', '{}')] },
  ]);
  const events = eventsOf(context, stream);
  assert.deepEqual(at(events.at(-1)?.data, 'response', 'output'), itemsOf(events));
});

test('a custom tool that the backend knows as a function is called with its text', () => {
  const clientNames = new Map([['apply_patch', { name: 'apply_patch', isCustom: true }]]);
  const args = JSON.stringify({ input: '*** Begin\n' });
  const stream = chatStream([{ tool_calls: [call(0, 'c', 'apply_patch', args)] }], { finish: 'tool_calls' });
  const events = eventsOf({ ...context, clientNames }, stream);
  assert.ok(!typesOf(events).some((type) => type.startsWith('function_call')));
  assert.ok(typesOf(events).includes('custom_tool_call_input.done'));
  const [{ id: _id, ...item } = {}] = itemsOf(events);
  assert.deepEqual(item, {
    type: 'custom_tool_call',
    call_id: 'c',
    name: 'apply_patch',
    input: '*** Begin\n',
    status: 'completed',
  });
});

test('arguments of a custom tool that hold no input are the input', () => {
  const clientNames = new Map([['p', { name: 'p', isCustom: true }]]);
  for (const args of ['no JSON', '{"text":"x"}', '["input"]']) {
    const stream = chatStream([{ tool_calls: [call(0, 'c', 'p', args)] }], { finish: 'tool_calls' });
    assert.equal(itemsOf(eventsOf({ ...context, clientNames }, stream))[0]?.['input'], args);
  }
});

test('a tool of a namespace is called by its name and namespace', () => {
  const clientNames = new Map([['mcp__fs__read', { name: 'read', namespace: 'mcp__fs', isCustom: false }]]);
  const stream = chatStream([{ tool_calls: [call(0, 'c', 'mcp__fs__read', '{}')] }], {
    finish: 'tool_calls',
  });
  const [item] = itemsOf(eventsOf({ ...context, clientNames }, stream));
  assert.deepEqual([item?.['name'], item?.['namespace']], ['read', 'mcp__fs']);
});

test('a call that was stopped inside is incomplete, and so is the response', () => {
  const stream = chatStream([{ tool_calls: [call(0, 'c', 'f', '{"a":')] }], { finish: 'length' });
  const events = eventsOf(context, stream);
  assert.equal(itemsOf(events)[0]?.['status'], 'incomplete');
  assert.equal(events.at(-1)?.name, 'response.incomplete');
  assert.deepEqual(at(events.at(-1)?.data, 'response', 'incomplete_details'), {
    reason: 'max_output_tokens',
  });
});

test('a call without arguments has an empty object, in a delta and when it is done', () => {
  for (const args of ['', ' ', 'null']) {
    const stream = chatStream([{ tool_calls: [call(0, 'c', 'f', args)] }], { finish: 'tool_calls' });
    const { text } = streamed(context, [Buffer.from(stream)]);
    assertStreamRules('responses', text);
    assert.equal(itemsOf(eventsOf(context, stream))[0]?.['arguments'], '{}');
  }
});

test('an answer that says nothing is a response without output', () => {
  const events = eventsOf(context, chatStream([]));
  assert.deepEqual(typesOf(events), ['created', 'in_progress', 'completed']);
  assert.deepEqual(at(events.at(-1)?.data, 'response', 'output'), []);
});

test('reasoning is a summary to those who asked for one, and is told in full to others', () => {
  const stream = chatStream([{ reasoning_content: 'R' }]);
  const [summary] = itemsOf(eventsOf({ ...context, shows: 'summary' }, stream));
  assert.deepEqual(
    [summary?.['summary'], summary?.['content']],
    [[{ type: 'summary_text', text: 'R' }], undefined],
  );
  const { text } = streamed({ ...context, shows: 'text' }, [Buffer.from(stream)]);
  assertStreamRules('responses', text);
  const [full] = itemsOf(eventsOf({ ...context, shows: 'text' }, stream));
  assert.deepEqual([full?.['summary'], full?.['content']], [[], [{ type: 'reasoning_text', text: 'R' }]]);
});

test('encrypted content is there for those alone who asked for it', () => {
  const stream = chatStream([{ reasoning_content: 'R' }]);
  assert.match(String(itemsOf(eventsOf(context, stream))[0]?.['encrypted_content']), /^gw1\.c\./);
  assert.equal(itemsOf(eventsOf({ ...context, wantsSeals: false }, stream))[0]?.['encrypted_content'], null);
});

test('reasoning of which the client gets nothing is no item', () => {
  const content = [
    { type: 'redacted_thinking', data: 'D' },
    { type: 'text', text: 'A' },
  ];
  const answer = { id: 'msg_1', type: 'message', content, stop_reason: 'end_turn' };
  const types = (wantsSeals: boolean) => {
    const body = wholeOf(contextOf('messages', 'responses', { wantsSeals }), answer);
    return (body['output'] as Record<string, unknown>[]).map(({ type }) => type);
  };
  assert.deepEqual(types(true), ['reasoning', 'message']);
  assert.deepEqual(types(false), ['message']);
});

test("a thought's signature goes with its text, since the client sends back no other", () => {
  const stream = namedStream([
    {
      type: 'message_start',
      message: { id: 'msg_1', model: 'c', usage: { input_tokens: 1, cache_read_input_tokens: 100 } },
    },
    {
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'thinking', thinking: '', signature: '' },
    },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'T' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'S' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 30 } },
    { type: 'message_stop' },
  ] as { type: string }[]);
  const events = eventsOf(contextOf('messages', 'responses'), stream);
  const seal = String(itemsOf(events)[0]?.['encrypted_content']);
  assert.deepEqual(JSON.parse(Buffer.from(seal.slice('gw1.a.'.length), 'base64url').toString()), {
    d: 'S',
    t: 'T',
  });
  assert.deepEqual(at(events.at(-1)?.data, 'response', 'usage', 'input_tokens_details'), {
    cached_tokens: 100,
    cache_write_tokens: 0,
  });
});

test('a refusal is a part of the message, of a response that is complete', () => {
  const { text } = streamed(context, [Buffer.from(chatStream([{ refusal: 'No.' }]))]);
  assertStreamRules('responses', text);
  const events = eventsOf(context, chatStream([{ refusal: 'No.' }]));
  assert.deepEqual(itemsOf(events)[0]?.['content'], [{ type: 'refusal', refusal: 'No.' }]);
  assert.equal(events.at(-1)?.name, 'response.completed');
});

test('fields of the request are repeated as they were sent, digits and all, and others only where they must be', () => {
  const echo = {
    temperature: '0.10' as Raw,
    user: '"u"' as Raw,
    text: '{"verbosity":"low"}' as Raw,
    reasoning: '{ }' as Raw,
    input: '"never"' as Raw,
  };
  const [first] = eventsOf({ ...context, echo }, chatStream([{ content: 'A' }]));
  const response = at(first?.data, 'response') as Record<string, unknown>;
  assert.deepEqual(response['text'], { format: { type: 'text' }, verbosity: 'low' });
  assert.deepEqual(response['reasoning'], { effort: null, summary: null });
  assert.deepEqual([response['temperature'], response['user'], response['top_p']], [0.1, 'u', null]);
  for (const name of ['input', 'service_tier', 'safety_identifier'])
    assert.ok(!Object.hasOwn(response, name), name);
  const { text } = streamed({ ...context, echo }, [Buffer.from(chatStream([{ content: 'A' }]))]);
  assert.match(text, /"temperature":0\.10,/);
});

test('a whole answer is a response by the types of its client', () => {
  const message = {
    role: 'assistant',
    reasoning_content: 'R',
    content: 'A',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
  };
  const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
  const body = wholeOf(context, { id: 'chatcmpl-1', created: 1, model: 'm', choices });
  judgeAnswer('responses', body);
  const types = (body['output'] as Record<string, unknown>[]).map(({ type }) => type);
  assert.deepEqual(types, ['reasoning', 'message', 'function_call']);
});

test("a backend's error is the failure of the response, in words that its client knows", () => {
  const error = {
    error: { message: 'Rate limit reached. Please try again in 7s.', code: 'rate_limit_exceeded' },
  };
  const stream = `${chatStream([{ content: 'A' }], { finish: null, isDone: false })}data: ${JSON.stringify(error)}\n\n`;
  const { name, data } = eventsOf(context, stream).at(-1)!;
  assert.equal(name, 'response.failed');
  assert.deepEqual(
    [at(data, 'response', 'status'), at(data, 'response', 'error')],
    ['failed', { code: 'rate_limit_exceeded', message: error.error.message }],
  );
});

test('a stream that is cut says so under the id and the number that are due', () => {
  const stream = new StreamOfBytes(context);
  const before = stream.push(Buffer.from(chatStream([{ content: 'A' }], { finish: null, isDone: false })));
  stream.flush();
  assert.match(stream.fault ?? '', /before the answer was complete/);
  const text = before.toString() + stream.cut('M').toString();
  assertStreamRules('responses', text);
  assert.match(text, /"error":\{"code":"upstream_interrupted","message":"M"\}/);
});
