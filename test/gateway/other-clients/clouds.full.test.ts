import { test } from 'node:test';
import { configText, secret, startGateway } from '../../helpers/gateway.ts';
import { installPackages } from '../../helpers/npm-packages.ts';
import { runClient } from '../../helpers/sdk.ts';

/** Exactly these, so that a difference is one of the gateway's. */
const packages = [
  '@anthropic-ai/bedrock-sdk@1.1.3',
  '@anthropic-ai/vertex-sdk@1.1.3',
  '@aws-sdk/client-bedrock-runtime@3.1164.0',
  '@smithy/node-http-handler@4.14.2',
];

const served = (capabilities = '') => `endpoints: { messages: [${capabilities}], count_tokens: [] }`;
const models = `
  "us.anthropic.claude-opus-5-v1:0": { deployments: [ { backend: local, model: claude, ${served('streaming')} } ] }
  "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude": { deployments: [ { backend: local, model: claude, ${served()} } ] }
  claude-opus-5@20260101: { deployments: [ { backend: local, model: claude, ${served('streaming')} } ] }
  in-other-words: { deployments: [ { backend: local, model: demo, endpoints: { messages: { via: chat_completions } } } ] }
  through-converse: { deployments: [ { backend: local, model: demo, endpoints: { messages: { via: bedrock_converse } } } ] }
  busy: { deployments: [ { backend: local, model: fault-429, ${served()} } ] }
  failing: { deployments: [ { backend: local, model: fault-500, ${served()} } ] }
  breaking: { deployments: [ { backend: local, model: fault-fin-midway, ${served()} } ] }
  reporting: { deployments: [ { backend: local, model: fault-error-midway, ${served()} } ] }`;

const config = configText({
  backends: '{ local: { simulator: {} } }',
  models,
  keys: `{ test: { secret: ${secret} }, poor: { secret: ${secret}-poor, rate_limit: poor }, few: { secret: ${secret}-few, models: [busy] } }`,
  more: 'rate_limits: { poor: { requests: 1/h } }',
});

test('clients of Amazon Bedrock and Vertex AI at their own addresses', { timeout: 300_000 }, async (t) => {
  const { folder, remove } = await installPackages(packages);
  t.after(remove);
  const gateway = await startGateway(t, config);
  await runClient(t, new URL('cloud-program.ts', import.meta.url), gateway, {
    GATEWAY_KEY: secret,
    CLIENTS_FOLDER: folder,
  });
});
