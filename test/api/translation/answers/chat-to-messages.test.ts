import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertStreamRules, finalOf, judgeAnswer, sseEvents } from '../../../helpers/translation-judges.ts';
import { at, blocksOf, bodyOf, chatStream, contextOf, eventsOf, streamed, wholeOf } from './translating.ts';

const context = contextOf('chat_completions', 'messages');

function call(index: number, id: string, name: string, args: string) {
  return { index, id, type: 'function', function: { name, arguments: args } };
}

function stopOf(stream: string): unknown {
  const events = eventsOf(context, stream);
  return at(events.find(({ name }) => name === 'message_delta')?.data, 'delta', 'stop_reason');
}

function whole(message: object, finish = 'stop', more: object = {}, choice: object = {}) {
  const choices = [
    { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish, ...choice },
  ];
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'm', choices, ...more };
}

test('the delta that opens a block is in it, whatever was open before', () => {
  const stream = chatStream(
    [
      { content: 'A' },
      { reasoning_content: 'R' },
      { content: 'B' },
      { tool_calls: [call(0, 'c', 'f', '{"x":1}')] },
    ],
    { finish: 'tool_calls' },
  );
  assert.deepEqual(blocksOf(eventsOf(context, stream)), [
    'text: A',
    'thinking: R',
    'text: B',
    'tool_use: {"x":1}',
  ]);
});

test('an answer that begins with reasoning begins with a thought, and with no empty text', () => {
  const stream = chatStream([
    { role: 'assistant', content: '' },
    { reasoning_content: 'R' },
    { content: 'A' },
  ]);
  assert.deepEqual(blocksOf(eventsOf(context, stream)), ['thinking: R', 'text: A']);
});

test('an answer with a call ends for its calls, and one without does not, whatever the finish reason says', () => {
  const calls = [{ tool_calls: [call(0, 'c', 'f', '{}')] }];
  assert.equal(stopOf(chatStream(calls, { finish: 'stop' })), 'tool_use');
  assert.equal(stopOf(chatStream([{ content: 'A' }], { finish: 'tool_calls' })), 'end_turn');
  assert.equal(stopOf(chatStream(calls, { finish: 'length' })), 'max_tokens');
  const message = {
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
  };
  assert.equal(wholeOf(context, whole(message))['stop_reason'], 'tool_use');
});

test('calls that come in one delta are two blocks, each with its own id, name and input', async () => {
  const calls = [call(0, 'c1', 'f', '{"a":1}'), call(1, 'c2', 'g', '{"b":2}')];
  const { text } = streamed(context, [
    Buffer.from(chatStream([{ tool_calls: calls }], { finish: 'tool_calls' })),
  ]);
  const { content } = await finalOf('messages', text);
  assert.deepEqual(
    content.map((block) => block.type === 'tool_use' && [block.id, block.name, block.input]),
    [
      ['c1', 'f', { a: 1 }],
      ['c2', 'g', { b: 2 }],
    ],
  );
});

test('calls whose fragments come by turns are told one after the other', () => {
  const stream = chatStream(
    [
      { tool_calls: [call(0, 'c1', 'f', '{"a"')] },
      { tool_calls: [call(1, 'c2', 'g', '{"b"')] },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
      { tool_calls: [{ index: 1, function: { arguments: ':2}' } }] },
    ],
    { finish: 'tool_calls' },
  );
  const { text } = streamed(context, [Buffer.from(stream)]);
  assertStreamRules('messages', text);
  assert.deepEqual(blocksOf(sseEvents(text)), ['tool_use: {"a":1}', 'tool_use: {"b":2}']);
});

test('calls that all have the index 0, or none, are told apart by their ids', () => {
  for (const index of [0, undefined]) {
    const fragments = [
      { index, id: 'c1', function: { name: 'f', arguments: '{"a":1}' } },
      { index, id: 'c2', function: { name: 'g', arguments: '{"b"' } },
      { index, function: { arguments: ':2}' } },
    ];
    const stream = chatStream(
      fragments.map((fragment) => ({ tool_calls: [fragment] })),
      { finish: 'tool_calls' },
    );
    assert.deepEqual(blocksOf(eventsOf(context, stream)), ['tool_use: {"a":1}', 'tool_use: {"b":2}']);
  }
});

test('a call waits for its name, and keeps the fragments that came before', () => {
  const stream = chatStream(
    [
      { tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] },
      { tool_calls: [{ index: 0, id: 'c', function: { name: 'f' } }] },
      { tool_calls: [{ index: 0, function: { name: 'f', arguments: ':1}' } }] },
    ],
    { finish: 'tool_calls' },
  );
  const events = eventsOf(context, stream);
  assert.deepEqual(blocksOf(events), ['tool_use: {"a":1}']);
  assert.equal(at(events[1]?.data, 'content_block', 'name'), 'f');
});

test('text between the fragments of a call waits until that is complete, and is not lost', () => {
  const stream = chatStream(
    [
      { tool_calls: [call(0, 'c', 'f', '{"a"')] },
      { content: 'B' },
      { tool_calls: [{ index: 0, function: { arguments: ':1}' } }] },
      { content: 'C' },
    ],
    { finish: 'tool_calls' },
  );
  assert.deepEqual(blocksOf(eventsOf(context, stream)), ['tool_use: {"a":1}', 'text: BC']);
});

test('cached tokens are left out of the input, once, in streams and whole answers', () => {
  const usage = { prompt_tokens: 120, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 100 } };
  const events = eventsOf(context, chatStream([{ content: 'A' }], { usage }));
  const told = at(events.find(({ name }) => name === 'message_delta')?.data, 'usage');
  const body = wholeOf(context, whole({ content: 'A' }, 'stop', { usage }));
  for (const { input_tokens: input, cache_read_input_tokens: cached } of [told, body['usage']] as Record<
    string,
    number
  >[]) {
    assert.deepEqual([input, cached], [20, 100]);
  }
});

test('a cache that is counted beside the input makes no negative count', () => {
  const usage = { prompt_tokens: 20, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 100 } };
  const body = wholeOf(context, whole({ content: 'A' }, 'stop', { usage }));
  assert.equal(at(body, 'usage', 'input_tokens'), 0);
});

test('what a filter stopped is a refusal', () => {
  assert.equal(stopOf(chatStream([{ content: 'A' }], { finish: 'content_filter' })), 'refusal');
  assert.equal(wholeOf(context, whole({ content: 'A' }, 'content_filter'))['stop_reason'], 'refusal');
});

test('a refusal is a text and a stop reason', () => {
  const body = wholeOf(context, whole({ content: null, refusal: 'No.' }));
  assert.deepEqual(body['content'], [{ type: 'text', text: 'No.', citations: null }]);
  assert.equal(body['stop_reason'], 'refusal');
  assert.equal(stopOf(chatStream([{ refusal: 'No.' }])), 'refusal');
});

test('reasoning is shown to those alone who asked for it', () => {
  const stream = chatStream([{ reasoning_content: 'R' }, { content: 'A' }]);
  assert.deepEqual(blocksOf(eventsOf(context, stream)), ['thinking: R', 'text: A']);
  assert.deepEqual(blocksOf(eventsOf({ ...context, shows: 'nothing' }, stream)), ['text: A']);
});

test('with `display: omitted` a thought has no text, and a signature that brings it back', () => {
  const events = eventsOf(
    { ...context, shows: 'seal_only' },
    chatStream([{ reasoning_content: 'R' }, { content: 'A' }]),
  );
  assert.deepEqual(blocksOf(events), ['thinking: ', 'text: A']);
  const seal = String(at(events[2]?.data, 'delta', 'signature'));
  assert.deepEqual(JSON.parse(Buffer.from(seal.slice('gw1.c.'.length), 'base64url').toString()), { t: 'R' });
});

test('reasoning that is said in two fields is told once', () => {
  const both = { reasoning: 'R', reasoning_details: [{ type: 'reasoning.text', text: 'R', index: 0 }] };
  assert.deepEqual(blocksOf(eventsOf(context, chatStream([both, { content: 'A' }]))), [
    'thinking: R',
    'text: A',
  ]);
});

test('what a router wants back of its reasoning is in the seal', () => {
  const detail = { type: 'reasoning.encrypted', data: 'D', format: 'x', index: 0 };
  const events = eventsOf(
    context,
    chatStream([{ reasoning: 'R' }, { reasoning_details: [detail] }, { content: 'A' }]),
  );
  const seal = events.map(({ data }) => at(data, 'delta', 'signature')).find((text) => text !== undefined);
  const content = JSON.parse(Buffer.from(String(seal).slice('gw1.c.'.length), 'base64url').toString()) as {
    d: string;
  };
  assert.deepEqual(JSON.parse(content.d), [detail]);
});

test('an id that messages do not take is packed, and one that is missing or was given before is made', () => {
  const calls = [
    call(0, 'functions.Bash:0', 'f', '{}'),
    call(1, '', 'f', '{}'),
    call(2, 'c', 'f', '{}'),
    call(3, 'c', 'g', '{}'),
  ];
  const { text } = streamed(context, [
    Buffer.from(chatStream([{ tool_calls: calls }], { finish: 'tool_calls' })),
  ]);
  assertStreamRules('messages', text);
  const ids = sseEvents(text).flatMap(({ data }) => at(data, 'content_block', 'id') ?? []);
  assert.equal(ids[0], `gwid_${Buffer.from('functions.Bash:0').toString('base64url')}`);
  assert.match(String(ids[1]), /^toolu_\w{24}$/);
  assert.equal(ids[2], 'c');
  assert.match(String(ids[3]), /^toolu_\w{24}$/);
});

test('the stop sequence that was met is told where the backend tells it', () => {
  const body = wholeOf(context, whole({ content: 'A' }, 'stop', {}, { stop_reason: '</block>' }));
  assert.deepEqual([body['stop_reason'], body['stop_sequence']], ['stop_sequence', '</block>']);
});

test('arguments are handed on as they were written, with their digits and doubled keys', () => {
  const args = '{"n":12345678901234567890,"m":1.0,"m":-0,"e":1e400}';
  const message = {
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
  };
  const answer = JSON.stringify(whole(message, 'tool_calls'));
  // Some servers give the object itself.
  for (const text of [answer, answer.replace(JSON.stringify(args), () => args)]) {
    assert.ok(bodyOf(context, text).includes(`"input":${args}`), text);
    const chunk = text.replace('"message"', '"delta"');
    assert.deepEqual(blocksOf(eventsOf(context, `data: ${chunk}\n\ndata: [DONE]\n\n`)), [
      `tool_use: ${args}`,
    ]);
  }
});

test('arguments of nothing are an empty object, and what is no object has no message', () => {
  const message = (args: string) => ({
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: args } }],
  });
  for (const args of ['', ' ', 'null']) {
    assert.deepEqual(at(wholeOf(context, whole(message(args))), 'content', 0, 'input'), {});
  }
  assert.throws(() => wholeOf(context, whole(message('{"a":'), 'tool_calls')), /no JSON object/);
  assert.deepEqual(wholeOf(context, whole(message('{"a":'), 'length'))['content'], []);
});

test('a whole answer is a message by the types of its client', () => {
  const usage = { prompt_tokens: 3, completion_tokens: 5 };
  const message = {
    reasoning_content: 'R',
    content: 'A',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
  };
  const body = wholeOf(context, whole(message, 'tool_calls', { usage }));
  judgeAnswer('messages', body);
  assert.match(String(body['id']), /^msg_/);
});

test('usage that comes with each chunk is in the start of the message', () => {
  const chunk = {
    id: 'chatcmpl-1',
    model: 'm',
    choices: [{ index: 0, delta: { role: 'assistant', content: '' } }],
    usage: { prompt_tokens: 7, completion_tokens: 0 },
  };
  const [start] = eventsOf(context, `data: ${JSON.stringify(chunk)}\n\n${chatStream([{ content: 'A' }])}`);
  assert.equal(at(start?.data, 'message', 'usage', 'input_tokens'), 7);
});

test('a stream without [DONE] is complete where it had a finish reason, and cut where it had none', () => {
  const finished = streamed(context, [Buffer.from(chatStream([{ content: 'A' }], { isDone: false }))]);
  assert.equal(finished.fault, undefined);
  assert.match(finished.text, /message_stop/);
  const cut = streamed(context, [
    Buffer.from(chatStream([{ content: 'A' }], { finish: null, isDone: false })),
  ]);
  assert.match(cut.fault ?? '', /before the answer was complete/);
  assert.doesNotMatch(cut.text, /message_delta|message_stop|content_block_stop/);
});

test('content behind a finish reason takes it back', () => {
  const { fault } = streamed(context, [
    Buffer.from(chatStream([{ content: 'A' }], { isDone: false })),
    Buffer.from(chatStream([{ content: 'B' }], { finish: null, isDone: false })),
  ]);
  assert.match(fault ?? '', /before the answer was complete/);
});

test('an error of the backend is the last event, in the words of messages', () => {
  for (const error of [
    'data: {"error":{"message":"M","type":"server_error","code":503}}\n\n',
    'event: error\ndata: M\n\n',
    '{"error":{"code":503,"message":"M","status":"UNAVAILABLE"}}\n',
    '[{"error":{"code":503,"message":"M","status":"UNAVAILABLE"}}]',
  ]) {
    const events = eventsOf(context, chatStream([{ content: 'A' }], { finish: null, isDone: false }) + error);
    assert.equal(events.at(-1)?.name, 'error');
    assert.equal(at(events.at(-1)?.data, 'error', 'message'), 'M');
    assert.equal(at(events.at(-1)?.data, 'request_id'), 'req_1');
  }
});

test('words that every object has are unknown words like others', () => {
  for (const word of ['constructor', 'toString', '__proto__']) {
    assert.equal(stopOf(chatStream([{ content: 'A' }], { finish: word })), 'end_turn');
  }
});

test('an event that is no JSON, or is nested too deep, can not be handed on', () => {
  const deep = `${'['.repeat(300)}${']'.repeat(300)}`;
  const nested = chatStream([
    { tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: { a: 0 } } }] },
  ]);
  for (const stream of ['data: {"choices":[{"ind\n\n', nested.replace('"a":0', () => `"a":${deep}`)]) {
    const { fault } = streamed(context, [Buffer.from(stream)]);
    assert.match(fault ?? '', /no JSON|nested too deep/);
  }
});

test('fragments that never say what they call are no call, and told', () => {
  const told = { unknown: [], lost: [] };
  const stream = chatStream(
    [{ content: 'A' }, { tool_calls: [{ index: 0, function: { arguments: '{}' } }] }],
    {
      finish: 'tool_calls',
    },
  );
  const events = eventsOf(contextOf('chat_completions', 'messages', {}, told), stream);
  assert.deepEqual(blocksOf(events), ['text: A']);
  assert.equal(stopOf(stream), 'end_turn');
  assert.deepEqual(told.unknown, ['call without a name']);
});
