import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJsonBody } from '../../../src/api/body/json-body.ts';
import { promptPrefix } from '../../../src/api/body/prompt-prefix.ts';
import { type BuiltInName, endpoints, type ServedEndpoint } from '../../../src/api/endpoints/index.ts';

function prefix(body: object, endpoint: BuiltInName = 'chat_completions'): string | undefined {
  return promptPrefix(readJsonBody(Buffer.from(JSON.stringify(body)), endpoints[endpoint] as ServedEndpoint));
}

const user = (content: string) => ({ role: 'user', content });
const system = (content: string) => ({ role: 'system', content });
const reply = { role: 'assistant', content: 'well' };

test('turns of one conversation have the same prefix, whatever else stands in their bodies', () => {
  const first = prefix({ model: 'm', messages: [system('be brief'), user('hi')] });
  assert.ok(first !== undefined);
  const messages = [system('be brief'), user('hi'), reply, user('and now?')];
  assert.equal(prefix({ messages, temperature: 0.1, stream: true, max_tokens: 7, model: 'm' }), first);
  assert.notEqual(prefix({ model: 'm', messages: [system('be brief'), user('hello')] }), first);
  assert.notEqual(prefix({ model: 'm', messages: [system('be long'), user('hi')] }), first);
  const tools = [{ type: 'function', function: { name: 'f', parameters: {} } }];
  assert.notEqual(prefix({ model: 'm', tools, messages }), first);
});

test('instructions count wherever a dialect has them', () => {
  const ask = (system: string) =>
    prefix({ model: 'm', max_tokens: 9, system, messages: [user('hi')] }, 'messages');
  assert.equal(ask('brief'), ask('brief'));
  assert.notEqual(ask('brief'), ask('long'));
});

test('long texts count in full, wherever in the body they stand', () => {
  const long = (end: string) => `${'x'.repeat(40_000)}${end}`;
  const one = prefix({ model: 'm', messages: [user(long('a'))] });
  assert.equal(prefix({ max_tokens: 1, stream: true, model: 'm', messages: [user(long('a')), reply] }), one);
  assert.notEqual(prefix({ model: 'm', messages: [user(long('b'))] }), one);
  const marked = { model: 'm', messages: [user(`${' '.repeat(20_000)}`), user('x [+9999999999]')] };
  assert.ok(prefix(marked) !== undefined, 'what looks like a mark is a text like any other');
});

test('there is none without a message of a user, and of what may be stored', () => {
  assert.equal(prefix({ model: 'm', messages: [system('a')] }), undefined);
  assert.equal(prefix({ model: 'm', prompt: 'hi' }, 'completions'), undefined);
  assert.equal(prefix({ model: 'm', input: 'hi' }, 'responses'), undefined);
  assert.equal(prefix({ model: 'm', input: 'hi' }, 'embeddings'), undefined);
  assert.ok(prefix({ model: 'm', input: 'hi', store: false }, 'responses') !== undefined);
});
