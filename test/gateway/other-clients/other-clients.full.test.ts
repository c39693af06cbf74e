import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { configText, secret, startGateway } from '../../helpers/gateway.ts';
import { runClient } from '../../helpers/sdk.ts';

/** Exactly these, so that a difference is one of the gateway's. */
const packages = [
  'openai@7.57.0',
  'cohere-ai@8.1.0',
  'ai@7.0.173',
  '@ai-sdk/openai@4.0.118',
  '@langchain/openai@1.6.0',
  '@langchain/core@1.4.0',
  'zod@4.6.7',
];

const config = configText({
  backends: '{ local: { simulator: {} } }',
  models: `
  demo:
    deployments:
      - backend: local
        capabilities: [streaming, function_calling]
        endpoints: { chat_completions: [], responses: [], responses_compact: [], responses_input_tokens: [], embeddings: [base64], moderations: [], images: [], speech: [], rerank: [] }`,
  keys: `{ test: { secret: ${secret}, endpoints: [stateless] } }`,
});

test('clients of other versions and other makers', { timeout: 300_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-clients-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  // What is imported from here is looked for here.
  await writeFile(join(folder, 'load.js'), 'export const load = (name) => import(name);\n');
  const install = [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--engine-strict=false',
    ...packages,
  ];
  await promisify(execFile)('npm', install, { cwd: folder });
  const gateway = await startGateway(t, config);
  await runClient(t, new URL('program.ts', import.meta.url), gateway, {
    GATEWAY_KEY: secret,
    CLIENTS_FOLDER: folder,
  });
});
