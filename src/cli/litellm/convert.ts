import { type BuiltInName, endpoints } from '../../api/endpoints/index.ts';
import type { PriceList } from '../../config/catalogue/entry.ts';
import { listedName } from '../../config/catalogue/litellm-prices.ts';
import { shippedPrices } from '../../config/catalogue/shipped.ts';
import type { TargetDialect } from '../../config/target-dialects/index.ts';
import { adviceOn, callbackNotes, environmentNotes, isCallbackList } from './advice.ts';
import { Backends, type NewBackend, type Noted, type SwapListed } from './litellm-backends.ts';
import { cloudFields } from './litellm-clouds.ts';
import { headerFields } from './litellm-headers.ts';
import { costFields, priceOf } from './litellm-price.ts';
import { capabilityFlags, type Provider, providers } from './litellm-providers.ts';
import { requestFields, requestOf } from './litellm-request.ts';
import { balanceOf, isByTags, routingOf, tagsOf } from './litellm-routing.ts';
import { type MadeModel, modelOfName } from './litellm-wildcards.ts';
import type { NewDeployment } from './new-deployment.ts';
import {
  aliasesOf,
  defaultFallbacksOf,
  type Entry,
  type Fields,
  fallbacksOf,
  isTrue,
  type LitellmConfig,
  literal,
  number,
  reference,
  text,
} from './read-litellm.ts';
import { nothingTranslated, translationOf } from './translated.ts';
import { prefixOf, Variables } from './variables.ts';

export interface NewModel extends Noted {
  readonly id: string;
  readonly balance: string | undefined;
  readonly fallbacks: readonly string[];
  readonly deployments: readonly NewDeployment[];
}

export interface NewConfig extends Noted {
  readonly routing: readonly string[];
  /** Tags that requests choose deployments by. */
  readonly capabilities: readonly string[];
  readonly backends: readonly NewBackend[];
  readonly models: readonly NewModel[];
  /** The secret of the key that may do everything, as a reference. */
  readonly masterKey: string | undefined;
}

/** Fields of `litellm_params` that something is made of. */
const carried = new Set([
  'model',
  'api_base',
  'base_url',
  'api_key',
  'api_version',
  'custom_llm_provider',
  'timeout',
  'stream_timeout',
  'weight',
  'order',
  ...costFields,
]);

/** The quotas of the account at the vendor, and our names for them. */
const quotas = { rpm: 'requests', tpm: 'tokens', max_parallel_requests: 'concurrency' } as const;

/**
 * Makes ours of theirs. What has no equal becomes a note where it would stand.
 *
 * @param isNative Models are served as their backends speak, and nothing is translated
 */
export function convertLitellm(config: LitellmConfig, isNative: boolean): NewConfig {
  const notes: string[] = [];
  const backends = new Backends(
    new Variables(config.entries.filter(isKept), config.general),
    {
      total: number(config.settings['request_timeout']) ?? number(config.router['timeout']),
      stream: number(config.router['stream_timeout']),
    },
    isNative,
  );
  const byTags = isByTags(config);
  const models = new Map<string, MadeModel>();
  for (const entry of config.entries) {
    const id = entry.name;
    if (!isModelName(id)) {
      notes.push(
        `the model ${JSON.stringify(id)} is left out: a name has no other signs than letters, digits and . _ - / : @ +, and a \`*\` at its end alone`,
      );
      continue;
    }
    const model = models.get(id) ?? { deployments: [], notes: [] };
    models.set(id, model);
    const made = deploymentOf(entry, backends, isNative, byTags);
    if (typeof made === 'string') model.notes.push(made);
    else model.deployments.push(withId(made, model.deployments));
  }
  for (const [id, { deployments, notes: why }] of models) {
    if (deployments.length > 0) continue;
    notes.push(`the model ${id} is left out: ${why.join('; ')}`);
    models.delete(id);
  }
  for (const [alias, target] of aliasesOf(config)) {
    const model = modelOfName(models, target);
    if (!isName(alias) || models.has(alias))
      notes.push(
        `the alias ${JSON.stringify(alias)} is left out: ${isName(alias) ? 'a model has its name' : 'ids are fixed names here'}`,
      );
    else if (model === undefined) notes.push(`the alias ${alias} is left out with its model ${target}`);
    else models.set(alias, { deployments: model.deployments, notes: [`an alias of ${target}`] });
  }
  const fallbacks = fallbacksOf(config);
  const usual = fallbacks.get('*') ?? defaultFallbacksOf(config);
  for (const name of new Set([...fallbacks].flatMap(([id, others]) => [id, ...others]).concat(usual))) {
    if (name !== '*' && modelOfName(models, name) === undefined && fallbacks.has(name))
      notes.push(`the fallbacks of ${name} are left out: there is no such model`);
  }
  const balance = balanceOf(config.router, notes);
  notes.push(...leftOver(config, byTags));
  const tags = byTags ? config.entries.filter(isKept).flatMap(({ params }) => tagsOf(params)) : [];
  if (tags.includes('default'))
    notes.push(
      'requests without tags go to all deployments of a model here; LiteLLM sent them to those tagged `default` alone',
    );
  return {
    notes,
    routing: routingOf(config),
    capabilities: [...new Set(tags)],
    backends: backends.all,
    models: [...models].map(([id, model]) => {
      const wanted = fallbacks.get(id) ?? usual.filter((other) => other !== id);
      const gone = wanted.filter((other) => !models.has(other) || other === id);
      return {
        id,
        balance: model.deployments.length > 1 ? balance : undefined,
        fallbacks: wanted.filter((other) => !gone.includes(other)),
        deployments: model.deployments,
        notes: [...model.notes, ...gone.map((other) => `the fallback ${other} is left out with its model`)],
      };
    }),
    masterKey: masterKeyOf(config.general),
  };
}

function isName(id: string): boolean {
  return /^[\w.\-/:@+]+$/.test(id);
}

/** A name, or the beginning of those that a wildcard takes. */
function isModelName(id: string): boolean {
  return isName(id.replace(/\*$/, '')) || id === '*';
}

/** True if the entry's name, provider and mode allow a deployment. */
function isKept({ name, params, info }: Entry): boolean {
  return isModelName(name) && whyLeftOut(params, info) === undefined;
}

function whyLeftOut(params: Fields, info: Fields): string | undefined {
  const named = text(params['model']) ?? '';
  const prefix = prefixOf(params);
  const provider = providerOf(prefix);
  const mode = modeOf(named, info);
  const endpoint = mode === undefined ? undefined : endpointOfMode.get(mode);
  const { only } = provider ?? {};
  if (provider === undefined || (only !== undefined && (endpoint === undefined || !only.includes(endpoint))))
    return `nothing here speaks to the provider ${JSON.stringify(prefix)} (model ${named})`;
  if (mode === undefined) return undefined;
  if (endpoint === undefined) return `the mode ${JSON.stringify(mode)} is not served (model ${named})`;
  if (only === undefined && isOpenAis(endpoint) && !speaksOpenAi(provider))
    return `the mode ${JSON.stringify(mode)} is not served with the provider ${JSON.stringify(prefix)} (model ${named})`;
  return undefined;
}

/** True for an endpoint in OpenAI's form beyond a provider's usual ones. */
function isOpenAis(endpoint: BuiltInName): boolean {
  return endpoints[endpoint].dialect === 'json' && endpoints[endpoint].family === 'openai';
}

/** Bedrock and Vertex have OpenAI's form of chat completions, and of nothing else. */
function speaksOpenAi({ endpoints: served, cloud }: Provider): boolean {
  return (
    cloud !== 'bedrock' && cloud !== 'vertex' && served.some((name) => endpoints[name].family === 'openai')
  );
}

function providerOf(prefix: string): Provider | undefined {
  return Object.hasOwn(providers, prefix) ? providers[prefix] : undefined;
}

/** The prefixes of models that tell LiteLLM the form of its requests. */
const openAiRoutes = /^(?:responses|o_series|gpt5_series)\//;

/** The form in which what can chat is asked; undefined where it has none that others are made into. */
function targetOf(
  native: readonly BuiltInName[],
  { isGemini }: Pick<SwapListed, 'isGemini'>,
  { cloud }: Provider,
): TargetDialect | undefined {
  if (isGemini) return 'gemini';
  if (native.includes('chat_completions')) return 'chat_completions';
  if (native.includes('messages')) return 'messages';
  if (native.includes('responses')) return 'responses';
  return native.length === 0 && cloud === 'bedrock' ? 'bedrock_converse' : undefined;
}

function deploymentOf(
  { name, params, info }: Entry,
  backends: Backends,
  isNative: boolean,
  byTags: boolean,
): NewDeployment | string {
  const named = text(params['model']) ?? '';
  const prefix = prefixOf(params);
  const hasPrefix = named.startsWith(`${prefix}/`);
  const provider = providerOf(prefix);
  const why = whyLeftOut(params, info);
  if (provider === undefined || why !== undefined) return why ?? '';
  const endpoint = endpointOfMode.get(modeOf(named, info) ?? 'chat');
  const given = hasPrefix ? named.slice(prefix.length + 1) : named;
  const isOpenAi = /^(?:openai|azure)$/.test(prefix);
  const own = isOpenAi ? given.replace(openAiRoutes, '') : given;
  const chats = endpoint === undefined || endpoint === 'chat_completions';
  // A chat model also gets the provider's other endpoints for chat.
  const nativeOf = (place: Pick<SwapListed, 'endpoints'>) =>
    chats ? (place.endpoints ?? provider.endpoints) : [endpoint];
  const base = text(info['base_model'])?.replace(/^.*\//, '') ?? own;
  const isReasoning = isOpenAi && chats && /^(?:o\d|gpt-5)/.test(base);
  const putIn = (place: Omit<SwapListed, 'name'>) =>
    requestOf(params, targetOf(nativeOf(place), place, provider) ?? 'chat_completions', isReasoning);
  const backend = backends.of(prefix, provider, params, own, (place) => putIn(place).line);
  if ('why' in backend) return backend.why;
  const upstream = backend.model ?? literal(own);
  const capabilities = Object.entries(capabilityFlags).flatMap(([flag, name]) =>
    isTrue(info[flag]) ? [name] : [],
  );
  const isGenerated = endpoint === undefined || endpoints[endpoint].dialect !== 'json';
  const hasOutput = isGenerated || endpoints[endpoint].estimate.output > 0;
  const ofCloud = provider.cloud === undefined ? [] : cloudFields[provider.cloud];
  const request = putIn(backend);
  const native = nativeOf(backend);
  const target = chats || endpoint === 'responses' ? targetOf(native, backend, provider) : undefined;
  // Fields for requests of one form would go into all forms that the backend speaks.
  const isOne = target === 'chat_completions' && request.isOfOneForm;
  const served = isOne ? native.filter((one) => one === 'chat_completions' || one === 'completions') : native;
  const translation =
    target === undefined || (isNative && served.length > 0)
      ? nothingTranslated
      : translationOf(target, served, params, info);
  const isDropped = (name: string) => name === 'additional_drop_params' && translation.via.length > 0;
  const price = priceOf({ ...(hasOutput ? {} : noOutput), ...params, ...info }, endpoint);
  const isPriced = Object.keys({ ...params, ...info }).some((name) => /_cost(?:_|$)/.test(name));
  const catalogue = isPriced ? undefined : listed(prefix, own, info);
  const isUnpriced = price === undefined && catalogue === undefined && info['base_model'] === undefined;
  const rateLimit = rateLimitOf(params);
  const tags = byTags ? tagsOf(params) : [];
  const strangers = Object.keys(params).filter(
    (name) =>
      !carried.has(name) &&
      !requestFields.has(name) &&
      !headerFields.has(name) &&
      !(byTags && name === 'tags' && tags.length > 0) &&
      !ofCloud.includes(name) &&
      !isDropped(name) &&
      !isQuota(params, name),
  );
  return {
    backend: backend.name,
    id: undefined,
    model: upstream === '' ? name : upstream,
    weight: number(params['weight']),
    priority: number(params['order']),
    price,
    catalogue,
    rateLimit,
    capabilities: [...new Set([...(isGenerated ? ['streaming'] : []), ...capabilities, ...tags])],
    endpoints: served,
    translation,
    notes: [
      ...(!chats && text(info['mode']) === undefined
        ? [`its name says that it is for ${endpoint}; with \`model_info.mode\` the import goes by that`]
        : []),
      ...(named === '*'
        ? ['LiteLLM finds the provider by the name that a client sends; here all names go to this one']
        : []),
      ...(served.length < native.length && isNative
        ? [
            `${native.filter((one) => !served.includes(one)).join(', ')} is left out: what its params put into requests has another name there`,
          ]
        : []),
      ...(chats && target === undefined
        ? ['chat is not made into completions here: only `completions` is served']
        : []),
      ...translation.notes,
      ...request.notes,
      ...(isUnpriced
        ? ['no price is known, so budgets and costs count nothing for it; give the deployment a `price`']
        : []),
      ...(upstream === '' ? ['the entry names no model of the backend: this is its own name'] : []),
      ...strangers.map((name) => adviceOn('litellm_params', name)),
      ...Object.keys(info)
        .filter(
          (name) =>
            info[name] !== null &&
            !isUnderstoodInfo(name) &&
            (name !== 'base_model' || catalogue === undefined),
        )
        .map((name) => adviceOn('model_info', name)),
    ],
  };
}

/** The value of `rate_limit`, as YAML: what LiteLLM holds a deployment to. */
function rateLimitOf(params: Fields): string | undefined {
  const parts = Object.entries(quotas).flatMap(([theirs, ours]) =>
    isQuota(params, theirs)
      ? [`${ours}: ${number(params[theirs])}${ours === 'concurrency' ? '' : '/min'}`]
      : [],
  );
  return parts.length === 0 ? undefined : `{ ${parts.join(', ')} }`;
}

function isQuota(params: Fields, name: string): boolean {
  const value = number(params[name]);
  return Object.hasOwn(quotas, name) && Number.isSafeInteger(value) && (value as number) > 0;
}

/** The model of the price list here whose price LiteLLM counts with by itself; `base_model` says which it is. */
function listed(prefix: string, own: string, info: Fields): string | undefined {
  const base = text(info['base_model']) ?? own;
  const slash = base.indexOf('/');
  const provider =
    slash > 0 && providerOf(base.slice(0, slash)) !== undefined ? base.slice(0, slash) : prefix;
  const name = listedName(base, provider);
  listedModels ??= shippedPrices().models;
  return Object.hasOwn(listedModels, name) ? name : undefined;
}

let listedModels: PriceList['models'] | undefined;

function modeOf(model: string, info: Fields): string | undefined {
  return text(info['mode']) ?? guessedMode(text(info['base_model']) ?? model);
}

/** The mode of a model that has none, where its name gives it away; `model_info.mode` says otherwise. */
function guessedMode(model: string): string | undefined {
  if (/rerank/i.test(model)) return 'rerank';
  if (/embed|(?:^|[/-])(?:bge|e5|gte)-/i.test(model)) return 'embedding';
  if (/whisper|transcribe/i.test(model)) return 'audio_transcription';
  if (/(?:^|[/-])tts-/i.test(model)) return 'audio_speech';
  if (/dall-e|gpt-image|imagen|stable-diffusion|flux/i.test(model)) return 'image_generation';
  return /moderation/i.test(model) ? 'moderation' : undefined;
}

/** Fields of `model_info` that something is made of, or that say what they describe and no more. */
function isUnderstoodInfo(name: string): boolean {
  return (
    costFields.has(name) ||
    /^supports_|^id$|^mode$|^[rt]pm$|^max_(?:input_|output_)?tokens$|^(?:description|litellm_provider|db_model)$/.test(
      name,
    )
  );
}

/** The endpoints for LiteLLM's modes that have one here. */
const endpointOfMode: ReadonlyMap<string, BuiltInName> = new Map(
  Object.values(endpoints).flatMap(({ name, litellmMode }) =>
    litellmMode === undefined ? [] : [[litellmMode, name as BuiltInName] as const],
  ),
);

/** The cost of answers without tokens, unless the entry gives one. */
const noOutput: Fields = { output_cost_per_token: 0 };

/** A model that uses one backend twice needs names for its deployments. */
function withId(made: NewDeployment, before: readonly NewDeployment[]): NewDeployment {
  const count = before.filter(({ backend }) => backend === made.backend).length;
  return count === 0 ? made : { ...made, id: `${made.backend}-${count + 1}` };
}

function masterKeyOf(general: Fields): string | undefined {
  const key = text(general['master_key']);
  if (key === undefined) return undefined;
  const written = reference(key);
  // A key in clear is not carried over: it would be in one more file.
  return written.startsWith('${') ? written : '${LITELLM_MASTER_KEY}';
}

const understood: Readonly<Record<'router' | 'general' | 'settings', ReadonlySet<string>>> = {
  router: new Set([
    'routing_strategy',
    'num_retries',
    'allowed_fails',
    'cooldown_time',
    'fallbacks',
    'default_fallbacks',
    'model_group_alias',
    'timeout',
    'stream_timeout',
  ]),
  general: new Set(['master_key']),
  settings: new Set([
    'fallbacks',
    'default_fallbacks',
    'num_retries',
    'allowed_fails',
    'cooldown_time',
    'request_timeout',
    'model_alias_map',
  ]),
};

function leftOver(config: LitellmConfig, byTags: boolean): readonly string[] {
  const names = (section: keyof typeof understood, title: string) =>
    Object.keys(config[section])
      .filter((name) => !understood[section].has(name) && !isCallbackList(name))
      .filter((name) => !(byTags && name === 'enable_tag_filtering'))
      .map((name) => adviceOn(title, name));
  return [
    ...names('router', 'router_settings'),
    ...names('settings', 'litellm_settings'),
    ...callbackNotes(config),
    ...config.beside.map((name) => adviceOn('model_list', name)),
    ...names('general', 'general_settings'),
    ...environmentNotes(config),
    ...config.others.map((name) => `${name} has no equal`),
  ];
}
