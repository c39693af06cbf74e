/**
 * Costs beside those that another program reckons of another price list. What differs is explained here, or the test fails:
 * a price that one of the lists has wrong, or has newer, is found by it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shippedPrices } from '../../../src/config/catalogue/shipped.ts';
import { compilePrice } from '../../../src/config/resolve/prices/rates.ts';
import type { Price } from '../../../src/config/schema/generated/file.generated.ts';
import { costNanoUsd, nanoUsdPerUsd } from '../../../src/observe/cost.ts';
import { usageOf } from '../../../src/observe/usage.ts';
import { installPackages } from '../../helpers/npm-packages.ts';
import { explained } from './genai-differences.ts';

/** Exactly this one, so that a difference is one of ours. */
const other = '@pydantic/genai-prices@0.1.8';

/** Prices there may depend on the time of the day. */
const at = new Date('2026-11-26T12:00:00Z');

const usages = 1000;

/** The names of vendors there. */
const vendors: Readonly<Record<string, string>> = {
  openai: 'openai',
  anthropic: 'anthropic',
  google: 'google',
  'google-vertex': 'google',
  'google-vertex-anthropic': 'google',
  'amazon-bedrock': 'aws',
  azure: 'azure',
  mistral: 'mistral',
  groq: 'groq',
  cohere: 'cohere',
  deepseek: 'deepseek',
  xai: 'x-ai',
  togetherai: 'together',
  'fireworks-ai': 'fireworks',
};

interface Use {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
}

interface Found {
  readonly total_price: number;
  readonly model: { readonly id: string };
  readonly model_price: Readonly<Record<string, unknown>>;
  readonly provider: { readonly id: string; readonly models: readonly { readonly id: string }[] };
}

interface Options {
  readonly providerId: string;
  readonly timestamp: Date;
}

type CalcPrice = (usage: Readonly<Record<string, number>>, model: string, options: Options) => Found | null;

test('a thousand random usages cost what another price list says, but for what is explained', {
  timeout: 300_000,
}, async (t) => {
  const calcPrice = await installed(t);
  const differing = new Map<string, string>();
  let compared = 0;
  for (const [name, { price, single_source: source }] of Object.entries(shippedPrices().models)) {
    // The list itself says of these that sources differ, or that one alone has them.
    if (source !== undefined) continue;
    if (price?.input === undefined || price.output === undefined) continue;
    const vendor = name.slice(0, name.indexOf('/'));
    const theirs = asTheySay(calcPrice, vendors[vendor]!, name.slice(vendor.length + 1));
    if (theirs === undefined) continue;
    compared += 1;
    const { reasoning_output: _reasoning, ...rates } = price;
    const compiled = compilePrice(rates as Price);
    for (const use of uses(name, price.output === 0)) {
      const usd = costNanoUsd(compiled, usageOf(use)) / nanoUsdPerUsd;
      const said = theirs(use);
      // Ours is rounded up to the next billionth of a dollar.
      if (Math.abs(usd - said) <= 2e-9 + said * 1e-9) continue;
      differing.set(name, `${name}: ${usd} USD here, ${said} USD there for ${JSON.stringify(use)}`);
      break;
    }
  }
  assert.ok(compared > 200, `both know ${compared} models`);
  const known = new Map(explained.flatMap(({ models, why }) => models.map((name) => [name, why] as const)));
  const unexplained = [...differing].filter(([name]) => !known.has(name)).map(([, text]) => text);
  assert.deepEqual(unexplained, [], 'differences that nothing explains');
  assert.deepEqual(
    [...known.keys()].filter((name) => !differing.has(name)),
    [],
    'explanations of what does not differ',
  );
});

async function installed(t: { after(end: () => Promise<void>): void }): Promise<CalcPrice> {
  const { load, remove } = await installPackages([other]);
  t.after(remove);
  const loaded = (await load('@pydantic/genai-prices')) as { readonly calcPrice: CalcPrice };
  return loaded.calcPrice;
}

/** What a usage costs there; undefined where the vendor itself does not list the model, by tokens. */
function asTheySay(calcPrice: CalcPrice, providerId: string, id: string): ((use: Use) => number) | undefined {
  const ask = ({ input, cachedInput, cacheWrite, output }: Use) => {
    const usage = {
      input_tokens: input,
      cache_read_tokens: cachedInput,
      cache_write_tokens: cacheWrite,
      output_tokens: output,
    };
    return calcPrice(usage, id, { providerId, timestamp: at });
  };
  const found = ask({ input: 0, cachedInput: 0, cacheWrite: 0, output: 0 });
  // Of a model that a vendor does not list the price of another vendor is taken there.
  const isTheirs = found?.provider.models.some((model) => model.id === found.model.id) === true;
  if (!isTheirs || found?.model_price['input_mtok'] === undefined) return undefined;
  return (use) => ask(use)?.total_price ?? Number.NaN;
}

/** The same ones on each run, and at the ends of tiers. */
function* uses(name: string, isInputOnly: boolean): Generator<Use> {
  const random = seeded(name);
  const below = (end: number) => Math.floor(random() * end);
  for (let i = 0; i < usages; i += 1) {
    const input = [below(2000), below(190_000), below(2_000_000), 200_000, 200_001, 272_000, 272_001][i % 7]!;
    const cachedInput = below(3) === 0 ? 0 : below(input + 1);
    const cacheWrite = below(3) === 0 ? below(input - cachedInput + 1) : 0;
    yield { input, cachedInput, cacheWrite, output: isInputOnly ? 0 : below(100_000) };
  }
}

/** Numbers from 0 to 1 that depend on a text alone. */
function seeded(text: string): () => number {
  let state = 2166136261;
  for (const char of text) state = Math.imul(state ^ char.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
