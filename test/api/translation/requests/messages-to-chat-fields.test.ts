import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FlavorName } from '../../../../src/config/translation-settings.ts';
import { decoded, differenceOf, type Json, type Row, row, translated } from './translated.ts';

const schema = { type: 'object', const: 1 };
const tool = { name: 'f', input_schema: { type: 'object' } };
const sentTool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const base: Json = { model: 'm', max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] };

const nothing: Row = {};
/** What each is for OpenAI's own service, and for another server where that differs. */
const rows: readonly (readonly [Json, Row, Row?])[] = [
  [{ models: ['a'], tags: ['b'] }, nothing],
  [{ max_tokens: 0 }, { refused: ['max_tokens!'] }],
  [{ max_tokens: 7 }, { says: { max_completion_tokens: 7 } }, { says: { max_tokens: 7 } }],
  [{ temperature: 0.5, top_p: 0.5 }, { says: { temperature: 0.5, top_p: 0.5 } }],
  [{ top_k: 5 }, { refused: ['top_k'] }],
  [{ stop_sequences: ['a', 'b'] }, { says: { stop: ['a', 'b'] } }],
  [{ stop_sequences: ['a', 'b', 'c', 'd', 'e'] }, { refused: ['stop_sequences'] }],
  [{ tools: [tool] }, { says: { tools: [sentTool] } }],
  [
    { tools: [tool], tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    { says: { tools: [sentTool], tool_choice: 'auto', parallel_tool_calls: false } },
  ],
  [
    { tools: [tool], tool_choice: { type: 'auto', disable_parallel_tool_use: false } },
    { says: { tools: [sentTool], tool_choice: 'auto' } },
  ],
  [{ thinking: { type: 'adaptive' } }, nothing],
  [{ thinking: { type: 'adaptive', display: 'omitted' } }, nothing],
  [{ thinking: { type: 'between_tools' } }, { dropped: ['thinking'] }],
  [{ thinking: { type: 'disabled' } }, { says: { reasoning_effort: 'none' } }, { dropped: ['thinking'] }],
  ...(
    [
      [1024, 'low'],
      [5000, 'medium'],
      [16_000, 'high'],
      [31_999, 'high'],
    ] as const
  ).map(
    ([budget, effort]) =>
      [
        { thinking: { type: 'enabled', budget_tokens: budget } },
        { says: { reasoning_effort: effort }, changed: ['thinking'] },
      ] as const,
  ),
  [{ output_config: { effort: 'max' } }, { says: { reasoning_effort: 'max' } }],
  [
    { thinking: { type: 'enabled', budget_tokens: 1024 }, output_config: { effort: 'high' } },
    { says: { reasoning_effort: 'high' }, changed: ['thinking'] },
  ],
  [
    { output_config: { format: { type: 'json_schema', schema } } },
    {
      says: {
        response_format: { type: 'json_schema', json_schema: { name: 'output', schema, strict: true } },
      },
    },
  ],
  [{ output_config: { task_budget: { total: 1 } } }, { dropped: ['output_config.task_budget'] }],
  [{ output_config: { other: 1 } }, { refused: ['output_config.other'] }],
  [{ cache_control: { type: 'ephemeral' } }, { dropped: ['cache_control'] }],
  [{ metadata: { user_id: 'u' } }, { says: { safety_identifier: 'u' } }, { dropped: ['metadata.user_id'] }],
  [{ metadata: { user_id: null } }, nothing],
  [{ metadata: { other: 'u' } }, { refused: ['metadata.other'] }],
  [{ service_tier: 'auto' }, nothing],
  [{ service_tier: 'standard_only' }, { says: { service_tier: 'default' } }, { dropped: ['service_tier'] }],
  [{ stream: true }, { says: { stream: true, stream_options: { include_usage: true } } }],
  [{ stream: false }, nothing],
  [{ container: 'c' }, { refused: ['container!'] }],
  ...[
    'user_profile_id',
    'workspace_id',
    'context_management',
    'compaction',
    'speed',
    'diagnostics',
    'inference_geo',
    'billing_policy',
    'fallback_credit_token',
    'safeguards',
    'context_hint',
    'fallbacks',
  ].map((name) => [{ [name]: { some: 'thing' } }, { dropped: [name] }] as const),
  [{ mcp_servers: [] }, { refused: ['mcp_servers'] }],
  [{ thread: 't' }, { refused: ['thread'] }],
  [{ anything: 1 }, { refused: ['anything'] }],
];

for (const [added, toOpenai, toOthers = toOpenai] of rows) {
  test(`a messages request with ${JSON.stringify(added)} becomes its chat request`, () => {
    assert.deepEqual(differenceOf('messages', 'chat_completions', base, added), row(toOpenai));
    const generic = { kind: 'generic' } as const;
    assert.deepEqual(differenceOf('messages', 'chat_completions', base, added, generic), row(toOthers));
  });
}

const flavored: readonly (readonly [FlavorName, Json, Row])[] = [
  ['vllm', { top_k: 5 }, { says: { top_k: 5 } }],
  ['llama_cpp', { top_k: 5 }, { says: { top_k: 5 } }],
  ['deepseek', { top_k: 5 }, { refused: ['top_k'] }],
  ['openrouter', { top_k: 5 }, { says: { top_k: 5 } }],
  ['vllm', { stop_sequences: [...'abcde'] }, { says: { stop: [...'abcde'] } }],
  [
    'vllm',
    { thinking: { type: 'disabled' } },
    { says: { chat_template_kwargs: { enable_thinking: false } } },
  ],
  ['llama_cpp', { output_config: { effort: 'high' } }, { dropped: ['output_config.effort'] }],
  ['openrouter', { output_config: { effort: 'high' } }, { says: { reasoning: { effort: 'high' } } }],
  [
    'vllm',
    { stream: true },
    { says: { stream: true, stream_options: { include_usage: true, continuous_usage_stats: true } } },
  ],
];

for (const [kind, added, expected] of flavored) {
  test(`for ${kind} a messages request with ${JSON.stringify(added)} becomes its chat request`, () => {
    assert.deepEqual(differenceOf('messages', 'chat_completions', base, added, { kind }), row(expected));
  });
}

test('a stream that is not asked for its usage has no stream_options', () => {
  const { body } = translated(
    'messages',
    'chat_completions',
    { ...base, stream: true },
    { asksForUsage: false },
  );
  assert.equal(body['stream_options'], undefined);
});

test('a messages client sees reasoning only where it asks for it', () => {
  const shown = (thinking: Json | undefined) => decoded('messages', { ...base, thinking }).shows;
  assert.equal(shown(undefined), 'nothing');
  assert.equal(shown({ type: 'disabled' }), 'nothing');
  assert.equal(shown({ type: 'adaptive' }), 'text');
  assert.equal(shown({ type: 'between_tools' }), 'text');
  assert.equal(shown({ type: 'enabled', budget_tokens: 2000, display: 'omitted' }), 'seal_only');
});

test('a long user id is told to OpenAI as 64 digits that are the same for the same id', () => {
  const send = (user_id: string) =>
    translated('messages', 'chat_completions', { ...base, metadata: { user_id } });
  const { body, changed } = send('u'.repeat(150));
  assert.match(String(body['safety_identifier']), /^[0-9a-f]{64}$/);
  assert.deepEqual(changed, ['metadata.user_id']);
  assert.equal(send('u'.repeat(150)).body['safety_identifier'], body['safety_identifier']);
  assert.notEqual(send('v'.repeat(150)).body['safety_identifier'], body['safety_identifier']);
});
