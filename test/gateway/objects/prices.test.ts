import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAccounts } from './two-accounts.ts';

test('a request without a model costs what the file says of its endpoint, and what is refused costs nothing', async (t) => {
  const { a, call } = await startAccounts(t, {
    stateful:
      '{ ids: signed, endpoints: [responses, conversations], default: { conversations: a }, unsigned: allow }',
    limit: ', rate_limit: { budget: 1 USD/day }',
    price: '{ input: 0, output: 0 }',
    more: 'endpoints: { conversations: { price: { per_request: 0.4 } } }',
  });
  const { json: response } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  for (let turn = 0; turn < 5; turn += 1) {
    assert.equal((await call(`/v1/responses/${response.id}`)).status, 200, 'to look at it costs nothing');
  }
  const { json } = await call('/v1/conversations', { body: {} });
  for (let turn = 0; turn < 5; turn += 1) {
    const refused = await call('/v1/conversations/conv_b7');
    assert.equal(refused.status, 404);
  }
  for (let turn = 0; turn < 2; turn += 1) {
    assert.equal((await call(`/v1/conversations/${json.id}`)).status, 200);
  }
  const over = await call(`/v1/conversations/${json.id}`);
  assert.deepEqual([over.status, over.json.error.code], [429, 'budget_exceeded']);
  assert.equal(a.seen.filter(({ url }) => url.endsWith('conv_b7')).length, 5);
});
