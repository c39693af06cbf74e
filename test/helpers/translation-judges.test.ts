import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  assertStreamRules,
  type ClientDialect,
  finalOf,
  judgeAnswer,
  judgeEvents,
  judgeRequest,
  sseEvents,
} from './translation-judges.ts';

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/translation/${name}`, import.meta.url), 'utf8');
}

const clients = ['chat', 'messages', 'responses'] as const;
const answers = {
  chat: fixture('answer.chat.sse'),
  messages: fixture('answer.messages.sse'),
  responses: fixture('answer.responses.sse'),
};

function dataOf(stream: string): object[] {
  return sseEvents(stream)
    .filter(({ text }) => text !== '[DONE]')
    .map(({ data }) => data);
}

for (const dialect of clients) {
  test(`the judges accept a sound request and a sound answer of ${dialect}`, async () => {
    judgeRequest(dialect, JSON.parse(fixture(`request.${dialect}.json`)));
    const stream = answers[dialect];
    judgeEvents(dialect, dataOf(stream));
    assertStreamRules(dialect, stream);
    judgeAnswer(dialect, withoutHelp(await finalOf(dialect, stream)));
  });
}

/** What the client's own helper adds to a message is on no wire. */
function withoutHelp(final: object): object {
  const { output_parsed: _parsed, output_text: _text, ...rest } = JSON.parse(JSON.stringify(final));
  for (const choice of rest.choices ?? []) delete choice.message.parsed;
  for (const call of rest.choices?.[0]?.message.tool_calls ?? []) delete call.function.parsed_arguments;
  for (const item of rest.output ?? []) {
    delete item.parsed_arguments;
    for (const part of item.content ?? []) delete part.parsed;
  }
  for (const block of rest.content ?? []) delete block.parsed_output;
  delete rest.parsed_output;
  return rest;
}

test('what backends send is accepted in their own forms', () => {
  judgeEvents('chat', dataOf(fixture('source.chat.sse')));
  judgeEvents('gemini', dataOf(fixture('source.gemini.sse')));
  const lines = fixture('source.converse.jsonl').trimEnd().split('\n');
  judgeEvents(
    'converse',
    lines.map((line) => JSON.parse(line)),
  );
});

test('a body is held to the version of messages that it is meant for', () => {
  const body = JSON.parse(fixture('request.messages.json'));
  judgeRequest('messages-2023-06-01', { ...body, temperature: 0.5 });
  assert.throws(() => judgeRequest('messages', { ...body, temperature: 0.5 }), /temperature/);
});

const message = { role: 'user', content: 'Hello' };
const text = { text: 'Hello' };

const wrongRequests: readonly (readonly [Parameters<typeof judgeRequest>[0], string, object])[] = [
  ['chat', 'an unknown field', { model: 'm', messages: [message], top_k: 1 }],
  [
    'chat',
    'a part of another dialect',
    { model: 'm', messages: [{ ...message, content: [{ type: 'image' }] }] },
  ],
  ['messages', 'no max_tokens', { model: 'm', messages: [message] }],
  [
    'messages',
    'a role of another dialect',
    { model: 'm', max_tokens: 1, messages: [{ ...message, role: 'developer' }] },
  ],
  [
    'responses',
    'a tool of another dialect',
    { model: 'm', input: 'a', tools: [{ type: 'function', function: { name: 'f' } }] },
  ],
  ['gemini', 'a field of another dialect', { contents: [{ role: 'user', parts: [text] }], max_tokens: 1 }],
  ['gemini', 'an unknown part', { contents: [{ role: 'user', parts: [{ type: 'text', ...text }] }] }],
  ['converse', 'a block with a type', { messages: [{ role: 'user', content: [{ type: 'text', ...text }] }] }],
  ['converse', 'a message without content', { messages: [{ role: 'user' }] }],
  [
    'converse',
    'a block of two kinds',
    { messages: [{ role: 'user', content: [{ ...text, cachePoint: { type: 'default' } }] }] },
  ],
];

for (const [dialect, what, body] of wrongRequests)
  test(`${what} makes no request of ${dialect}`, () => assert.throws(() => judgeRequest(dialect, body)));

test('what only servers other than OpenAI take is accepted for those alone', () => {
  const body = { model: 'm', messages: [message], top_k: 1 };
  assert.throws(() => judgeRequest('chat', body));
  judgeRequest('chat', body, { otherServers: true });
});

type Judge = 'schema' | 'rules' | 'client';

interface Fault {
  readonly dialect: ClientDialect;
  readonly what: string;
  readonly caughtBy: readonly Judge[];
  /** The sound stream, or one with fewer blocks, made unsound. */
  readonly edit: (stream: string) => string;
}

/** Takes out the events whose text matches. */
function without(pattern: RegExp): (stream: string) => string {
  return (stream) =>
    stream
      .split('\n\n')
      .filter((event) => !pattern.test(event))
      .join('\n\n');
}

function put(from: string | RegExp, to: string): (stream: string) => string {
  return (stream) => {
    const edited = stream.replace(from, to);
    assert.ok(edited !== stream, `nothing matches ${from}`);
    return edited;
  };
}

const chatError = 'data: {"error":{"message":"m","type":"server_error","code":null}}\n\n';
const messagesError = 'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"m"}}\n\n';
const terminalOfMessages = /event: message_delta[\s\S]*$/;

const faults: readonly Fault[] = [
  {
    dialect: 'responses',
    what: 'no response.created first',
    caughtBy: ['rules', 'client'],
    edit: without(/response\.created/),
  },
  {
    dialect: 'responses',
    what: 'a delta without output_item.added',
    caughtBy: ['rules', 'client'],
    edit: without(/output_item\.added/),
  },
  {
    dialect: 'responses',
    what: 'no output_item.done',
    caughtBy: ['rules'],
    edit: without(/output_item\.done/),
  },
  {
    dialect: 'responses',
    what: 'an empty output at the end',
    caughtBy: ['rules'],
    edit: (stream) => stream.replace(/("type":"response\.completed".*"output":)\[.*\](,"parallel)/, '$1[]$2'),
  },
  {
    dialect: 'responses',
    what: 'no response.completed',
    caughtBy: ['rules'],
    edit: without(/response\.completed/),
  },
  {
    dialect: 'responses',
    what: 'no sequence number',
    caughtBy: ['schema', 'rules'],
    edit: put(/,"sequence_number":5/, ''),
  },
  {
    dialect: 'responses',
    what: 'a sequence number twice',
    caughtBy: ['rules'],
    edit: put(/"sequence_number":5/, '"sequence_number":4'),
  },
  {
    dialect: 'responses',
    what: 'an item that changes its id',
    caughtBy: ['rules'],
    edit: put(/(output_item\.done","output_index":1,"item":\{"id":")msg_1/, '$1msg_2'),
  },
  {
    dialect: 'responses',
    what: 'an output index twice',
    caughtBy: ['rules'],
    edit: put(/("type":"response\.output_item\.added","output_index":)3/, '$12'),
  },
  {
    dialect: 'responses',
    what: 'an event without its name',
    caughtBy: ['rules'],
    edit: put('event: response.output_item.done\n', ''),
  },
  {
    dialect: 'responses',
    what: 'arguments that are not what the deltas were',
    caughtBy: ['rules'],
    edit: put('"delta":"\\"a\\"}"', '"delta":"\\"b\\"}"'),
  },
  {
    dialect: 'responses',
    what: 'something behind the end',
    caughtBy: ['rules'],
    edit: (stream) => `${stream}data: [DONE]\n\n`,
  },
  { dialect: 'chat', what: 'no role', caughtBy: ['rules', 'client'], edit: put('"role":"assistant",', '') },
  {
    dialect: 'chat',
    what: 'no finish reason',
    caughtBy: ['rules', 'client'],
    edit: without(/"finish_reason":"/),
  },
  {
    dialect: 'chat',
    what: 'a call without a type',
    caughtBy: ['rules', 'client'],
    edit: put('"type":"function",', ''),
  },
  {
    dialect: 'chat',
    what: 'calls that count from 1',
    caughtBy: ['rules', 'client'],
    edit: (stream) =>
      stream
        .replaceAll('[{"index":1', '[{"index":2')
        .replaceAll('[{"index":0,"id"', '[{"index":1,"id"')
        .replaceAll('[{"index":0,"function"', '[{"index":1,"function"'),
  },
  {
    dialect: 'chat',
    what: 'a call without arguments',
    caughtBy: ['rules'],
    edit: put(',"arguments":""', ''),
  },
  {
    dialect: 'chat',
    what: 'an error and [DONE]',
    caughtBy: ['rules', 'client'],
    edit: put('data: [DONE]', `${chatError}data: [DONE]`),
  },
  { dialect: 'chat', what: 'no [DONE]', caughtBy: ['rules'], edit: put('data: [DONE]\n\n', '') },
  {
    dialect: 'chat',
    what: 'a finish of calls without one',
    caughtBy: ['rules'],
    edit: without(/"tool_calls":\[/),
  },
  {
    dialect: 'chat',
    what: 'a usage of null only here and there',
    caughtBy: ['rules'],
    edit: put(',"usage":null', ''),
  },
  {
    dialect: 'messages',
    what: 'no message_stop',
    caughtBy: ['rules', 'client'],
    edit: without(/message_stop/),
  },
  {
    dialect: 'messages',
    what: 'an index with a gap',
    caughtBy: ['rules'],
    edit: (stream) => stream.replaceAll('"index":3', '"index":4'),
  },
  {
    dialect: 'messages',
    what: 'an error and an end',
    caughtBy: ['rules', 'client'],
    edit: put('event: message_delta', `${messagesError}event: message_delta`),
  },
  {
    dialect: 'messages',
    what: 'an event without its name',
    caughtBy: ['rules'],
    edit: put('event: content_block_delta\n', ''),
  },
  {
    dialect: 'messages',
    what: 'a delta that does not fit its block',
    caughtBy: ['rules'],
    edit: put('{"type":"text_delta","text":"I read"}', '{"type":"thinking_delta","thinking":"I read"}'),
  },
  {
    dialect: 'messages',
    what: 'two open blocks',
    caughtBy: ['rules'],
    edit: put('event: content_block_stop\ndata: {"type":"content_block_stop","index":2}\n\n', ''),
  },
  {
    dialect: 'messages',
    what: 'a delta behind the signature',
    caughtBy: ['rules'],
    edit: (stream) =>
      stream.replace(
        /(event: content_block_delta\ndata: [^\n]*thinking_delta.*\n\n)(event: content_block_delta\ndata: .*\n\n)/,
        '$2$1',
      ),
  },
  {
    dialect: 'messages',
    what: 'an end without usage',
    caughtBy: ['schema'],
    edit: put(/,"usage":\{"input_tokens":20.*\}(?=\}\n)/, ''),
  },
  {
    dialect: 'messages',
    what: 'a stop reason of calls without one',
    caughtBy: ['rules'],
    edit: (stream) => without(/"index":[23]/)(stream),
  },
  {
    dialect: 'messages',
    what: 'an id that the vendor does not take',
    caughtBy: ['rules'],
    edit: put('"call_a"', '"functions.Read:0"'),
  },
];

for (const { dialect, what, caughtBy, edit } of faults) {
  test(`${what} in a stream of ${dialect} is caught by: ${caughtBy.join(', ')}`, async () => {
    const stream = edit(answers[dialect]);
    assert.ok(stream !== answers[dialect], 'the edit changes nothing');
    const judges: Readonly<Record<Judge, () => unknown>> = {
      schema: () => judgeEvents(dialect, dataOf(stream)),
      rules: () => assertStreamRules(dialect, stream),
      client: () => finalOf(dialect, stream),
    };
    for (const judge of caughtBy) await assert.rejects(async () => judges[judge](), judge);
  });
}

test('a stream that was broken off ends in an error event', () => {
  const { chat, messages, responses } = answers;
  assertStreamRules('chat', chat.replace(/data: [^\n]*"finish_reason":"tool_calls"[\s\S]*$/, chatError));
  assertStreamRules('messages', messages.replace(terminalOfMessages, messagesError));
  assertStreamRules(
    'responses',
    responses.replace(/event: response\.completed\ndata: .*\n/, (event) =>
      event
        .replaceAll('response.completed', 'response.failed')
        .replace('"status":"completed","background"', '"status":"failed","background"'),
    ),
  );
  assert.throws(() => assertStreamRules('messages', messages.replace(terminalOfMessages, '')));
});

test('bytes stand in requests of Converse as base64', () => {
  const source = { bytes: 'iVBORw0KGgo=' };
  judgeRequest('converse', { messages: [{ role: 'user', content: [{ image: { format: 'png', source } }] }] });
});
