import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sealText } from '../../../../src/api/translation/shared/seals.ts';
import { differenceOf, type Json, type Row, row, translated } from './translated.ts';

const hi = { role: 'user', content: 'hi' };
const schema = { type: 'object', const: 1 };
const chatBase: Json = { model: 'm', messages: [hi] };
const messagesBase: Json = { model: 'm', max_tokens: 10, messages: [hi] };
const always = { store: false, include: ['reasoning.encrypted_content'] };
const nothing: Row = {};
const same = (added: Json): readonly [Json, Row] => [added, { says: added }];
const dropped = (added: Json): readonly [Json, Row] => [added, { dropped: Object.keys(added) }];
const refused = (added: Json): readonly [Json, Row] => [added, { refused: Object.keys(added) }];

const ofChat: readonly (readonly [Json, Row])[] = [
  [
    { max_completion_tokens: 5, max_tokens: 6 },
    { says: { max_output_tokens: 5 }, dropped: ['max_tokens'] },
  ],
  same({ temperature: 1.5 }),
  same({ top_p: 0.5 }),
  refused({ top_k: 4 }),
  refused({ stop: 'a' }),
  refused({ n: 2 }),
  [{ stream: true, stream_options: { include_usage: true } }, { says: { stream: true } }],
  [{ stream_options: { include_obfuscation: true } }, { dropped: ['stream_options.include_obfuscation'] }],
  same({ parallel_tool_calls: false }),
  [{ response_format: { type: 'json_object' } }, { says: { text: { format: { type: 'json_object' } } } }],
  [
    { response_format: { type: 'json_schema', json_schema: { name: 'n', description: 'd', schema } } },
    { says: { text: { format: { type: 'json_schema', name: 'n', description: 'd', schema } } } },
  ],
  [{ reasoning_effort: 'high' }, { says: { reasoning: { effort: 'high', summary: 'auto' } } }],
  [{ reasoning_effort: 'none' }, { says: { reasoning: { effort: 'none' } } }],
  [{ verbosity: 'low' }, { says: { text: { verbosity: 'low' } } }],
  dropped({ seed: 1 }),
  refused({ frequency_penalty: 1 }),
  refused({ presence_penalty: 1 }),
  refused({ logit_bias: { 1: 1 } }),
  [
    { logprobs: true, top_logprobs: 2 },
    { says: { include: [...always.include, 'message.output_text.logprobs'], top_logprobs: 2 } },
  ],
  same({ user: 'u', safety_identifier: 's' }),
  same({ metadata: { a: 'b' } }),
  [{ store: true }, { says: { store: true } }],
  [{ store: false }, nothing],
  same({ prompt_cache_key: 'k', prompt_cache_retention: '24h' }),
  same({ prompt_cache_options: { mode: 'explicit' } }),
  same({ service_tier: 'flex' }),
  [{ service_tier: 'auto' }, nothing],
  dropped({ prediction: { type: 'content' } }),
  same({ moderation: { model: 'x' } }),
  refused({ chat_template_kwargs: {} }),
];

for (const [added, expected] of ofChat) {
  test(`a chat request with ${JSON.stringify(added)} becomes its responses request`, () => {
    assert.deepEqual(differenceOf('chat_completions', 'responses', chatBase, added), row(expected));
  });
}

const ofMessages: readonly (readonly [Json, Row])[] = [
  [{ max_tokens: 5 }, { says: { max_output_tokens: 5 } }],
  same({ temperature: 0.5, top_p: 0.5 }),
  refused({ top_k: 4 }),
  refused({ stop_sequences: ['X'] }),
  [{ system: 'S' }, { says: { instructions: 'S' } }],
  [
    {
      system: [
        { type: 'text', text: 'A' },
        { type: 'text', text: 'B' },
      ],
    },
    { says: { instructions: 'A\n\nB' } },
  ],
  [{ thinking: { type: 'adaptive' } }, { says: { reasoning: { summary: 'auto' } } }],
  [{ thinking: { type: 'adaptive', display: 'omitted' } }, nothing],
  [{ thinking: { type: 'disabled' } }, { says: { reasoning: { effort: 'none' } } }],
  [
    { thinking: { type: 'between_tools' } },
    { says: { reasoning: { summary: 'auto' } }, dropped: ['thinking'] },
  ],
  [
    { thinking: { type: 'enabled', budget_tokens: 6000 } },
    { says: { reasoning: { effort: 'medium', summary: 'auto' } }, changed: ['thinking'] },
  ],
  [{ output_config: { effort: 'max' } }, { says: { reasoning: { effort: 'max' } } }],
  [
    { output_config: { format: { type: 'json_schema', schema } } },
    { says: { text: { format: { type: 'json_schema', name: 'output', schema, strict: true } } } },
  ],
  [{ cache_control: { type: 'ephemeral' } }, { dropped: ['cache_control'] }],
  [{ metadata: { user_id: 'u' } }, { says: { safety_identifier: 'u' } }],
  [{ service_tier: 'standard_only' }, { says: { service_tier: 'default' } }],
  [{ stream: true }, { says: { stream: true } }],
  dropped({ context_management: {}, fallbacks: [] }),
];

for (const [added, expected] of ofMessages) {
  test(`a messages request with ${JSON.stringify(added)} becomes its responses request`, () => {
    const { dropped: told, ...rest } = differenceOf('messages', 'responses', messagesBase, added);
    assert.deepEqual({ ...rest, dropped: told }, row(expected));
  });
}

test('nothing is kept there, so that reasoning is asked for in a form that can be sent back', () => {
  const { body } = translated('chat_completions', 'responses', chatBase);
  assert.deepEqual(body, {
    model: 'theirs',
    ...always,
    input: [{ type: 'message', role: 'user', content: 'hi' }],
  });
});

test('a model that takes nothing of the kind is asked for no reasoning', () => {
  const thinking = { thinking: { type: 'enabled', budget_tokens: 2000 } };
  assert.deepEqual(
    differenceOf('messages', 'responses', messagesBase, thinking, { drop: ['thinking'] }),
    row({ dropped: ['thinking'] }),
  );
  assert.deepEqual(
    differenceOf(
      'chat_completions',
      'responses',
      chatBase,
      { reasoning_effort: 'high' },
      {
        drop: ['reasoning_effort'],
      },
    ),
    row({ dropped: ['reasoning_effort'] }),
  );
});

test('instructions are one text, or a message of parts where one of them is marked for the prompt cache', () => {
  const system = [
    { type: 'text', text: 'x-anthropic-billing-header: cch=1' },
    { type: 'text', text: 'B', cache_control: { type: 'ephemeral', ttl: '1h' } },
  ];
  const { body, changed, dropped: told } = translated('messages', 'responses', { ...messagesBase, system });
  assert.equal(body['instructions'], undefined);
  assert.deepEqual((body['input'] as Json[])[0], {
    type: 'message',
    role: 'developer',
    content: [
      { type: 'input_text', text: system[0]!.text },
      { type: 'input_text', text: 'B', prompt_cache_breakpoint: { mode: 'explicit' } },
    ],
  });
  assert.deepEqual([changed, told], [['system[].cache_control'], []]);
});

test('later instructions stay in their place', () => {
  const messages = [{ role: 'system', content: 'S' }, hi, { role: 'developer', content: 'D' }, hi];
  const { body } = translated('chat_completions', 'responses', { messages });
  assert.equal(body['instructions'], 'S');
  assert.deepEqual(
    (body['input'] as Json[]).map(({ role }) => role),
    ['user', 'developer', 'user'],
  );
});

test('what the assistant did is said item by item, in its order', () => {
  const messages = [
    hi,
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'a' },
        { type: 'tool_use', id: '1', name: 'f', input: { x: 1 } },
        { type: 'text', text: 'b' },
        { type: 'text', text: 'c' },
        { type: 'tool_use', id: '2', name: 'f', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'and' },
        { type: 'tool_result', tool_use_id: '1', content: [{ type: 'text', text: 'r' }], is_error: true },
        {
          type: 'tool_result',
          tool_use_id: '2',
          content: [
            { type: 'text', text: 's' },
            { type: 'image', source: { type: 'url', url: 'https://x.test/a.png' } },
          ],
        },
      ],
    },
  ];
  const { body, dropped: told, changed } = translated('messages', 'responses', { ...messagesBase, messages });
  const output_text = (text: string): Json => ({ type: 'output_text', text, annotations: [] });
  assert.deepEqual((body['input'] as Json[]).slice(1), [
    { type: 'message', role: 'assistant', content: 'a' },
    { type: 'function_call', call_id: '1', name: 'f', arguments: '{"x":1}' },
    { type: 'message', role: 'assistant', content: [output_text('b'), output_text('c')] },
    { type: 'function_call', call_id: '2', name: 'f', arguments: '{}' },
    { type: 'function_call_output', call_id: '1', output: 'r' },
    {
      type: 'function_call_output',
      call_id: '2',
      output: [
        { type: 'input_text', text: 's' },
        { type: 'input_image', image_url: 'https://x.test/a.png', detail: 'auto' },
      ],
    },
    { type: 'message', role: 'user', content: 'and' },
  ]);
  assert.deepEqual([told, changed], [['messages[].content[].is_error'], []]);
});

test('several parts of a user are parts, with details and marks of the prompt cache', () => {
  const content = [
    { type: 'text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA', detail: 'low' } },
    { type: 'file', file: { filename: 'a.xlsx', file_data: 'AA' } },
  ];
  const { body, changed } = translated('chat_completions', 'responses', {
    messages: [{ role: 'user', content }],
  });
  assert.deepEqual((body['input'] as Json[])[0]!['content'], [
    { type: 'input_text', text: 'a', prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } },
    { type: 'input_image', image_url: 'data:image/png;base64,AA', detail: 'low' },
    {
      type: 'input_file',
      filename: 'a.xlsx',
      file_data: 'data:application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;base64,AA',
    },
  ]);
  assert.deepEqual(changed, []);
});

test('documents and passages of messages are files or text, or refused by their place', () => {
  const sent = (...content: Json[]) =>
    translated('messages', 'responses', { ...messagesBase, messages: [{ role: 'user', content }] });
  const document = (source: Json, more: Json = {}): Json => ({ type: 'document', source, ...more });
  const { body } = sent(
    document({ type: 'url', url: 'https://x.test/a.pdf' }),
    document({ type: 'text', media_type: 'text/plain', data: 'body' }, { title: 'T' }),
  );
  assert.deepEqual((body['input'] as Json[])[0]!['content'], [
    { type: 'input_file', file_url: 'https://x.test/a.pdf' },
    { type: 'input_text', text: 'T\nbody' },
  ]);
  for (const block of [
    document({ type: 'file', file_id: 'f' }),
    { type: 'search_result', title: 'T', source: 's', content: [] },
    { type: 'container_upload', file_id: 'f' },
  ]) {
    assert.deepEqual(sent(block).refusedPaths, ['messages[0].content[0]!'], String(block['type']));
  }
  const audio = { type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } };
  const messages = [{ role: 'user', content: [audio] }];
  assert.deepEqual(translated('chat_completions', 'responses', { messages }).refusedPaths, [
    'messages[0].content[0]!',
  ]);
});

test('a tool that is not strict says so, since to leave it out would mean to try', () => {
  const f = (name: string, more: Json = {}): Json => ({ type: 'function', function: { name, ...more } });
  const tools = [f('a'), f('b', { strict: true, description: 'B', parameters: schema })];
  const { body } = translated('chat_completions', 'responses', { ...chatBase, tools, tool_choice: f('a') });
  assert.deepEqual(body['tools'], [
    { type: 'function', name: 'a', parameters: { type: 'object', properties: {} }, strict: false },
    { type: 'function', name: 'b', description: 'B', parameters: schema, strict: true },
  ]);
  assert.deepEqual(body['tool_choice'], { type: 'function', name: 'a' });
});

test('custom tools, their calls and their results are what they are', () => {
  const format = { type: 'grammar', grammar: { syntax: 'regex', definition: 'a+' } };
  const { body, changed } = translated('chat_completions', 'responses', {
    tools: [
      { type: 'custom', custom: { name: 'p', format } },
      { type: 'custom', custom: { name: 'q', format: { type: 'text' } } },
    ],
    tool_choice: {
      type: 'allowed_tools',
      allowed_tools: { mode: 'required', tools: [{ type: 'custom', custom: { name: 'p' } }] },
    },
    messages: [
      hi,
      { role: 'assistant', tool_calls: [{ id: '1', type: 'custom', custom: { name: 'p', input: 'aa' } }] },
      { role: 'tool', tool_call_id: '1', content: 'ok' },
    ],
  });
  assert.deepEqual(body['tools'], [
    { type: 'custom', name: 'p', format: { type: 'grammar', syntax: 'regex', definition: 'a+' } },
    { type: 'custom', name: 'q', format: { type: 'text' } },
  ]);
  assert.deepEqual(body['tool_choice'], {
    type: 'allowed_tools',
    mode: 'required',
    tools: [{ type: 'custom', name: 'p' }],
  });
  assert.deepEqual((body['input'] as Json[]).slice(1), [
    { type: 'custom_tool_call', call_id: '1', name: 'p', input: 'aa' },
    { type: 'custom_tool_call_output', call_id: '1', output: 'ok' },
  ]);
  assert.deepEqual(changed, []);
});

test('reasoning items come back with their id and their encrypted content, both or none', () => {
  const thinking = (signature: string, text = ''): Json => ({ type: 'thinking', thinking: text, signature });
  const sent = (...content: Json[]) =>
    translated('messages', 'responses', {
      ...messagesBase,
      messages: [hi, { role: 'assistant', content: [...content, { type: 'text', text: 'a' }] }, hi],
    });
  const own = sent(
    thinking(sealText({ dialect: 'responses', data: 'E1', id: 'rs_1' }), 'T'),
    thinking(sealText({ dialect: 'responses', data: 'E2', id: 'rs_2' })),
  );
  assert.deepEqual((own.body['input'] as Json[]).slice(1, 3), [
    {
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'T' }],
      encrypted_content: 'E1',
    },
    { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'E2' },
  ]);
  assert.deepEqual(own.dropped, []);
  for (const seal of [
    sealText({ dialect: 'responses', data: 'E1' }),
    sealText({ dialect: 'responses', data: '', id: 'rs_1' }),
    sealText({ dialect: 'messages', data: 'S' }),
  ]) {
    const { text, dropped: told } = sent(thinking(seal, 'T'));
    assert.doesNotMatch(text, /"type":"reasoning"|rs_1|E1/);
    assert.deepEqual(told, ['reasoning']);
  }
});

test('an answer that a messages client begins is refused, a last word of the assistant in chat is history', () => {
  const messages = [hi, { role: 'assistant', content: 'It is' }];
  assert.deepEqual(translated('messages', 'responses', { ...messagesBase, messages }).refusedPaths, [
    'messages[1]!',
  ]);
  assert.deepEqual(translated('chat_completions', 'responses', { messages }).refusedPaths, []);
});
