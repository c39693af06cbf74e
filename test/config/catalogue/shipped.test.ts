import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nextCatalogue, type PriceSource } from '../../../scripts/catalogue/next-catalogue.ts';
import {
  type CataloguePrice,
  type PriceList,
  priceListText,
  rateNames,
} from '../../../src/config/catalogue/entry.ts';
import { entriesOfLitellm } from '../../../src/config/catalogue/litellm-prices.ts';
import { entriesOfModelsDev } from '../../../src/config/catalogue/models-dev.ts';
import { pricesKeptByHand, shippedPrices } from '../../../src/config/catalogue/shipped.ts';

const { source, date, models } = shippedPrices();

test('the shipped prices say where they are from and of which day, beside the licence they came under', () => {
  assert.match(source, /^LiteLLM \d+\.\d+\.\d+, genai-prices \d+\.\d+\.\d+$/);
  assert.match(date, /^\d{4}-\d\d-\d\d$/);
  for (const from of ['models-dev', 'litellm', 'genai-prices'])
    assert.match(
      readFileSync(`data/LICENSE.${from}`, 'utf8'),
      /Permission is hereby granted, free of charge/,
      from,
    );
});

test('the shipped prices are those of fourteen vendors, per million tokens', () => {
  const vendors = new Set(Object.keys(models).map((name) => name.slice(0, name.indexOf('/'))));
  assert.equal(vendors.size, 14);
  assert.ok(Object.keys(models).length > 450);
  assert.deepEqual(models['openai/gpt-5'], {
    price: {
      input: 1.25,
      cached_input: 0.125,
      output: 10,
      per_tool_call: { web_search: 0.01, file_search: 0.0025 },
    },
    context: 400_000,
    max_output: 128_000,
    modalities: { input: ['text', 'image'], output: ['text'] },
    efforts: ['minimal', 'low', 'medium', 'high'],
    reasoning: true,
    function_calling: true,
  });
  for (const [name, { price }] of Object.entries(models)) {
    for (const rates of price === undefined ? [] : [price, ...(price.tiers ?? [])]) {
      for (const rate of rateNames) {
        const usd = rates[rate];
        // Of a minute or a search there is no million.
        const least = /^per_(?!million)/.test(rate) ? 0.0001 : 0.001;
        assert.ok(usd === undefined || usd === 0 || (usd >= least && usd < 1000), `${name} ${rate} ${usd}`);
      }
    }
  }
});

test('a tier says from which length of the input on it holds', () => {
  assert.deepEqual(models['google/gemini-2.5-pro']?.price?.tiers, [
    { above_input: 200_000, input: 2.5, cached_input: 0.25, output: 15 },
  ]);
  const cost = { input: 1, output: 2, context_over_200k: { input: 3, output: 4 } };
  assert.deepEqual(entriesOfModelsDev({ v: { models: { m: { cost } } } })['v/m']?.price, {
    input: 1,
    output: 2,
    tiers: [{ above_input: 200_000, input: 3, output: 4 }],
  });
});

test('a model whose listed price is a part of what is charged has none', () => {
  assert.ok(models['azure/model-router']);
  assert.equal(models['azure/model-router'].price, undefined);
});

const today = '2026-02-01';

function sourceOf(name: string, models: Readonly<Record<string, CataloguePrice>>): PriceSource {
  return { name, entries: new Map(Object.entries(models).map(([id, price]) => [id, { price, context: 1 }])) };
}

function listOf(models: PriceList['models']): PriceList {
  return { source: 'before', date: '2026-01-01', models };
}

test('a price that two sources agree on is taken, with what either names beyond it', () => {
  const { list, disagreements } = nextCatalogue(
    listOf({ 'v/a': { price: { input: 9, output: 9, per_image: 1 }, context: 8, retired: true } }),
    [
      sourceOf('one', { 'v/a': { input: 2, output: 4 } }),
      sourceOf('two', { 'v/a': { input: 2, cached_input: 0.2, output: 4 } }),
    ],
    today,
  );
  const price = { input: 2, cached_input: 0.2, output: 4, per_image: 1 };
  assert.deepEqual(list, { source: 'one, two', date: today, models: { 'v/a': { price, context: 8 } } });
  assert.deepEqual(disagreements, []);
});

test('where sources differ the list before decides; without it the first one is taken and marked, and each is told', () => {
  const sources = [
    sourceOf('one', { 'v/a': { input: 2, output: 4 }, 'v/b': { input: 2 }, 'v/c': { input: 2 } }),
    sourceOf('two', { 'v/a': { input: 3, output: 4 }, 'v/b': { input: 3 }, 'v/c': { input: 3 } }),
  ];
  const before = listOf({ 'v/a': { price: { input: 3, output: 4 } }, 'v/b': { price: { input: 1 } } });
  const { list, disagreements } = nextCatalogue(before, sources, today);
  assert.deepEqual(list.models, {
    'v/a': { price: { input: 3, output: 4 }, context: 1 },
    'v/b': { price: { input: 1 }, date: '2026-01-01' },
    'v/c': { price: { input: 2 }, context: 1, single_source: 'one' },
  });
  assert.deepEqual(
    disagreements.map((line) => line.slice(0, 'v/a'.length)),
    ['v/a', 'v/b', 'v/c'],
  );
});

test('a model that its vendor no longer sells stays, marked as retired, and is not added', () => {
  const gone = { price: { input: 2 }, retired: true } as const;
  const one: PriceSource = {
    name: 'one',
    entries: new Map([
      ['v/a', gone],
      ['v/b', gone],
    ]),
  };
  const before = listOf({ 'v/a': { price: { input: 2 } } });
  assert.deepEqual(nextCatalogue(before, [one], today).list.models, {
    'v/a': { price: { input: 2 }, date: '2026-01-01', retired: true },
  });
});

test('a price of one source alone is marked, unless the list before had it; what no source has keeps its day', () => {
  const before = listOf({ 'v/a': { price: { input: 2 } }, 'v/old': { price: { input: 5 } } });
  const sources = [sourceOf('one', { 'v/a': { input: 2 }, 'v/new': { input: 7 } }), sourceOf('two', {})];
  assert.deepEqual(nextCatalogue(before, sources, today).list.models, {
    'v/a': { price: { input: 2 }, context: 1 },
    'v/new': { price: { input: 7 }, context: 1, single_source: 'one' },
    'v/old': { price: { input: 5 }, date: '2026-01-01' },
  });
});

test('a mark stays while one source alone has the price, and what a model takes is as the first source has it', () => {
  const before = listOf({
    'v/a': { price: { input: 2 }, efforts: ['low'], single_source: 'older one' },
    'v/b': { price: { input: 2 }, temperature: false, single_source: 'older one' },
  });
  const one: PriceSource = {
    name: 'one',
    entries: new Map([
      ['v/a', { price: { input: 2 }, efforts: ['low', 'high'] }],
      ['v/b', { price: { input: 2 } }],
    ]),
  };
  const two = sourceOf('two', { 'v/b': { input: 2 } });
  assert.deepEqual(nextCatalogue(before, [one, two], today).list.models, {
    'v/a': { price: { input: 2 }, efforts: ['low', 'high'], single_source: 'one' },
    'v/b': { price: { input: 2 }, temperature: false },
  });
});

test('what one source alone says to be free is not known, and what is charged by the search costs that', () => {
  const free = { price: { input: 0, output: 0 } };
  const one: PriceSource = {
    name: 'one',
    entries: new Map([
      ['v/a', free],
      ['v/b', free],
    ]),
  };
  const two = sourceOf('two', { 'v/b': { input: 0, output: 0 } });
  const { models } = nextCatalogue(listOf({ 'v/a': free, 'v/old': free }), [one, two], today).list;
  assert.deepEqual(models, { 'v/b': free });
  const tokens = { litellm_provider: 'v', input_cost_per_token: 0, output_cost_per_token: 0 };
  const listed = entriesOfLitellm({
    ranker: { ...tokens, input_cost_per_query: 0.002 },
    song: { ...tokens, output_cost_per_image: 0.08 },
    free: tokens,
  });
  assert.deepEqual(listed, {
    'v/ranker': { price: { per_search_unit: 0.002 } },
    'v/song': {},
    'v/free': free,
  });
});

test('what models.dev says in another form than is expected is left out, and is no price', () => {
  const cost = { input: '1', output: -1, cache_read: Number.NaN };
  const odd = { v: { models: { a: { cost, limit: { context: 0 } }, b: 7 } }, w: { models: [] }, x: null };
  assert.deepEqual(entriesOfModelsDev(odd), { 'v/a': {} });
});

test('the shipped file has a line for each model, in the order of names', () => {
  const text = readFileSync('data/catalogue.json', 'utf8');
  assert.equal(text, priceListText(JSON.parse(text)));
});

test('each price that is kept by hand has the page that it is from, and an hour of cache costs twice the input', () => {
  const kept = Object.entries(pricesKeptByHand().models);
  assert.ok(kept.length > 30);
  for (const [name, { price, link }] of kept) {
    assert.match(link, /^https:\/\/[a-z.]+\//, name);
    if (price.cache_write_1h !== undefined)
      assert.ok(Math.abs(price.cache_write_1h - 2 * models[name]!.price!.input!) < 1e-9, name);
    assert.deepEqual(models[name]?.price?.per_image, price.per_image, name);
  }
});

test('what is kept by hand corrects the list, tiers that nobody charges any more included', () => {
  assert.equal(models['anthropic/claude-3-sonnet-20240229']?.price?.cache_write, 3.75);
  assert.equal(models['amazon-bedrock/us.anthropic.claude-sonnet-4-6']?.price?.input, 3.3);
  const flat = models['google-vertex/claude-opus-4-8@default']?.price;
  assert.deepEqual(flat, {
    input: 5,
    cached_input: 0.5,
    cache_write: 6.25,
    cache_write_1h: 10,
    output: 25,
  });
  const long = models['google-vertex/claude-sonnet-4-5@20250929']?.price?.tiers;
  assert.deepEqual(
    long?.map(({ above_input, input }) => [above_input, input]),
    [[200_000, 6]],
  );
});

test('tools that vendors run, images by kind and speech have prices', () => {
  assert.deepEqual(models['anthropic/claude-sonnet-5']?.price?.per_tool_call, { web_search: 0.01 });
  assert.deepEqual(models['openai/gpt-5.5']?.price?.per_tool_call, { web_search: 0.01, file_search: 0.0025 });
  const { per_image: image, image_input: input } = models['openai/gpt-image-1']?.price ?? {};
  assert.deepEqual([image instanceof Object && image['high/1024x1024'], input], [0.167, 10]);
  assert.equal(models['groq/whisper-large-v3-turbo']?.price?.per_minute, 0.000667);
  assert.equal(models['openai/gpt-4o-transcribe']?.price?.per_minute, 0.006);
  assert.equal(models['openai/gpt-4o-mini-tts']?.price?.output, 12);
});
