import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { endpointNames } from '../src/api/endpoints/index.ts';
import { explainer } from '../src/check/explain/explain.ts';
import { loadInspected } from '../src/check/load-inspected.ts';
import { runRoutingTests } from '../src/check/routing-tests.ts';
import { formatProblems } from '../src/config/problems.ts';

const folder = join(import.meta.dirname, '../examples');
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .sort();

async function loadExample(name: string) {
  const { config, problems } = await loadInspected(join(folder, name), { requireSecrets: false });
  const grave = problems.filter(({ severity }) => severity !== 'note');
  assert.equal(formatProblems(grave), '');
  assert.ok(config);
  return config;
}

test('there is an example for each way to run the gateway', () => {
  assert.deepEqual(examples, [
    'any-client.yaml',
    'azure-entra.yaml',
    'azure-openai-two-regions.yaml',
    'bedrock-claude.yaml',
    'bedrock.yaml',
    'behind-a-balancer.yaml',
    'gemini.yaml',
    'identity.yaml',
    'keyless.yaml',
    'openai-anthropic.yaml',
    'own-endpoint.yaml',
    'quickstart.yaml',
    'self-hosted.yaml',
    'sign-in.yaml',
    'stateful.yaml',
    'vertex-claude.yaml',
    'vertex-gemini.yaml',
    'voice.yaml',
  ]);
});

for (const name of examples) {
  test(`${name} loads without an error or a warning`, async () => {
    await loadExample(name);
  });

  test(`${name} tells editors where its schema is`, () => {
    const [first] = readFileSync(join(folder, name), 'utf8').split('\n');
    assert.equal(first, '# yaml-language-server: $schema=../schemas/gateway.schema.json');
  });

  test(`${name} passes its own tests`, async () => {
    const outcomes = runRoutingTests(await loadExample(name));
    assert.ok(outcomes.length > 0, 'it has tests');
    assert.deepEqual(
      outcomes.filter(({ passed }) => !passed),
      [],
    );
  });

  test(`${name} routes to every deployment on every endpoint and capability that it declares`, async () => {
    const config = await loadExample(name);
    const explain = explainer(config);
    for (const deployment of [...config.models.values()].flatMap((model) => model.deployments)) {
      const place = `${deployment.model}/${deployment.name}`;
      for (const endpoint of endpointNames) {
        const capabilities = deployment.endpoints[endpoint];
        if (capabilities === undefined) continue;
        // Completions has no prefix, so there is no tag that asks for one of its capabilities alone.
        const tags = endpoint === 'completions' ? [] : capabilities.map((name) => `${endpoint}:${name}`);
        const question = { endpoint, model: deployment.model, models: [], tags, key: undefined, down: [] };
        const reached = explain(question).models.flatMap((model) => model.deployments);
        const found = reached.find((candidate) => candidate.deployment === place);
        assert.deepEqual(found?.reasons, [], `${place} on ${endpoint}`);
      }
    }
  });
}
