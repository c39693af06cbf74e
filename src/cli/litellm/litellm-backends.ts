import type { BuiltInName } from '../../api/endpoints/index.ts';
import { isAzureHost } from '../../config/azure-paths.ts';
import { parseBackendUrl } from '../../config/backend-url.ts';
import { flavorOfHost } from '../../config/resolve/translation/flavors.ts';
import type { FlavorName } from '../../config/translation-settings.ts';
import { azureBase, datedPaths, foundryBase, hostOf } from './azure-urls.ts';
import { bedrockPlace, entraAuth, type SecretOf, vertexPlace } from './litellm-clouds.ts';
import { headersOf } from './litellm-headers.ts';
import { type Provider, providers } from './litellm-providers.ts';
import { type Fields, number, reference, text } from './read-litellm.ts';
import { isPlaceholder, type Variables } from './variables.ts';

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
  /** Fixed parameters of every request, as YAML. */
  readonly query: string | undefined;
  readonly more: readonly string[];
  /** The whole value of `timeouts`, as YAML. */
  readonly timeouts: string | undefined;
}

/** The destination of a deployment. */
export interface SwapListed {
  readonly name: string;
  /** The model that the URL named, which stands for the entry's own. */
  readonly model: string | undefined;
  /** The endpoints of the deployment there, if they depend on the model. */
  readonly endpoints: readonly BuiltInName[] | undefined;
  /** It is asked in Gemini's own form. */
  readonly isGemini: boolean;
}

/** In seconds. */
export interface Timeouts {
  readonly total: number | undefined;
  /** Of streams: until they begin. */
  readonly stream: number | undefined;
}

interface Base {
  readonly url: string;
  readonly model?: string | undefined;
  readonly endpoints?: readonly BuiltInName[];
  /** The whole value of `auth`; undefined leaves it to the key of the entry. */
  readonly auth?: string | undefined;
  /** The header that carries a key, where it is another than the provider's. */
  readonly keyIn?: Exclude<Provider['auth'], 'none'>;
  readonly more?: readonly string[];
  readonly flavor?: FlavorName | undefined;
  readonly isGemini?: boolean;
  /** The `api-version` of every request. */
  readonly version?: string | undefined;
  readonly notes: readonly string[];
}

/** The backends of the new file: one for each URL, credential and time limit. */
export class Backends {
  readonly #variables: Variables;
  readonly #made = new Map<string, NewBackend>();

  /** Seconds that hold for entries that say nothing. */
  readonly #timeouts: Timeouts;
  /** Nothing is translated. */
  readonly #isNative: boolean;

  constructor(variables: Variables, timeouts: Timeouts, isNative: boolean) {
    this.#variables = variables;
    this.#timeouts = timeouts;
    this.#isNative = isNative;
  }

  get all(): readonly NewBackend[] {
    return [...this.#made.values()];
  }

  /**
   * The backend of an entry, made where there is none yet; or why there can be none. `named` is the model as the entry
   * has it, without the provider; `requestFor` gives the line about requests, where their form is known.
   */
  of(
    prefix: string,
    provider: Provider,
    params: Fields,
    named: string,
    requestFor: (place: Omit<SwapListed, 'name'>) => string | undefined,
  ): SwapListed | { readonly why: string } {
    const given = text(params['api_base']) ?? text(params['base_url']);
    const { place: usual } = provider;
    const base = this.#baseOf(prefix, provider, params, given ?? (usual && `os.environ/${usual}`), named);
    if ('why' in base) return base;
    const { url, model, endpoints, version, isGemini = false } = base;
    const flavor = 'flavor' in base || provider.cloud === 'bedrock' ? base.flavor : provider.flavor;
    const place = { model, endpoints, isGemini };
    const request = requestFor(place);
    const { auth, notes } =
      base.auth === undefined
        ? this.#credential(base.keyIn ?? provider.auth, provider, params, url, given !== undefined)
        : { auth: base.auth, notes: [] };
    const total = seconds(params['timeout']) ?? seconds(this.#timeouts.total);
    const firstByte = seconds(params['stream_timeout']) ?? seconds(this.#timeouts.stream);
    const timeouts = timeoutsOf(total, firstByte);
    const headers = headersOf(params, auth, (field, value) => this.#secret(field, value));
    const more = [
      ...(base.more ?? provider.more ?? []),
      ...headers.lines,
      ...(flavor === undefined || this.#isNative ? [] : [`flavor: ${flavor}`]),
      ...(request === undefined ? [] : [request]),
    ];
    const identity = JSON.stringify([url, auth, version, timeouts, more]);
    const known = this.#made.get(identity);
    if (known !== undefined) return { name: known.name, ...place };
    const name = this.#freeName(prefix.replace(/_chat$|_beta$/, '').replaceAll('_', '-'));
    const isPlain = isPlainAbroad(url);
    this.#made.set(identity, {
      name,
      url,
      plaintext: isPlain,
      auth,
      query: version === undefined ? undefined : `{ api-version: ${JSON.stringify(version)} }`,
      more,
      timeouts,
      notes: [
        ...notes,
        ...base.notes,
        ...headers.notes,
        ...(given === undefined && usual !== undefined
          ? [`no entry says where it is: ${usual} does, as with LiteLLM`]
          : []),
        ...(isPlain ? ['prompts cross the network unencrypted'] : []),
        ...(params['api_version'] === undefined || version !== undefined
          ? []
          : ['api_version is not needed on the /openai/v1 paths']),
      ],
    });
    return { name, ...place };
  }

  #baseOf(
    prefix: string,
    provider: Provider,
    params: Fields,
    given: string | undefined,
    named: string,
  ): Base | { readonly why: string } {
    const secretOf: SecretOf = (field, value) => this.#secret(field, value);
    if (provider.cloud === 'bedrock') return bedrockPlace(params, named, secretOf);
    if (provider.cloud === 'vertex') return vertexPlace(params, named, secretOf);
    if (given === undefined) {
      if (provider.url === undefined) return { why: `the provider ${prefix} needs an \`api_base\`` };
      return { url: provider.url, notes: [] };
    }
    const base = withScheme(reference(given));
    if (prefix === 'gemini') return geminiPlace(base);
    if (provider.cloud !== 'azure') return openAiPlace(provider, base);
    const entra = entraAuth(params, secretOf);
    const found = provider === providers['azure'] ? azureOf(params, base) : foundryOf(base, named);
    return { ...found, auth: entra?.auth, notes: [...(entra?.notes ?? []), ...found.notes] };
  }

  /** A secret other than a key, as YAML; one in clear is not carried over. */
  #secret(field: string, value: string): { readonly yaml: string; readonly notes: readonly string[] } {
    const named = /^\$\{(\w+)\}$/.exec(reference(value))?.[1];
    if (named !== undefined) return { yaml: JSON.stringify(`\${${named}}`), notes: [] };
    const own = this.#variables.ofField(field, value);
    return { yaml: JSON.stringify(`\${${own}}`), notes: [`its ${field} stood in clear; set ${own}`] };
  }

  /** The value of `auth`, as YAML. */
  #credential(
    kind: Provider['auth'],
    provider: Provider,
    params: Fields,
    url: string,
    isGiven: boolean,
  ): { readonly auth: string | undefined; readonly notes: readonly string[] } {
    if (kind === 'none') return { auth: undefined, notes: [] };
    const { variable } = provider;
    const key = text(params['api_key']);
    // A kind of server that has a variable for its place has the other one for its key.
    const isOwn = !isGiven || isVendors(provider, url) || (provider.place !== undefined && !provider.cloud);
    const host = hostOf(url) ?? url.replace(/[${}]/g, '');
    const from = (name: string, ...notes: readonly string[]) => ({ auth: authOf(kind, name), notes });
    if (key === undefined) {
      if (variable === undefined) return { auth: undefined, notes: [] };
      if (isOwn) return from(variable);
      const own = this.#variables.ofHost(host, '');
      return from(
        own,
        `LiteLLM sent ${variable} to this server, which is not that vendor's; set ${own} to this server's own key, or take \`auth\` out`,
      );
    }
    const named = /^\$\{(\w+)\}$/.exec(reference(key))?.[1];
    if (named !== undefined) return from(named);
    if (isPlaceholder(key)) return { auth: undefined, notes: ['its key was a placeholder, so none is sent'] };
    // A key in clear is not carried over: it would be in one more file.
    const vendors = isOwn && variable !== undefined ? this.#variables.ofVendor(variable, key) : undefined;
    const own = vendors ?? this.#variables.ofHost(host, key);
    return from(own, `its key stood in clear; set ${own}`);
  }

  #freeName(stem: string): string {
    const taken = new Set(this.all.map(({ name }) => name));
    let name = stem;
    for (let count = 2; taken.has(name); count += 1) name = `${stem}-${count}`;
    return name;
  }
}

/** A resource of Azure OpenAI: its v1 paths, or the dated ones where something else stands in front of it. */
function azureOf(params: Fields, base: string): Base {
  const version = text(params['api_version']);
  const { url, deployment, notes } = azureBase(base);
  const isOwn = base.startsWith('$') || isAzureHost(hostOf(base) ?? '');
  if (version !== undefined && version !== 'preview' && !isOwn) {
    const dated = datedPaths(base);
    return {
      flavor: 'generic',
      url: dated.url,
      model: deployment,
      more: [dated.paths],
      version: reference(version),
      notes: [],
    };
  }
  // The v1 paths know a version that names no date.
  return {
    flavor: isOwn ? 'openai' : 'generic',
    url,
    model: deployment,
    version: version === 'preview' ? version : undefined,
    notes,
  };
}

function foundryOf(base: string, named: string): Base {
  const { url, notes, isClaude } = foundryBase(base, named);
  if (!isClaude) return { url, notes };
  return {
    url,
    notes,
    endpoints: ['messages'],
    flavor: undefined,
    keyIn: 'x-api-key',
    more: ['default_headers: { anthropic-version: "2023-06-01" }'],
  };
}

/** A host alone is one over TLS. */
function withScheme(base: string): string {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?(?:\/|$)/i.test(base) ? `https://${base}` : base;
}

/**
 * The place of OpenAI's form below an `api_base`: LiteLLM appends `/chat/completions`, and `/v1` comes before that
 * here.
 */
function openAiPlace({ endpoints, flavor, only }: Provider, base: string): Base {
  const url = base.replace(/\/+$/, '').replace(/(?<=\/v1)\/chat\/completions$/, '');
  const [, root = '', path = ''] = /^(https?:\/\/[^/?#]+)([^?#]*)$/i.exec(url) ?? [];
  const host = hostOf(url);
  const of = host === undefined || flavor !== 'openai' ? {} : { flavor: flavorOfHost(host) ?? 'generic' };
  if (path === '' || /\/v1$/.test(path) || only !== undefined || endpoints.includes('messages'))
    return { url: base, notes: [], ...of };
  const parts = {
    chat_completions: 'chat/completions',
    completions: 'completions',
    embeddings: 'embeddings',
    responses: 'responses',
  };
  const paths = Object.entries(parts).map(([name, end]) => `${name}: ${JSON.stringify(`${path}/${end}`)}`);
  return { url: root, notes: [], more: [`paths: { ${paths.join(', ')} }`], ...of };
}

/** LiteLLM asks Google, and whatever stands in its place, in Gemini's own form; a path that ends in /openai has OpenAI's. */
function geminiPlace(base: string): Base {
  const url = base.replace(/\/+$/, '');
  const google = providers['gemini']!;
  if (hostOf(url) === hostOf(google.url ?? '')) return { url: google.url!, notes: [] };
  const [, root = url, path = ''] = /^(\$\{\w+\}|https?:\/\/[^/?#]+)([^?#]*)$/i.exec(url) ?? [];
  if (path.endsWith('/openai')) {
    const paths = `chat_completions: ${JSON.stringify(`${path}/chat/completions`)}, embeddings: ${JSON.stringify(`${path}/embeddings`)}`;
    return { url: root, more: [`paths: { ${paths} }`], notes: [] };
  }
  const models = `${path}/models/{model}`;
  const paths = `gemini: ${JSON.stringify(`${models}:generateContent`)}, gemini_stream: ${JSON.stringify(`${models}:streamGenerateContent`)}`;
  return {
    url: root,
    more: [`paths: { ${paths} }`],
    endpoints: [],
    flavor: undefined,
    isGemini: true,
    keyIn: 'x-goog-api-key',
    notes: root.startsWith('$')
      ? [`a path is put behind ${root}, which must hold no more than a scheme and a host`]
      : [],
  };
}

/** True if the URL is the vendor's own, so that the vendor's variable holds the key. */
function isVendors(provider: Provider, url: string): boolean {
  const host = hostOf(url);
  if (host === undefined) return false;
  if (provider.cloud === 'azure') return isAzureHost(host);
  const own = provider.url === undefined ? undefined : hostOf(provider.url);
  return own !== undefined && (host === own || host.endsWith(`.${own}`));
}

/** The value of `timeouts`, as YAML. A limit beyond the one of the whole request would never run out. */
function timeoutsOf(total: number | undefined, firstByte: number | undefined): string | undefined {
  const parts = [
    ...(firstByte === undefined ? [] : [`first_byte: ${durationOf(Math.min(firstByte, total ?? 600))}`]),
    ...(total === undefined ? [] : [`total: ${durationOf(total)}`]),
  ];
  return parts.length === 0 ? undefined : `{ ${parts.join(', ')} }`;
}

/** Seconds as the file writes them. */
export function durationOf(seconds: number): string {
  return Number.isInteger(seconds) ? `${seconds}s` : `${Math.max(1, Math.round(seconds * 1000))}ms`;
}

/** A number of seconds, which LiteLLM takes as text too. */
function seconds(value: unknown): number | undefined {
  const written = number(value);
  return written !== undefined && written > 0 && written <= 86_400 ? written : undefined;
}

function isPlainAbroad(url: string): boolean {
  const parsed = parseBackendUrl(url);
  return (
    'protocol' in parsed && parsed.protocol === 'http:' && !/^(127\.|localhost$|::1$)/.test(parsed.hostname)
  );
}

function authOf(kind: Exclude<Provider['auth'], 'none'>, variable: string): string {
  const value = `"\${${variable}}"`;
  return kind === 'bearer' ? `{ bearer: ${value} }` : `{ header: ${kind}, value: ${value} }`;
}
