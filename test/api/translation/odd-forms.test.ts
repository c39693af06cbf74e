/** Forms that some servers and clients have beside those of the vendors' types. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openaiStream } from '../../../src/api/dialects/openai/openai-stream.ts';
import { at, blocksOf, contextOf, eventsOf, wholeOf } from './answers/translating.ts';
import { type Json, translated } from './requests/translated.ts';

const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'let me see' }] };

test("what Mistral's models think among their parts is reasoning, whole and streamed", () => {
  const content = [thinking, { type: 'text', text: 'yes' }];
  const context = contextOf('chat_completions', 'messages');
  const whole = wholeOf(context, { choices: [{ index: 0, message: { content }, finish_reason: 'stop' }] });
  assert.equal(at(whole, 'content', 0, 'thinking'), 'let me see');
  assert.equal(at(whole, 'content', 1, 'text'), 'yes');
  const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`;
  const stream = `${chunk({ content: [thinking] })}${chunk({ content: 'yes' })}data: ${JSON.stringify({
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
  })}\n\ndata: [DONE]\n\n`;
  assert.deepEqual(blocksOf(eventsOf(context, stream)), ['thinking: let me see', 'text: yes']);
});

test("what a client sends back of Mistral's thoughts is reasoning of an earlier turn", () => {
  const said = { role: 'assistant', content: [thinking, { type: 'text', text: 'yes' }] };
  const { refusedPaths, dropped, text } = translated('chat_completions', 'messages', {
    model: 'm',
    messages: [{ role: 'user', content: 'hi' }, said, { role: 'user', content: 'go on' }],
  });
  assert.deepEqual([refusedPaths, dropped], [[], ['reasoning']]);
  assert.match(text, /"yes"/);
});

test('a chunk that holds a message in place of a delta says what it says', () => {
  const message = {
    role: 'assistant',
    content: 'hello',
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
  };
  const chunk = { choices: [{ index: 0, message, finish_reason: 'tool_calls' }] };
  const stream = `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`;
  assert.deepEqual(blocksOf(eventsOf(contextOf('chat_completions', 'messages'), stream)), [
    'text: hello',
    'tool_use: {"a":1}',
  ]);
  const open = { choices: [{ index: 0, message }] };
  assert.equal(openaiStream.read('', JSON.stringify(open), open).content, true);
});

test('a namespace without tools offers none', () => {
  const body = { model: 'm', input: 'hi', max_output_tokens: 10 };
  const { refusedPaths, body: said } = translated('responses', 'messages', {
    ...body,
    tools: [{ type: 'namespace', name: 'n' } as Json],
  });
  assert.deepEqual(refusedPaths, []);
  assert.equal(said['tools'], undefined);
});
