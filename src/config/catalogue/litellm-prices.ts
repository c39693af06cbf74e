import { isObject, type JsonObject } from '../../lib/json.ts';
import { plain } from '../schema/price-words.ts';
import { type Effort, efforts } from '../translation-settings.ts';
import type { CatalogueEntry, CataloguePrice, CatalogueRates, CatalogueTier } from './entry.ts';

/** The names that LiteLLM has for rates, in US dollars for one token. */
const rates: Readonly<Record<string, keyof CatalogueRates>> = {
  input_cost_per_token: 'input',
  cache_read_input_token_cost: 'cached_input',
  cache_creation_input_token_cost: 'cache_write',
  cache_creation_input_token_cost_above_1hr: 'cache_write_1h',
  output_cost_per_token: 'output',
  input_cost_per_audio_token: 'audio_input',
  output_cost_per_audio_token: 'audio_output',
  output_cost_per_reasoning_token: 'reasoning_output',
  input_cost_per_image_token: 'image_input',
  output_cost_per_image_token: 'image_output',
};

/** Vendors that are called otherwise here. */
const vendors: Readonly<Record<string, string>> = {
  gemini: 'google',
  bedrock: 'amazon-bedrock',
  bedrock_converse: 'amazon-bedrock',
  azure_ai: 'azure',
  cohere_chat: 'cohere',
  together_ai: 'togetherai',
  fireworks_ai: 'fireworks-ai',
};

/** The prefixes of models' names that differ from the vendor's name. */
const prefixes: Readonly<Record<string, string>> = { bedrock_converse: 'bedrock', cohere_chat: 'cohere' };

/**
 * The entries in LiteLLM's `model_prices_and_context_window.json`: models by their name, with the vendor beside or within
 * it. What it does not say of a model stays unsaid; what has another form than is expected is left out.
 */
export function entriesOfLitellm(json: JsonObject): Readonly<Record<string, CatalogueEntry>> {
  const entries: Record<string, CatalogueEntry> = {};
  for (const [name, model] of Object.entries(json)) {
    if (!isObject(model) || name === 'sample_spec') continue;
    const provider = model['litellm_provider'];
    if (typeof provider !== 'string' || provider === '') continue;
    entries[listedName(name, provider)] = entryOf(model);
  }
  return entries;
}

/** The name of a LiteLLM model in price lists here, `VENDOR/ID`. */
export function listedName(name: string, provider: string): string {
  return `${vendorOf(provider)}/${idOf(name, provider)}`;
}

function vendorOf(provider: string): string {
  if (provider === 'vertex_ai-anthropic_models') return 'google-vertex-anthropic';
  if (/^vertex_ai\b/.test(provider)) return 'google-vertex';
  return Object.hasOwn(vendors, provider) ? vendors[provider]! : provider.replaceAll('/', '-');
}

function idOf(name: string, provider: string): string {
  const own = Object.hasOwn(prefixes, provider)
    ? prefixes[provider]!
    : provider.replace(/^vertex_ai-.*/, 'vertex_ai');
  return name.startsWith(`${own}/`) && name.length > own.length + 1 ? name.slice(own.length + 1) : name;
}

function entryOf(model: JsonObject): CatalogueEntry {
  const price = priceOf(model);
  const context = tokens(model['max_input_tokens']);
  const maxOutput = tokens(model['max_output_tokens']);
  const input = words(model['supported_modalities']);
  const output = words(model['supported_output_modalities']);
  const reasoning = model['supports_reasoning'];
  const calls = model['supports_function_calling'];
  const temperature = model['supports_sampling_params'];
  const forced = model['supports_forced_tool_use'];
  const known = effortsOf(model);
  return {
    ...(price === undefined ? {} : { price }),
    ...(context === undefined ? {} : { context }),
    ...(maxOutput === undefined ? {} : { max_output: maxOutput }),
    ...(input === undefined || output === undefined ? {} : { modalities: { input, output } }),
    ...(typeof reasoning === 'boolean' ? { reasoning } : {}),
    ...(typeof calls === 'boolean' ? { function_calling: calls } : {}),
    ...(typeof temperature === 'boolean' ? { temperature } : {}),
    ...(known === undefined ? {} : { efforts: known }),
    ...(typeof forced === 'boolean' ? { forced_tool_choice: forced } : {}),
  };
}

/** Words that a model takes only where its entry says so, once it says something of any word. */
const rareEfforts: readonly Effort[] = ['xhigh', 'max'];

/** The words of effort that a model takes; undefined where they are all, or nothing is said of them. */
function effortsOf(model: JsonObject): readonly Effort[] | undefined {
  const levels = words(model['reasoning_effort_levels']);
  const said = (effort: Effort) => model[`supports_${effort}_reasoning_effort`];
  if (levels === undefined && efforts.every((effort) => said(effort) === undefined)) return undefined;
  const isTaken = (effort: Effort) => said(effort) ?? !rareEfforts.includes(effort);
  const taken = efforts.filter((effort) => levels?.includes(effort) ?? isTaken(effort) === true);
  return taken.length === 0 || taken.length === efforts.length ? undefined : taken;
}

function priceOf(model: JsonObject): CataloguePrice | undefined {
  const base: Partial<Record<keyof CatalogueRates, number>> = {};
  const above = new Map<number, Partial<Record<keyof CatalogueRates, number>>>();
  for (const [name, value] of Object.entries(model)) {
    const [, field = '', thousands] = /^(.+?)(?:_above_(\d+)k_tokens)?$/.exec(name) ?? [];
    if (!Object.hasOwn(rates, field)) continue;
    if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) continue;
    const usd = plain(value * 1e6);
    if (thousands === undefined) base[rates[field]!] = usd;
    else {
      const from = Number(thousands) * 1000;
      above.set(from, { ...above.get(from), [rates[field]!]: usd });
    }
  }
  if (Object.keys(base).length === 0) return undefined;
  if (Object.values(base).every((usd) => usd === 0) && isChargedOtherwise(model))
    return priceOfSearches(model);
  const tiers = [...above]
    .sort(([a], [b]) => a - b)
    .map(([from, tier]): CatalogueTier => ({ above_input: from, ...tier }));
  return tiers.length === 0 ? base : { ...base, tiers };
}

/** True if something other than tokens costs: the list then has 0 for tokens, which would make the model free. */
function isChargedOtherwise(model: JsonObject): boolean {
  return Object.entries(model).some(
    ([name, value]) => name.includes('_cost_per_') && typeof value === 'number' && value > 0,
  );
}

/** Rerankers are charged by the search. Of other units the list does not say which ones are meant. */
function priceOfSearches({ input_cost_per_query: usd }: JsonObject): CataloguePrice | undefined {
  return typeof usd === 'number' && usd >= 0.0001 ? { per_search_unit: plain(usd) } : undefined;
}

function tokens(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}

function words(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : undefined;
}
