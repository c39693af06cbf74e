import { test } from 'node:test';
import { configText, secret, startGateway } from '../../helpers/gateway.ts';
import { runClient } from '../../helpers/sdk.ts';

const clients = ['chat_completions', 'messages', 'responses'];
const targets = [...clients, 'gemini', 'bedrock_converse'];

/** For each dialect a model whose backend is asked in it by all clients that speak another. */
const models = targets.map((target) => {
  const endpoints = clients.map((client) =>
    client === target ? `${client}: []` : `${client}: { via: ${target} }`,
  );
  const more = target === 'messages' ? ', translation: { max_tokens: 200 }' : '';
  return `${target}: { deployments: [ { backend: local, endpoints: { ${endpoints.join(', ')} }${more} } ] }`;
});

test('the official clients read what backends of every other dialect answer', {
  timeout: 120_000,
}, async (t) => {
  const config = configText({
    backends: '{ local: { simulator: {} } }',
    models: `{ ${models.join(', ')} }`,
  });
  const gateway = await startGateway(t, config);
  await runClient(t, new URL('clients.ts', import.meta.url), gateway, { GATEWAY_KEY: secret });
});
