import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStreamRules, finalOf, judgeAnswer } from '../../../helpers/translation-judges.ts';
import { at, bodyOf, contextOf, deltasOf, eventsOf, namedStream, streamed, wholeOf } from './translating.ts';

const context = contextOf('messages', 'chat_completions');

const start = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    model: 'claude',
    content: [],
    usage: {
      input_tokens: 20,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 3,
      output_tokens: 1,
    },
  },
};

function block(index: number, content: object, deltas: readonly object[]) {
  return [
    { type: 'content_block_start', index, content_block: content },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function text(index: number, said: string) {
  return block(index, { type: 'text', text: '' }, [{ type: 'text_delta', text: said }]);
}

function call(index: number, id: string, pieces: readonly string[]) {
  const deltas = pieces.map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  return block(index, { type: 'tool_use', id, name: 'f', input: {} }, deltas);
}

function end(reason: string, more: object = {}) {
  return [
    {
      type: 'message_delta',
      delta: { stop_reason: reason, stop_sequence: null, ...more },
      usage: { output_tokens: 30 },
    },
    { type: 'message_stop' },
  ];
}

function whole(content: readonly object[], reason: string, more: object = {}) {
  const usage = { input_tokens: 3, output_tokens: 5 };
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'c',
    content,
    stop_reason: reason,
    usage,
    ...more,
  };
}

test('calls are counted by themselves, not by their blocks', () => {
  const stream = namedStream([
    start,
    ...text(0, 'A'),
    ...call(1, 'c1', ['{"a":1}']),
    ...call(2, 'c2', ['{}']),
    ...end('tool_use'),
  ]);
  const indices = deltasOf(eventsOf(context, stream)).flatMap(
    (delta) => at(delta, 'tool_calls', 0, 'index') ?? [],
  );
  assert.deepEqual(indices, [0, 0, 1, 1]);
});

test('an empty stop reason is none, wherever it stands', () => {
  const empty = { type: 'message_delta', delta: { stop_reason: '', stop_sequence: null } };
  const [last, stop] = end('max_tokens');
  const events = eventsOf(context, namedStream([start, empty, ...text(0, 'A'), last!, empty, stop!]));
  const reasons = events.flatMap(({ data }) => at(data, 'choices', 0, 'finish_reason') ?? []);
  assert.deepEqual(reasons, ['length']);
});

test('the first chunk says whose turn it is, also of an answer that says nothing', () => {
  for (const blocks of [text(0, 'A'), []]) {
    const events = eventsOf(context, namedStream([start, ...blocks, ...end('end_turn')]));
    assert.equal(at(events[0]?.data, 'choices', 0, 'delta', 'role'), 'assistant');
    assert.equal(events.at(-1)?.text, '[DONE]');
  }
});

test('cached tokens that only the start of the message tells are in the usage at the end', async () => {
  const { text: stream } = streamed(context, [
    Buffer.from(namedStream([start, ...text(0, 'A'), ...end('end_turn')])),
  ]);
  const { usage } = await finalOf('chat', stream);
  assert.deepEqual(usage, {
    prompt_tokens: 123,
    completion_tokens: 30,
    total_tokens: 153,
    prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 3 },
  });
});

test('usage is left out of a stream whose client does not want it', () => {
  const events = eventsOf(
    { ...context, usageInStream: false },
    namedStream([start, ...text(0, 'A'), ...end('end_turn')]),
  );
  assert.ok(events.every(({ data }) => !Object.hasOwn(data, 'usage')));
});

test('stop reasons that chat completions do not have come near, and unknown ones are a stop', () => {
  for (const [reason, right] of [
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'stop'],
    ['something_new', 'stop'],
    ['refusal', 'content_filter'],
    ['max_tokens', 'length'],
    ['stop_sequence', 'stop'],
  ] as const) {
    const body = wholeOf(context, whole([{ type: 'text', text: 'A' }], reason));
    assert.equal(at(body, 'choices', 0, 'finish_reason'), right, reason);
  }
});

test('why a model refused is its refusal', () => {
  const details = { type: 'refusal', category: null, explanation: 'E' };
  const body = wholeOf(context, whole([], 'refusal', { stop_details: details }));
  assert.deepEqual(at(body, 'choices', 0, 'message'), { role: 'assistant', content: null, refusal: 'E' });
});

test('each thought keeps a signature of its own, with its place in the turn', () => {
  const body = wholeOf(
    context,
    whole(
      [
        { type: 'thinking', thinking: 'T1', signature: 'S1' },
        { type: 'tool_use', id: 'c1', name: 'f', input: {} },
        { type: 'thinking', thinking: 'T2', signature: 'S2' },
        { type: 'tool_use', id: 'c2', name: 'f', input: {} },
        { type: 'redacted_thinking', data: 'D' },
      ],
      'tool_use',
    ),
  );
  const details = at(body, 'choices', 0, 'message', 'reasoning_details') as Record<string, unknown>[];
  const opened = details.map(({ signature, data, ...rest }) => ({
    ...rest,
    seal: JSON.parse(
      Buffer.from(String(signature ?? data).slice('gw1.a.'.length), 'base64url').toString(),
    ) as unknown,
  }));
  assert.deepEqual(opened, [
    { type: 'reasoning.text', text: 'T1', format: 'gw1', index: 0, seal: { d: 'S1' } },
    { type: 'reasoning.text', text: 'T2', format: 'gw1', index: 2, seal: { d: 'S2' } },
    { type: 'reasoning.encrypted', format: 'gw1', index: 4, seal: { d: 'D', x: true } },
  ]);
  assert.equal(at(body, 'choices', 0, 'message', 'reasoning_content'), 'T1\n\nT2');
});

test('a thought has its place among what a client holds, to whom all text is one', () => {
  const content = [
    { type: 'text', text: 'A' },
    { type: 'text', text: 'B' },
    { type: 'thinking', thinking: 'T', signature: 'S' },
    { type: 'text', text: 'C' },
    { type: 'thinking', thinking: 'U', signature: 'V' },
    { type: 'tool_use', id: 'c', name: 'f', input: {} },
  ];
  const message = at(wholeOf(context, whole(content, 'tool_use')), 'choices', 0, 'message');
  const details = at(message, 'reasoning_details') as Record<string, unknown>[];
  assert.deepEqual(
    details.map(({ index }) => index),
    [1, 2],
  );
});

test('a signature without a thought is kept', () => {
  const thinking = block(0, { type: 'thinking', thinking: '', signature: '' }, [
    { type: 'signature_delta', signature: 'S' },
  ]);
  const deltas = deltasOf(
    eventsOf(context, namedStream([start, ...thinking, ...text(1, 'A'), ...end('end_turn')])),
  );
  assert.equal(at(deltas[1], 'reasoning_details', 0, 'type'), 'reasoning.encrypted');
});

test('an error within the stream is its last event', () => {
  const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const events = eventsOf(context, namedStream([start, ...text(0, 'A'), error, ...end('end_turn')]));
  assert.deepEqual(events.at(-1)?.data, {
    error: { message: 'Overloaded', type: 'server_error', code: 'overloaded_error' },
  });
});

test('an empty call has an empty object for its arguments', async () => {
  const { text: stream } = streamed(context, [
    Buffer.from(namedStream([start, ...call(0, 'c1', ['']), ...end('tool_use')])),
  ]);
  assertStreamRules('chat', stream);
  const { choices } = await finalOf('chat', stream);
  assert.deepEqual(choices[0]?.message.tool_calls?.[0], {
    id: 'c1',
    type: 'function',
    function: { name: 'f', arguments: '{}' },
  });
});

test('the input of a whole call is its arguments, digit for digit', () => {
  const input = '{"n":12345678901234567890,"m":1.0}';
  const answer = JSON.stringify(whole([{ type: 'tool_use', id: 'c', name: 'f', input: 0 }], 'tool_use'));
  const body = JSON.parse(
    bodyOf(
      context,
      answer.replace('"input":0', () => `"input":${input}`),
    ),
  ) as object;
  assert.equal(at(body, 'choices', 0, 'message', 'tool_calls', 0, 'function', 'arguments'), input);
});

test('web pages that a text stands on are annotations of its place', () => {
  const citation = {
    type: 'web_search_result_location',
    url: 'https://a.example',
    title: 'T',
    cited_text: 'x',
  };
  const body = wholeOf(
    context,
    whole(
      [
        { type: 'text', text: 'A. ' },
        { type: 'text', text: 'B.', citations: [citation] },
      ],
      'end_turn',
    ),
  );
  assert.deepEqual(at(body, 'choices', 0, 'message', 'annotations'), [
    {
      type: 'url_citation',
      url_citation: { start_index: 3, end_index: 5, title: 'T', url: 'https://a.example' },
    },
  ]);
});

test('blocks of tools that the vendor runs are left out, and told', () => {
  const told = { unknown: [], lost: [] };
  const hosted = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  const body = wholeOf(
    contextOf('messages', 'chat_completions', {}, told),
    whole([hosted, { type: 'text', text: 'A' }], 'end_turn'),
  );
  assert.equal(at(body, 'choices', 0, 'message', 'content'), 'A');
  assert.deepEqual(told.unknown, ['server_tool_use']);
});

test('a whole answer is one of chat completions by the types of its client', () => {
  const content = [
    { type: 'text', text: 'A' },
    { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
  ];
  const body = wholeOf(context, whole(content, 'tool_use'));
  judgeAnswer('chat', body);
  assert.equal(at(body, 'choices', 0, 'finish_reason'), 'tool_calls');
});

test('a tool is called by the name that the client has for it', () => {
  const clientNames = new Map([['f', { name: 'tool.with.dots', isCustom: false }]]);
  const body = wholeOf(
    { ...context, clientNames },
    whole([{ type: 'tool_use', id: 'c', name: 'f', input: {} }], 'tool_use'),
  );
  assert.equal(at(body, 'choices', 0, 'message', 'tool_calls', 0, 'function', 'name'), 'tool.with.dots');
});

test('a custom tool that the backend knows as a function is called with its text', async () => {
  const clientNames = new Map([['f', { name: 'patch', isCustom: true }]]);
  const stream = namedStream([start, ...call(0, 'c', ['{"inp', 'ut":"*** Begin\\n"}']), ...end('tool_use')]);
  const deltas = deltasOf(eventsOf({ ...context, clientNames }, stream));
  assert.deepEqual(deltas.slice(1), [
    { tool_calls: [{ index: 0, id: 'c', type: 'custom', custom: { name: 'patch', input: '' } }] },
    { tool_calls: [{ index: 0, custom: { input: '*** Begin\n' } }] },
  ]);
});

test('an answer with a call that has no name is none', () => {
  assert.throws(
    () => wholeOf(context, whole([{ type: 'tool_use', id: 'c', input: {} }], 'tool_use')),
    /no name/,
  );
});
