import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialectOf } from '../../../src/api/dialects/index.ts';
import { AnswerTail, inspectAnswer } from '../../../src/api/stream/whole-answer.ts';
import { type Usage, usageOf } from '../../../src/observe/usage.ts';

const { chat_completions: chat, completions, messages, responses } = dialectOf;

function inspect(dialect: typeof chat, answer: unknown) {
  return inspectAnswer(dialect, Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)));
}

function said(reported: Usage) {
  return {
    reported,
    heldBytes: 0,
    isInputFinal: true,
    isOutputFinal: true,
    freshInput: undefined,
    isOverstated: false,
  };
}

test('usage is read from whole answers of each dialect', () => {
  const openai = { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } };
  const expected = usageOf({ input: 9, output: 3, cachedInput: 4 });
  assert.deepEqual(inspect(chat, { usage: openai, choices: [] }), { kind: 'ok', use: said(expected) });
  assert.deepEqual(inspect(completions, { usage: openai }), { kind: 'ok', use: said(expected) });
  const anthropic = {
    input_tokens: 2,
    output_tokens: 3,
    cache_read_input_tokens: 4,
    cache_creation_input_tokens: 5,
  };
  assert.deepEqual(
    inspect(messages, { type: 'message', usage: anthropic }).use?.reported,
    usageOf({
      input: 11,
      output: 3,
      cachedInput: 4,
      cacheWrite: 5,
    }),
  );
  const response = { input_tokens: 9, output_tokens: 3, input_tokens_details: { cached_tokens: 4 } };
  assert.deepEqual(
    inspect(responses, { status: 'completed', error: null, usage: response }).use?.reported,
    expected,
  );
});

/** What is known of the use of an answer that passes in pieces of a size. */
function tailUse(dialect: typeof chat, answer: unknown, size = 64 * 1024) {
  const bytes = Buffer.from(JSON.stringify(answer));
  const tail = new AnswerTail(dialect);
  for (let at = 0; at < bytes.length; at += size) tail.push(bytes.subarray(at, at + size));
  return tail.use(true);
}

test('the usage of an answer that is too large to be held is found wherever it stands', () => {
  const usage = { input_tokens: 20_000, output_tokens: 55_000, total_tokens: 75_000 };
  const content = [{ type: 'output_text', text: 'word "usage": {"output_tokens": 7} '.repeat(10_000) }];
  const output = [{ type: 'message', content }];
  const long = 'an instruction '.repeat(10_000);
  const tools = [{ parameters: { properties: { usage: { type: 'object' } } } }];
  const whole = (members: object) => ({ id: 'r', service_tier: 'flex', ...members });
  for (const size of [4099, 64 * 1024, 10_000_000]) {
    for (const answer of [
      whole({ usage, output }),
      whole({ output, usage }),
      whole({ instructions: long, tools, usage, output }),
      whole({ usage, output, instructions: long }),
      whole({ usage, output, tools }),
    ]) {
      const use = tailUse(responses, answer, size);
      const { input, output: told, serviceTier } = use.reported!;
      assert.deepEqual([input, told, serviceTier], [20_000, 55_000, 'flex'], `${size}`);
      assert.deepEqual([use.isInputFinal, use.isOutputFinal], [true, true]);
    }
  }
  assert.equal(tailUse(responses, whole({ usage, output }), 50).reported?.output, 55_000);
  assert.equal(tailUse(responses, { tools, output }).reported, undefined);
});

test('what an answer holds counts by its characters, however they are escaped', () => {
  const content = 'Grüße, 日本 🎉\n';
  const escaped = JSON.stringify(content).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  for (const text of [JSON.stringify(content), escaped, escaped.replace('G', '\\u0047')]) {
    const { use } = inspect(chat, `{"choices":[{"message":{"content":${text}}}]}`);
    assert.equal(use!.heldBytes, Buffer.byteLength(content), text);
  }
});

test('where usage is absent or odd nothing is made up', () => {
  for (const usage of [undefined, null, {}, [], 'x', { prompt_tokens: -1 }, { prompt_tokens: '5' }]) {
    assert.equal(inspect(chat, { usage }).use?.reported, undefined);
  }
  assert.deepEqual(
    inspect(chat, { usage: { prompt_tokens: 5, prompt_tokens_details: null } }).use?.reported,
    usageOf({
      input: 5,
      output: 0,
    }),
  );
});

test('an error under a 200 is recognised', () => {
  for (const [dialect, answer, kind] of [
    [chat, { error: { message: 'x' } }, 'error'],
    [chat, { error: 'x', choices: [] }, 'error'],
    [chat, { error: null, choices: [] }, 'ok'],
    [chat, { error: '', choices: [] }, 'ok'],
    [chat, { error: { message: '', code: null }, choices: [] }, 'ok'],
    [chat, { error: [], choices: [] }, 'ok'],
    [chat, { error: { code: 'x' }, choices: [] }, 'error'],
    [chat, { object: 'error', message: 'x', code: 40303 }, 'error'],
    [chat, { base_resp: { status_code: 1004 }, choices: null }, 'error'],
    [chat, { base_resp: { status_code: 0 }, choices: [] }, 'ok'],
    [messages, { type: 'error', error: { type: 'overloaded_error' } }, 'error'],
    [messages, { type: 'message' }, 'ok'],
    [responses, { status: 'failed', error: { code: 'x' } }, 'error'],
    [responses, { status: 'failed' }, 'error'],
    [responses, { status: 'incomplete', error: null }, 'ok'],
  ] as const) {
    assert.equal(inspect(dialect, answer).kind, kind, JSON.stringify(answer));
  }
});

test('what is no JSON object is not an answer', () => {
  for (const text of ['<html>', '[]', 'null', '{"a":1', '{"a":1}x', ' ']) {
    assert.deepEqual(inspect(chat, text), { kind: 'invalid', use: undefined });
  }
  assert.deepEqual(inspect(chat, ''), { kind: 'empty', use: undefined });
});

test('an answer may be deep and long beyond what a request may', () => {
  const deep = `{"usage":{"prompt_tokens":1},"a":${'['.repeat(1000)}${']'.repeat(1000)},"b":[${'1,'.repeat(300_000)}1]}`;
  assert.equal(inspect(chat, deep).use?.reported?.input, 1);
});

test('an answer is judged by its structure: what is odd in it takes nothing from it', () => {
  const filler = 'x'.repeat(20_000);
  for (const text of ['', filler]) {
    for (const body of [
      Buffer.from(`\ufeff{"usage":{"prompt_tokens":7},"a":"${text}"}`),
      Buffer.from(`{"usage":{"prompt_tokens":7},"a":[NaN,-Infinity,Infinity],"b":"NaN ${text}"}`),
      Buffer.concat([
        Buffer.from(`{"a":"${text}`),
        Buffer.from([0xff, 0xc3]),
        Buffer.from('","usage":{"prompt_tokens":7}}'),
      ]),
      Buffer.from(`{"a":"one\ntwo \\" NaN${text}","usage":{"prompt_tokens":7}}`),
    ]) {
      const { kind, use } = inspectAnswer(chat, body);
      assert.deepEqual([kind, use?.reported?.input], ['ok', 7]);
    }
  }
  assert.equal(inspect(chat, '\ufeff{"error":{"message":"x"},"n":NaN}').kind, 'error');
});
