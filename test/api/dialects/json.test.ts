import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonDialect } from '../../../src/api/dialects/json/json-dialect.ts';

test('tokens are read where the endpoint says, and what is no count is none', () => {
  const { usage } = jsonDialect({ usage: { input: '/meta/billed/input', output: '/tokens' } });
  const both = usage({ meta: { billed: { input: 3 } }, tokens: 4 });
  assert.deepEqual([both?.input, both?.output], [3, 4]);
  assert.deepEqual(usage({ meta: { billed: { input: 3 } } })?.output, undefined);
  for (const meta of [undefined, null, 7, [{ input: 3 }], { billed: { input: '3' } }, { billed: null }]) {
    assert.equal(usage({ meta, tokens: -1 }), undefined, JSON.stringify(meta));
  }
});

test('where an answer uses no tokens, that is what is known of it', () => {
  const used = jsonDialect({ usage: 'none' }).usage({ input_tokens: 14 });
  assert.deepEqual([used?.input, used?.output], [0, 0]);
});

test('an answer with status 200 that is an error is told from one that is not', () => {
  const { isError } = jsonDialect({ usage: {} });
  assert.equal(isError({ error: { message: 'no' } }), true);
  assert.equal(isError({ data: [], error: null }), false);
});
