/** The price list that the Python package genai-prices brings, in the form of the gateway's. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { CatalogueEntry, CataloguePrice, CatalogueRates } from '../../src/config/catalogue/entry.ts';
import { plain } from '../../src/config/schema/price-words.ts';

/** The names of vendors there, by those of the gateway's list. */
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

const rates: Readonly<Record<string, keyof CatalogueRates>> = {
  input_mtok: 'input',
  cache_read_mtok: 'cached_input',
  cache_write_mtok: 'cache_write',
  cache_write_1h_mtok: 'cache_write_1h',
  output_mtok: 'output',
  input_audio_mtok: 'audio_input',
  output_audio_mtok: 'audio_output',
};

/** Tools by these names are those of OpenAI and Anthropic. */
const toolVendors: readonly string[] = ['openai', 'anthropic', 'azure'];
const tools: Readonly<Record<string, string>> = {
  web_searches_kcount: 'web_search',
  storage_searches_kcount: 'file_search',
};

type Amounts = Readonly<Record<string, number>>;

interface Printed {
  readonly rates: Amounts;
  /** By the number of input tokens above which they hold. */
  readonly tiers: Readonly<Record<string, Amounts>>;
  readonly context: number | null;
}

/**
 * The package's facts about models, by `VENDOR/ID`.
 *
 * @param folder The folder of the package and its dependencies.
 * @param names Models that may have another id there.
 */
export function entriesOfGenai(
  folder: string,
  names: readonly string[],
): ReadonlyMap<string, CatalogueEntry> {
  const asked: Record<string, string[]> = {};
  for (const name of names) {
    const [vendor, id] = parted(name);
    const theirs = vendors[vendor];
    if (theirs !== undefined) asked[theirs] = [...(asked[theirs] ?? []), id];
  }
  const text = execFileSync('python3', [join(import.meta.dirname, 'genai-prices.py')], {
    env: { ...process.env, PYTHONPATH: folder },
    input: JSON.stringify(asked),
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const found = JSON.parse(text) as Readonly<Record<string, Readonly<Record<string, Printed>>>>;
  const entries = new Map<string, CatalogueEntry>();
  for (const name of names) {
    const [vendor, id] = parted(name);
    const printed = found[vendors[vendor] ?? '']?.[id];
    if (printed !== undefined) entries.set(name, entryOf(printed, toolVendors.includes(vendor)));
  }
  return entries;
}

function parted(name: string): readonly [vendor: string, id: string] {
  const slash = name.indexOf('/');
  return [name.slice(0, slash), name.slice(slash + 1)];
}

function entryOf({ rates: base, tiers, context }: Printed, hasTools: boolean): CatalogueEntry {
  const calls = Object.entries(hasTools ? tools : {}).flatMap(([theirs, tool]) =>
    base[theirs] === undefined ? [] : [[tool, plain(base[theirs] / 1000)] as const],
  );
  const above = Object.entries(tiers)
    .map(([from, amounts]) => ({ above_input: Number(from), ...ratesOf(amounts) }))
    .sort((one, other) => one.above_input - other.above_input);
  const price: CataloguePrice = {
    ...ratesOf(base),
    ...(calls.length === 0 ? {} : { per_tool_call: Object.fromEntries(calls) }),
    ...(above.length === 0 ? {} : { tiers: above }),
  };
  return { price, ...(context === null ? {} : { context }) };
}

function ratesOf(amounts: Amounts): CatalogueRates {
  const known = Object.entries(rates).flatMap(([theirs, ours]) =>
    amounts[theirs] === undefined ? [] : [[ours, plain(amounts[theirs])] as const],
  );
  return Object.fromEntries(known);
}
