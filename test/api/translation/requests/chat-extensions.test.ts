/**
 * What clients of chat completions say beyond OpenAI's types, and many servers take: OpenRouter's `cache_control` and
 * `reasoning` (also LangChain's and LiteLLM's), `thinking` of Anthropic's compatible endpoint.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TargetDialect } from '../../../../src/config/target-dialects/index.ts';
import { type Json, type Spoken, translated } from './translated.ts';

const mark = { type: 'ephemeral' };
const long = { type: 'ephemeral', ttl: '1h' };
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
const marked: Json = {
  model: 'm',
  max_tokens: 40_000,
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'rules', cache_control: long }] },
    { role: 'user', content: 'hi', cache_control: mark },
    { role: 'assistant', content: 'a', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'r', cache_control: mark },
    {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' }, cache_control: mark }],
    },
  ],
  tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } }, cache_control: mark }],
};

test('marks of a part, a message, a tool and a request are marks of messages, with their time', () => {
  const { body, refusedPaths, dropped } = translated('chat_completions', 'messages', {
    ...marked,
    cache_control: long,
  });
  assert.deepEqual([refusedPaths, dropped], [[], []]);
  assert.deepEqual(body['cache_control'], long);
  assert.deepEqual((body['system'] as Json[])[0], { type: 'text', text: 'rules', cache_control: long });
  assert.deepEqual((body['tools'] as Json[])[0]!['cache_control'], mark);
  const contents = (body['messages'] as { content: Json[] }[]).map(({ content }) => content);
  assert.deepEqual(contents[0], [{ type: 'text', text: 'hi', cache_control: mark }]);
  assert.deepEqual(
    contents.at(-1)!.map(({ type, cache_control: found }) => [type, found]),
    [
      ['tool_result', mark],
      ['image', mark],
    ],
  );
});

test('marks are points of Converse and breakpoints of responses, and Gemini is told of none', () => {
  const converse = translated('chat_completions', 'bedrock_converse', marked);
  assert.deepEqual([converse.refusedPaths, converse.dropped], [[], []]);
  assert.equal(converse.text.split('"cachePoint"').length - 1, 5);
  const responses = translated('chat_completions', 'responses', marked);
  assert.deepEqual(responses.refusedPaths, []);
  assert.match(responses.text, /"prompt_cache_breakpoint":\{"mode":"explicit"\}/);
  assert.doesNotMatch(responses.text, /cache_control|1h/);
  const gemini = translated('chat_completions', 'gemini', marked);
  assert.deepEqual([gemini.refusedPaths, gemini.dropped], [[], ['cache_control']]);
});

test('parts and tools of responses may have the mark too', () => {
  const { body, refusedPaths } = translated('responses', 'messages', {
    model: 'm',
    max_output_tokens: 100,
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'hi', cache_control: mark }] }],
    tools: [{ type: 'function', name: 'f', parameters: { type: 'object' }, cache_control: mark }],
  });
  assert.deepEqual(refusedPaths, []);
  assert.match(JSON.stringify(body['messages']), /"cache_control":\{"type":"ephemeral"\}/);
  assert.deepEqual((body['tools'] as Json[])[0]!['cache_control'], mark);
});

test('marks that the operator does not want are left out, and told by the word that the client used', () => {
  const { text, dropped } = translated('chat_completions', 'messages', marked, { drop: ['cache_control'] });
  assert.doesNotMatch(text, /cache_control/);
  assert.deepEqual(dropped, ['cache_control']);
});

type Settings = Parameters<typeof translated>[3];

function said(to: Spoken, asked: Json, settings: Settings = {}) {
  const body = { model: 'm', max_tokens: 40_000, messages: [{ role: 'user', content: 'hi' }], ...asked };
  const result = translated('chat_completions', to as TargetDialect, body, settings);
  const { thinking, output_config, reasoning, generationConfig, additionalModelRequestFields } = result.body;
  const told = { thinking, output_config, reasoning, generationConfig, additionalModelRequestFields };
  return { ...result, told: JSON.parse(JSON.stringify(told)) as Json };
}

test('thinking of a client of chat completions is what the target says for it', () => {
  const asked = { thinking: { type: 'enabled', budget_tokens: 8000 } };
  assert.deepEqual(said('messages', asked, { reasoning: 'budget' }).told, asked);
  assert.deepEqual(said('messages', asked, { reasoning: 'budget' }).changed, []);
  const adaptive = said('messages', asked);
  assert.deepEqual(adaptive.told, { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } });
  assert.deepEqual(adaptive.changed, ['thinking']);
  assert.deepEqual(said('responses', asked).told, { reasoning: { effort: 'medium', summary: 'auto' } });
  assert.deepEqual(said('gemini', asked, { reasoning: 'level' }).told['generationConfig'], {
    maxOutputTokens: 40_000,
    thinkingConfig: { thinkingLevel: 'MEDIUM', includeThoughts: true },
  });
  assert.deepEqual(said('bedrock_converse', asked, { reasoning: 'anthropic' }).refusedPaths, []);
  assert.deepEqual(said('bedrock_converse', asked).refusedPaths, ['thinking']);
});

test('thinking without a budget leaves the amount to the model, and can be switched off', () => {
  for (const type of ['enabled', 'adaptive']) {
    assert.deepEqual(said('messages', { thinking: { type } }).told, { thinking: { type: 'adaptive' } });
    assert.deepEqual(said('messages', { thinking: { type } }).changed, []);
  }
  for (const off of [{ thinking: { type: 'disabled' } }, { reasoning: { enabled: false } }]) {
    assert.deepEqual(said('messages', off).told, { thinking: { type: 'disabled' } });
    assert.deepEqual(said('responses', off).told, { reasoning: { effort: 'none' } });
  }
});

test("OpenRouter's `reasoning` says effort, a budget, and whether it is seen", () => {
  const high = said('messages', { reasoning: { effort: 'high' } });
  assert.deepEqual(high.told, { thinking: { type: 'adaptive' }, output_config: { effort: 'high' } });
  assert.deepEqual([high.changed, high.dropped, high.refusedPaths], [[], [], []]);
  const bounded = { reasoning: { max_tokens: 2000 } };
  assert.deepEqual(said('messages', bounded, { reasoning: 'budget' }).told, {
    thinking: { type: 'enabled', budget_tokens: 2000 },
  });
  assert.deepEqual(said('responses', { reasoning: { effort: 'low', exclude: true } }).told, {
    reasoning: { effort: 'low' },
  });
  assert.deepEqual(said('messages', { include_reasoning: true, usage: { include: true } }).refusedPaths, []);
  assert.deepEqual(said('messages', { reasoning: { whatever: 1 } }).refusedPaths, ['reasoning.whatever']);
});
