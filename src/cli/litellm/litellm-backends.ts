import type { BuiltInName } from '../../api/endpoints/index.ts';
import { isAzureHost } from '../../config/azure-paths.ts';
import { parseBackendUrl } from '../../config/backend-url.ts';
import { azureBase, datedPaths, foundryBase, hostOf } from './azure-urls.ts';
import { bedrockPlace, entraAuth, type SecretOf, vertexPlace } from './litellm-clouds.ts';
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

/** Where a deployment goes. */
export interface SwapListed {
  readonly name: string;
  /** The model that the URL named, which stands for the entry's own. */
  readonly model: string | undefined;
  /** What it serves there, where that depends on the model. */
  readonly endpoints: readonly BuiltInName[] | undefined;
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

  constructor(variables: Variables, timeouts: Timeouts) {
    this.#variables = variables;
    this.#timeouts = timeouts;
  }

  get all(): readonly NewBackend[] {
    return [...this.#made.values()];
  }

  /**
   * The backend of an entry, made where there is none yet; or why there can be none. `named` is the model as the entry
   * has it, without the provider.
   */
  of(
    prefix: string,
    provider: Provider,
    params: Fields,
    named: string,
  ): SwapListed | { readonly why: string } {
    const given = text(params['api_base']) ?? text(params['base_url']);
    const base = this.#baseOf(prefix, provider, params, given, named);
    if ('why' in base) return base;
    const { url, model, endpoints, version } = base;
    const { auth, notes } =
      base.auth === undefined
        ? this.#credential(base.keyIn ?? provider.auth, provider, params, url, given !== undefined)
        : { auth: base.auth, notes: [] };
    const total = seconds(params['timeout']) ?? this.#timeouts.total;
    const firstByte = seconds(params['stream_timeout']) ?? this.#timeouts.stream;
    const timeouts = timeoutsOf(total, firstByte);
    const more = [
      ...(base.more ?? (given === undefined || prefix !== 'gemini' ? (provider.more ?? []) : [])),
      ...(provider.flavor === undefined ? [] : [`flavor: ${provider.flavor}`]),
    ];
    const identity = JSON.stringify([url, auth, version, timeouts, more]);
    const known = this.#made.get(identity);
    if (known !== undefined) return { name: known.name, model, endpoints };
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
        ...(isPlain ? ['prompts cross the network unencrypted'] : []),
        ...(params['api_version'] === undefined || version !== undefined
          ? []
          : ['api_version is not needed on the /openai/v1 paths']),
      ],
    });
    return { name, model, endpoints };
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
    const base = reference(given);
    if (provider.cloud !== 'azure') return { url: base, notes: [] };
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
    const isOwn = !isGiven || isVendors(provider, url);
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
    return { url: dated.url, model: deployment, more: [dated.paths], version: reference(version), notes: [] };
  }
  // The v1 paths know a version that names no date.
  return { url, model: deployment, version: version === 'preview' ? version : undefined, notes };
}

function foundryOf(base: string, named: string): Base {
  const { url, notes, isClaude } = foundryBase(base, named);
  if (!isClaude) return { url, notes };
  return {
    url,
    notes,
    endpoints: ['messages'],
    keyIn: 'x-api-key',
    more: ['default_headers: { anthropic-version: "2023-06-01" }'],
  };
}

/** Whether the vendor itself answers there, so that its own variable holds the key. */
function isVendors(provider: Provider, url: string): boolean {
  const host = hostOf(url);
  if (host === undefined) return false;
  if (provider.cloud === 'azure') return isAzureHost(host);
  const own = provider.url === undefined ? undefined : hostOf(provider.url);
  return own !== undefined && (host === own || host.endsWith(`.${own}`));
}

/** The value of `timeouts`, as YAML. A limit beyond the one of the whole request would never run out. */
function timeoutsOf(total: number | undefined, firstByte: number | undefined): string | undefined {
  const written = (value: number) => `${Math.max(1, Math.round(value))}s`;
  const parts = [
    ...(firstByte === undefined ? [] : [`first_byte: ${written(Math.min(firstByte, total ?? 600))}`]),
    ...(total === undefined ? [] : [`total: ${written(total)}`]),
  ];
  return parts.length === 0 ? undefined : `{ ${parts.join(', ')} }`;
}

/** A number of seconds, which LiteLLM takes as text too. */
function seconds(value: unknown): number | undefined {
  const written = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : number(value);
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
