import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UndecodableRequest } from '../../../../src/api/translation/requests/request-codec.ts';
import { sealText } from '../../../../src/api/translation/shared/seals.ts';
import type { Translation } from '../../../../src/config/translation-settings.ts';
import { type Json, translated } from './translated.ts';

type Options = Partial<Translation>;

function sent(messages: readonly Json[], more: Json = {}, options: Options = {}) {
  return translated('chat_completions', 'messages', { max_tokens: 10, messages, ...more }, options);
}

function user(...parts: readonly Json[]): Json {
  return { role: 'user', content: parts };
}

const png = 'data:image/png;base64,iVBORw0KGgo=';
const call = (id: string, name: string, args: string): Json => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const result = (id: string, content: unknown): Json => ({ role: 'tool', tool_call_id: id, content });
const use = (id: string, name: string, input: unknown): Json => ({ type: 'tool_use', id, name, input });
const text = (said: string): Json => ({ type: 'text', text: said });

test('instructions at the start are blocks of `system` in their order, whatever their role', () => {
  const { body, changed } = sent([
    { role: 'developer', content: 'D' },
    { role: 'system', content: [text('S1'), text('S2')] },
    user(text('hi')),
  ]);
  assert.deepEqual(body['system'], [text('D'), text('S1'), text('S2')]);
  assert.deepEqual(body['messages'], [{ role: 'user', content: [text('hi')] }]);
  assert.deepEqual(changed, []);
});

test('later instructions stay in their place, or are hoisted where the deployment wants that', () => {
  const messages = [
    { role: 'system', content: 'S1' },
    { role: 'user', content: 'a' },
    { role: 'developer', content: 'S2' },
    { role: 'user', content: 'b' },
  ];
  assert.deepEqual(sent(messages).body['messages'], [
    { role: 'user', content: 'a' },
    { role: 'system', content: 'S2' },
    { role: 'user', content: 'b' },
  ]);
  const hoisted = sent(messages, {}, { lateSystem: 'hoist' });
  assert.deepEqual(hoisted.body['system'], [text('S1'), text('S2')]);
  assert.deepEqual(hoisted.body['messages'], [{ role: 'user', content: [text('a'), text('b')] }]);
  assert.deepEqual(hoisted.changed, ['messages[]']);
});

test('turns of a user that follow each other are one, with results first and in the order of their calls', () => {
  const { body } = sent([
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [call('a', 'f', '{}'), call('b', 'g', '{"x":1}')] },
    result('b', 'B'),
    result('a', 'A'),
    { role: 'user', content: 'on' },
    { role: 'user', content: 'and on' },
  ]);
  assert.deepEqual(body['messages'], [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [use('a', 'f', {}), use('b', 'g', { x: 1 })] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'A' },
        { type: 'tool_result', tool_use_id: 'b', content: 'B' },
        text('on'),
        text('and on'),
      ],
    },
  ]);
});

test('results keep their texts, and say nothing where they are empty', () => {
  const { body } = sent([
    {
      role: 'assistant',
      tool_calls: [call('a', 'f', ''), call('b', 'f', ' \n'), call('c', 'f', '{ "y" : 1.0 }')],
    },
    result('a', [text('1'), text('2')]),
    result('b', []),
    result('c', ''),
  ]);
  const [assistant, results] = body['messages'] as { content: Json[] }[];
  assert.deepEqual(
    assistant!.content.map(({ input }) => input),
    [{}, {}, { y: 1 }],
  );
  assert.deepEqual(results!.content, [
    { type: 'tool_result', tool_use_id: 'a', content: [text('1'), text('2')] },
    { type: 'tool_result', tool_use_id: 'b' },
    { type: 'tool_result', tool_use_id: 'c', content: '' },
  ]);
});

test('arguments arrive byte for byte, digits and order of keys and all', () => {
  const args = '{"id":12345678901234567890,"x":1.0,"e":1e400,"e":-0,"s":"\\ud800\\/"}';
  const { text: sentText } = sent([
    { role: 'assistant', tool_calls: [call('a', 'f', args)] },
    result('a', ''),
  ]);
  assert.ok(sentText.includes(`"input":${args}`), sentText);
});

test('half a character that an escape of the client’s left over arrives as that escape', () => {
  const body = `{"max_tokens":1,"messages":[{"role":"assistant","content":"\\ud83d","tool_calls":[
    {"id":"a","type":"function","function":{"name":"f","arguments":"{\\"s\\":\\"\\udc00\\"}"}}]}]}`;
  const { text: sentText } = translated('chat_completions', 'messages', body);
  assert.ok(sentText.includes('"text":"\\ud83d"'), sentText);
  assert.ok(sentText.includes('"input":{"s":"\\udc00"}'), sentText);
});

test('a call that says no JSON object is refused, and can not be dropped', () => {
  for (const args of ['[1]', 'null', '{"a"', 'text', '{} {}']) {
    const { refusedPaths } = sent([{ role: 'assistant', tool_calls: [call('a', 'f', args)] }]);
    assert.deepEqual(refusedPaths, ['messages[0].tool_calls[0]!'], args);
  }
});

test('ids that messages does not take are packed alike in calls and results', () => {
  const { body } = sent([
    { role: 'assistant', tool_calls: [call('functions.Bash:0', 'f', '{}')] },
    result('functions.Bash:0', 'x'),
  ]);
  const [{ content: calls }, { content: results }] = body['messages'] as [
    { content: Json[] },
    { content: Json[] },
  ];
  assert.match(String(calls[0]!['id']), /^gwid_[A-Za-z0-9_-]+$/);
  assert.equal(results[0]!['tool_use_id'], calls[0]!['id']);
});

test('empty texts, and those of white space, are left out beside others', () => {
  const { body } = sent([
    user(text(''), text('  '), text('a')),
    { role: 'assistant', content: '' },
    { role: 'user', content: '' },
  ]);
  assert.deepEqual(body['messages'], [
    { role: 'user', content: [text('a')] },
    { role: 'user', content: '' },
  ]);
});

test('how an answer is to begin loses the white space at its end', () => {
  const { body, changed } = sent([
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'It is \\n \n\t ' },
  ]);
  assert.deepEqual(body['messages'], [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [text('It is \\n')] },
  ]);
  assert.deepEqual(changed, ['messages[].content']);
});

test('images are said by their bytes or their URL, and details are dropped', () => {
  const image = (url: string, detail?: string): Json => ({ type: 'image_url', image_url: { url, detail } });
  const { body, dropped } = sent([
    user(
      image(png, 'auto'),
      image('https://x.test/a.jpg', 'high'),
      image(png.replace('png', 'JPG;charset=x')),
    ),
  ]);
  const source = (media_type: string) => ({ type: 'base64', media_type, data: 'iVBORw0KGgo=' });
  assert.deepEqual((body['messages'] as Json[])[0]!['content'], [
    { type: 'image', source: source('image/png') },
    { type: 'image', source: { type: 'url', url: 'https://x.test/a.jpg' } },
    { type: 'image', source: source('image/jpeg') },
  ]);
  assert.deepEqual(dropped, ['messages[].content[].image_url.detail']);
  for (const url of ['data:image/png,abc', png.replace('png', 'tiff'), 'data:;base64,abc']) {
    assert.deepEqual(sent([user(text('a'), image(url))]).refusedPaths, ['messages[0].content[1]!'], url);
  }
});

test('the head of a data URL may be escaped, and its data is not looked at', () => {
  const body = `{"max_tokens":1,"messages":[{"role":"user","content":[
    {"type":"image_url","image_url":{"url":"data:image\\/png;base64,ab\\/c"}}]}]}`;
  const { text: sentText } = translated('chat_completions', 'messages', body);
  assert.ok(sentText.includes('"media_type":"image/png","data":"ab\\/c"'), sentText);
});

test('files are PDF or text, by their data URL or else their name', () => {
  const file = (members: Json): Json => ({ type: 'file', file: members });
  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'JVBE' };
  const { body, changed } = sent([
    user(
      file({ filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' }),
      file({ filename: 'b.PDF', file_data: 'JVBE' }),
      file({ filename: 'c.csv', file_data: 'YSxiCg==' }),
    ),
  ]);
  assert.deepEqual((body['messages'] as Json[])[0]!['content'], [
    { type: 'document', source: pdf, title: 'a.pdf' },
    { type: 'document', source: pdf, title: 'b.PDF' },
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a,b\n' }, title: 'c.csv' },
  ]);
  assert.deepEqual(changed, ['messages[].content[]']);
  for (const members of [
    { filename: 'a.xlsx', file_data: 'JVBE' },
    { filename: 'a.txt', file_data: '/w==' },
    { filename: 'a', file_data: 'JVBE' },
    { file_id: 'file-1' },
  ]) {
    assert.deepEqual(sent([user(file(members))]).refusedPaths, ['messages[0].content[0]!'], members.filename);
  }
});

test('parts that messages does not know are refused by their place', () => {
  const audio = { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } };
  assert.deepEqual(sent([user(text('a'), audio)]).refusedPaths, ['messages[0].content[1]!']);
  assert.deepEqual(sent([user({ type: 'video', video: {} })]).refusedPaths, ['messages[0].content[0]!']);
  assert.deepEqual(sent([{ role: 'function', name: 'f', content: 'x' }]).refusedPaths, ['messages[0]!']);
  assert.deepEqual(sent([{ role: 'critic', content: 'x' }]).refusedPaths, ['messages[0]!']);
  assert.deepEqual(sent([user({ ...text('a'), more: 1 })]).refusedPaths, ['messages[0].content[0].more']);
});

test('marks for the prompt cache are carried by the blocks that had them', () => {
  const marked = (ttl?: string): Json => ({
    ...text('a'),
    prompt_cache_breakpoint: { mode: 'explicit', ttl },
  });
  const { body, changed } = sent([user(marked()), { role: 'assistant', content: 'b' }, user(marked('12h'))]);
  const [first, , last] = body['messages'] as { content: Json[] }[];
  assert.deepEqual(first!.content, [{ ...text('a'), cache_control: { type: 'ephemeral' } }]);
  assert.deepEqual(last!.content, [{ ...text('a'), cache_control: { type: 'ephemeral', ttl: '1h' } }]);
  assert.deepEqual(changed, ['messages[].content[].prompt_cache_breakpoint']);
});

test('what answers carry and come back with says nothing, and what is of another backend can not be said', () => {
  const answer = { role: 'assistant', content: 'a', refusal: null, audio: null, function_call: null };
  const own = sent([{ ...answer, annotations: [], tool_calls: undefined }]);
  assert.deepEqual(own.body['messages'], [{ role: 'assistant', content: [text('a')] }]);
  assert.deepEqual([own.dropped, own.changed], [[], []]);
  assert.deepEqual(sent([{ ...answer, audio: { id: 'x' } }]).refusedPaths, ['messages[0].audio!']);
  assert.deepEqual(sent([{ ...answer, function_call: {} }]).refusedPaths, ['messages[0].function_call!']);
  assert.deepEqual(sent([{ ...answer, name: 'n' }]).dropped, ['messages[].name']);
  assert.deepEqual(sent([{ role: 'assistant', refusal: 'No.' }]).body['messages'], [
    { role: 'assistant', content: [text('No.')] },
  ]);
});

test('seals go back to their own dialect in their old places, unchanged', () => {
  const seal = (data: string) => sealText({ dialect: 'messages', data });
  const redacted = sealText({ dialect: 'messages', data: 'R', isRedacted: true });
  const { body, dropped } = sent([
    {
      role: 'assistant',
      content: 'said',
      reasoning_content: 'one\n\ntwo',
      tool_calls: [call('a', 'f', '{}'), call('b', 'f', '{}')],
      reasoning_details: [
        { type: 'reasoning.text', text: 'one', signature: seal('S1'), format: 'gw1', index: 0 },
        { type: 'reasoning.text', text: 'two', signature: seal('S2'), format: 'gw1', index: 3 },
        { type: 'reasoning.encrypted', data: redacted, format: 'gw1', index: 1 },
      ],
    },
    result('a', ''),
    result('b', ''),
  ]);
  assert.deepEqual((body['messages'] as Json[])[0]!['content'], [
    { type: 'thinking', thinking: 'one', signature: 'S1' },
    { type: 'redacted_thinking', data: 'R' },
    text('said'),
    { type: 'thinking', thinking: 'two', signature: 'S2' },
    use('a', 'f', {}),
    use('b', 'f', {}),
  ]);
  assert.deepEqual(dropped, []);
});

test('seals of other dialects, foreign ones and malformed ones never reach a backend, and are told of', () => {
  const details = [
    { type: 'reasoning.text', text: 't', signature: sealText({ dialect: 'bedrock_converse', data: 'B' }) },
    { type: 'reasoning.encrypted', data: 'gw1.a.!!!' },
    { type: 'reasoning.encrypted', data: 'foreign' },
    { type: 'reasoning.other' },
  ];
  const extra_content = { google: { thought_signature: 'G' } };
  const { text: sentText, dropped } = sent([
    { role: 'assistant', content: 'a', reasoning_details: details },
    { role: 'user', content: 'b' },
    {
      role: 'assistant',
      reasoning_content: 'only thought',
      tool_calls: [{ ...call('a', 'f', '{}'), extra_content }],
    },
  ]);
  assert.doesNotMatch(sentText, /gw1|foreign|thought|reasoning/);
  assert.deepEqual(dropped, [
    'messages[].reasoning_details[]',
    'messages[].reasoning_details[].data',
    'messages[].tool_calls[].extra_content',
    'reasoning',
  ]);
});

test('within a budget nothing is thought where the turn that made the calls has no thought', () => {
  const loop = [
    { role: 'user', content: 'go' },
    { role: 'assistant', tool_calls: [call('a', 'f', '{}')] },
    result('a', 'A'),
  ];
  const inBudgets = { reasoning: 'budget' } as const;
  const more = { max_tokens: 50_000, reasoning_effort: 'high' };
  const without = sent(loop, more, inBudgets);
  assert.equal(without.body['thinking'], undefined);
  assert.deepEqual(without.changed, ['reasoning_effort']);
  const signature = sealText({ dialect: 'messages', data: 'S' });
  const details = { reasoning_details: [{ type: 'reasoning.text', text: 't', signature }] };
  const withThought = sent([loop[0]!, { ...loop[1], ...details }, loop[2]!], more, inBudgets);
  assert.deepEqual(withThought.body['thinking'], { type: 'enabled', budget_tokens: 24_576 });
});

test('a member that stands there twice is a matter of JSON, wherever the object is taken apart', () => {
  const part = '{"type":"text","text":"a","text":"b"}';
  const twice = [
    ['chat_completions', '{"messages":[],"user":"a","user":"b"}', 'user'],
    ['chat_completions', `{"messages":[{"role":"user","content":[${part}]}]}`, 'messages[0].content[0].text'],
    ['messages', `{"messages":[{"role":"user","content":[${part}]}]}`, 'messages[0].content[0].text'],
    ['responses', '{"input":[{"role":"user","role":"system","content":"x"}]}', 'input[0].role'],
  ] as const;
  for (const [from, body, path] of twice) {
    assert.throws(
      () => translated(from, 'gemini', body),
      (error) => error instanceof UndecodableRequest && error.path === path && error.code === 'invalid_json',
      body,
    );
  }
  // What is carried as it stands is the backend's to judge.
  const schema = '{"type":"object","a":1,"a":2}';
  const tool = `{"type":"function","function":{"name":"f","parameters":${schema}}}`;
  assert.ok(
    translated('chat_completions', 'messages', `{"messages":[],"tools":[${tool}]}`).text.includes(schema),
  );
});

test('a request that is no request of chat completions says what is wrong with it, and where', () => {
  const wrong: readonly (readonly [Json | string, string])[] = [
    [{}, 'messages'],
    [{ messages: 'x' }, 'messages'],
    [{ messages: [1] }, 'messages[0]'],
    [{ messages: [], temperature: 'hot' }, 'temperature'],
    [{ messages: [], max_tokens: -1 }, 'max_tokens'],
    [{ messages: [], reasoning_effort: 'huge' }, 'reasoning_effort'],
    [{ messages: [{ role: 'user', content: [{ type: 'text' }] }] }, 'messages[0].content[0].text'],
    [{ messages: [{ role: 'tool', content: 'x' }] }, 'messages[0].tool_call_id'],
    [{ messages: [], tools: [{ type: 'function' }] }, 'tools[0].function'],
    ['{"messages":[],"seed":1,"seed":2}', 'seed'],
    ['{"messages":[{"role":"user","role":"system","content":"x"}]}', 'messages[0].role'],
  ];
  for (const [body, path] of wrong) {
    assert.throws(
      () => translated('chat_completions', 'messages', body),
      (error) => error instanceof UndecodableRequest && error.path === path && error.message.includes(path),
      JSON.stringify(body),
    );
  }
});
