import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoded, differenceOf, type Json, type Row, row, translated } from './translated.ts';

const jsonAsked =
  'Answer with one JSON object and nothing else: no text before or after it, and no code fence around it.';
const schema = { type: 'object', const: 1 };
const base: Json = { model: 'm', max_output_tokens: 100, input: 'hi' };
const nothing: Row = {};
const same = (added: Json): Row => ({ says: added });
const dropped = (added: Json): Row => ({ dropped: Object.keys(added) });
const format = { type: 'json_schema', name: 'n', schema, description: 'd', strict: true };
const tool = { type: 'function', name: 'f', parameters: schema };

/** What each is for OpenAI's chat completions, for those of another server where that differs, and for messages. */
const rows: readonly {
  readonly added: Json;
  readonly openai: Row;
  readonly generic?: Row;
  readonly messages: Row;
}[] = [
  { added: { models: ['a'], tags: ['b'] }, openai: nothing, messages: nothing },
  {
    added: { instructions: 'I' },
    openai: { says: { messages: [developer('developer'), { role: 'user', content: 'hi' }] } },
    generic: { says: { messages: [developer('system'), { role: 'user', content: 'hi' }] } },
    messages: { says: { system: [{ type: 'text', text: 'I' }] } },
  },
  { added: { instructions: '' }, openai: nothing, messages: nothing },
  {
    added: { max_output_tokens: 7 },
    openai: { says: { max_completion_tokens: 7 } },
    generic: { says: { max_tokens: 7 } },
    messages: { says: { max_tokens: 7 } },
  },
  {
    added: { temperature: 0.5, top_p: 0.5 },
    openai: same({ temperature: 0.5, top_p: 0.5 }),
    messages: same({ temperature: 0.5, top_p: 0.5 }),
  },
  {
    added: { temperature: 1.5 },
    openai: same({ temperature: 1.5 }),
    messages: { refused: ['temperature'] },
  },
  {
    added: { top_logprobs: 3 },
    openai: same({ logprobs: true, top_logprobs: 3 }),
    messages: { refused: ['top_logprobs'] },
  },
  { added: { top_logprobs: 0 }, openai: nothing, messages: nothing },
  {
    added: { include: ['message.output_text.logprobs'] },
    openai: same({ logprobs: true }),
    messages: { refused: ['include'] },
  },
  {
    added: { include: ['reasoning.encrypted_content', 'file_search_call.results'] },
    openai: nothing,
    messages: nothing,
  },
  {
    added: { tools: [tool], parallel_tool_calls: false },
    openai: {
      says: {
        tools: [{ type: 'function', function: { name: 'f', parameters: schema } }],
        parallel_tool_calls: false,
      },
    },
    messages: {
      says: {
        tools: [{ name: 'f', input_schema: schema }],
        tool_choice: { type: 'auto', disable_parallel_tool_use: true },
      },
    },
  },
  {
    added: { tools: [{ ...tool, strict: null }], parallel_tool_calls: true },
    openai: {
      says: {
        tools: [{ type: 'function', function: { name: 'f', parameters: schema } }],
        parallel_tool_calls: true,
      },
    },
    messages: { says: { tools: [{ name: 'f', input_schema: schema }] } },
  },
  { added: { max_tool_calls: 3 }, openai: nothing, messages: nothing },
  { added: { text: { format: { type: 'text' } } }, openai: nothing, messages: nothing },
  {
    added: { text: { format: { type: 'json_object' } } },
    openai: { says: { response_format: { type: 'json_object' } } },
    messages: { says: { system: [{ type: 'text', text: jsonAsked }] }, changed: ['text.format'] },
  },
  {
    added: { text: { format } },
    openai: {
      says: {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', description: 'd', schema, strict: true },
        },
      },
    },
    messages: { says: { output_config: { format: { type: 'json_schema', schema } } } },
  },
  {
    added: { text: { verbosity: 'low' } },
    openai: { says: { verbosity: 'low' } },
    generic: { dropped: ['text.verbosity'] },
    messages: { dropped: ['text.verbosity'] },
  },
  { added: { text: { more: 1 } }, openai: { refused: ['text.more'] }, messages: { refused: ['text.more'] } },
  {
    added: { reasoning: { effort: 'high', summary: 'auto' } },
    openai: { says: { reasoning_effort: 'high' } },
    messages: { says: { output_config: { effort: 'high' }, thinking: { type: 'adaptive' } } },
  },
  { added: { reasoning: { summary: 'auto', generate_summary: 'auto' } }, openai: nothing, messages: nothing },
  {
    added: { reasoning: { context: 'auto', mode: 'x' } },
    openai: { dropped: ['reasoning.context', 'reasoning.mode'] },
    messages: { dropped: ['reasoning.context', 'reasoning.mode'] },
  },
  { added: { store: false }, openai: nothing, messages: nothing },
  { added: { store: true }, openai: nothing, messages: nothing },
  ...['previous_response_id', 'conversation', 'prompt', 'image'].map((name) => ({
    added: { [name]: 'x' },
    openai: { refused: [`${name}!`] },
    messages: { refused: [`${name}!`] },
  })),
  { added: { background: false }, openai: nothing, messages: nothing },
  {
    added: { background: true },
    openai: { refused: ['background!'] },
    messages: { refused: ['background!'] },
  },
  ...[
    { context_management: [{ type: 'compaction' }] },
    { truncation: 'auto' },
    { access_programs: ['x'] },
    { client_metadata: { a: 'b' } },
  ].map((added) => ({ added, openai: dropped(added), messages: dropped(added) })),
  { added: { truncation: 'disabled' }, openai: nothing, messages: nothing },
  {
    added: { stream_options: { include_obfuscation: true, reasoning_summary_delivery: 'x' } },
    openai: { dropped: ['stream_options.include_obfuscation', 'stream_options.reasoning_summary_delivery'] },
    messages: {
      dropped: ['stream_options.include_obfuscation', 'stream_options.reasoning_summary_delivery'],
    },
  },
  { added: { stream_options: { include_obfuscation: false } }, openai: nothing, messages: nothing },
  {
    added: { stream: true },
    openai: { says: { stream: true, stream_options: { include_usage: true } } },
    messages: { says: { stream: true } },
  },
  ...[
    { metadata: { a: 'b' } },
    { prompt_cache_key: 'k' },
    { prompt_cache_retention: '24h' },
    { prompt_cache_options: { mode: 'explicit' } },
    { service_tier: 'flex' },
  ].map((added) => ({ added, openai: same(added), generic: dropped(added), messages: dropped(added) })),
  ...[{ user: 'u' }, { safety_identifier: 'u' }].map((added) => ({
    added,
    openai: same(added),
    generic: dropped(added),
    messages: { says: { metadata: { user_id: 'u' } } },
  })),
  { added: { service_tier: 'auto' }, openai: nothing, messages: nothing },
  {
    added: { service_tier: 'default' },
    openai: same({ service_tier: 'default' }),
    generic: { dropped: ['service_tier'] },
    messages: { says: { service_tier: 'standard_only' } },
  },
  {
    added: { moderation: { model: 'x' } },
    openai: same({ moderation: { model: 'x' } }),
    generic: { refused: ['moderation'] },
    messages: { refused: ['moderation'] },
  },
  { added: { metadata: {}, user: null }, openai: nothing, messages: nothing },
  {
    added: { top_k: 1, more: 2 },
    openai: { refused: ['top_k', 'more'] },
    messages: { refused: ['top_k', 'more'] },
  },
];

function developer(role: string): Json {
  return { role, content: 'I' };
}

for (const { added, openai, generic = openai, messages } of rows) {
  test(`a responses request with ${JSON.stringify(added)} is said in other dialects`, () => {
    const chat = (kind: 'openai' | 'generic') =>
      differenceOf('responses', 'chat_completions', base, added, { kind });
    assert.deepEqual(chat('openai'), row(openai));
    assert.deepEqual(chat('generic'), row(generic));
    assert.deepEqual(differenceOf('responses', 'messages', base, added), row(messages));
  });
}

test('without a bound the deployment’s is sent to messages, and reported by the client’s own name for it', () => {
  const { body, changed } = translated('responses', 'messages', { input: 'hi' });
  assert.equal(body['max_tokens'], 32_000);
  assert.deepEqual(changed, ['max_output_tokens']);
});

test('what answers repeat is kept as it was sent, and only where it was', () => {
  const { echo } = decoded(
    'responses',
    '{"input":"x","temperature":1.0,"user":null,"text":{ "verbosity":"low" }}',
  );
  assert.deepEqual(echo, { temperature: '1.0', user: 'null', text: '{ "verbosity":"low" }' });
});

test('a responses client sees summaries where it asks for them, and gets seals where it asks for those', () => {
  const { shows, wantsSeals } = decoded('responses', base);
  assert.deepEqual([shows, wantsSeals], ['text', false]);
  const asking = { ...base, reasoning: { summary: 'auto' }, include: ['reasoning.encrypted_content'] };
  const asked = decoded('responses', asking);
  assert.deepEqual([asked.shows, asked.wantsSeals], ['summary', true]);
  assert.equal(decoded('responses', { ...base, reasoning: { summary: null } }).shows, 'text');
});

test('what keeps state says what to send instead', () => {
  const { refused } = translated('responses', 'messages', { ...base, previous_response_id: 'resp_1' });
  const why = 'this model is served by translation, which keeps no state: send the whole input';
  assert.deepEqual(refused, [{ path: 'previous_response_id', drop: undefined, why }]);
});
