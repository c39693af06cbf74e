import { isAzureHost } from '../../config/azure-paths.ts';
import { parseBackendUrl } from '../../config/backend-url.ts';
import { azureBase, hostOf } from './azure-urls.ts';
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

  /** The backend of an entry, made where there is none yet; or why there can be none. */
  of(prefix: string, provider: Provider, params: Fields): SwapListed | { readonly why: string } {
    const given = text(params['api_base']) ?? text(params['base_url']);
    const base = baseOf(provider, given);
    if (base === undefined) return { why: `the provider ${prefix} needs an \`api_base\`` };
    const { url, model } = base;
    const { auth, notes } = this.#credential(provider, params, url, given !== undefined);
    const query = queryOf(provider, params);
    const total = seconds(params['timeout']) ?? this.#timeouts.total;
    const firstByte = seconds(params['stream_timeout']) ?? this.#timeouts.stream;
    const timeouts = timeoutsOf(total, firstByte);
    const identity = JSON.stringify([url, auth, query, timeouts]);
    const known = this.#made.get(identity);
    if (known !== undefined) return { name: known.name, model };
    const name = this.#freeName(prefix.replace(/_chat$/, '').replaceAll('_', '-'));
    const isPlain = isPlainAbroad(url);
    this.#made.set(identity, {
      name,
      url,
      plaintext: isPlain,
      auth,
      query: query === undefined ? undefined : `{ api-version: ${JSON.stringify(query)} }`,
      more: given === undefined || prefix !== 'gemini' ? (provider.more ?? []) : [],
      timeouts,
      notes: [
        ...notes,
        ...base.notes,
        ...(isPlain ? ['prompts cross the network unencrypted'] : []),
        ...(params['api_version'] === undefined || query !== undefined
          ? []
          : ['api_version is not needed on the /openai/v1 paths']),
      ],
    });
    return { name, model };
  }

  /** The value of `auth`, as YAML. */
  #credential(
    provider: Provider,
    params: Fields,
    url: string,
    isGiven: boolean,
  ): { readonly auth: string | undefined; readonly notes: readonly string[] } {
    if (provider.auth === 'none') return { auth: undefined, notes: [] };
    const { auth: kind, variable } = provider;
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

function baseOf(provider: Provider, given: string | undefined): Base | undefined {
  if (given === undefined) return provider.url === undefined ? undefined : { url: provider.url, notes: [] };
  const base = reference(given);
  if (provider !== providers['azure']) return { url: base, notes: [] };
  const { url, deployment, notes } = azureBase(base);
  return { url, model: deployment, notes };
}

/** The `api-version` that the v1 paths know: one that names no date. */
function queryOf(provider: Provider, params: Fields): string | undefined {
  const version = text(params['api_version']);
  return provider === providers['azure'] && version === 'preview' ? version : undefined;
}

/** Whether the vendor itself answers there, so that its own variable holds the key. */
function isVendors(provider: Provider, url: string): boolean {
  const host = hostOf(url);
  if (host === undefined) return false;
  if (provider === providers['azure']) return isAzureHost(host);
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
