import { test } from 'node:test';
import { configText, secret, startGateway } from '../../helpers/gateway.ts';
import { installPackages } from '../../helpers/npm-packages.ts';
import { runClient } from '../../helpers/sdk.ts';

/** Exactly these, so that a difference is one of the gateway's. */
const packages = [
  'openai@7.57.0',
  'cohere-ai@8.1.0',
  'ai@7.0.173',
  '@ai-sdk/openai@4.0.118',
  '@ai-sdk/anthropic@4.0.105',
  '@langchain/openai@1.6.0',
  '@langchain/core@1.4.0',
  'zod@4.6.7',
];

/** Models whose backends are asked in one dialect by the clients of all others. */
const translated = ['chat_completions', 'messages', 'responses', 'gemini', 'bedrock_converse'].map((to) => {
  const endpoints = ['chat_completions', 'messages', 'responses'].map((endpoint) =>
    endpoint === to ? `${endpoint}: []` : `${endpoint}: { via: ${to} }`,
  );
  const more = to === 'messages' ? ', translation: { max_tokens: 1000 }' : '';
  return `\n  through-${to}: { deployments: [ { backend: local, endpoints: { ${endpoints.join(', ')} }${more} } ] }`;
});

const config = configText({
  backends: '{ local: { simulator: {} } }',
  models: `${translated.join('')}
  demo:
    deployments:
      - backend: local
        capabilities: [streaming, function_calling]
        endpoints: { chat_completions: [], responses: [], responses_compact: [], responses_input_tokens: [], embeddings: [base64], moderations: [], images: [], speech: [], rerank: [] }`,
  keys: `{ test: { secret: ${secret}, endpoints: [stateless] } }`,
});

test('clients of other versions and other makers', { timeout: 300_000 }, async (t) => {
  const { folder, remove } = await installPackages(packages);
  t.after(remove);
  const gateway = await startGateway(t, config);
  await runClient(t, new URL('program.ts', import.meta.url), gateway, {
    GATEWAY_KEY: secret,
    CLIENTS_FOLDER: folder,
  });
});
