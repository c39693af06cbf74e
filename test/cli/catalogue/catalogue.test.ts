import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { loadInspected } from '../../../src/check/load-inspected.ts';
import { type PriceList, priceListText } from '../../../src/config/catalogue/entry.ts';
import { shippedPrices } from '../../../src/config/catalogue/shipped.ts';
import { temporaryFile, temporaryFolder } from '../../config/fixtures.ts';
import { gateway } from '../recorder.ts';

const own = JSON.stringify({
  source: 'our contract',
  date: '2026-09-01',
  models: {
    'openai/gpt-5': { price: { input: 1, output: 8 } },
    'acme/quote"d': { price: { input: 2, output: 4 }, modalities: { input: ['audio'], output: ['text'] } },
    'acme/unpriced': {},
  },
});

test('show prints what the price list says of a model, with its day and source', async () => {
  const { exitCode, out } = await gateway(['catalogue', 'show', 'google/gemini-2.5-pro']);
  assert.equal(exitCode, 0);
  assert.match(
    out,
    /^google\/gemini-2\.5-pro\n {2}price +input 1\.25, cached_input 0\.125, output 10; above 200000 input tokens input 2\.5, /,
  );
  assert.match(
    out,
    /\n {2}context +1048576\n {2}max_output +65536\n {2}takes +text, image, audio, video, pdf\n/,
  );
  assert.match(out, /\n {2}as of +\d{4}-\d\d-\d\d, LiteLLM [\d.]+, genai-prices [\d.]+\n$/);
});

test('show says which source alone has a price, and of which day one is that no source has any more', async () => {
  const { models } = JSON.parse(await readFile('data/catalogue.json', 'utf8')) as PriceList;
  const [only] = Object.entries(models).find(([, { single_source: source }]) => source !== undefined)!;
  const [old, { date }] = Object.entries(models).find(([, entry]) => entry.date !== undefined)!;
  const { out } = await gateway(['catalogue', 'show', only, old]);
  assert.match(out, /\n {2}only by +(?:LiteLLM|genai-prices) [\d.]+\n/);
  assert.ok(out.includes(`as of             ${date}, `), out);
});

test('show tells of a name that is not listed which ones are near, beside what it found', async () => {
  const { exitCode, out, err } = await gateway([
    'catalogue',
    'show',
    'openai/gpt5',
    'openai/gpt-5',
    '--format',
    'json',
  ]);
  assert.equal(exitCode, 1);
  assert.match(err, /^gateway: no model is listed as "openai\/gpt5"; near it: openai\/gpt-5, /);
  assert.deepEqual(Object.keys(JSON.parse(out)), ['openai/gpt-5']);
});

test('a list of your own goes before the one that comes with the gateway', async (t) => {
  const file = await temporaryFile(t, 'prices.json', own);
  const { out } = await gateway(['catalogue', 'show', 'openai/gpt-5', '--list', file, '--format', 'json']);
  const { price, context, date, source } = JSON.parse(out)['openai/gpt-5'];
  assert.deepEqual(
    { price, context, date, source },
    { price: { input: 1, output: 8 }, context: 400_000, date: '2026-09-01', source: 'our contract' },
  );
});

test('search finds the names that have all words in them, in any case', async (t) => {
  const file = await temporaryFile(t, 'prices.yaml', 'date: "2026-09-01"\nmodels: { acme/Haiku-X: {} }\n');
  const args = ['catalogue', 'search', 'HAIKU-X', 'acme', '--list', file, '--format', 'json'];
  assert.deepEqual(JSON.parse((await gateway(args)).out), ['acme/Haiku-X']);
  const none = await gateway(['catalogue', 'search', 'haiku', 'openai']);
  assert.deepEqual([none.exitCode, none.out], [1, '']);
  assert.match(none.err, /no name of a model has "haiku" and "openai" in it/);
});

const head = 'version: 1\nlisten: { address: "127.0.0.1:8443", tls: { self_signed: true } }\n';

test('what suggest prints loads as it is, below backends named after the vendors', async (t) => {
  const file = await temporaryFile(t, 'prices.json', own);
  const names = [
    'gpt-5',
    'anthropic/claude-haiku-4-5-20251001',
    'acme/quote"d',
    'acme/unpriced',
    'fireworks-ai/accounts/fireworks/models/gpt-oss-120b',
  ];
  for (const name of names) {
    const { exitCode, out, err } = await gateway(['catalogue', 'suggest', name]);
    if (name.startsWith('acme')) assert.equal(exitCode, 1, name);
    else assert.equal(exitCode, 0, err);
    const suggested = (await gateway(['catalogue', 'suggest', name, '--list', file])).out;
    const { models } = parse(suggested) as { models: Record<string, { deployments: { backend: string }[] }> };
    const backends = Object.values(models).flatMap(({ deployments }) =>
      deployments.map(({ backend }) => backend),
    );
    const written = backends.map((backend) => `  ${backend}: { simulator: {} }\n`).join('');
    const text = `${head}backends:\n${written}${suggested}`;
    const top = await temporaryFile(
      t,
      'gateway.yaml',
      `catalogue: { file: ${JSON.stringify(file)} }\n${text}`,
    );
    const { problems, config } = await loadInspected(top, { env: {}, requireSecrets: true });
    assert.deepEqual(problems, [], suggested);
    const [model] = [...config!.models.values()];
    assert.equal(model?.deployments.length, backends.length);
    const isPriced = model!.deployments.every(({ price }) => price !== undefined);
    assert.equal(isPriced, name !== 'acme/unpriced');
    assert.equal(out.includes('the vendor speaks of'), !name.startsWith('acme'));
  }
});

test('diff says which prices another list has otherwise', async (t) => {
  const file = await temporaryFile(t, 'prices.json', own);
  const { exitCode, out } = await gateway(['catalogue', 'diff', file]);
  assert.equal(exitCode, 0);
  assert.match(
    out,
    /^- \d{4}-\d\d-\d\d, LiteLLM [\d.]+, genai-prices [\d.]+\n\+ 2026-09-01, our contract\n~ openai\/gpt-5\n {4}- input 1\.25, cached_input 0\.125, output 10, per_tool_call \{"web_search":0\.01,"file_search":0\.0025\}\n {4}\+ input 1, output 8\n/,
  );
  assert.match(
    out,
    /\n\+ acme\/quote"d {2}input 2, output 4\n\+ acme\/unpriced {2}not known\n- amazon-bedrock\//,
  );
  const { added, changed } = JSON.parse((await gateway(['catalogue', 'diff', file, '--format', 'json'])).out);
  assert.deepEqual([added, changed.length], [['acme/quote"d', 'acme/unpriced'], 1]);
  const shipped = await temporaryFile(t, 'shipped.json', priceListText(shippedPrices()));
  const same = await gateway(['catalogue', 'diff', shipped, '--format', 'json']);
  assert.deepEqual(JSON.parse(same.out), { added: [], removed: [], changed: [] });
});

test('a list with a mistake is told where it is, by every command that reads one', async (t) => {
  const file = await temporaryFile(
    t,
    'prices.json',
    '{ "date": "2026-09-01", "models": { "a/b": { "price": { "input": "$1" } } } }',
  );
  for (const args of [
    ['show', 'a/b', '--list', file],
    ['search', 'b', '--list', file],
    ['suggest', 'a/b', '--list', file],
    ['diff', file],
  ]) {
    const { exitCode, out, err } = await gateway(['catalogue', ...args]);
    assert.deepEqual([exitCode, out], [1, ''], args[0]);
    assert.match(
      err,
      /prices\.json:1:66 .*must be a number, not text[\s\S]*write 1, in US dollars for a million tokens/,
    );
  }
});

test('a price list of models.dev becomes one of ours, which a configuration can name', async (t) => {
  const json = {
    openai: {
      models: {
        'gpt-5': { cost: { input: 1.3, output: 11, cache_read: 0.2 }, limit: { context: 1000, output: 0 } },
      },
    },
    x: { models: { unpriced: {} } },
  };
  const input = JSON.stringify(json);
  const { exitCode, out, err } = await gateway(
    ['catalogue', 'import', '--from', 'models.dev', '--date', '2026-10-01', '-'],
    { input },
  );
  assert.equal(exitCode, 0, err);
  assert.match(err, /2 models, 1 without a price for tokens/);
  assert.deepEqual(JSON.parse(out), {
    source: 'models.dev',
    date: '2026-10-01',
    models: {
      'openai/gpt-5': { price: { input: 1.3, cached_input: 0.2, output: 11 }, context: 1000 },
      'x/unpriced': {},
    },
  });
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, 'prices.json'), out, { mode: 0o640 });
  const file = join(folder, 'gateway.yaml');
  await writeFile(
    file,
    `${head}catalogue: { file: prices.json }\nbackends: { a: { simulator: {} } }\nmodels: { m: { deployments: [{ backend: a, catalogue: openai/gpt-5, endpoints: { messages: [] } }] } }\n`,
    { mode: 0o640 },
  );
  const { config } = await loadInspected(file, { env: {}, requireSecrets: true });
  assert.equal(config?.models.get('m')?.deployments[0]?.price?.tokens?.output, 11);
});

test("LiteLLM's list becomes one of ours: prices per million, vendors by their names here, nothing guessed", async () => {
  const input = JSON.stringify({
    sample_spec: { litellm_provider: 'one of', input_cost_per_token: 0 },
    'gpt-5': {
      litellm_provider: 'openai',
      input_cost_per_token: 1.25e-6,
      output_cost_per_token: 1e-5,
      cache_read_input_token_cost: 1.25e-7,
      max_input_tokens: 272000,
      max_output_tokens: 128000,
      supports_function_calling: true,
    },
    'gemini/gemini-2.5-pro': {
      litellm_provider: 'gemini',
      input_cost_per_token: 1.25e-6,
      output_cost_per_token: 1e-5,
      input_cost_per_token_above_200k_tokens: 2.5e-6,
      output_cost_per_token_above_200k_tokens: 1.5e-5,
      supported_modalities: ['text', 'image'],
      supported_output_modalities: ['text'],
    },
    'vertex_ai/claude-opus-4': {
      litellm_provider: 'vertex_ai-anthropic_models',
      input_cost_per_token: 1.5e-5,
      output_cost_per_token: 7.5e-5,
    },
    'anthropic.claude-v2': {
      litellm_provider: 'bedrock_converse',
      input_cost_per_token: '8e-6',
      output_cost_per_token: -1,
    },
    'fireworks_ai/accounts/x': { litellm_provider: 'fireworks_ai' },
    odd: 7,
  });
  const { exitCode, out, err } = await gateway(
    ['catalogue', 'import', '--from', 'litellm', '--date', '2026-10-01', '-'],
    { input },
  );
  assert.equal(exitCode, 0, err);
  assert.match(err, /5 models, 2 without a price for tokens/);
  assert.deepEqual(JSON.parse(out).models, {
    'amazon-bedrock/anthropic.claude-v2': {},
    'fireworks-ai/accounts/x': {},
    'google-vertex-anthropic/claude-opus-4': { price: { input: 15, output: 75 } },
    'google/gemini-2.5-pro': {
      price: { input: 1.25, output: 10, tiers: [{ above_input: 200_000, input: 2.5, output: 15 }] },
      modalities: { input: ['text', 'image'], output: ['text'] },
    },
    'openai/gpt-5': {
      price: { input: 1.25, output: 10, cached_input: 0.125 },
      context: 272_000,
      max_output: 128_000,
      function_calling: true,
    },
  });
});

test('import says what is wrong with a file that is no price list, or with the day', async (t) => {
  const told = async (text: string, ...args: string[]) => {
    const file = await temporaryFile(t, 'api.json', text);
    const { exitCode, out, err } = await gateway([
      'catalogue',
      'import',
      '--from',
      'models.dev',
      ...args,
      file,
    ]);
    assert.deepEqual([exitCode, out], [2, '']);
    return err.replace(file, 'FILE');
  };
  assert.match(await told('[]'), /FILE is not a JSON object; api\.json of models\.dev is one/);
  assert.match(
    await told('{"gpt-5":{"input_cost_per_token":1}}'),
    /FILE has no models in the form of api\.json of models\.dev/,
  );
  assert.match(
    await told('{}', '--date', '2026-02-30'),
    /there is no day "2026-02-30"; write it as 2026-01-31/,
  );
  assert.match(
    (await gateway(['catalogue', 'import', '--from', 'litellm', 'none.json'])).err,
    /can't read none\.json: it does not exist/,
  );
  // It is read whole by `check` where a file names it.
  assert.ok((await readFile('data/catalogue.json')).length < 400_000);
});
