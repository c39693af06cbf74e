import { isObject, type JsonObject, objectsOf } from '../../lib/json.ts';
import type { CatalogueEntry, CataloguePrice, CatalogueRates, CatalogueTier } from './entry.ts';

/** The tokens of input from which models.dev's prices of this name apply. */
const longContext = 200_000;

/** The names that models.dev has for rates. */
const rates = {
  input: 'input',
  cached_input: 'cache_read',
  cache_write: 'cache_write',
  output: 'output',
  audio_input: 'input_audio',
  audio_output: 'output_audio',
  reasoning_output: 'reasoning',
} as const satisfies Partial<Record<keyof CatalogueRates, string>>;

/**
 * The entries in what models.dev publishes as `api.json`: vendors by their id, with models by theirs. What has another
 * form than is expected is left out.
 *
 * @param vendors Those to take; all by default.
 */
export function entriesOfModelsDev(
  json: JsonObject,
  vendors: readonly string[] = Object.keys(json),
): Readonly<Record<string, CatalogueEntry>> {
  const entries: Record<string, CatalogueEntry> = {};
  for (const vendor of vendors) {
    const found = json[vendor];
    const models = isObject(found) && isObject(found['models']) ? found['models'] : {};
    for (const [id, model] of Object.entries(models)) {
      if (isObject(model)) entries[`${vendor}/${id}`] = entryOf(model);
    }
  }
  return entries;
}

function entryOf(model: JsonObject): CatalogueEntry {
  const price = isObject(model['cost']) ? priceOf(model['cost']) : undefined;
  const limit = isObject(model['limit']) ? model['limit'] : {};
  const { modalities } = model;
  return {
    ...(price === undefined ? {} : { price }),
    ...field('context', tokens(limit['context'])),
    ...field('max_output', tokens(limit['output'])),
    ...(isObject(modalities)
      ? { modalities: { input: words(modalities['input']), output: words(modalities['output']) } }
      : {}),
    ...field('reasoning', flag(model['reasoning'])),
    ...field('function_calling', flag(model['tool_call'])),
    ...field('temperature', flag(model['temperature'])),
  };
}

function priceOf(cost: JsonObject): CataloguePrice | undefined {
  const plain = ratesOf(cost);
  if (Object.keys(plain).length === 0) return undefined;
  const tiers = objectsOf(cost['tiers']).flatMap((tier): readonly CatalogueTier[] => {
    const size = isObject(tier['tier']) ? tokens(tier['tier']['size']) : undefined;
    return size === undefined ? [] : [{ above_input: size, ...ratesOf(tier) }];
  });
  const long = cost['context_over_200k'];
  const all =
    tiers.length === 0 && isObject(long) ? [{ above_input: longContext, ...ratesOf(long) }] : [...tiers];
  if (all.length === 0) return plain;
  return { ...plain, tiers: all.sort((a, b) => a.above_input - b.above_input) };
}

function ratesOf(cost: JsonObject): CatalogueRates {
  const found = Object.entries(rates).flatMap(([name, theirs]) => {
    const usd = cost[theirs];
    return typeof usd === 'number' && Number.isFinite(usd) && usd >= 0 ? [[name, usd] as const] : [];
  });
  return Object.fromEntries(found);
}

function field<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [key in Name]: Value });
}

/** Of models that have none the source says 0. */
function tokens(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function words(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}
