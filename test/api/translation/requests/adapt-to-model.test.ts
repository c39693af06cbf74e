/** Requests to models that do not take all that their dialect allows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TranslatedRequest } from '../../../../src/api/translation/translated-request.ts';
import type { TargetDialect } from '../../../../src/config/target-dialects/index.ts';
import {
  type Accepts,
  choiceModes,
  type TranslatedEndpoint,
  type Translation,
} from '../../../../src/config/translation-settings.ts';
import { type Json, settingsFor } from './translated.ts';

const all: Accepts = { temperature: true, efforts: undefined, thinking: true, toolChoice: choiceModes };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const messages = [{ role: 'user', content: 'Hello' }];

function said(
  from: TranslatedEndpoint,
  to: TargetDialect,
  body: Json,
  accepts: Partial<Accepts>,
  more: Partial<Translation> = {},
) {
  const request = TranslatedRequest.read(from, Buffer.from(JSON.stringify({ model: 'm', ...body })));
  const settings = { ...settingsFor(to), ...more, accepts: { ...all, ...accepts } };
  const { refused, dropped, changed, body: bytes } = request.said(settings, 'theirs');
  return {
    body: refused.length > 0 ? {} : (JSON.parse(bytes.toString()) as Json),
    refused: refused.map(({ path, why }) => `${path}: ${why}`),
    dropped,
    changed,
  };
}

test('temperature and the like are left out, and told, where the model takes none', () => {
  const body = { messages, temperature: 0.5, top_p: 0.9 };
  const { body: sent, dropped } = said('chat_completions', 'messages', body, { temperature: false });
  assert.deepEqual(
    [sent['temperature'], sent['top_p'], dropped],
    [undefined, undefined, ['temperature', 'top_p']],
  );
  const kept = said('chat_completions', 'messages', body, {});
  assert.deepEqual([kept.body['temperature'], kept.dropped], [0.5, []]);
});

test('an effort that the model does not know is the nearest lower one, or the lowest', () => {
  const effort = (word: string, efforts: Accepts['efforts'], to: TargetDialect = 'messages') => {
    const { body, changed } = said('chat_completions', to, { messages, reasoning_effort: word }, { efforts });
    const written = (body['output_config'] ?? body['reasoning'] ?? {}) as Json;
    return [
      written['effort'] ?? (body['thinking'] as Json | undefined)?.['type'],
      changed.includes('reasoning_effort'),
    ];
  };
  assert.deepEqual(effort('xhigh', ['low', 'medium', 'high']), ['high', true]);
  assert.deepEqual(effort('medium', ['low', 'high']), ['low', true]);
  assert.deepEqual(effort('minimal', ['low', 'high'], 'responses'), ['low', true]);
  assert.deepEqual(effort('high', ['low', 'high'], 'responses'), ['high', false]);
  // Not to think is a word of effort in OpenAI's dialects, and a field of its own elsewhere.
  assert.deepEqual(effort('none', ['minimal', 'low'], 'responses'), ['minimal', true]);
  assert.deepEqual(effort('none', ['low', 'high']), ['disabled', false]);
});

test('a budget of thinking comes to an effort that the model knows, and off to its least', () => {
  const asked = (thinking: Json) => ({ messages, max_tokens: 30_000, thinking });
  const efforts: Accepts['efforts'] = ['low', 'medium'];
  const effortIn = ({ body }: { readonly body: Json }) => (body['reasoning'] as Json)['effort'];
  const budget = said('messages', 'responses', asked({ type: 'enabled', budget_tokens: 20_000 }), {
    efforts,
  });
  assert.deepEqual([effortIn(budget), budget.changed], ['medium', ['thinking']]);
  const off = said('messages', 'responses', asked({ type: 'disabled' }), { efforts });
  assert.deepEqual([effortIn(off), off.changed], ['low', ['thinking']]);
  const near = said('messages', 'responses', asked({ type: 'enabled', budget_tokens: 2000 }), { efforts });
  assert.equal(effortIn(near), 'low');
});

test('nothing is said of thinking to a model that can not be asked for it', () => {
  const thinking = (body: Json) => {
    const { body: sent, dropped } = said(
      'chat_completions',
      'messages',
      { messages, ...body },
      { thinking: false },
    );
    return [sent['thinking'], sent['output_config'], dropped];
  };
  assert.deepEqual(thinking({ reasoning_effort: 'high' }), [undefined, undefined, ['reasoning_effort']]);
  // Who wants none is served as wished.
  assert.deepEqual(thinking({ reasoning_effort: 'none' }), [undefined, undefined, []]);
});

test('a tool that has to be called is not for a model that can not be made to', () => {
  const choice = (tool_choice: unknown) =>
    said(
      'chat_completions',
      'messages',
      { messages, tools: [tool], tool_choice },
      { toolChoice: ['auto', 'none'] },
    );
  assert.deepEqual(choice('required').refused, ['tool_choice: the model takes no choice that is required']);
  const named = { type: 'function', function: { name: 'f' } };
  assert.deepEqual(choice(named).refused, ['tool_choice: the model takes no choice that is named']);
  assert.deepEqual(choice('auto').refused, []);
  assert.deepEqual(choice('none').refused, []);
});

test('of a request in the own dialect is told what the model would refuse', () => {
  const body = {
    model: 'm',
    max_tokens: 9000,
    messages,
    temperature: 1,
    thinking: { type: 'enabled', budget_tokens: 2000 },
    output_config: { effort: 'max' },
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    tool_choice: { type: 'any' },
  };
  const request = TranslatedRequest.read('messages', Buffer.from(JSON.stringify(body)));
  const accepts: Accepts = {
    temperature: false,
    efforts: ['low', 'high'],
    thinking: true,
    toolChoice: ['auto'],
  };
  assert.deepEqual(request.unaccepted(accepts), ['output_config.effort', 'temperature', 'tool_choice']);
  assert.deepEqual(request.unaccepted(all), []);
});
