/**
 * White space alone is no text for Anthropic's Messages API ("text content blocks must contain non-whitespace text") and
 * for Amazon Bedrock's Converse: one such block in a conversation makes every later turn of it a 400.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlankText } from '../../../../src/api/translation/json/literal.ts';
import { type Json, translated } from './translated.ts';

const blanks = ['', '\n', ' ', '\t\r\n', '\u00a0', '\u2003\n', '\ufeff'];
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
const user = { role: 'user', content: 'hi' };

function contentsOf(to: 'messages' | 'bedrock_converse', messages: readonly Json[]) {
  const { body, refusedPaths } = translated('chat_completions', to, { model: 'm', messages, tools });
  assert.deepEqual(refusedPaths, []);
  return body as { messages: { role: string; content: string | Json[] }[]; system?: unknown };
}

/** Each text of a body, wherever a vendor looks at one. */
function textsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    (name === 'text' || name === 'content') && typeof inner === 'string' ? [inner] : textsIn(inner),
  );
}

for (const to of ['messages', 'bedrock_converse'] as const) {
  test(`${to}: blank text is left out of every role and result`, () => {
    for (const blank of blanks) {
      const { messages, system } = contentsOf(to, [
        { role: 'system', content: blank },
        user,
        { role: 'assistant', content: blank, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: blank },
        {
          role: 'user',
          content: [
            { type: 'text', text: blank },
            { type: 'text', text: 'go on' },
          ],
        },
        { role: 'assistant', content: blank },
        user,
      ]);
      const texts = [...textsIn(messages), ...textsIn(system)];
      assert.deepEqual(
        // A result may be an empty string; a block of text may not.
        texts.filter((text) => text !== '' && text.trim() === ''),
        [],
        `${JSON.stringify(blank)}: ${JSON.stringify(messages)}`,
      );
      assert.ok(texts.includes('go on') && texts.includes('hi'));
      assert.equal(system, undefined);
    }
  });
}

test('what is blank is what trimming leaves nothing of', () => {
  for (const blank of blanks) {
    assert.ok(isBlankText(JSON.stringify(blank) as never), JSON.stringify(blank));
    const escaped = [...blank].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    assert.ok(isBlankText(`"${escaped}"` as never), escaped);
  }
  for (const text of ['x', ' x ', '\\', '\\n', '\b', '\u200b', '"'])
    assert.ok(!isBlankText(JSON.stringify(text) as never), JSON.stringify(text));
  for (let code = 0; code < 0x10000; code += 1) {
    const text = String.fromCharCode(code);
    const isBlank = text.trim() === '' && code !== 0x0b;
    if (code !== 0x0b && code !== 0x85)
      assert.equal(isBlankText(JSON.stringify(text) as never), isBlank, code.toString(16));
  }
});

test('a stop sequence that a vendor refuses passes the deployment over; an empty one says nothing', () => {
  const base = { model: 'm', messages: [user] };
  assert.deepEqual(translated('chat_completions', 'messages', { ...base, stop: ['\n', 'x'] }).refusedPaths, [
    'stop',
  ]);
  const { body, dropped } = translated('chat_completions', 'messages', { ...base, stop: ['', 'x'] });
  assert.deepEqual([(body as Json)['stop_sequences'], dropped], [['x'], ['stop']]);
});
