import assert from 'node:assert/strict';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { diffConfigs } from '../../../src/check/diff/diff.ts';
import { loadInspected } from '../../../src/check/load-inspected.ts';
import { shippedPrices } from '../../../src/config/catalogue/shipped.ts';
import { effectiveFile } from '../../../src/config/effective.ts';
import { temporaryFolder } from '../fixtures.ts';

const head = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} } }
`;

async function load(deployments: string, { top = '', file = '-' } = {}) {
  const models = `models:\n  m:\n    deployments:\n${deployments}\n`;
  const text = `${head}${top}\n${models}`;
  if (file !== '-') await writeFile(file, text, { mode: 0o640 });
  const options = { env: {}, requireSecrets: true, ...(file === '-' ? { text } : {}) };
  const { config, trees, problems } = await loadInspected(file, options);
  assert.ok(config, JSON.stringify(problems));
  const all = config.models.get('m')!.deployments;
  const prices = all.map(({ price }) => {
    const { input, cachedInput, cacheWrite, output } = price!.tokens!;
    return { input, cachedInput, cacheWrite, output };
  });
  return { config, trees, problems, prices };
}

const on = (fields: string) => `      - { backend: local, endpoints: { chat_completions: [] }, ${fields} }`;
const haiku = 'catalogue: anthropic/claude-haiku-4-5-20251001';

test('a deployment that names a model of the price list has its price', async () => {
  const { price } = shippedPrices().models['anthropic/claude-haiku-4-5-20251001']!;
  assert.deepEqual(price, {
    input: 1,
    cached_input: 0.1,
    cache_write: 1.25,
    output: 5,
    cache_write_1h: 2,
    per_tool_call: { web_search: 0.01 },
  });
  const { prices } = await load(on(haiku));
  assert.deepEqual(prices, [{ input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 5 }]);
});

test('what the file says of a price wins, field by field, and changes no other deployment', async () => {
  const { prices } = await load(
    [
      on(`id: a, ${haiku}, price: &cheap { output: 4.5 }`),
      on('id: b, catalogue: openai/gpt-5, price: *cheap'),
      on(`id: c, ${haiku}, price: { input: 0, cache_write: 2 }`),
    ].join('\n'),
  );
  assert.deepEqual(prices, [
    { input: 1, cachedInput: 0.1, cacheWrite: 1.25, output: 4.5 },
    { input: 1.25, cachedInput: 0.125, cacheWrite: 1.25, output: 4.5 },
    { input: 0, cachedInput: 0.1, cacheWrite: 2, output: 5 },
  ]);
});

test('a model that has no price in the list takes one from the file', async () => {
  const { prices } = await load(on('catalogue: azure/model-router, price: { input: 1, output: 2 }'));
  assert.deepEqual(prices, [{ input: 1, cachedInput: 1, cacheWrite: 1, output: 2 }]);
});

test('the price that was taken is shown with the file, and what is shown loads as the same', async () => {
  const { trees, prices } = await load(on(`${haiku}, price: { output: 4.5 }`));
  const shown = effectiveFile(trees) as { models: { m: { deployments: readonly unknown[] } } };
  const [deployment] = shown.models.m.deployments as readonly { catalogue: string; price: object }[];
  assert.deepEqual(
    { ...deployment!.price },
    {
      input: 1,
      cached_input: 0.1,
      cache_write: 1.25,
      cache_write_1h: 2,
      output: 4.5,
      per_tool_call: { web_search: 0.01 },
    },
  );
  const again = await load(on(`${haiku}, price: ${JSON.stringify(deployment!.price)}`));
  assert.deepEqual(again.prices, prices);
});

test('a list of the operator goes before the shipped one, model by model, and is part of the revision', async (t) => {
  const folder = await temporaryFolder(t);
  const own = join(folder, 'prices.json');
  const write = (input: number) =>
    writeFile(
      own,
      JSON.stringify({
        date: '2026-09-01',
        models: {
          'openai/gpt-5': { price: { input, output: 8 } },
          'acme/x': { price: { input, output: 2 } },
        },
      }),
    );
  const both = [
    on('id: a, catalogue: openai/gpt-5'),
    on('id: b, catalogue: acme/x'),
    on(`id: c, ${haiku}`),
  ].join('\n');
  const options = { top: 'catalogue: { file: prices.json }', file: join(folder, 'gateway.yaml') };
  await write(1);
  const before = await load(both, options);
  assert.deepEqual(
    before.prices.map((price) => [price?.input, price?.cachedInput, price?.output]),
    [
      [1, 1, 8],
      [1, 1, 2],
      [1, 0.1, 5],
    ],
  );
  assert.ok(before.config.sources.includes(own));
  await write(3);
  const after = await load(both, options);
  assert.notEqual(after.config.revision, before.config.revision);
  const { changed } = diffConfigs(before, after).models;
  assert.deepEqual(
    changed.map(({ deployments }) => deployments.changed.map(({ name, fields }) => [name, fields[0]?.field])),
    [
      [
        ['a', 'price.input'],
        ['b', 'price.input'],
      ],
    ],
  );
});

test('the revision counts what was taken of the price list, and no other entry', async () => {
  const revisionOf = async (fields: string) => (await load(on(fields))).config.revision;
  assert.equal(await revisionOf(haiku), await revisionOf(haiku));
  const written = 'price: { input: 1, cached_input: 0.1, cache_write: 1.25, cache_write_1h: 2, output: 5 }';
  assert.notEqual(await revisionOf(`${haiku}, ${written}`), await revisionOf(written));
});

test('a price list of more than 16 MiB is refused without being read, and so is one that is no object', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'gateway.yaml');
  const text = `${head}catalogue: { file: prices.json }\nmodels: { m: { deployments: [{ backend: local, ${haiku}, endpoints: { messages: [] } }] } }\n`;
  await writeFile(file, text, { mode: 0o640 });
  const told = async (content: string, length?: number) => {
    await writeFile(join(folder, 'prices.json'), content);
    if (length !== undefined) await truncate(join(folder, 'prices.json'), length);
    const { problems } = await loadInspected(file, { env: {}, requireSecrets: true });
    return problems.map(({ code, message }) => `${code} ${message}`);
  };
  assert.deepEqual(await told('{}', 100 * 1024 * 1024), [
    'GW1002 the file "prices.json" is larger than 16 MiB',
  ]);
  assert.deepEqual(await told('[]'), ['GW1109 the file must be an object with a field "models"']);
  assert.deepEqual(await told(''), ['GW1006 the file is empty']);
  assert.deepEqual(await told('{}'), [
    'GW1421 the field "date" is missing',
    'GW1421 the field "models" is missing',
  ]);
});

test('`catalogue: true` takes the price of the vendor that the backend names, under the name that it knows', async () => {
  const text = (backend: string, fields = '') => `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { local: { simulator: {} ${backend} } }
models:
  m:
    deployments: [{ backend: local, model: claude-haiku-4-5, catalogue: true ${fields}, endpoints: { messages: [] } }]
`;
  const of = (backend: string, fields?: string) =>
    loadInspected('-', { env: {}, requireSecrets: true, text: text(backend, fields) });
  const { config, problems } = await of(', vendor: anthropic', ', price: { output: 4 }');
  assert.deepEqual(problems, []);
  const [deployment] = config!.models.get('m')!.deployments;
  assert.equal(deployment!.catalogue, 'anthropic/claude-haiku-4-5');
  assert.deepEqual([deployment!.price?.tokens?.input, deployment!.price?.tokens?.output], [1, 4]);
  const told = async (backend: string) => (await of(backend)).problems.map(({ message }) => message);
  assert.deepEqual(await told(''), ['needs the `vendor` of the backend beside it']);
  assert.match((await told(', vendor: antropic'))[0]!, /no model is listed as "antropic\/claude-haiku-4-5"/);
});

test('tiers, audio and other units of the list are part of the price, and what is written goes before them', async () => {
  const priceOf = async (fields: string, endpoint = 'chat_completions') => {
    const text = `${head}models: { m: { deployments: [{ backend: local, ${fields}, endpoints: { ${endpoint}: [] } }] } }\n`;
    const { config, problems } = await loadInspected('-', { env: {}, requireSecrets: true, text });
    return config?.models.get('m')?.deployments[0]?.price ?? assert.fail(JSON.stringify(problems));
  };
  const rateOf = async (written: string) => (await priceOf(written)).units?.[0];
  const pro = await priceOf('catalogue: google/gemini-2.5-pro');
  assert.deepEqual(
    pro.tiers?.map(({ aboveInput, tokens }) => [
      aboveInput,
      tokens?.input,
      tokens?.cachedInput,
      tokens?.output,
    ]),
    [[200_000, 2.5, 0.25, 15]],
  );
  assert.equal((await rateOf('catalogue: openai/whisper-1'))?.usd, 0.006 / 60);
  assert.equal((await rateOf('catalogue: openai/whisper-1, price: { per_second: 1 }'))?.usd, 1);
  assert.equal((await rateOf('catalogue: cohere/rerank-v3.5'))?.usd, 0.002);
  const images = await rateOf('catalogue: openai/dall-e-3');
  assert.deepEqual([images?.usd, images?.byKind?.['standard/1024x1024']], [0.12, 0.04]);
});
