import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, message, startBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const probes = [
  ['HEAD', '/'],
  ['HEAD', '/api/hello'],
  ['GET', '/inference-profiles?type=SYSTEM_DEFINED'],
  ['GET', '/inference-profiles/us.anthropic.claude-sonnet-5-v1%3A0'],
] as const;

test('what Claude Code asks as it starts is not there, whoever asks, and no failure of a key', async (t) => {
  const backend = await startBackend(t, json(message));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: '{ claude: { deployments: [{ backend: main, endpoints: { messages: [] } }] } }',
    }),
  );
  const shown = [
    { key: null },
    { key: null, headers: { 'x-api-key': 'sk-of-somebody-else-0123456789' } },
    {},
  ];
  for (const [method, path] of probes) {
    // Far more often than a wrong key may come from one address.
    for (const how of [...shown, ...Array(8).fill(shown[1])]) {
      const { status, text } = await gateway.callKept(path, { method, ...how });
      assert.equal(status, 404, `${method} ${path} ${JSON.stringify(how)}`);
      if (method === 'HEAD') assert.equal(text, '');
    }
  }
  // Neither is any other path, but nobody is told without a key.
  assert.equal((await gateway.call('/api/hello', { method: 'GET', key: null })).status, 401);
  assert.equal((await gateway.call('/inference-profiles-of-mine', { method: 'GET', key: null })).status, 401);

  const body = { model: 'claude', max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] };
  assert.equal((await gateway.call('/v1/messages?beta=true', { body })).status, 200);
  assert.equal(backend.seen[0]?.url, '/v1/messages?beta=true');
});
