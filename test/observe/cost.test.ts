import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compilePrice } from '../../src/config/resolve/prices/rates.ts';
import { costNanoUsd, settledBy } from '../../src/observe/cost.ts';
import { usageOf } from '../../src/observe/usage.ts';
import { runs } from '../helpers/full.ts';

const usd = (...given: Parameters<typeof costNanoUsd>) => costNanoUsd(...given) / 1e9;

test('a price counts plain, cached and written input apart', () => {
  const price = compilePrice({ input: 3, cached_input: 0.3, cache_write: 3.75, output: 15 });
  const usage = usageOf({ input: 1000, cachedInput: 400, cacheWrite: 100, output: 10 });
  assert.equal(costNanoUsd(price, usage), (500 * 3 + 400 * 0.3 + 100 * 3.75 + 10 * 15) * 1000);
  assert.equal(costNanoUsd(price, { ...usage, input: 0, output: 0 }), (400 * 0.3 + 100 * 3.75) * 1000);
  assert.ok(costNanoUsd(price, { ...usage, output: 1e300 }) <= 1e14);
});

test('what is added up in floating point is no reason to charge more', () => {
  const price = compilePrice({ input: 0.4, cached_input: 0.1, output: 1.6 });
  const usage = usageOf({ input: 1_000_000, cachedInput: 900_000, output: 1000 });
  assert.equal(costNanoUsd(price, usage), 131_600_000);
  assert.equal(costNanoUsd(compilePrice({ input: 0.1, output: 0 }), usageOf({ input: 3 })), 300);
});

test('large amounts are exact too: whole numbers say the same', () => {
  // Thousandths of a dollar for a million tokens are billionths for one.
  const rate = fc.integer({ min: 0, max: 1_000_000 });
  const tokens = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(fc.array(rate, { minLength: 4, maxLength: 4 }), tokens, tokens, tokens, (rates, a, b, c) => {
      const [input = 0, cached = 0, written = 0, output = 0] = rates;
      const given = { input: input / 1000, cached_input: cached / 1000, cache_write: written / 1000 };
      const usage = usageOf({ input: a + b, cachedInput: b, output: c });
      const due = [a * input, b * cached, c * output].reduce((sum, part) => sum + BigInt(part), 0n);
      for (const price of [{}, { per_tool_call: { web_search: 1 } }]) {
        const compiled = compilePrice({ ...given, output: output / 1000, ...price });
        assert.equal(BigInt(costNanoUsd(compiled, usage)), due);
      }
    }),
    { numRuns: runs(5000) },
  );
  assert.equal(costNanoUsd(compilePrice({ input: 100_000, output: 0 }), usageOf({ input: 1_000_000 })), 1e14);
});

test('tokens of each kind have the price of their kind, else that of the whole', () => {
  const all = usageOf({
    input: 100_000,
    cachedInput: 10_000,
    cacheWrite: 20_000,
    cacheWrite1h: 5000,
    audioInput: 7000,
    imageInput: 3000,
    output: 10_000,
    audioOutput: 2000,
    imageOutput: 1000,
  });
  const fine = compilePrice({
    input: 1,
    cached_input: 0.1,
    cache_write: 1.25,
    cache_write_1h: 2,
    audio_input: 30,
    image_input: 8,
    output: 4,
    audio_output: 60,
    image_output: 32,
  });
  const thousands = 60 * 1 + 10 * 0.1 + 15 * 1.25 + 5 * 2 + 7 * 30 + 3 * 8 + 7 * 4 + 2 * 60 + 1 * 32;
  assert.equal(usd(fine, all), thousands / 1000);
  assert.equal(usd(compilePrice({ input: 1, output: 4 }), all), (100 * 1 + 10 * 4) / 1000);
});

test('a tier prices all of a request whose whole input is longer, and nothing of one that is as long', () => {
  const price = compilePrice({
    input: 1,
    cached_input: 0.1,
    output: 10,
    tiers: [
      { above_input: 200_000, input: 2, output: 15 },
      { above_input: 500_000, input: 4, cached_input: 0.4, per_request: 1 },
    ],
  });
  const of = (input: number) => usd(price, usageOf({ input, cachedInput: 100_000, output: 1000 }));
  assert.equal(of(200_000), (100_000 * 1 + 100_000 * 0.1 + 1000 * 10) / 1e6);
  assert.equal(of(200_001), (100_001 * 2 + 100_000 * 0.1 + 1000 * 15) / 1e6);
  assert.equal(of(500_001), (400_001 * 4 + 100_000 * 0.4 + 1000 * 10) / 1e6 + 1);
});

test('exactly one unit settles: reported tokens, then what is counted beside them, then estimated tokens', () => {
  const price = compilePrice({
    input: 10,
    output: 40,
    per_image: 0.04,
    per_second: 0.1,
    per_unit: { pages: 0.5 },
  });
  const usage = usageOf({ input: 1000, output: 100, images: 2 });
  assert.equal(usd(price, usage, true), 0.014);
  assert.equal(usd(price, usage, false), 0.08);
  assert.equal(usd(price, { ...usage, seconds: 3 }, false), 0.3);
  assert.equal(usd(price, { ...usage, seconds: 3, namedUnits: { pages: 3, dots: 9 } }, false), 1.5);
  assert.equal(usd(price, { ...usage, namedUnits: { dots: 9 } }, false), 0.08);
  assert.equal(usd(price, { ...usage, images: 0 }, false), 0.014);
  assert.deepEqual(
    [settledBy(price, usage, true), settledBy(price, usage, false), settledBy(price, usageOf({}), false)],
    ['tokens', 'units', 'tokens'],
  );
});

test('every other unit has a price of its own', () => {
  const cases: readonly (readonly [
    Parameters<typeof compilePrice>[0],
    Parameters<typeof usageOf>[0],
    number,
  ])[] = [
    [{ per_minute: 0.006 }, { seconds: 90 }, 0.009],
    [{ per_second: 0.1 }, { seconds: 8 }, 0.8],
    [{ per_million_characters: 15 }, { characters: 2000 }, 0.03],
    [{ per_search_unit: 0.002 }, { searchUnits: 3 }, 0.006],
    [{ per_request: 0.005 }, { input: 100 }, 0.005],
    [{ per_image: 0.04 }, { images: 3, imageKind: 'high/1024x1024' }, 0.12],
  ];
  for (const [price, usage, expected] of cases)
    assert.equal(usd(compilePrice(price), usageOf(usage), false), expected, JSON.stringify(price));
});

test('images have the price of their quality and size, else the default one', () => {
  const price = compilePrice({ per_image: { default: 0.2, 'low/1024x1024': 0.01, 'high/1024x1024': 0.17 } });
  const of = (imageKind: string | undefined) => usd(price, usageOf({ images: 2, imageKind }), false);
  assert.deepEqual(
    [of('low/1024x1024'), of('high/1024x1024'), of('low/1536x1024'), of(undefined), of('__proto__')],
    [0.02, 0.34, 0.4, 0.4, 0.4],
  );
});

test('requests and calls of tools come on top of the unit that settles, which alone the tier of service changes', () => {
  const price = compilePrice({
    input: 1,
    output: 10,
    per_request: 0.005,
    per_tool_call: { web_search: 0.01 },
    tiers_by_service: { flex: 0.5, priority: 1.75 },
  });
  const usage = usageOf({ input: 1000, output: 100, toolCalls: { web_search: 3, web_fetch: 7 } });
  const of = (serviceTier: string | undefined) => usd(price, { ...usage, serviceTier });
  assert.equal(of(undefined), 0.002 + 0.005 + 0.03);
  assert.equal(of('default'), 0.002 + 0.005 + 0.03);
  assert.equal(of('flex'), 0.001 + 0.005 + 0.03);
  assert.equal(of('priority'), 0.0035 + 0.005 + 0.03);
  assert.equal(of('constructor'), 0.002 + 0.005 + 0.03);
});

test('what the backend says that it costs goes before any price', () => {
  const usage = usageOf({ input: 1000, output: 100, reportedUsd: 0.00123, toolCalls: { web_search: 3 } });
  assert.equal(usd(compilePrice({ input: 1, output: 10, per_request: 1 }), usage), 0.00123);
});
