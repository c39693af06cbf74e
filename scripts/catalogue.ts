/**
 * Makes `data/catalogue.json` of what models.dev publishes:
 *
 *     node --import tsx scripts/catalogue.ts api.json COMMIT DATE
 *
 * `api.json` is the file of that name, COMMIT the commit of models.dev that it was made of, and DATE its day. Models that
 * it no longer lists stay, marked `retired`: a file that names one goes on as before. Look through the change before you
 * commit it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import { type CatalogueEntry, type PriceList, priceListText } from '../src/config/catalogue/entry.ts';
import { entriesOfModelsDev } from '../src/config/catalogue/models-dev.ts';
import type { JsonObject } from '../src/lib/json.ts';

const file = new URL('../data/catalogue.json', import.meta.url);

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

/** What is listed with a part of its price only: the models behind it are charged on top. */
const chargedOnTop: readonly string[] = ['azure/model-router'];

/** The list that follows on another one. */
export function nextCatalogue(
  before: PriceList | undefined,
  json: JsonObject,
  { commit, date }: { readonly commit: string; readonly date: string },
): PriceList {
  const models: Record<string, CatalogueEntry> = {};
  for (const [name, entry] of Object.entries(before?.models ?? {}))
    models[name] = { ...entry, retired: true };
  for (const [name, { price, ...entry }] of Object.entries(entriesOfModelsDev(json, vendors))) {
    models[name] = price === undefined || chargedOnTop.includes(name) ? entry : { price, ...entry };
  }
  return { source: `models.dev, commit ${commit}`, date, models };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , from = '', commit = '', date = ''] = argv;
  if (!/^[0-9a-f]{40}$/.test(commit) || !/^\d{4}-\d\d-\d\d$/.test(date))
    throw new Error('name the file, the commit and the day: api.json 0123... 2026-01-31');
  const before = readBefore();
  const json = JSON.parse(readFileSync(from, 'utf8')) as JsonObject;
  writeFileSync(file, priceListText(nextCatalogue(before, json, { commit, date })));
}

function readBefore(): PriceList | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PriceList;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
