import { parseBackendUrl } from '../../config/backend-url.ts';
import type { EndpointName } from '../../config/types.ts';
import { capabilityFlags, type Provider, providers, strategies } from './litellm-providers.ts';
import {
  type Entry,
  type Fields,
  fallbacksOf,
  type LitellmConfig,
  number,
  reference,
  text,
} from './read-litellm.ts';

/** A part of our file, with what could not be carried over to it. */
export interface Noted {
  readonly notes: readonly string[];
}

export interface NewBackend extends Noted {
  readonly name: string;
  readonly url: string;
  readonly plaintext: boolean;
  /** The whole value of `auth`, as YAML. */
  readonly auth: string | undefined;
  readonly more: readonly string[];
  readonly totalTimeout: string | undefined;
}

export interface NewDeployment extends Noted {
  readonly backend: string;
  readonly id: string | undefined;
  readonly model: string;
  readonly weight: number | undefined;
  readonly priority: number | undefined;
  readonly price: string | undefined;
  readonly capabilities: readonly string[];
  readonly endpoints: readonly EndpointName[];
}

export interface NewModel extends Noted {
  readonly id: string;
  readonly balance: string | undefined;
  readonly fallbacks: readonly string[];
  readonly deployments: readonly NewDeployment[];
}

export interface NewConfig extends Noted {
  readonly routing: readonly string[];
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
  'input_cost_per_token',
  'output_cost_per_token',
]);

/** Makes ours of theirs. What has no equal becomes a note where it would stand. */
export function convertLitellm(config: LitellmConfig): NewConfig {
  const notes: string[] = [];
  const backends = new Map<string, NewBackend>();
  const models = new Map<string, { deployments: NewDeployment[]; notes: string[] }>();
  for (const entry of config.entries) {
    const id = entry.name;
    if (!/^[\w.\-/:@+]+$/.test(id)) {
      notes.push(`the model ${JSON.stringify(id)} is left out: ids are fixed names here, without wildcards`);
      continue;
    }
    const model = models.get(id) ?? { deployments: [], notes: [] };
    models.set(id, model);
    const made = deploymentOf(entry, backends);
    if (typeof made === 'string') model.notes.push(made);
    else model.deployments.push(withId(made, model.deployments));
  }
  for (const [id, { deployments, notes: why }] of models) {
    if (deployments.length > 0) continue;
    notes.push(`the model ${id} is left out: ${why.join('; ')}`);
    models.delete(id);
  }
  const fallbacks = fallbacksOf(config);
  const balance = balanceOf(config.router, notes);
  notes.push(...leftOver(config));
  return {
    notes,
    routing: routingOf(config),
    backends: [...backends.values()],
    models: [...models].map(([id, model]) => {
      const wanted = fallbacks.get(id) ?? [];
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

function deploymentOf({ params, info }: Entry, backends: Map<string, NewBackend>): NewDeployment | string {
  const named = text(params['model']) ?? '';
  const slash = named.indexOf('/');
  const prefix = text(params['custom_llm_provider']) ?? (slash < 0 ? 'openai' : named.slice(0, slash));
  const hasPrefix = slash >= 0 && named.slice(0, slash) === prefix;
  const provider = providers[prefix];
  if (provider === undefined)
    return `nothing here speaks to the provider ${JSON.stringify(prefix)} (model ${named})`;
  const mode = text(info['mode']);
  if (mode !== undefined && !modes.has(mode))
    return `the mode ${JSON.stringify(mode)} is not served (model ${named})`;
  const backend = backendOf(prefix, provider, params, backends);
  if ('why' in backend) return backend.why;
  const capabilities = Object.entries(capabilityFlags).flatMap(([flag, name]) =>
    info[flag] === true ? [name] : [],
  );
  const strangers = Object.keys(params).filter((name) => !carried.has(name));
  return {
    backend: backend.name,
    id: undefined,
    model: hasPrefix ? named.slice(slash + 1) : named,
    weight: number(params['weight']),
    priority: number(params['order']),
    price: priceOf({ ...params, ...info }),
    capabilities: capabilities.includes('streaming') ? capabilities : ['streaming', ...capabilities],
    endpoints:
      mode === 'responses' ? ['responses'] : mode === 'completion' ? ['completions'] : provider.endpoints,
    notes: strangers.map((name) => `litellm_params.${name} has no equal for a deployment`),
  };
}

const modes: ReadonlySet<string> = new Set(['chat', 'completion', 'responses']);

/** One backend for each URL and credential: its name, or why there can be none. */
function backendOf(
  prefix: string,
  provider: Provider,
  params: Fields,
  backends: Map<string, NewBackend>,
): { readonly name: string } | { readonly why: string } {
  const given = text(params['api_base']) ?? text(params['base_url']);
  const base = given === undefined ? provider.url : reference(given);
  if (base === undefined) return { why: `the provider ${prefix} needs an \`api_base\`` };
  const isWhole = provider.suffix === undefined || given === undefined || base.includes('/openai');
  const url = isWhole ? base : base.replace(/\/+$/, '') + provider.suffix;
  const key = text(params['api_key']);
  const written = key === undefined ? provider.variable && `\${${provider.variable}}` : reference(key);
  const timeout = number(params['timeout']);
  const identity = `${url}\n${written}\n${timeout}`;
  const known = backends.get(identity);
  if (known !== undefined) return { name: known.name };
  const taken = new Set([...backends.values()].map(({ name }) => name));
  const stem = prefix.replace(/_chat$/, '').replaceAll('_', '-');
  let name = stem;
  for (let count = 2; taken.has(name); count += 1) name = `${stem}-${count}`;
  // A key in clear is not carried over: it would be in one more file.
  const isClear = written !== undefined && !/^\$\{\w+\}$/.test(written);
  const secret = isClear ? `\${${name.toUpperCase().replace(/\W/g, '_')}_API_KEY}` : written;
  const parsed = parseBackendUrl(url);
  const isPlain =
    'protocol' in parsed && parsed.protocol === 'http:' && !/^(127\.|localhost$|::1$)/.test(parsed.hostname);
  backends.set(identity, {
    name,
    url,
    plaintext: isPlain,
    auth: secret === undefined || provider.auth === 'none' ? undefined : authOf(provider.auth, secret),
    more: given === undefined || prefix !== 'gemini' ? (provider.more ?? []) : [],
    totalTimeout: timeout === undefined ? undefined : `${Math.max(1, Math.round(timeout))}s`,
    notes: [
      ...(isClear ? [`its key stood in clear; set ${secret?.slice(2, -1)}`] : []),
      ...(isPlain ? ['prompts cross the network unencrypted'] : []),
      ...(params['api_version'] === undefined ? [] : ['api_version is not needed on the /openai/v1 paths']),
    ],
  });
  return { name };
}

function authOf(kind: Exclude<Provider['auth'], 'none'>, secret: string): string {
  const value = JSON.stringify(secret);
  return kind === 'bearer' ? `{ bearer: ${value} }` : `{ header: ${kind}, value: ${value} }`;
}

/** A model that uses one backend twice needs names for its deployments. */
function withId(made: NewDeployment, before: readonly NewDeployment[]): NewDeployment {
  const count = before.filter(({ backend }) => backend === made.backend).length;
  return count === 0 ? made : { ...made, id: `${made.backend}-${count + 1}` };
}

/** Theirs is per token, ours per million. */
function priceOf(costs: Fields): string | undefined {
  const million = (name: string) => {
    const cost = number(costs[name]);
    return cost === undefined ? undefined : Number((cost * 1e6).toPrecision(12));
  };
  const input = million('input_cost_per_token');
  const output = million('output_cost_per_token');
  if (input === undefined || output === undefined) return undefined;
  const cached = million('cache_read_input_token_cost');
  const write = million('cache_creation_input_token_cost');
  const cache = [
    ...(cached === undefined ? [] : [`cached_input: ${cached}`]),
    ...(write === undefined ? [] : [`cache_write: ${write}`]),
  ];
  return `{ ${[`input: ${input}`, ...cache, `output: ${output}`].join(', ')} }`;
}

function balanceOf(router: Fields, notes: string[]): string | undefined {
  const strategy = text(router['routing_strategy']);
  if (strategy === undefined) return 'weighted'; // what they do without one: simple-shuffle
  const balance = strategies[strategy];
  if (balance === undefined)
    notes.push(`routing_strategy ${strategy} has no equal; requests go to the least busy`);
  return balance;
}

function routingOf({ router, settings }: LitellmConfig): readonly string[] {
  const lines: string[] = [];
  const retries = number(router['num_retries']) ?? number(settings['num_retries']);
  if (retries !== undefined) lines.push(`max_attempts: ${Math.min(6, Math.max(1, Math.round(retries) + 1))}`);
  const failures = number(router['allowed_fails']) ?? number(settings['allowed_fails']);
  const cooldown = number(router['cooldown_time']) ?? number(settings['cooldown_time']);
  const circuit = [
    ...(failures === undefined ? [] : [`failures: ${Math.max(1, Math.round(failures) + 1)}`]),
    ...(cooldown === undefined ? [] : [`open: ${Math.max(1, Math.round(cooldown))}s`]),
  ];
  if (circuit.length > 0) lines.push(`circuit: { ${circuit.join(', ')} }`);
  return lines;
}

function masterKeyOf(general: Fields): string | undefined {
  const key = text(general['master_key']);
  if (key === undefined) return undefined;
  const written = reference(key);
  // A key in clear is not carried over: it would be in one more file.
  return written.startsWith('${') ? written : '${LITELLM_MASTER_KEY}';
}

const understood: Readonly<Record<'router' | 'general' | 'settings', ReadonlySet<string>>> = {
  router: new Set(['routing_strategy', 'num_retries', 'allowed_fails', 'cooldown_time', 'fallbacks']),
  general: new Set(['master_key']),
  settings: new Set(['fallbacks', 'num_retries', 'allowed_fails', 'cooldown_time']),
};

function leftOver(config: LitellmConfig): readonly string[] {
  const names = (section: keyof typeof understood, title: string) =>
    Object.keys(config[section])
      .filter((name) => !understood[section].has(name))
      .map((name) => `${title}.${name} has no equal`);
  return [
    ...names('router', 'router_settings'),
    ...names('settings', 'litellm_settings'),
    ...names('general', 'general_settings'),
    ...config.others.map((name) => `${name} has no equal`),
  ];
}
