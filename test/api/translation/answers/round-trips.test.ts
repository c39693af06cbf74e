import assert from 'node:assert/strict';
import { test } from 'node:test';
import { translated } from '../requests/translated.ts';
import { at, chatStream, contextOf, eventsOf, wholeOf } from './translating.ts';

/** A conversation that a client of chat completions goes on with, after an answer and results of its calls. */
function nextChatTurn(message: unknown) {
  const calls = (at(message, 'tool_calls') ?? []) as readonly { id: string }[];
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'R' }));
  const messages = [{ role: 'user', content: 'Q' }, message, ...results];
  const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }];
  return { model: 'm', messages, tools };
}

test('several thoughts between the calls of a turn come back to their vendor as they were', () => {
  const content = [
    { type: 'thinking', thinking: 'T1', signature: 'S1' },
    { type: 'text', text: 'A' },
    { type: 'thinking', thinking: 'T2', signature: 'S2' },
    { type: 'tool_use', id: 'c1', name: 'f', input: { n: 1 } },
    { type: 'redacted_thinking', data: 'D' },
    { type: 'tool_use', id: 'c2', name: 'f', input: {} },
  ];
  const answer = { id: 'msg_1', type: 'message', content, stop_reason: 'tool_use' };
  const message = at(wholeOf(contextOf('messages', 'chat_completions'), answer), 'choices', 0, 'message');
  const { body } = translated('chat_completions', 'messages', nextChatTurn(message));
  assert.deepEqual(at(body, 'messages', 1, 'content'), content);
});

test('an id that messages do not take comes back to its backend as that gave it', () => {
  const call = { index: 0, id: 'functions.Bash:0', function: { name: 'f', arguments: '{}' } };
  const events = eventsOf(
    contextOf('chat_completions', 'messages'),
    chatStream([{ tool_calls: [call] }], { finish: 'tool_calls' }),
  );
  const block = at(events[1]?.data, 'content_block') as { id: string };
  const messages = [
    { role: 'user', content: 'Q' },
    { role: 'assistant', content: [block] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: block.id, content: 'R' }] },
  ];
  const tools = [{ name: 'f', input_schema: { type: 'object' } }];
  const { body } = translated('messages', 'chat_completions', { model: 'm', max_tokens: 9, messages, tools });
  assert.equal(at(body, 'messages', 1, 'tool_calls', 0, 'id'), call.id);
  assert.equal(at(body, 'messages', 2, 'tool_call_id'), call.id);
});

test('what a router wants back of its reasoning comes back to it, from a client of messages', () => {
  const details = [
    { type: 'reasoning.text', text: 'R', index: 0, format: 'x' },
    { type: 'reasoning.encrypted', data: 'D', index: 1, format: 'x' },
  ];
  const message = { role: 'assistant', content: 'A', reasoning: 'R', reasoning_details: details };
  const answer = { id: 'chatcmpl-1', choices: [{ index: 0, message, finish_reason: 'stop' }] };
  const { content } = wholeOf(contextOf('chat_completions', 'messages'), answer);
  const messages = [
    { role: 'user', content: 'Q' },
    { role: 'assistant', content },
    { role: 'user', content: 'Q' },
  ];
  const request = {
    model: 'm',
    max_tokens: 2000,
    thinking: { type: 'enabled', budget_tokens: 1024 },
    messages,
  };
  const { body } = translated('messages', 'chat_completions', request, { kind: 'openrouter' });
  assert.deepEqual(at(body, 'messages', 1, 'reasoning_details'), details);
});

test("the signature of a call stands where Google's own servers have it, and comes back with the call", () => {
  const parts = [{ functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: 'S' }];
  const answer = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
  const message = at(wholeOf(contextOf('gemini', 'chat_completions'), answer), 'choices', 0, 'message');
  assert.deepEqual(at(message, 'tool_calls', 0, 'extra_content'), { google: { thought_signature: 'S' } });
  assert.equal(at(message, 'reasoning_details'), undefined);
  const { body } = translated('chat_completions', 'gemini' as never, nextChatTurn(message));
  assert.equal(at(body, 'contents', 1, 'parts', 0, 'thoughtSignature'), 'S');
});

test('the signature of a call comes back with it from a client of messages too', () => {
  const parts = [{ functionCall: { name: 'f', args: { a: 1 } }, thoughtSignature: 'S' }];
  const answer = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
  const { content } = wholeOf(contextOf('gemini', 'messages'), answer);
  const types = (content as readonly { type: string }[]).map(({ type }) => type);
  assert.deepEqual(types, ['thinking', 'tool_use']);
  const id = at(content, 1, 'id');
  const messages = [
    { role: 'user', content: 'Q' },
    { role: 'assistant', content },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'R' }] },
  ];
  const tools = [{ name: 'f', input_schema: { type: 'object' } }];
  const { body } = translated('messages', 'gemini' as never, { model: 'm', max_tokens: 9, messages, tools });
  assert.equal(at(body, 'contents', 1, 'parts', 0, 'thoughtSignature'), 'S');
});
