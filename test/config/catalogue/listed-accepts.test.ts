import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadInspected } from '../../../src/check/load-inspected.ts';
import { entriesOfLitellm } from '../../../src/config/catalogue/litellm-prices.ts';
import { entriesOfModelsDev } from '../../../src/config/catalogue/models-dev.ts';
import { effectiveFile } from '../../../src/config/effective.ts';
import { temporaryFolder } from '../fixtures.ts';

const list = {
  date: '2026-11-01',
  models: {
    'v/new': { temperature: false, efforts: ['high', 'low'], forced_tool_choice: false },
    'v/plain': { reasoning: false, temperature: true },
    'v/unknown': { context: 8 },
  },
};

async function load(t: TestContext, deployments: string, prices: object = list) {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'prices.json'), JSON.stringify(prices), { mode: 0o640 });
  const file = join(folder, 'gateway.yaml');
  const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
catalogue: { file: prices.json }
models: { m: { deployments: [${deployments}] } }
`;
  await writeFile(file, text, { mode: 0o640 });
  const { config, trees, problems } = await loadInspected(file, { env: {}, requireSecrets: true });
  return { config, trees, problems };
}

const on = (id: string, fields: string) =>
  `{ id: ${id}, backend: local, price: { input: 1, output: 1 }, endpoints: { messages: [], chat_completions: { via: messages } }, translation: { max_tokens: 64 }, ${fields} }`;

test('what the price list says that a model does not take holds, but for what the file says', async (t) => {
  const { config, trees, problems } = await load(
    t,
    [
      on('listed', 'catalogue: v/new'),
      on('corrected', 'catalogue: v/new, accepts: { efforts: [medium], tool_choice: [auto, required] }'),
      on('plain', 'catalogue: v/plain'),
      on('unknown', 'catalogue: v/unknown'),
      on('unlisted', 'accepts: { temperature: false }'),
    ].join(', '),
  );
  assert.ok(config, JSON.stringify(problems));
  const everyChoice = ['auto', 'none', 'required', 'named'];
  const found = Object.fromEntries(config.models.get('m')!.deployments.map((one) => [one.name, one]));
  const listed = {
    temperature: false,
    thinking: true,
    efforts: ['low', 'high'],
    toolChoice: ['auto', 'none'],
  };
  assert.deepEqual(found['listed']!.accepts, listed);
  assert.deepEqual(found['listed']!.translations?.chat_completions?.accepts, listed);
  const corrected = { ...listed, efforts: ['medium'], toolChoice: ['auto', 'required'] };
  assert.deepEqual(found['corrected']!.accepts, corrected);
  const plain = { temperature: true, thinking: false, efforts: undefined, toolChoice: everyChoice };
  assert.deepEqual(found['plain']!.accepts, plain);
  assert.equal(found['unknown']!.accepts, undefined);
  assert.equal(found['unlisted']!.accepts?.temperature, false);
  assert.match(
    JSON.stringify(effectiveFile(trees!)),
    /"accepts":\{"temperature":false,"efforts":\["low","high"\]/,
  );
});

test('a word of effort that nobody knows is told where it stands in the list', async (t) => {
  const { config, problems } = await load(t, on('listed', 'catalogue: v/new'), {
    ...list,
    models: { 'v/new': { efforts: ['low', 'huge'], temperature: 'no' } },
  });
  assert.equal(config, undefined);
  const told = problems.map(({ message }) => message).join('\n');
  assert.match(told, /must be a list of none, minimal, low, medium, high, xhigh, max/);
  assert.match(told, /must be true or false/);
});

test('sources tell what a model does not take in words of their own', () => {
  const flags = { litellm_provider: 'v', supports_reasoning: true };
  const litellm = entriesOfLitellm({
    a: { ...flags, supports_minimal_reasoning_effort: true, supports_none_reasoning_effort: false },
    b: { ...flags, supports_xhigh_reasoning_effort: true, supports_max_reasoning_effort: true },
    c: { ...flags, reasoning_effort_levels: ['none', 'high', 'huge'], supports_forced_tool_use: false },
    d: { ...flags, supports_sampling_params: false },
  });
  assert.deepEqual(litellm, {
    'v/a': { reasoning: true, efforts: ['minimal', 'low', 'medium', 'high'] },
    'v/b': { reasoning: true },
    'v/c': { reasoning: true, efforts: ['none', 'high'], forced_tool_choice: false },
    'v/d': { reasoning: true, temperature: false },
  });
  assert.deepEqual(entriesOfModelsDev({ v: { models: { a: { temperature: false } } } }), {
    'v/a': { temperature: false },
  });
});
