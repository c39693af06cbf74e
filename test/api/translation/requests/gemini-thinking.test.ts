/** How much is to be thought, as `generateContent` of the Gemini API takes it: https://ai.google.dev/gemini-api/docs/thinking. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Json, translated } from './translated.ts';

const message = { role: 'user', content: 'hi' };
const level = { reasoning: 'level' } as never;

function thinkingOf(client: 'chat_completions' | 'responses' | 'messages', asked: Json) {
  const base = client === 'responses' ? { model: 'm', input: 'hi' } : { model: 'm', messages: [message] };
  const bounded = client === 'messages' ? { ...base, max_tokens: 40_000 } : base;
  const { body, changed } = translated(client, 'gemini', { ...bounded, ...asked }, level);
  const { generationConfig = {} } = body as { generationConfig?: Json };
  return { config: generationConfig['thinkingConfig'], changed };
}

test('an effort becomes a level that each model of Gemini takes, and the client is told where it is only near', () => {
  const levels = { none: 'LOW', minimal: 'LOW', low: 'LOW', medium: 'MEDIUM', high: 'HIGH', xhigh: 'HIGH' };
  for (const [effort, thinkingLevel] of Object.entries(levels)) {
    const { config, changed } = thinkingOf('responses', { reasoning: { effort } });
    assert.deepEqual(config, { thinkingLevel }, effort);
    const isExact = effort === thinkingLevel.toLowerCase();
    assert.deepEqual(changed, isExact ? [] : ['reasoning.effort'], effort);
  }
  const { config } = thinkingOf('messages', { thinking: { type: 'enabled', budget_tokens: 31_999 } });
  assert.deepEqual(config, { thinkingLevel: 'HIGH', includeThoughts: true });
});

test('thoughts are asked for where the client asks for them, and not by a plain request', () => {
  for (const client of ['chat_completions', 'responses', 'messages'] as const)
    assert.equal(thinkingOf(client, {}).config, undefined, client);
  assert.deepEqual(thinkingOf('responses', { reasoning: { summary: 'auto' } }).config, {
    includeThoughts: true,
  });
  assert.deepEqual(thinkingOf('chat_completions', { reasoning_effort: 'low' }).config, {
    thinkingLevel: 'LOW',
    includeThoughts: true,
  });
});
