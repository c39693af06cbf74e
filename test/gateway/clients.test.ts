import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configText, secret, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { runClient } from '../helpers/sdk.ts';

const config = configText({
  backends: '{ local: { simulator: { tokens_per_second: 2000 } } }',
  models: `
  demo:
    deployments:
      - { backend: local, capabilities: [streaming, function_calling, tool_choice], endpoints: { chat_completions: [], completions: [], messages: [], responses: [] } }
  counted:
    deployments: [ { backend: local, endpoints: { messages: [], count_tokens: [] } } ]
  embedded:
    deployments: [ { backend: local, endpoints: { embeddings: [] } } ]
  other:
    deployments: [ { backend: local, endpoints: { moderations: [], images: [], speech: [], rerank: [], responses: [], responses_compact: [], responses_input_tokens: [] } } ]
  chat-only:
    deployments: [ { backend: local, endpoints: { chat_completions: [] } } ]
  secret-model:
    deployments: [ { backend: local, endpoints: { chat_completions: [], messages: [] } } ]
  fault-404:
    deployments: [ { backend: local, endpoints: { chat_completions: [], messages: [] } } ]`,
  keys: `{ test: { secret: ${secret}, models: [demo, counted, embedded, other, chat-only, "fault-*"], endpoints: [stateless] }, narrow: { secret: sk-narrow-0123456789, endpoints: [completions] } }`,
  more: 'endpoints: { moderations: { default_model: other }, images: { default_model: other } }',
});

/** How many requests the gateway answered with each status, by the title that the client program gave them. */
function requestsByTitle(gateway: TestGateway): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of gateway.logs) {
    if (line.msg !== 'request') continue;
    // Without a key nothing that the client says of itself is logged.
    const title = line['status'] === 401 ? '401' : line['title'];
    if (typeof title === 'string') counts[title] = (counts[title] ?? 0) + 1;
  }
  return counts;
}

test('the official openai client works with a base URL, a key and a CA', async (t) => {
  const gateway = await startGateway(t, config);
  await runClient(t, new URL('clients/openai.ts', import.meta.url), gateway, {
    GATEWAY_KEY: secret,
    NARROW_KEY: 'sk-narrow-0123456789',
  });
  await t.test('no error that trying again can not mend is tried again', () => {
    const counts = requestsByTitle(gateway);
    assert.deepEqual(counts, {
      '400': 1,
      '401': 1,
      '403 model': 1,
      '403 endpoint': 1,
      '404': 1,
      '503 tags': 1,
      'backend 404': 1,
    });
  });
});

test('the official anthropic client works with a base URL, a key and a CA', async (t) => {
  const gateway = await startGateway(t, config);
  await runClient(t, new URL('clients/anthropic.ts', import.meta.url), gateway, { GATEWAY_KEY: secret });
  await t.test('no error that trying again can not mend is tried again', () => {
    const counts = requestsByTitle(gateway);
    assert.deepEqual(counts, { '400': 1, '401': 1, '403': 1, '404': 1, '404 count': 1, '503 tags': 1 });
  });
});
