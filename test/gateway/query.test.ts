import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const models =
  '{ fast: { deployments: [ { backend: main, model: gpt-4o, endpoints: { chat_completions: [] } } ] } }';
const body = { model: 'fast', messages: [{ role: 'user', content: 'hello' }] };

test("a backend's query goes along with every request, and with its probe, and wins over a client's", async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const path = '/openai/deployments/gpt-4o/chat/completions';
  const fields = [
    `url: "${backend.url}"`,
    `paths: { chat_completions: ${path} }`,
    'query: { api-version: "2025-04-01-preview" }',
    'health: { path: /openai/models, interval: 100ms }',
  ];
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { ${fields.join(', ')} } }`, models }),
  );
  for (const query of ['', '?beta=true&api-version=2023-05-15']) {
    assert.equal((await gateway.call(`/v1/chat/completions${query}`, { body })).status, 200);
  }
  await until(() => backend.seen.some(({ method }) => method === 'GET'), 'the probe asks');
  const seen = (method: string) =>
    backend.seen.filter((request) => request.method === method).map(({ url }) => url);
  assert.deepEqual(seen('POST'), [
    `${path}?api-version=2025-04-01-preview`,
    `${path}?api-version=2025-04-01-preview&beta=true`,
  ]);
  assert.equal(seen('GET')[0], '/openai/models?api-version=2025-04-01-preview');
});
