import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Translation } from '../../../../src/config/translation-settings.ts';
import { type Json, translated } from './translated.ts';

type Options = Partial<Translation>;

function sent(more: Json | string, options: Options = {}) {
  const base = { max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] };
  return translated(
    'chat_completions',
    'messages',
    typeof more === 'string' ? `${JSON.stringify(base).slice(0, -1)},${more}}` : { ...base, ...more },
    options,
  );
}

const f = (name: string, members: Json = {}): Json => ({ type: 'function', function: { name, ...members } });
const parameters = { type: 'object', properties: {} };

test('a function is a tool with its schema, which is that of no parameters where it has none', () => {
  const { body } = sent({
    tools: [
      f('a', { description: 'A', strict: true, parameters: { type: 'object', $schema: 's' } }),
      f('b', { description: '', parameters: null }),
      f('c', { parameters: {} }),
      f('d', { parameters: { properties: { x: {} } }, strict: false }),
    ],
  });
  assert.deepEqual(body['tools'], [
    { name: 'a', description: 'A', input_schema: { type: 'object', $schema: 's' }, strict: true },
    { name: 'b', description: '', input_schema: parameters },
    { name: 'c', input_schema: { type: 'object' } },
    { name: 'd', input_schema: { type: 'object', properties: { x: {} } }, strict: false },
  ]);
});

test('a schema arrives byte for byte', () => {
  const schema = '{ "type":"object","const":12345678901234567890, "x":1.0,"x":[1e400,-0],"s":"\\u0041\\/" }';
  const { text } = sent(`"tools":[{"type":"function","function":{"name":"a","parameters":${schema}}}]`);
  assert.ok(text.includes(`"input_schema":${schema}`), text);
});

test('a tool whose input is text is wrapped in a function, with its grammar told in words', () => {
  const format = { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "x"' } };
  const { body, changed } = sent({
    tools: [
      { type: 'custom', custom: { name: 'patch', description: 'Patches.', format } },
      { type: 'custom', custom: { name: 'plain', format: { type: 'text' } } },
    ],
    messages: [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'patch', input: '"x"\n' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'done' },
    ],
  });
  const input_schema = {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
    additionalProperties: false,
  };
  const description = 'Patches.\n\nThe input must match this lark grammar:\nstart: "x"';
  assert.deepEqual(body['tools'], [
    { name: 'patch', description, input_schema },
    { name: 'plain', input_schema },
  ]);
  assert.deepEqual((body['messages'] as Json[])[1]!['content'], [
    { type: 'tool_use', id: 'a', name: 'patch', input: { input: '"x"\n' } },
  ]);
  assert.deepEqual(changed, ['tools[]']);
});

test('names that do not fit are shortened alike in tools, choice and history', () => {
  const name = `a.${'b'.repeat(130)}`;
  const { body, changed } = sent({
    tools: [f(name)],
    tool_choice: { type: 'function', function: { name } },
    messages: [
      { role: 'user', content: 'go' },
      { role: 'assistant', tool_calls: [{ id: 'a', ...f(name, { arguments: '{}' }) }] },
      { role: 'tool', tool_call_id: 'a', content: 'done' },
    ],
  });
  const [tool] = body['tools'] as { name: string }[];
  assert.match(tool!.name, /^a_b{53}_[0-9a-f]{8}$/);
  assert.deepEqual(body['tool_choice'], { type: 'tool', name: tool!.name });
  const [, { content }] = body['messages'] as [Json, { content: Json[] }];
  assert.equal(content[0]!['name'], tool!.name);
  assert.deepEqual(changed, ['tools[].name']);
});

const choices: readonly (readonly [unknown, Json | undefined])[] = [
  ['auto', { type: 'auto' }],
  ['none', { type: 'none' }],
  ['required', { type: 'any' }],
  [f('a'), { type: 'tool', name: 'a' }],
  [f('elsewhere'), { type: 'tool', name: 'elsewhere' }],
  [
    { type: 'custom', custom: { name: 'a' } },
    { type: 'tool', name: 'a' },
  ],
];

for (const [choice, expected] of choices) {
  test(`the choice ${JSON.stringify(choice)} is said to messages`, () => {
    assert.deepEqual(sent({ tools: [f('a')], tool_choice: choice }).body['tool_choice'], expected);
  });
}

test('only allowed tools are offered', () => {
  const allowed = (mode: string): Json => ({
    tools: [f('a'), f('b'), f('c')],
    tool_choice: { type: 'allowed_tools', allowed_tools: { mode, tools: [f('a'), f('c')] } },
  });
  for (const [mode, type] of [
    ['auto', 'auto'],
    ['required', 'any'],
  ] as const) {
    const { body } = sent(allowed(mode));
    assert.deepEqual(
      (body['tools'] as Json[]).map(({ name }) => name),
      ['a', 'c'],
    );
    assert.deepEqual(body['tool_choice'], { type });
  }
});

test('a choice among no tools says nothing, unless it demands a call', () => {
  assert.equal(sent({ tool_choice: 'auto' }).body['tool_choice'], undefined);
  assert.equal(sent({ tool_choice: 'none' }).body['tool_choice'], undefined);
  assert.deepEqual(sent({ tool_choice: 'required' }).body['tool_choice'], { type: 'any' });
});

test('tools that their own vendor runs are refused by name, or dropped where the operator lists them', () => {
  const tools = [f('a'), { type: 'web_search' }];
  const refused = sent({ tools });
  assert.deepEqual(refused.refused, [{ path: 'tools[1]', drop: 'tools.web_search', why: undefined }]);
  const drop = { drop: ['tools.web_search'] };
  const { body, dropped } = sent({ tools, tool_choice: 'required' }, drop);
  assert.deepEqual(body['tools'], [{ name: 'a', input_schema: parameters }]);
  assert.deepEqual(body['tool_choice'], { type: 'any' });
  assert.deepEqual(dropped, ['tools.web_search']);
  const alone = sent({ tools: [tools[1]], tool_choice: 'auto' }, drop);
  assert.deepEqual([alone.body['tools'], alone.body['tool_choice']], [undefined, undefined]);
  assert.deepEqual(sent({ tools: [tools[1]], tool_choice: 'required' }, drop).refusedPaths, ['tool_choice!']);
  assert.deepEqual(sent({ tools, tool_choice: { type: 'web_search' } }, drop).refusedPaths, ['tool_choice!']);
});

test('what else a definition says is dropped where the tool is sent whole all the same', () => {
  const members = {
    defer_loading: true,
    eager_input_streaming: false,
    input_examples: [{}],
    output_schema: {},
    allowed_callers: ['direct', 'programmatic'],
  };
  const { dropped, refusedPaths } = sent({ tools: [f('a', members)] });
  assert.deepEqual(
    dropped,
    ['allowed_callers', 'defer_loading', 'input_examples', 'output_schema'].map(
      (name) => `tools[].function.${name}`,
    ),
  );
  assert.deepEqual(refusedPaths, []);
  assert.deepEqual(sent({ tools: [f('a', { allowed_callers: ['programmatic'] })] }).refusedPaths, [
    'tools[0].function.allowed_callers!',
  ]);
  assert.deepEqual(sent({ tools: [f('a', { more: 1 })] }).refusedPaths, ['tools[0].function.more']);
});
