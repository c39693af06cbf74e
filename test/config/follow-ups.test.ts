/** One mistake is told once: what it brings with it is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '../../src/config/load.ts';

const env = { KEY_A: 'value-of-the-key' };

const fileWith = (deployment: string) => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} }, other: { simulator: {} } }
models:
  demo: { deployments: [{ endpoints: { chat_completions: [] }, ${deployment} }] }
keys:
  a: { secret: "\${KEY_A}", rate_limit: { budget: 20 USD/day } }
tests:
  - { name: t, request: { endpoint: chat_completions, model: demo, key: a }, expect: { deployment: demo/local } }
never:
  - { name: n, request: { model: demo }, reaches: { deployment: demo/local } }
`;

async function errorsIn(text: string): Promise<readonly string[]> {
  const { problems } = await loadConfig('-', { text, env, requireSecrets: true });
  return problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

test('a misspelt backend is told alone, not as a deployment of another name', async () => {
  const price = 'price: { input: 1, output: 2 }';
  assert.deepEqual(await errorsIn(fileWith(`backend: local, ${price}`)), []);
  assert.deepEqual(await errorsIn(fileWith(`backend: locl, ${price}`)), ['GW1301']);
  assert.deepEqual(await errorsIn(fileWith(`backend: other, ${price}`)), ['GW1305', 'GW1305']);
});

test('a price that is wrong is told alone, not as one that is missing', async () => {
  assert.deepEqual(await errorsIn(fileWith('backend: local, price: { input: x, output: 2 }')), ['GW1204']);
  assert.deepEqual(await errorsIn(fileWith('backend: local, price: cheap')), ['GW1204']);
  assert.deepEqual(await errorsIn(fileWith('backend: local')), ['GW1313']);
});
