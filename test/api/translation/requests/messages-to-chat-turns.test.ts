import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealText } from '../../../../src/api/translation/shared/seals.ts';
import type { FlavorName, Translation } from '../../../../src/config/translation-settings.ts';
import { type Json, translated } from './translated.ts';

type Options = Partial<Translation> & { readonly kind?: FlavorName };

function sent(messages: readonly Json[], more: Json = {}, options: Options = {}) {
  return translated('messages', 'chat_completions', { max_tokens: 10, messages, ...more }, options);
}

function messagesOf({ body }: { readonly body: Json }): Json[] {
  return body['messages'] as Json[];
}

const text = (said: string): Json => ({ type: 'text', text: said });
const use = (id: string, name: string, input: unknown): Json => ({ type: 'tool_use', id, name, input });
const result = (tool_use_id: string, members: Json = {}): Json => ({
  type: 'tool_result',
  tool_use_id,
  ...members,
});
const user = (...content: readonly Json[]): Json => ({ role: 'user', content });
const assistant = (...content: readonly Json[]): Json => ({ role: 'assistant', content });
const call = (id: string, name: string, args: string): Json => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const base64 = (media_type: string, data: string): Json => ({ type: 'base64', media_type, data });

test('the system is the first message, in parts or joined as the server takes it', () => {
  const system = [text('S1'), text('S2')];
  const hi = { role: 'user', content: 'hi' };
  assert.deepEqual(messagesOf(sent([hi], { system })), [{ role: 'system', content: system }, hi]);
  assert.deepEqual(messagesOf(sent([hi], { system }, { kind: 'deepseek' })), [
    { role: 'system', content: 'S1\n\nS2' },
    hi,
  ]);
  assert.deepEqual(messagesOf(sent([hi], { system: 'S' })), [{ role: 'system', content: 'S' }, hi]);
});

test('later instructions stay in their place, or are hoisted for servers that know one place', () => {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
    { role: 'system', content: 'S2' },
    { role: 'user', content: 'c' },
  ];
  const inPlace = sent(messages, { system: 'S1' });
  assert.deepEqual(messagesOf(inPlace), [{ role: 'system', content: 'S1' }, ...messages]);
  const hoisted = sent(messages, { system: 'S1' }, { kind: 'vllm' });
  assert.deepEqual(messagesOf(hoisted), [
    { role: 'system', content: 'S1\n\nS2' },
    ...messages.filter(({ role }) => role !== 'system'),
  ]);
  assert.deepEqual([inPlace.changed, hoisted.changed], [[], ['messages[]']]);
});

test('the line for its vendor’s bills is told to no other server than OpenAI’s', () => {
  const header = text('x-anthropic-billing-header: cch=123;');
  const hi = user(text('hi'));
  assert.deepEqual(messagesOf(sent([hi], { system: [header, text('S')] }))[0], {
    role: 'system',
    content: [header, text('S')],
  });
  const { body, dropped } = sent([hi], { system: [header, text('S')] }, { kind: 'generic' });
  assert.deepEqual((body['messages'] as Json[])[0], { role: 'system', content: 'S' });
  assert.deepEqual(dropped, ['system.billing_header']);
  const alone = sent([hi], { system: [header] }, { kind: 'generic' });
  assert.deepEqual(messagesOf(alone), [{ role: 'user', content: 'hi' }]);
});

test('texts of a user keep their borders, those of the assistant are joined', () => {
  const { body } = sent([
    user(text('a'), text('  '), text('b')),
    assistant(text('c'), text('d')),
    user(text('e')),
  ]);
  assert.deepEqual(body['messages'], [
    { role: 'user', content: [text('a'), text('  '), text('b')] },
    { role: 'assistant', content: 'cd' },
    { role: 'user', content: 'e' },
  ]);
});

test('text and calls of a turn are both there, and text behind calls is reported as moved', () => {
  const inOrder = sent([assistant(text('a'), use('1', 'f', { x: 1 })), user(result('1'))]);
  assert.deepEqual(messagesOf(inOrder)[0], {
    role: 'assistant',
    content: 'a',
    tool_calls: [call('1', 'f', '{"x":1}')],
  });
  assert.deepEqual(inOrder.changed, []);
  const moved = sent([assistant(text('a'), use('1', 'f', {}), text('b')), user(result('1'))]);
  assert.deepEqual(messagesOf(moved)[0], {
    role: 'assistant',
    content: 'ab',
    tool_calls: [call('1', 'f', '{}')],
  });
  assert.deepEqual(moved.changed, ['messages[].content']);
  assert.deepEqual(messagesOf(sent([assistant(use('1', 'f', {})), user(result('1'))]))[0], {
    role: 'assistant',
    content: null,
    tool_calls: [call('1', 'f', '{}')],
  });
});

test('the input of a call arrives byte for byte in its arguments', () => {
  const input = '{ "id":12345678901234567890,"x":1.0,"e":1e400,"s":"\\ud800\\/\\u0041" }';
  const { body } = translated(
    'messages',
    'chat_completions',
    `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":${input}}]}]}`,
  );
  const [message] = body['messages'] as { tool_calls: { function: { arguments: string } }[] }[];
  assert.equal(message!.tool_calls[0]!.function.arguments, input);
});

test('each result is a message of its own, and what a user says beside them comes behind all of them', () => {
  const { body, dropped } = sent([
    assistant(use('1', 'f', {}), use('2', 'f', {}), use('3', 'f', {}), use('4', 'f', {})),
    user(
      text('and'),
      result('2', { content: [text('a'), text('b')], is_error: true }),
      result('1', { content: 'x' }),
      result('3'),
      result('4', { content: [] }),
    ),
  ]);
  assert.deepEqual((body['messages'] as Json[]).slice(1), [
    { role: 'tool', tool_call_id: '1', content: 'x' },
    { role: 'tool', tool_call_id: '2', content: [text('a'), text('b')] },
    { role: 'tool', tool_call_id: '3', content: '' },
    { role: 'tool', tool_call_id: '4', content: '' },
    { role: 'user', content: 'and' },
  ]);
  assert.deepEqual(dropped, ['messages[].content[].is_error']);
});

test('several texts of a result are one for servers that take strings alone', () => {
  const messages = [assistant(use('1', 'f', {})), user(result('1', { content: [text('a'), text('b')] }))];
  const { body, changed } = sent(messages, {}, { kind: 'vllm' });
  assert.deepEqual((body['messages'] as Json[])[1], { role: 'tool', tool_call_id: '1', content: 'a\n\nb' });
  assert.deepEqual(changed, ['messages[].content[]']);
});

test('a tool that a search of the client has found is told by its name', () => {
  const reference = (name: string) => ({ type: 'tool_reference', tool_name: name });
  const { body, changed, refusedPaths } = sent([
    assistant(use('1', 'ToolSearch', {})),
    user(result('1', { content: [reference('Cron'), { ...reference('Web'), cache_control: null }] })),
  ]);
  assert.deepEqual(refusedPaths, []);
  assert.deepEqual((body['messages'] as Json[])[1], {
    role: 'tool',
    tool_call_id: '1',
    content: [text('Cron'), text('Web')],
  });
  assert.deepEqual(changed, ['messages[].content[].content[]']);
});

test('images and files in results are shown behind the whole run of results', () => {
  const image = { type: 'image', source: base64('image/png', 'AAAA') };
  const found = {
    type: 'search_result',
    title: 'T',
    source: 'https://x.test',
    content: [text('p'), text('q')],
  };
  const { body, changed } = sent([
    assistant(use('1', 'f', {}), use('2', 'f', {}), use('3', 'f', {})),
    user(
      result('1', { content: [image] }),
      result('2', { content: [text('t'), image] }),
      result('3', { content: [found] }),
      text('so?'),
    ),
  ]);
  const part = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
  assert.deepEqual((body['messages'] as Json[]).slice(1), [
    { role: 'tool', tool_call_id: '1', content: '' },
    { role: 'tool', tool_call_id: '2', content: 't' },
    { role: 'tool', tool_call_id: '3', content: 'T\nhttps://x.test\np\nq' },
    { role: 'user', content: [text('Output of tool call 1:'), part, text('Output of tool call 2:'), part] },
    { role: 'user', content: 'so?' },
  ]);
  assert.deepEqual(changed, ['messages[].content[]', 'messages[].content[].content[]']);
});

test('packed ids of calls are as the backend gave them', () => {
  const packed = `gwid_${Buffer.from('functions.Bash:0').toString('base64url')}`;
  const { body } = sent([assistant(use(packed, 'f', {})), user(result(packed))]);
  const [calls, answered] = body['messages'] as [{ tool_calls: Json[] }, Json];
  assert.equal(calls.tool_calls[0]!['id'], 'functions.Bash:0');
  assert.equal(answered['tool_call_id'], 'functions.Bash:0');
});

test('images, documents and passages are said as parts, or refused by their place', () => {
  const document = (source: Json, more: Json = {}): Json => ({ type: 'document', source, ...more });
  const { body, changed } = sent([
    user(
      { type: 'image', source: base64('image/jpg', 'AA') },
      { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } },
      document(base64('application/pdf', 'JVBE'), { title: 'a.pdf', context: 'C' }),
      document({ type: 'text', media_type: 'text/plain', data: 'body' }, { title: 'T', context: 'C' }),
      document({ type: 'content', content: [text('p'), text('q')] }),
    ),
  ]);
  assert.deepEqual((body['messages'] as Json[])[0]!['content'], [
    { type: 'image_url', image_url: { url: 'data:image/jpeg;base64,AA' } },
    { type: 'image_url', image_url: { url: 'https://x.test/a.png' } },
    text('C'),
    { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
    text('T\nC\nbody'),
    text('p\n\nq'),
  ]);
  assert.deepEqual(changed, ['messages[].content[]', 'messages[].content[].context']);
  const refused: readonly (readonly [Json, string])[] = [
    [{ type: 'image', source: { type: 'file', file_id: 'f' } }, 'messages[0].content[0]!'],
    [document({ type: 'url', url: 'https://x.test/a.pdf' }), 'messages[0].content[0]!'],
    [document({ type: 'file', file_id: 'f' }), 'messages[0].content[0]!'],
    [
      document({ type: 'content', content: [{ type: 'image', source: base64('image/png', 'A') }] }),
      'messages[0].content[0]!',
    ],
    [
      document(base64('application/pdf', 'A'), { citations: { enabled: true } }),
      'messages[0].content[0].citations',
    ],
    [{ type: 'search_result', title: 'T', source: 's', content: [] }, 'messages[0].content[0]!'],
    [{ type: 'container_upload', file_id: 'f' }, 'messages[0].content[0]!'],
    [
      { type: 'image', source: base64('image/png', 'A'), transformations: {} },
      'messages[0].content[0].transformations',
    ],
  ];
  for (const [block, path] of refused) assert.deepEqual(sent([user(block)]).refusedPaths, [path]);
});

test('blocks and roles that only the client’s vendor knows are refused by their place', () => {
  for (const type of ['server_tool_use', 'web_search_tool_result', 'mcp_tool_use', 'tool_addition']) {
    assert.deepEqual(sent([assistant(text('a'), { type })]).refusedPaths.slice(0, 1), ['messages[0]!'], type);
    assert.deepEqual(sent([assistant(text('a'), { type }), user(text('b'))]).refusedPaths, [
      'messages[0].content[1]!',
    ]);
  }
  const within = [
    assistant(use('1', 'f', {})),
    user(result('1', { content: [{ type: 'container_upload' }] })),
  ];
  assert.deepEqual(sent(within).refusedPaths, ['messages[1].content[0].content[0]!']);
  assert.deepEqual(sent([{ role: 'tool', content: 'x' }]).refusedPaths, ['messages[0]!']);
  assert.deepEqual(sent([user(result('1', { toolset_name: 't' }))]).refusedPaths, [
    'messages[0].content[0].toolset_name',
  ]);
});

test('citations on texts of the history are dropped, and none of them is nothing', () => {
  const cited = (citations: unknown): Json => ({ ...text('a'), citations });
  const next = user(text('b'));
  assert.deepEqual(sent([assistant(cited(null), cited([])), next]).dropped, []);
  assert.deepEqual(sent([assistant(cited([{ type: 'char_location' }])), next]).dropped, [
    'messages[].content[].citations',
  ]);
  const direct = { ...use('1', 'f', {}), caller: { type: 'direct' } };
  assert.deepEqual(sent([assistant(direct), user(result('1'))]).refusedPaths, []);
});

test('marks for the prompt cache are carried where the server knows them, and told once where it does not', () => {
  const marked = (block: Json, ttl?: string): Json => ({
    ...block,
    cache_control: { type: 'ephemeral', ttl },
  });
  const messages = [
    user(marked(text('a'))),
    assistant(marked(use('1', 'f', {}))),
    user(marked(result('1', { content: [marked(text('r'))] })), marked(text('b'), '1h')),
  ];
  const more = { system: [marked(text('S'))], tools: [marked({ name: 'f', input_schema: {} })] };
  const openai = sent(messages, more);
  const own = (said: string): Json => ({ ...text(said), prompt_cache_breakpoint: { mode: 'explicit' } });
  assert.deepEqual(
    messagesOf(openai).map(({ content }) => content),
    [[own('S')], [own('a')], null, [own('r')], [own('b')]],
  );
  assert.deepEqual(openai.dropped, ['cache_control']);
  assert.deepEqual(openai.changed, ['messages[].content[].cache_control']);
  const router = sent(messages, more, { kind: 'openrouter' });
  assert.deepEqual(messagesOf(router)[1]!['content'], [
    { ...text('a'), cache_control: { type: 'ephemeral' } },
  ]);
  const generic = sent(messages, more, { kind: 'generic' });
  assert.doesNotMatch(generic.text, /cache/);
  assert.deepEqual(generic.dropped, ['cache_control']);
  const unwanted = sent(messages, more, { drop: ['cache_control'] });
  assert.doesNotMatch(unwanted.text, /cache/);
});

test('an answer that the client begins is refused, unless the endpoint promises it and the server has a form for it', () => {
  const messages = [user(text('a')), assistant(text('It is'))];
  assert.deepEqual(sent(messages).refusedPaths, ['messages[1]!']);
  assert.deepEqual(sent(messages, {}, { kind: 'vllm' }).refusedPaths, ['messages[1]!']);
  assert.deepEqual(sent(messages, {}, { kind: 'openai', takesPrefill: true }).refusedPaths, ['messages[1]!']);
  const vllm = sent(messages, {}, { kind: 'vllm', takesPrefill: true }).body;
  assert.deepEqual([vllm['add_generation_prompt'], vllm['continue_final_message']], [false, true]);
  const begun = (kind: FlavorName) => messagesOf(sent(messages, {}, { kind, takesPrefill: true }))[1];
  assert.deepEqual(begun('deepseek'), { role: 'assistant', content: 'It is', prefix: true });
  assert.deepEqual(begun('llama_cpp'), { role: 'assistant', content: 'It is' });
});

test('reasoning goes back in the field that the server takes it in, and is dropped where there is none', () => {
  const signature = sealText({ dialect: 'chat_completions', data: '' });
  const messages = [
    assistant({ type: 'thinking', thinking: 'R', signature }, text('a'), use('1', 'f', {})),
    user(result('1')),
  ];
  const told = (kind: FlavorName) => messagesOf(sent(messages, {}, { kind }))[0]!;
  assert.equal(told('vllm')['reasoning'], 'R');
  assert.equal(told('deepseek')['reasoning_content'], 'R');
  assert.equal(told('llama_cpp')['reasoning_content'], 'R');
  assert.deepEqual(told('openrouter')['reasoning_details'], [{ type: 'reasoning.text', text: 'R' }]);
  assert.deepEqual(sent(messages).dropped, ['reasoning']);
  assert.doesNotMatch(sent(messages).text, /"R"/);
});

test('a list of reasoning details comes back to the server that gave it, as it gave it', () => {
  const details = '[{"type":"reasoning.encrypted","data":"D","n":1.0}, {"type":"reasoning.text","text":"t"}]';
  const signature = sealText({ dialect: 'chat_completions', data: details });
  const messages = [assistant({ type: 'thinking', thinking: 't', signature }, text('a')), user(text('b'))];
  const { text: sentText } = sent(messages, {}, { kind: 'openrouter' });
  assert.ok(sentText.includes(`"reasoning_details":${details}`), sentText);
});

test('signatures of other vendors never reach a server, and are told of', () => {
  const messages = [
    assistant(
      { type: 'thinking', thinking: 'T', signature: 'native' },
      { type: 'redacted_thinking', data: 'native' },
      {
        type: 'thinking',
        thinking: '',
        signature: sealText({ dialect: 'gemini', data: 'G', isOfCall: true }),
      },
      use('1', 'f', {}),
    ),
    user(result('1')),
  ];
  const { text: sentText, dropped } = sent(messages, {}, { kind: 'deepseek' });
  assert.doesNotMatch(sentText, /native|gw1|signature/);
  assert.match(sentText, /"reasoning_content":"T"/);
  assert.deepEqual(dropped, ['messages[].content[].data', 'messages[].content[].signature', 'reasoning']);
});

test('tools are functions with their schemas byte for byte', () => {
  const schema = '{ "$schema":"x","properties":{"a":{"const":1.0}} }';
  const { text: sentText, body } = translated(
    'messages',
    'chat_completions',
    `{"messages":[],"tools":[{"name":"f","type":"custom","description":"d","strict":true,"input_schema":${schema}}]}`,
  );
  assert.ok(sentText.includes(`"parameters":${schema}`), sentText);
  const [tool] = body['tools'] as { function: Json }[];
  assert.deepEqual([tool!.function['name'], tool!.function['strict']], ['f', true]);
});

test('a choice is said to chat, and a tool that its own vendor runs can not be chosen', () => {
  const tools = [{ name: 'f', input_schema: {} }];
  const chosen = (tool_choice: Json) => sent([user(text('a'))], { tools, tool_choice }).body['tool_choice'];
  assert.equal(chosen({ type: 'auto' }), 'auto');
  assert.equal(chosen({ type: 'any' }), 'required');
  assert.equal(chosen({ type: 'none' }), 'none');
  assert.deepEqual(chosen({ type: 'tool', name: 'f' }), { type: 'function', function: { name: 'f' } });
  const search = { type: 'web_search_20260318', name: 'web_search' };
  const forced = { tools: [...tools, search], tool_choice: { type: 'tool', name: 'web_search' } };
  const drop = { drop: ['tools.web_search'] };
  assert.deepEqual(sent([user(text('a'))], forced, drop).refusedPaths, ['tool_choice!']);
  const offered = sent([user(text('a'))], { tools: [...tools, search] }, drop);
  assert.equal((offered.body['tools'] as Json[]).length, 1);
  assert.deepEqual(offered.dropped, ['tools.web_search_20260318']);
});
