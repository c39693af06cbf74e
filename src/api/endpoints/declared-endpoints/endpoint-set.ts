/**
 * The endpoints of one configuration: those that come with the gateway, and those that it declares itself. What differs
 * by endpoint in something that is made of a configuration comes from here; `index.ts` knows only what comes with the
 * gateway.
 */

import { type CloudAddress, cloudAddressAt, cloudCalledAt } from '../clouds/cloud-addresses.ts';
import type { Cloud, ModelFamily, ModelPlace } from '../endpoint.ts';
import {
  apiKeyPaths,
  type BuiltInName,
  type DeclaredName,
  type EndpointName,
  endpoints,
  familyOfPath,
  type ServedEndpoint,
  takesApiKeyHeader,
} from '../index.ts';
import { overlaps } from './path-overlap.ts';

/** An endpoint that a configuration declares: plain data, which goes with the configuration from process to process. */
export type DeclaredEndpoint = Extract<ServedEndpoint, { readonly dialect: 'json' }> & {
  readonly name: DeclaredName;
  readonly model: ModelPlace;
  /** The backends for requests without a model, in order. */
  readonly backends: readonly string[];
};

/** The part of a configuration that says which endpoints there are. */
export interface DeclaringConfig {
  readonly declaredEndpoints: readonly DeclaredEndpoint[];
}

export class EndpointSet {
  /** Sorted. */
  readonly names: readonly EndpointName[];
  /** Those that deployments can serve. */
  readonly deployed: readonly EndpointName[];
  /** Those that can stand before the colon of a tag. */
  readonly tagPrefixes: readonly EndpointName[];
  readonly declared: readonly DeclaredEndpoint[];
  /** The family of errors for a path. */
  readonly familyOfPath: (path: string) => ModelFamily;
  /** The cloud's address of an endpoint in a path; declared endpoints take precedence. */
  readonly cloudAddressAt: (path: string) => CloudAddress | undefined;
  /** The cloud whose clients call a path, whether something is there or not. */
  readonly cloudCalledAt: (path: string) => Cloud | undefined;
  /** True if clients may send their key as `x-api-key` to a path, */
  readonly takesApiKeyHeader: (path: string) => boolean;
  /** and the paths at and below which they may. */
  readonly apiKeyPaths: readonly string[];
  readonly #byName: ReadonlyMap<string, ServedEndpoint>;

  constructor(declared: readonly DeclaredEndpoint[]) {
    this.declared = declared;
    const byName = new Map<string, ServedEndpoint>(Object.entries(endpoints));
    // The configuration's own goes before one of the same name that came with a later version.
    for (const endpoint of declared) byName.set(endpoint.name, endpoint);
    const all = [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#byName = byName;
    this.names = all.map(({ name }) => name);
    this.deployed = all.filter(isDeployed).map(({ name }) => name);
    const ofAnthropic = declared.filter(({ family }) => family === 'anthropic').map(({ path }) => path);
    const isOfAnthropic = (path: string) => ofAnthropic.some((one) => overlaps(one, path));
    this.familyOfPath =
      ofAnthropic.length === 0
        ? familyOfPath
        : (path) => (isOfAnthropic(withoutQuery(path)) ? 'anthropic' : familyOfPath(path));
    const isOwn = (path: string, name?: string) =>
      declared.some((one) => one.name === name || overlaps(one.path, path));
    this.cloudAddressAt =
      declared.length === 0
        ? cloudAddressAt
        : (path) => {
            const address = cloudAddressAt(path);
            return isOwn(path, address?.endpoint) ? undefined : address;
          };
    this.cloudCalledAt =
      declared.length === 0
        ? cloudCalledAt
        : (path) => (isOwn(path, cloudAddressAt(path)?.endpoint) ? undefined : cloudCalledAt(path));
    this.takesApiKeyHeader =
      ofAnthropic.length === 0
        ? takesApiKeyHeader
        : (path) => isOfAnthropic(withoutQuery(path)) || takesApiKeyHeader(path);
    this.apiKeyPaths = [...apiKeyPaths, ...ofAnthropic];
    this.tagPrefixes = all.filter(({ tags }) => tags.prefix).map(({ name }) => name);
  }

  /** The endpoint of a name that is there. */
  of(name: EndpointName): ServedEndpoint {
    return this.#byName.get(name)!;
  }

  /** A name that somebody wrote, if it is that of an endpoint. */
  named(text: string): EndpointName | undefined {
    return this.#byName.get(text)?.name;
  }

  /** The capabilities that are known under an endpoint alone. */
  capabilitiesOf(name: EndpointName): readonly string[] {
    return Object.keys(this.of(name).capabilities ?? {});
  }

  /** A table with an entry for each endpoint. */
  perEndpoint<Value>(make: (endpoint: ServedEndpoint) => Value): Record<EndpointName, Value> {
    const made: Record<string, Value> = {};
    for (const name of this.names) made[name] = make(this.of(name));
    return made as Record<EndpointName, Value>;
  }

  /** True for an unchanged built-in endpoint. */
  isBuiltIn(name: EndpointName): name is BuiltInName {
    return this.of(name).model === undefined;
  }
}

/** True for an endpoint that deployments of models serve: requests name one. */
export function isDeployed({ answeredBy, model }: ServedEndpoint): boolean {
  return answeredBy === 'deployments' && model?.in !== 'none';
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0]!;
}

/** Those of a configuration that declares none. */
export const builtIn = new EndpointSet([]);

/** The last one that was made: configurations that are read anew mostly declare the same. */
let last: { readonly text: string; readonly set: EndpointSet } | undefined;
const known = new WeakMap<readonly DeclaredEndpoint[], EndpointSet>();

/** The endpoints of a configuration; the same object for all that declare the same, one after the other. */
export function endpointsOf({ declaredEndpoints: declared }: DeclaringConfig): EndpointSet {
  if (declared.length === 0) return builtIn;
  const before = known.get(declared);
  if (before !== undefined) return before;
  const text = JSON.stringify(declared);
  if (last?.text !== text) last = { text, set: new EndpointSet(declared) };
  known.set(declared, last.set);
  return last.set;
}
