import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealText } from '../../../../src/api/translation/shared/seals.ts';
import type { FlavorName, Translation } from '../../../../src/config/translation-settings.ts';
import { type Json, translated } from './translated.ts';

type Options = Partial<Translation> & { readonly kind?: FlavorName };

function chat(input: readonly Json[], more: Json = {}, options: Options = {}) {
  const result = translated('responses', 'chat_completions', { input, ...more }, options);
  return { ...result, messages: (result.body['messages'] ?? []) as Json[] };
}

function messages(input: readonly Json[], more: Json = {}, options: Options = {}) {
  const body = { max_output_tokens: 10, input, ...more };
  const result = translated('responses', 'messages', body, options);
  return { ...result, messages: (result.body['messages'] ?? []) as { role: string; content: Json[] }[] };
}

const said = (text: string): Json => ({
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
});
const user = (text: string): Json => ({ role: 'user', content: [{ type: 'input_text', text }] });
const call = (call_id: string, name = 'f', args = '{}'): Json => ({
  type: 'function_call',
  id: 'fc_1',
  status: 'completed',
  call_id,
  name,
  arguments: args,
});
const output = (call_id: string, value: unknown): Json => ({
  type: 'function_call_output',
  call_id,
  output: value,
});
const use = (id: string, name: string, input: unknown): Json => ({ type: 'tool_use', id, name, input });
const chatCall = (id: string, name = 'f', args = '{}'): Json => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const text = (value: string): Json => ({ type: 'text', text: value });

test('items of the assistant that follow each other are one turn', () => {
  const input = [user('go'), said('on it'), call('a'), call('b'), output('b', 'B'), output('a', 'A')];
  assert.deepEqual(chat(input).messages, [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: 'on it', tool_calls: [chatCall('a'), chatCall('b')] },
    { role: 'tool', tool_call_id: 'a', content: 'A' },
    { role: 'tool', tool_call_id: 'b', content: 'B' },
  ]);
  assert.deepEqual(messages(input).messages, [
    { role: 'user', content: [text('go')] },
    { role: 'assistant', content: [text('on it'), use('a', 'f', {}), use('b', 'f', {})] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'A' },
        { type: 'tool_result', tool_use_id: 'b', content: 'B' },
      ],
    },
  ]);
});

test('of two messages of a turn the calls belong to the last, and the first stays its own', () => {
  const input = [user('go'), said('one'), call('a'), said('two'), output('a', '')];
  assert.deepEqual(chat(input).messages.slice(1), [
    { role: 'assistant', content: 'one' },
    { role: 'assistant', content: 'two', tool_calls: [chatCall('a')] },
    { role: 'tool', tool_call_id: 'a', content: '' },
  ]);
});

test('instructions and developer messages are instructions in their order', () => {
  const input = [
    { role: 'developer', content: 'D' },
    user('hi'),
    { role: 'system', content: 'S' },
    user('on'),
  ];
  const { body } = messages(input, { instructions: 'I' });
  assert.deepEqual(body['system'], [text('I'), text('D')]);
  assert.deepEqual(
    (body['messages'] as Json[]).map(({ role }) => role),
    ['user', 'system', 'user'],
  );
  assert.deepEqual(
    chat(input, { instructions: 'I' }).messages.map(({ role, content }) => [role, content]),
    [
      ['developer', 'I'],
      ['developer', 'D'],
      ['user', 'hi'],
      ['system', 'S'],
      ['user', 'on'],
    ],
  );
});

test('images and files of messages and of results are said', () => {
  const image = { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'high' };
  const file = { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' };
  const input = [{ role: 'user', content: [image, file] }, call('a'), output('a', [image])];
  const imagePart = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA', detail: 'high' } };
  assert.deepEqual(chat(input).messages, [
    {
      role: 'user',
      content: [imagePart, { type: 'file', file: { filename: 'a.pdf', file_data: file.file_data } }],
    },
    { role: 'assistant', content: null, tool_calls: [chatCall('a')] },
    { role: 'tool', tool_call_id: 'a', content: '' },
    { role: 'user', content: [text('Output of tool call a:'), imagePart] },
  ]);
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
  const own = messages(input);
  assert.deepEqual(own.messages[0]!.content, [
    { type: 'image', source },
    {
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
      title: 'a.pdf',
    },
  ]);
  assert.deepEqual(own.messages[2]!.content, [
    { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image', source }] },
  ]);
  assert.deepEqual(own.dropped, ['input[].content[].detail', 'input[].output[].detail']);
});

test('files by URL go where they can, and what another backend keeps goes nowhere', () => {
  const part = (members: Json) => [{ role: 'user', content: [members] }];
  const byUrl = part({ type: 'input_file', file_url: 'https://x.test/a.pdf' });
  assert.deepEqual(messages(byUrl).messages[0]!.content, [
    { type: 'document', source: { type: 'url', url: 'https://x.test/a.pdf' } },
  ]);
  assert.deepEqual(chat(byUrl).refusedPaths, ['input[0].content[0]!']);
  for (const members of [
    { type: 'input_file', file_id: 'f' },
    { type: 'input_image', file_id: 'f' },
    { type: 'input_audio', input_audio: {} },
    { type: 'summary_text', text: 'x' },
  ]) {
    assert.deepEqual(messages(part(members)).refusedPaths, ['input[0].content[0]!'], members.type);
    assert.deepEqual(chat(part(members)).refusedPaths, ['input[0].content[0]!'], members.type);
  }
});

test('items that only the vendor knows are refused by their place', () => {
  for (const type of [
    'item_reference',
    'configuration_update',
    'compaction',
    'compaction_trigger',
    'web_search_call',
    'file_search_call',
    'code_interpreter_call',
    'image_generation_call',
    'mcp_call',
    'mcp_list_tools',
    'computer_call',
    'computer_call_output',
    'shell_call',
    'local_shell_call',
    'apply_patch_call',
    'tool_search_call',
    'program',
    'something_new',
  ]) {
    assert.deepEqual(messages([user('hi'), { type }]).refusedPaths, ['input[1]!'], type);
    assert.deepEqual(chat([user('hi'), { type }]).refusedPaths, ['input[1]!'], type);
  }
});

test('tools that stand among the items are offered like the others', () => {
  const f = (name: string): Json => ({ type: 'function', name, parameters: {}, strict: true });
  const input = [{ type: 'additional_tools', role: 'developer', tools: [f('b')] }, user('hi')];
  const { body } = chat(input, { tools: [f('a')] });
  assert.deepEqual(
    body['tools'],
    ['a', 'b'].map((name) => ({ type: 'function', function: { name, parameters: {}, strict: true } })),
  );
});

test('namespaces are flattened alike in tools, choice and history', () => {
  const tools = [
    {
      type: 'namespace',
      name: 'mcp__fs',
      description: 'Files.',
      tools: [{ type: 'function', name: 'read' }],
    },
    { type: 'function', name: 'read', parameters: {} },
  ];
  const input = [user('hi'), { ...call('a', 'read'), namespace: 'mcp__fs' }, output('a', 'x')];
  const tool_choice = { type: 'function', name: 'read', namespace: 'mcp__fs' };
  const { body, dropped } = messages(input, { tools, tool_choice });
  assert.deepEqual(
    (body['tools'] as Json[]).map(({ name }) => name),
    ['mcp__fs__read', 'read'],
  );
  assert.deepEqual(body['tool_choice'], { type: 'tool', name: 'mcp__fs__read' });
  assert.match(JSON.stringify(body['messages']), /"name":"mcp__fs__read"/);
  assert.deepEqual(dropped, ['tools[].description']);
  const twice = [...tools, { type: 'function', name: 'mcp__fs__read', parameters: {} }];
  assert.deepEqual(messages(input, { tools: twice }).refusedPaths, ['tools[2]!']);
});

test('custom tools are what they are for OpenAI, and wrapped for all others', () => {
  const format = { type: 'grammar', syntax: 'lark', definition: 'start: "x"' };
  const tools = [{ type: 'custom', name: 'apply_patch', description: 'P.', format }];
  const input = [
    user('go'),
    { type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: '*** Begin\n' },
    { type: 'custom_tool_call_output', call_id: 'a', output: 'done' },
  ];
  const native = chat(input, { tools, tool_choice: { type: 'custom', name: 'apply_patch' } });
  const grammar = { syntax: 'lark', definition: 'start: "x"' };
  const custom = { name: 'apply_patch', description: 'P.', format: { type: 'grammar', grammar } };
  assert.deepEqual(native.body['tools'], [{ type: 'custom', custom }]);
  assert.deepEqual(native.body['tool_choice'], { type: 'custom', custom: { name: 'apply_patch' } });
  assert.deepEqual(native.messages.slice(1), [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'apply_patch', input: '*** Begin\n' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: 'done' },
  ]);
  const wrapped = chat(
    input,
    { tools, tool_choice: { type: 'custom', name: 'apply_patch' } },
    { kind: 'vllm' },
  );
  assert.deepEqual(wrapped.body['tool_choice'], { type: 'function', function: { name: 'apply_patch' } });
  assert.deepEqual(wrapped.messages[1]!['tool_calls'], [
    chatCall('a', 'apply_patch', '{"input":"*** Begin\\n"}'),
  ]);
  assert.deepEqual(wrapped.changed, ['tools[]']);
});

test('a choice among allowed tools is said to chat completions in its own form', () => {
  const f = (name: string): Json => ({ type: 'function', name, parameters: {} });
  const tool_choice = { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'b' }] };
  const { body } = chat([user('hi')], { tools: [f('a'), f('b')], tool_choice });
  assert.deepEqual(body['tool_choice'], {
    type: 'allowed_tools',
    allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'b' } }] },
  });
  assert.equal((body['tools'] as Json[]).length, 2);
  const hosted = { ...tool_choice, tools: [{ type: 'web_search' }] };
  assert.equal(chat([user('hi')], { tools: [f('a')], tool_choice: hosted }).body['tool_choice'], 'none');
});

test('sealed reasoning goes back to its own dialect in its turn, and foreign reasoning to none', () => {
  const encrypted_content = sealText({ dialect: 'messages', data: 'S', text: 'all of it' });
  const reasoning = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'short' }],
    encrypted_content,
  };
  const input = [user('go'), reasoning, call('a'), output('a', '')];
  assert.deepEqual(messages(input).messages[1]!.content, [
    { type: 'thinking', thinking: 'all of it', signature: 'S' },
    use('a', 'f', {}),
  ]);
  const elsewhere = chat(input, {}, { kind: 'deepseek' });
  assert.equal(elsewhere.messages[1]!['reasoning_content'], 'all of it');
  assert.deepEqual(elsewhere.changed, ['reasoning']);
  const foreign = chat([
    user('go'),
    { ...reasoning, encrypted_content: 'native' },
    call('a'),
    output('a', ''),
  ]);
  assert.doesNotMatch(foreign.text, /native|short|rs_1/);
  assert.deepEqual(foreign.dropped, ['input[].encrypted_content', 'reasoning']);
});

test('what belongs to a call alone is not told to other vendors as reasoning', () => {
  const encrypted_content = sealText({ dialect: 'gemini', data: 'G', isOfCall: true });
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content };
  const { text: sentText, dropped } = messages([user('go'), reasoning, call('a'), output('a', '')]);
  assert.doesNotMatch(sentText, /thinking|gw1/);
  assert.deepEqual(dropped, ['reasoning']);
});

test('reasoning alone leaves no turn of the assistant behind', () => {
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 't' }] };
  const input = [user('a'), reasoning, user('b')];
  assert.deepEqual(
    chat(input).messages.map(({ role }) => role),
    ['user', 'user'],
  );
  assert.deepEqual(
    messages(input).messages.map(({ role }) => role),
    ['user', 'user'],
  );
});

test('arguments that are no JSON are passed to chat completions as they are', () => {
  const input = [user('go'), call('a', 'f', 'not { json'), output('a', '')];
  assert.deepEqual(chat(input).messages[1]!['tool_calls'], [chatCall('a', 'f', 'not { json')]);
  assert.deepEqual(messages(input).refusedPaths, ['input[1]!']);
});
