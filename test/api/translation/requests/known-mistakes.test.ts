/** Mistakes that gateways have made in saying requests in another dialect. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealText } from '../../../../src/api/translation/shared/seals.ts';
import { differenceOf, type Json, row, translated } from './translated.ts';

const hi = { role: 'user', content: 'hi' };
const text = (said: string): Json => ({ type: 'text', text: said });
const use = (id: string, name: string, input: unknown): Json => ({ type: 'tool_use', id, name, input });
const toMessages: Json = { max_tokens: 10, messages: [hi] };
const png = 'data:image/png;base64,AAAA';

/** A chat request made of one of messages, and so on: what the backend gets. */
const messagesToChat = (more: Json, options = {}) =>
  translated('messages', 'chat_completions', { ...toMessages, ...more }, options);
const chatToMessages = (more: Json, options = {}) =>
  translated('chat_completions', 'messages', { ...toMessages, ...more }, options);
const responsesToChat = (input: readonly Json[], more: Json = {}, options = {}) =>
  translated('responses', 'chat_completions', { input, ...more }, options);
const turnsOf = ({ body }: { readonly body: Json }) => body['messages'] as Json[];

test('a stream of messages asks the chat server for its usage', () => {
  assert.deepEqual(messagesToChat({ stream: true }).body['stream_options'], { include_usage: true });
});

test('an image that a call gave is shown behind an empty result', () => {
  const sent = responsesToChat([
    { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_image', image_url: png }] },
  ]);
  const [, result, shown] = turnsOf(sent);
  assert.deepEqual(result, { role: 'tool', tool_call_id: 'a', content: '' });
  assert.deepEqual(shown, {
    role: 'user',
    content: [text('Output of tool call a:'), { type: 'image_url', image_url: { url: png } }],
  });
});

test('texts that a call gave are text, no dump of JSON and no parts of another dialect', () => {
  const items = [
    { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: [{ type: 'input_text', text: 'a' }] },
  ];
  assert.equal(turnsOf(responsesToChat(items))[1]!['content'], 'a');
  const blocks = [
    { role: 'assistant', content: [use('a', 'f', {})] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [text('x')] }] },
  ];
  assert.equal(turnsOf(messagesToChat({ messages: blocks }))[1]!['content'], 'x');
});

test('parallel calls are one turn, and so are their results', () => {
  const call = (call_id: string): Json => ({ type: 'function_call', call_id, name: 'f', arguments: '{}' });
  const output = (call_id: string): Json => ({ type: 'function_call_output', call_id, output: call_id });
  const input = [call('a'), call('b'), output('a'), output('b')];
  const { body } = translated('responses', 'messages', { max_output_tokens: 10, input });
  const result = (id: string): Json => ({ type: 'tool_result', tool_use_id: id, content: id });
  assert.deepEqual(body['messages'], [
    { role: 'assistant', content: [use('a', 'f', {}), use('b', 'f', {})] },
    { role: 'user', content: [result('a'), result('b')] },
  ]);
});

test('the call of a wrapped tool and its result stay a pair in the next turn', () => {
  const items = [
    { type: 'custom_tool_call', call_id: 'a', name: 'apply_patch', input: 'P' },
    { type: 'custom_tool_call_output', call_id: 'a', output: 'ok' },
  ];
  const [turn, result] = turnsOf(responsesToChat(items, {}, { kind: 'vllm' }));
  assert.deepEqual(turn!['tool_calls'], [
    { id: 'a', type: 'function', function: { name: 'apply_patch', arguments: '{"input":"P"}' } },
  ]);
  assert.deepEqual(result, { role: 'tool', tool_call_id: 'a', content: 'ok' });
});

test('a tool that the vendor runs is refused or dropped with a word, never skipped', () => {
  const tools = [{ type: 'function', name: 'f', parameters: {} }, { type: 'web_search' }];
  const refused = responsesToChat([hi], { tools });
  assert.deepEqual(refused.refused, [{ path: 'tools[1]', drop: 'tools.web_search', why: undefined }]);
  const { body, dropped } = responsesToChat([hi], { tools }, { drop: ['tools.web_search'] });
  assert.equal((body['tools'] as Json[]).length, 1);
  assert.deepEqual(dropped, ['tools.web_search']);
  const dated = messagesToChat({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] });
  assert.deepEqual(dated.refusedPaths, ['tools[0]']);
});

test('a thought comes back with its own signature, directly before the call that it led to', () => {
  const encrypted_content = sealText({ dialect: 'messages', data: 'SIGNED' });
  const { body } = translated('responses', 'messages', {
    max_output_tokens: 10,
    input: [
      hi,
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'a' }] },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'T' }], encrypted_content },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: '' },
    ],
  });
  assert.deepEqual((body['messages'] as Json[])[1]!['content'], [
    text('a'),
    { type: 'thinking', thinking: 'T', signature: 'SIGNED' },
    use('a', 'f', {}),
  ]);
});

test('a signature that is of another vendor makes no item of reasoning, and is told of', () => {
  const messages = [
    hi,
    { role: 'assistant', content: [{ type: 'thinking', thinking: 'T', signature: 'X' }, text('a')] },
    hi,
  ];
  const { text: sent, dropped } = translated('messages', 'responses', { ...toMessages, messages });
  assert.doesNotMatch(sent, /"type":"reasoning"|"X"/);
  assert.deepEqual(dropped, ['messages[].content[].signature', 'reasoning']);
});

test('reasoning, text and calls of a loop of tools are one message for a server that wants its reasoning back', () => {
  const encrypted_content = sealText({ dialect: 'chat_completions', data: '', text: 'R' });
  const sent = responsesToChat(
    [
      { type: 'reasoning', summary: [], encrypted_content },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
    ],
    {},
    { kind: 'deepseek' },
  );
  assert.deepEqual(turnsOf(sent)[0], {
    role: 'assistant',
    content: null,
    reasoning_content: 'R',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
  });
  assert.deepEqual(sent.dropped, []);
});

test('stop sequences are said to a chat server, and refused or dropped with a word where there is no place for them', () => {
  assert.deepEqual(messagesToChat({ stop_sequences: ['A', 'B'] }).body['stop'], ['A', 'B']);
  const added = { stop_sequences: ['X'] };
  assert.deepEqual(
    differenceOf('messages', 'responses', toMessages, added),
    row({ refused: ['stop_sequences'] }),
  );
  assert.deepEqual(
    differenceOf('messages', 'responses', toMessages, added, { drop: ['stop_sequences'] }),
    row({ dropped: ['stop_sequences'] }),
  );
});

test('effort is said or refused, never gone without a word', () => {
  const { body } = chatToMessages({ reasoning_effort: 'high' });
  assert.deepEqual([body['output_config'], body['thinking']], [{ effort: 'high' }, { type: 'adaptive' }]);
  assert.deepEqual(chatToMessages({ reasoning_effort: 'high' }, { reasoning: 'none' }).refusedPaths, [
    'reasoning_effort',
  ]);
});

test('parallel calls that are allowed never force one', () => {
  const tools = [{ type: 'function', function: { name: 'f' } }];
  assert.equal(chatToMessages({ tools, parallel_tool_calls: true }).body['tool_choice'], undefined);
  assert.deepEqual(chatToMessages({ tools, parallel_tool_calls: false }).body['tool_choice'], {
    type: 'auto',
    disable_parallel_tool_use: true,
  });
});

test('nested fields survive: const in a schema, strict, single calls, what a developer said', () => {
  const input_schema = { type: 'object', properties: { a: { const: 'x' } } };
  const { body } = translated('messages', 'responses', {
    ...toMessages,
    tools: [{ name: 'f', input_schema }],
    tool_choice: { type: 'any', disable_parallel_tool_use: true },
  });
  assert.deepEqual(body['tools'], [{ type: 'function', name: 'f', parameters: input_schema, strict: false }]);
  assert.equal(body['parallel_tool_calls'], false);
  assert.equal(body['tool_choice'], 'required');
  const input = [{ role: 'developer', content: 'D' }, hi];
  const back = translated('responses', 'messages', { max_output_tokens: 10, input });
  assert.deepEqual(back.body['system'], [text('D')]);
});

test('a schema for the answer makes no tool and leaves the choice alone', () => {
  const schema = { type: 'object' };
  const tools = [{ type: 'function', function: { name: 'f' } }];
  const response_format = { type: 'json_schema', json_schema: { name: 'n', schema } };
  const { body } = chatToMessages({ tools, response_format, tool_choice: 'auto' });
  assert.deepEqual(body['output_config'], { format: { type: 'json_schema', schema } });
  assert.equal((body['tools'] as Json[]).length, 1);
  assert.deepEqual(body['tool_choice'], { type: 'auto' });
});

test('developers and systems are told in their order, and no role of another dialect is sent', () => {
  const messages = [{ role: 'developer', content: 'D' }, { role: 'system', content: 'S' }, hi];
  const { body, text: sent } = chatToMessages({ messages });
  assert.deepEqual(body['system'], [text('D'), text('S')]);
  assert.doesNotMatch(sent, /developer/);
});

test('a late instruction is hoisted for a template that knows one place, and stays where it can', () => {
  const messages = [hi, { role: 'assistant', content: 'a' }, { role: 'system', content: 'S2' }, hi];
  const vllm = turnsOf(messagesToChat({ system: 'S1', messages }, { kind: 'vllm' }));
  assert.deepEqual(vllm[0], { role: 'system', content: 'S1\n\nS2' });
  assert.equal(vllm.filter(({ role }) => role === 'system').length, 1);
  assert.deepEqual(turnsOf(messagesToChat({ system: 'S1', messages }))[3], { role: 'system', content: 'S2' });
});

test('a PDF arrives in every dialect with its name', () => {
  const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBE' };
  const document = { type: 'document', source, title: 'a.pdf' };
  const file_data = 'data:application/pdf;base64,JVBE';
  const part = { type: 'file', file: { filename: 'a.pdf', file_data } };
  const fromChat = chatToMessages({ messages: [{ role: 'user', content: [part] }] });
  assert.deepEqual(turnsOf(fromChat)[0]!['content'], [document]);
  const input_file = { type: 'input_file', filename: 'a.pdf', file_data };
  const fromResponses = translated('responses', 'messages', {
    max_output_tokens: 10,
    input: [{ role: 'user', content: [input_file] }],
  });
  assert.deepEqual(turnsOf(fromResponses)[0]!['content'], [document]);
  const { body } = translated('messages', 'responses', {
    ...toMessages,
    messages: [{ role: 'user', content: [document] }],
  });
  assert.deepEqual((body['input'] as Json[])[0]!['content'], [input_file]);
});

test('a spreadsheet never becomes a PDF or an image', () => {
  const part = { type: 'file', file: { filename: 'a.xlsx', file_data: 'UEsD' } };
  const { refusedPaths } = chatToMessages({ messages: [{ role: 'user', content: [text('a'), part] }] });
  assert.deepEqual(refusedPaths, ['messages[0].content[1]!']);
});

test('a user id that is too long for OpenAI is 64 hex digits in both of its dialects', () => {
  const metadata = { user_id: 'u'.repeat(150) };
  const chat = messagesToChat({ metadata }).body['safety_identifier'];
  const responses = translated('messages', 'responses', { ...toMessages, metadata }).body[
    'safety_identifier'
  ];
  assert.match(String(chat), /^[0-9a-f]{64}$/);
  assert.equal(responses, chat);
});

test('text and call of one turn are both there', () => {
  const messages = [hi, { role: 'assistant', content: [text('a'), use('1', 'f', {})] }];
  const [, turn] = turnsOf(messagesToChat({ messages }));
  assert.equal(turn!['content'], 'a');
  assert.equal((turn!['tool_calls'] as Json[]).length, 1);
});

test('audio is refused by its place where there is no word for it', () => {
  const audio = { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } };
  const { refusedPaths } = chatToMessages({ messages: [{ role: 'user', content: [audio] }] });
  assert.deepEqual(refusedPaths, ['messages[0].content[0]!']);
});

test('a text of white space alone between two others is kept', () => {
  const content = [text('a'), text(' \n '), text('b')];
  assert.deepEqual(
    turnsOf(messagesToChat({ messages: [{ role: 'user', content }] }))[0]!['content'],
    content,
  );
});
