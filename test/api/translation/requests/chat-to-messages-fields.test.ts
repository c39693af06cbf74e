import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differenceOf, type Json, type Row, row, translated } from './translated.ts';

const schema = { type: 'object', const: 1 };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const sentTool = { name: 'f', input_schema: { type: 'object' } };
const base: Json = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] };
const jsonSchema = (more: Json) => ({ type: 'json_schema', json_schema: { name: 'n', schema, ...more } });

const jsonAsked =
  'Answer with one JSON object and nothing else: no text before or after it, and no code fence around it.';
const nothing: Row = {};
const rows: readonly (readonly [Json, Row])[] = [
  [{ models: ['a'], tags: ['b'] }, nothing],
  [{ max_completion_tokens: 50 }, { says: { max_tokens: 50 }, dropped: ['max_tokens'] }],
  [{ max_completion_tokens: 100 }, nothing],
  [{ temperature: 0.5 }, { says: { temperature: 0.5 } }],
  [{ temperature: 1.5 }, { refused: ['temperature'] }],
  [{ top_p: 0.9 }, { says: { top_p: 0.9 } }],
  [{ top_k: 40 }, { says: { top_k: 40 } }],
  [{ stop: 'a' }, { says: { stop_sequences: ['a'] } }],
  [{ stop: ['a', 'b'] }, { says: { stop_sequences: ['a', 'b'] } }],
  [{ stop: [] }, nothing],
  [{ n: 1 }, nothing],
  [{ n: 2 }, { refused: ['n'] }],
  [{ stream: true }, { says: { stream: true } }],
  [{ stream: false }, nothing],
  [{ stream: true, stream_options: { include_usage: true } }, { says: { stream: true } }],
  [{ stream_options: { include_obfuscation: true } }, { dropped: ['stream_options.include_obfuscation'] }],
  [{ stream_options: { include_obfuscation: false } }, nothing],
  [{ tools: [tool] }, { says: { tools: [sentTool] } }],
  [
    { tools: [tool], parallel_tool_calls: false },
    { says: { tools: [sentTool], tool_choice: { type: 'auto', disable_parallel_tool_use: true } } },
  ],
  [
    { tools: [tool], parallel_tool_calls: false, tool_choice: 'none' },
    { says: { tools: [sentTool], tool_choice: { type: 'none' } } },
  ],
  [{ parallel_tool_calls: false }, nothing],
  [{ tools: [tool], parallel_tool_calls: true }, { says: { tools: [sentTool] } }],
  [{ response_format: { type: 'text' } }, nothing],
  [
    { response_format: { type: 'json_object' } },
    { says: { system: [{ type: 'text', text: jsonAsked }] }, changed: ['response_format'] },
  ],
  [
    { response_format: jsonSchema({ description: 'd', strict: true }) },
    { says: { output_config: { format: { type: 'json_schema', schema } } } },
  ],
  [
    { response_format: jsonSchema({ strict: false }) },
    { says: { output_config: { format: { type: 'json_schema', schema } } }, changed: ['response_format'] },
  ],
  [
    { reasoning_effort: 'high' },
    { says: { output_config: { effort: 'high' }, thinking: { type: 'adaptive' } } },
  ],
  [{ verbosity: 'low' }, { dropped: ['verbosity'] }],
  [{ seed: 1 }, { dropped: ['seed'] }],
  [{ frequency_penalty: 0, presence_penalty: 0 }, nothing],
  [{ frequency_penalty: 0.5 }, { refused: ['frequency_penalty'] }],
  [{ presence_penalty: 0.5 }, { refused: ['presence_penalty'] }],
  [{ logit_bias: {} }, nothing],
  [{ logit_bias: { 1: 2 } }, { refused: ['logit_bias'] }],
  [{ logprobs: false, top_logprobs: 3 }, nothing],
  [{ top_logprobs: 3 }, nothing],
  [{ logprobs: true, top_logprobs: 3 }, { refused: ['logprobs'] }],
  [{ user: 'u1' }, { says: { metadata: { user_id: 'u1' } } }],
  [
    { safety_identifier: 's', user: 'u' },
    { says: { metadata: { user_id: 's' } }, dropped: ['user'] },
  ],
  [{ user: 'a@b.c' }, { dropped: ['user'] }],
  [{ user: '+49 (30) 123-456' }, { dropped: ['user'] }],
  [{ metadata: { a: 'b' } }, { dropped: ['metadata'] }],
  [{ store: false }, nothing],
  [{ store: true }, { dropped: ['store'] }],
  [{ prompt_cache_key: 'k' }, { dropped: ['prompt_cache_key'] }],
  [{ prompt_cache_retention: '24h' }, { dropped: ['prompt_cache_retention'] }],
  [{ prompt_cache_options: { mode: 'explicit' } }, { dropped: ['prompt_cache_options'] }],
  [{ service_tier: 'auto' }, nothing],
  [{ service_tier: 'default' }, { says: { service_tier: 'standard_only' } }],
  ...['flex', 'scale', 'priority', 'fast'].map(
    (tier) => [{ service_tier: tier }, { dropped: ['service_tier'] }] as const,
  ),
  [{ prediction: { type: 'content', content: 'x' } }, { dropped: ['prediction'] }],
  [{ modalities: ['text'] }, nothing],
  [{ modalities: ['text', 'audio'] }, { refused: ['modalities!'] }],
  [{ audio: { voice: 'alloy', format: 'wav' } }, { refused: ['audio!'] }],
  [{ web_search_options: {} }, { refused: ['web_search_options!'] }],
  [{ functions: [] }, { refused: ['functions!'] }],
  [{ function_call: 'auto' }, { refused: ['function_call!'] }],
  [{ moderation: { model: 'x' } }, { refused: ['moderation'] }],
  [{ chat_template_kwargs: { a: 1 } }, { refused: ['chat_template_kwargs'] }],
  [{ guided_json: {}, min_p: 0.1 }, { refused: ['guided_json', 'min_p'] }],
  [{ user: null, stop: null, chat_template_kwargs: null, audio: null }, nothing],
];

for (const [added, expected] of rows) {
  test(`a chat request with ${JSON.stringify(added)} becomes its messages request`, () => {
    assert.deepEqual(differenceOf('chat_completions', 'messages', base, added), row(expected));
  });
}

test('without a bound the deployment’s is sent to messages, and reported as changed', () => {
  const { body, changed } = translated('chat_completions', 'messages', { ...base, max_tokens: undefined });
  assert.equal(body['max_tokens'], 32_000);
  assert.deepEqual(changed, ['max_tokens']);
});

const efforts: readonly (readonly [string, Row, Row])[] = [
  ['none', { says: { thinking: { type: 'disabled' } } }, { says: { thinking: { type: 'disabled' } } }],
  [
    'minimal',
    {
      says: { output_config: { effort: 'low' }, thinking: { type: 'adaptive' } },
      changed: ['reasoning_effort'],
    },
    { says: { thinking: { type: 'enabled', budget_tokens: 1024 } }, changed: ['reasoning_effort'] },
  ],
  ...(
    [
      ['low', 2048],
      ['medium', 8192],
      ['high', 24_576],
      ['xhigh', 32_768],
      ['max', 60_000],
    ] as const
  ).map(
    ([effort, budget]) =>
      [
        effort,
        { says: { output_config: { effort }, thinking: { type: 'adaptive' } } },
        {
          says: { thinking: { type: 'enabled', budget_tokens: budget } },
          changed: ['reasoning_effort'],
        },
      ] as const,
  ),
];

for (const [effort, adaptive, budget] of efforts) {
  test(`effort ${effort} is said to messages in each form of reasoning`, () => {
    const added = { reasoning_effort: effort };
    const roomy = { ...base, max_tokens: 100_000 };
    assert.deepEqual(differenceOf('chat_completions', 'messages', roomy, added), row(adaptive));
    const inBudgets = { reasoning: 'budget' } as const;
    assert.deepEqual(differenceOf('chat_completions', 'messages', roomy, added, inBudgets), row(budget));
    assert.deepEqual(
      differenceOf('chat_completions', 'messages', roomy, added, { reasoning: 'none' }),
      row(effort === 'none' ? {} : { refused: ['reasoning_effort'] }),
    );
  });
}

test('a budget of thinking is below the bound of the answer, and left out where there is no room for it', () => {
  const inBudgets = { reasoning: 'budget' } as const;
  const within = (max_tokens: number) =>
    translated('chat_completions', 'messages', { ...base, max_tokens, reasoning_effort: 'high' }, inBudgets);
  assert.deepEqual(within(2000).body['thinking'], { type: 'enabled', budget_tokens: 1999 });
  assert.equal(within(1024).body['thinking'], undefined);
  assert.deepEqual(within(1024).changed, ['reasoning_effort']);
});

test('thinking is left out beside a choice that forces a call', () => {
  for (const tool_choice of ['required', { type: 'function', function: { name: 'f' } }]) {
    const request = { ...base, reasoning_effort: 'high', tools: [tool], tool_choice };
    const { body, changed } = translated('chat_completions', 'messages', request);
    assert.equal(body['thinking'], undefined);
    assert.deepEqual(changed, ['reasoning_effort']);
  }
});

test('a field that could be said is dropped where the operator lists it', () => {
  const added = { temperature: 0.5, reasoning_effort: 'high' };
  assert.deepEqual(
    differenceOf('chat_completions', 'messages', base, added, { drop: ['temperature'] }),
    row({
      says: { output_config: { effort: 'high' }, thinking: { type: 'adaptive' } },
      dropped: ['temperature'],
    }),
  );
});

test('what would be refused is dropped where the operator lists it, and unknown fields where that is wanted', () => {
  const added = { n: 2, min_p: 0.1 };
  assert.deepEqual(
    differenceOf('chat_completions', 'messages', base, added, { drop: ['n'], unknownFields: 'drop' }),
    row({ dropped: ['min_p', 'n'] }),
  );
  assert.deepEqual(
    differenceOf('chat_completions', 'messages', base, added, { unknownFields: 'drop' }),
    row({ dropped: ['min_p'], refused: ['n'] }),
  );
});

test('automatic caching marks a whole request whose client marks nothing', () => {
  const marked = [{ type: 'text', text: 'hi', prompt_cache_breakpoint: { mode: 'explicit' } }];
  const own = { ...base, messages: [{ role: 'user', content: marked }] };
  const auto = { cache: 'auto' } as const;
  assert.deepEqual(translated('chat_completions', 'messages', base, auto).body['cache_control'], {
    type: 'ephemeral',
  });
  assert.equal(translated('chat_completions', 'messages', own, auto).body['cache_control'], undefined);
});

test('an answer in JSON without a schema is asked for in words behind all instructions, or refused', () => {
  const system = { role: 'system', content: 'Be brief.' };
  const body = { ...base, messages: [system, { role: 'user', content: 'hi' }] };
  const asked = { ...body, response_format: { type: 'json_object' } };
  for (const to of ['messages', 'bedrock_converse'] as const) {
    const said = translated('chat_completions', to, asked);
    assert.deepEqual(
      (said.body['system'] as Json[]).map(({ text }) => text),
      ['Be brief.', jsonAsked],
    );
    assert.deepEqual(said.changed, ['response_format']);
    const { refusedPaths } = translated('chat_completions', to, asked, { jsonObject: 'refused' });
    assert.deepEqual(refusedPaths, ['response_format!']);
    const responses = {
      model: 'm',
      input: 'hi',
      max_output_tokens: 100,
      text: { format: { type: 'json_object' } },
    };
    assert.deepEqual(translated('responses', to, responses).changed, ['text.format']);
  }
});
