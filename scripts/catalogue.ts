/**
 * Makes `data/catalogue.json` anew:
 *
 *     npm run catalogue [-- --models-dev api.json]
 *
 * Prices are those of the newest LiteLLM and genai-prices, two Python packages that bring a list each, and of a file of
 * models.dev where one is named. It prints what they do not agree on. Look through the change before you commit it:
 * `gateway catalogue diff` shows it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type CatalogueEntry,
  type CataloguePrice,
  type PriceList,
  priceListText,
  rateNames,
} from '../src/config/catalogue/entry.ts';
import { entriesOfLitellm } from '../src/config/catalogue/litellm-prices.ts';
import { entriesOfModelsDev } from '../src/config/catalogue/models-dev.ts';
import { isObject, type JsonObject } from '../src/lib/json.ts';
import { entriesOfGenai } from './catalogue/genai-entries.ts';
import { nextCatalogue, type PriceSource } from './catalogue/next-catalogue.ts';

const vendors = [
  'openai',
  'anthropic',
  'google',
  'google-vertex',
  'google-vertex-anthropic',
  'amazon-bedrock',
  'azure',
  'mistral',
  'groq',
  'cohere',
  'deepseek',
  'xai',
  'togetherai',
  'fireworks-ai',
];

/** The place of LiteLLM's list within its package. */
const litellmList = 'litellm/model_prices_and_context_window_backup.json';

const { values } = parseArgs({ options: { 'models-dev': { type: 'string' } } });
const file = new URL('../data/catalogue.json', import.meta.url);
const before = JSON.parse(readFileSync(file, 'utf8')) as PriceList;
const today = new Date().toISOString().slice(0, 10);
const folder = mkdtempSync(join(tmpdir(), 'gateway-catalogue-'));
try {
  const pip = (...words: string[]) =>
    execFileSync('python3', ['-m', 'pip', '--quiet', '--disable-pip-version-check', ...words], {
      stdio: ['ignore', 2, 2],
    });
  pip('install', '--target', join(folder, 'genai'), 'genai-prices');
  pip('download', '--no-deps', '--dest', join(folder, 'litellm'), 'litellm');
  const [wheel = ''] = readdirSync(join(folder, 'litellm'));
  const unpack =
    'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
  const listed = execFileSync('python3', ['-c', unpack, join(folder, 'litellm', wheel), litellmList], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const litellm = entriesOf(JSON.parse(listed) as JsonObject);
  const names = [...new Set([...litellm.keys(), ...Object.keys(before.models)])];
  const genai = entriesOfGenai(join(folder, 'genai'), names);
  const sources: PriceSource[] = [
    { name: `LiteLLM ${wheel.split('-')[1]}`, entries: litellm },
    { name: `genai-prices ${versionIn(join(folder, 'genai'), 'genai_prices')}`, entries: genai },
  ];
  if (values['models-dev'] !== undefined) {
    const json = JSON.parse(readFileSync(values['models-dev'], 'utf8')) as JsonObject;
    const entries = new Map<string, CatalogueEntry>(Object.entries(entriesOfModelsDev(json, vendors)));
    sources.push({ name: 'models.dev', entries });
  }
  const { list, disagreements } = nextCatalogue(before, sources, today);
  writeFileSync(file, priceListText(list));
  for (const line of disagreements) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${Object.keys(list.models).length} models, ${disagreements.length} that sources differ on\n`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** The vendors' own models in the list of LiteLLM; those that are no longer sold are `retired`. */
function entriesOf(list: JsonObject): ReadonlyMap<string, CatalogueEntry> {
  const isGone = (model: unknown) =>
    isObject(model) && typeof model['deprecation_date'] === 'string' && model['deprecation_date'] < today;
  const sold = entriesOfLitellm(
    Object.fromEntries(Object.entries(list).filter(([, model]) => !isGone(model))),
  );
  const gone = entriesOfLitellm(
    Object.fromEntries(Object.entries(list).filter(([, model]) => isGone(model))),
  );
  const all = [
    ...Object.entries(gone).map(([name, entry]) => [name, { ...entry, retired: true }] as const),
    ...Object.entries(sold),
  ];
  return new Map(all.filter(([name, { price }]) => isOurs(name) && isPlausible(price)));
}

/** True if every rate is for a million: models that make images have a price for a step among tokens. */
function isPlausible(price: CataloguePrice = {}): boolean {
  return [price, ...(price.tiers ?? [])].every((rates) =>
    rateNames.every((name) => {
      const usd = rates[name] ?? 0;
      return usd === 0 || (usd >= 0.001 && usd < 1000);
    }),
  );
}

/** True for a LiteLLM name that the vendor itself gives: its lists have regions and commitments as parts of names. */
function isOurs(name: string): boolean {
  const slash = name.indexOf('/');
  const [vendor, id] = [name.slice(0, slash), name.slice(slash + 1)];
  if (!vendors.includes(vendor) || id.startsWith('ft:') || id.includes('*')) return false;
  return !id.includes('/') || ['fireworks-ai', 'togetherai', 'groq'].includes(vendor);
}

/** The version of an installed package, by the name of the folder that says so. */
function versionIn(packages: string, name: string): string {
  const info = readdirSync(packages).find((one) => one.startsWith(`${name}-`) && one.endsWith('.dist-info'));
  return info?.slice(name.length + 1, -'.dist-info'.length) ?? 'of unknown version';
}
