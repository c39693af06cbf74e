import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finalOf } from '../../../helpers/translation-judges.ts';
import {
  at,
  blocksOf,
  bodyOf,
  contextOf,
  deltasOf,
  eventsOf,
  namedStream,
  streamed,
  wholeOf,
} from './translating.ts';

const chat = contextOf('responses', 'chat_completions');
const messages = contextOf('responses', 'messages');

const created = {
  type: 'response.created',
  response: { id: 'resp_1', model: 'm', created_at: 1, status: 'in_progress' },
};

function completed(output: readonly object[], more: object = {}) {
  return { type: 'response.completed', response: { id: 'resp_1', status: 'completed', output, ...more } };
}

function message(...texts: readonly string[]) {
  const content = texts.map((text) => ({ type: 'output_text', text, annotations: [] }));
  return { id: 'msg_1', type: 'message', role: 'assistant', status: 'completed', content };
}

const functionCall = {
  id: 'fc_1',
  type: 'function_call',
  call_id: 'c',
  name: 'f',
  arguments: '{"a":1}',
  status: 'completed',
};

function whole(output: readonly object[], more: object = {}) {
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    model: 'm',
    status: 'completed',
    output,
    ...more,
  };
}

test('a message and a call are one choice', () => {
  const body = wholeOf(chat, whole([message('T'), functionCall]));
  assert.deepEqual(at(body, 'choices'), [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'T',
        refusal: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
      },
      logprobs: null,
      finish_reason: 'tool_calls',
    },
  ]);
});

test('the text is all there, whether it comes in deltas, in items that are done, or with the response alone', async () => {
  const added = { type: 'response.output_item.added', output_index: 0, item: { ...message(), content: [] } };
  const delta = { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hel' };
  const partDone = {
    type: 'response.content_part.done',
    output_index: 0,
    content_index: 0,
    part: message('Hello').content[0],
  };
  const itemDone = { type: 'response.output_item.done', output_index: 0, item: message('Hello') };
  for (const events of [
    [added, delta, partDone, itemDone, completed([])],
    [added, delta, itemDone, completed([message('Hello')])],
    [added, itemDone, completed([])],
    [added, delta, completed([message('Hello')])],
    [completed([message('Hello')])],
  ]) {
    const { text } = streamed(chat, [Buffer.from(namedStream([created, ...events]))]);
    const { choices } = await finalOf('chat', text);
    assert.equal(choices[0]?.message.content, 'Hello', JSON.stringify(events));
  }
});

test('the arguments of a call are all there, and once, however they come', () => {
  const added = {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...functionCall, arguments: '' },
  };
  const delta = { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a"' };
  const argumentsDone = {
    type: 'response.function_call_arguments.done',
    output_index: 0,
    arguments: '{"a":1}',
  };
  const itemDone = { type: 'response.output_item.done', output_index: 0, item: functionCall };
  for (const events of [
    [added, delta, argumentsDone, itemDone, completed([])],
    [added, argumentsDone, itemDone, completed([functionCall])],
    [added, itemDone, completed([functionCall])],
    [{ ...added, item: functionCall }, itemDone, completed([functionCall])],
    [completed([functionCall])],
  ]) {
    assert.deepEqual(blocksOf(eventsOf(messages, namedStream([created, ...events]))), ['tool_use: {"a":1}']);
  }
});

test('what is done and is not what came is left out, and told', () => {
  const told = { unknown: [], lost: [] };
  const events = [
    created,
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'A' },
    { type: 'response.output_item.done', output_index: 0, item: message('B') },
    completed([]),
  ];
  const context = contextOf('responses', 'messages', {}, told);
  assert.deepEqual(blocksOf(eventsOf(context, namedStream(events))), ['text: A']);
  assert.deepEqual(told.lost, ['what differs from its deltas']);
});

test('reasoning is sealed with what its item holds at the end, and with its id', () => {
  const item = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'stale' };
  const parts = ['One.', 'Two.'].map((text) => ({ type: 'summary_text', text }));
  const events = [
    created,
    { type: 'response.output_item.added', output_index: 0, item },
    ...parts.flatMap(({ text }, index) => [
      { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: index, part: {} },
      { type: 'response.reasoning_summary_text.delta', output_index: 0, summary_index: index, delta: text },
      { type: 'response.reasoning_summary_text.done', output_index: 0, summary_index: index, text },
    ]),
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, summary: parts, encrypted_content: 'E' },
    },
    completed([]),
  ];
  const out = eventsOf(messages, namedStream(events));
  assert.deepEqual(blocksOf(out), ['thinking: One.\n\nTwo.']);
  const seal = out.flatMap(({ data }) => at(data, 'delta', 'signature') ?? []).map(String);
  assert.deepEqual(
    seal.map(
      (text) => JSON.parse(Buffer.from(text.slice('gw1.r.'.length), 'base64url').toString()) as unknown,
    ),
    [{ d: 'E', i: 'rs_1' }],
  );
});

test('reasoning that nobody may read is a thought without a text, and none at all where there is nothing to send back', () => {
  const item = { id: 'rs_1', type: 'reasoning', summary: [] };
  const sealed = wholeOf(messages, whole([{ ...item, encrypted_content: 'E' }, message('A')]));
  assert.deepEqual(at(sealed, 'content', 0, 'thinking'), '');
  const bare = wholeOf(messages, whole([item, message('A')]));
  assert.equal((bare['content'] as unknown[]).length, 1);
});

test('where reasoning is told in full and in summary, the whole of it counts', () => {
  const item = {
    id: 'rs_1',
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'S' }],
    content: [{ type: 'reasoning_text', text: 'F' }],
  };
  assert.equal(at(wholeOf(messages, whole([item])), 'content', 0, 'thinking'), 'F');
});

test('an incomplete response ends for its reason', () => {
  for (const [reason, right] of [
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
    ['max_messages', 'stop'],
  ] as const) {
    const body = wholeOf(
      chat,
      whole([message('A')], { status: 'incomplete', incomplete_details: { reason } }),
    );
    assert.equal(at(body, 'choices', 0, 'finish_reason'), right);
  }
});

test('a refusal is one to every client', () => {
  const content = [{ type: 'refusal', refusal: 'No.' }];
  const answer = whole([{ ...message(), content }]);
  assert.equal(at(wholeOf(chat, answer), 'choices', 0, 'message', 'refusal'), 'No.');
  assert.equal(at(wholeOf(chat, answer), 'choices', 0, 'finish_reason'), 'content_filter');
  assert.equal(wholeOf(messages, answer)['stop_reason'], 'refusal');
});

test('a response that failed is an error, and one that is still being made is no answer', () => {
  const failed = {
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'M' } },
  };
  for (const end of [failed, { ...failed, type: 'response.done' }]) {
    const events = eventsOf(messages, namedStream([created, end]));
    assert.deepEqual(at(events.at(-1)?.data, 'error'), { type: 'rate_limit_error', message: 'M' });
  }
  const error = { type: 'error', code: 'server_error', message: 'M', sequence_number: 1 };
  assert.equal(at(eventsOf(chat, namedStream([created, error])).at(-1)?.data, 'error', 'message'), 'M');
  assert.throws(() => bodyOf(chat, JSON.stringify(whole([], { status: 'queued' }))), /queued/);
});

test('other servers end with `response.done`, or with [DONE] behind items that are done', () => {
  const item = { type: 'response.output_item.done', output_index: 0, item: message('A') };
  const done = { type: 'response.done', response: { status: 'completed', output: [] } };
  for (const stream of [
    namedStream([created, item, done]),
    `${namedStream([created, item])}data: [DONE]\n\n`,
  ]) {
    assert.equal(eventsOf(messages, stream).at(-1)?.name, 'message_stop');
  }
  const { fault } = streamed(messages, [Buffer.from(`${namedStream([created])}data: [DONE]\n\n`)]);
  assert.match(fault ?? '', /before the answer was complete/);
});

test('events of a server that numbers no items are told apart by their ids', () => {
  const events = [
    created,
    { type: 'response.output_item.added', item: { ...message(), content: [] } },
    { type: 'response.output_text.delta', item_id: 'msg_1', content_index: 0, delta: 'A' },
    { type: 'response.output_item.added', item: { ...functionCall, arguments: '' } },
    { type: 'response.function_call_arguments.delta', item_id: 'fc_1', delta: '{"a":1}' },
    { type: 'response.output_item.done', item: message('A') },
    { type: 'response.output_item.done', item: functionCall },
    completed([message('A'), functionCall]),
  ];
  assert.deepEqual(blocksOf(eventsOf(messages, namedStream(events))), ['text: A', 'tool_use: {"a":1}']);
});

test('items of tools that the vendor runs are left out, and told once', () => {
  const told = { unknown: [], lost: [] };
  const search = { id: 'ws_1', type: 'web_search_call', status: 'completed' };
  const events = [
    created,
    { type: 'response.output_item.added', output_index: 0, item: search },
    { type: 'response.web_search_call.in_progress', output_index: 0, item_id: 'ws_1' },
    { type: 'response.output_item.done', output_index: 0, item: search },
    completed([search]),
  ];
  assert.deepEqual(blocksOf(eventsOf(contextOf('responses', 'messages', {}, told), namedStream(events))), []);
  assert.deepEqual(told.unknown, ['web_search_call']);
});

test('web pages that a text stands on are annotations, once', () => {
  const annotation = {
    type: 'url_citation',
    url: 'https://a.example',
    title: 'T',
    start_index: 0,
    end_index: 1,
  };
  const part = { type: 'output_text', text: 'AB', annotations: [annotation] };
  const events = [
    created,
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'AB' },
    { type: 'response.output_text.annotation.added', output_index: 0, content_index: 0, annotation },
    { type: 'response.content_part.done', output_index: 0, content_index: 0, part },
    completed([{ ...message(), content: [part] }]),
  ];
  const deltas = deltasOf(eventsOf(chat, namedStream(events)));
  const { type, ...citation } = annotation;
  assert.deepEqual(deltas.at(-1), { annotations: [{ type, url_citation: citation }] });
  assert.equal(deltas.length, 3);
});

test('probabilities of tokens stand with the text that they are of', async () => {
  const logprobs = [{ token: 'A', logprob: -0.5, top_logprobs: [{ token: 'A', logprob: -0.5 }] }];
  const events = [
    created,
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'A', logprobs },
    completed([message('A')]),
  ];
  const { text } = streamed(chat, [Buffer.from(namedStream(events))]);
  const { choices } = await finalOf('chat', text);
  const token = { token: 'A', logprob: -0.5, bytes: null };
  assert.deepEqual(choices[0]?.logprobs?.content, [{ ...token, top_logprobs: [token] }]);
});

test('usage is that of the response', () => {
  const usage = {
    input_tokens: 120,
    input_tokens_details: { cached_tokens: 100 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 150,
  };
  const events = eventsOf(messages, namedStream([created, completed([message('A')], { usage })]));
  const told = at(events.at(-2)?.data, 'usage');
  assert.deepEqual(told, {
    input_tokens: 20,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 100,
    output_tokens: 30,
    output_tokens_details: { thinking_tokens: 4 },
    server_tool_use: null,
  });
});

test('items that never came as events are told once, beside those that did', () => {
  const second = { ...message('B'), id: 'msg_2' };
  const done = { type: 'response.output_item.done', output_index: 1, item: second };
  assert.deepEqual(
    blocksOf(eventsOf(messages, namedStream([created, done, completed([message('A'), second])]))),
    ['text: B', 'text: A'],
  );
  const body = wholeOf(messages, whole([functionCall, { ...functionCall, id: 'fc_2', call_id: 'd' }]));
  assert.equal((body['content'] as unknown[]).length, 2);
});

test('ids that differ between the events and the response make no item twice', () => {
  const done = { type: 'response.output_item.done', output_index: 0, item: message('A') };
  const other = { ...message('A'), id: 'other' };
  assert.deepEqual(blocksOf(eventsOf(messages, namedStream([created, done, completed([other])]))), [
    'text: A',
  ]);
});
