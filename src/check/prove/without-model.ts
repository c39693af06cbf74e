/**
 * The destinations of requests that name no model: those for objects that backends keep, and those of declared
 * endpoints without one. A new object goes to the backends of the endpoint. An existing one is at its backend; a key
 * reaches that if it, or a key of the same owner, could have something made there.
 */
import { isDeployed } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type BuiltInName, type EndpointName, endpoints } from '../../api/endpoints/index.ts';
import { isBoundToModels, modelLists } from '../../config/derived/allowed-models.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { BackendTags } from '../../routing/backend-tags.ts';
import { ObjectRoutes, planWithoutModel } from '../../routing/object-routes.ts';
import { isEligible } from '../../routing/plan.ts';
import type { PlannedModel, RoutingTable } from '../../routing/routing-table.ts';
import type { AskableIds } from './askable-ids.ts';

const nobody: readonly PlannedModel[] = [];
const nowhere: ReadonlySet<string> = new Set();

export class WithoutModel {
  readonly #config: Config;
  readonly #table: RoutingTable;
  readonly #ids: AskableIds;
  readonly #routes: ObjectRoutes | undefined;
  readonly #tags: BackendTags;
  /** By owner, only for owners with several keys. */
  #owners: ReadonlyMap<string, readonly KeyConfig[]> | undefined;
  readonly #made = new Map<string, ReadonlySet<string>>();

  constructor(config: Config, table: RoutingTable, ids: AskableIds) {
    this.#config = config;
    this.#table = table;
    this.#ids = ids;
    this.#routes = config.stateful && new ObjectRoutes(config.stateful, config);
    this.#tags = new BackendTags(config);
  }

  /** Endpoints on which a request may name no model. */
  get endpoints(): readonly EndpointName[] {
    return this.#table.endpoints.names.filter((name) => this.#keeps(name) || this.#plansOf(name) !== nobody);
  }

  /** The destinations of a new object, in order; none if requests name a model. */
  planFor(endpoint: EndpointName, key: KeyConfig, tags: readonly string[]): readonly PlannedModel[] {
    if (!this.#mayMake(endpoint, key)) return nobody;
    return this.#tags.meeting(this.#plansOf(endpoint), [...key.tags, ...tags]);
  }

  /** Every backend that some request without a model may reach. */
  backends(): ReadonlySet<string> {
    const { stateful } = this.#config;
    const all = new Set<string>();
    for (const endpoint of this.endpoints) {
      for (const backend of backendsOf(this.#plansOf(endpoint))) all.add(backend);
      for (const backend of stateful?.backends[endpoint] ?? []) all.add(backend);
    }
    return all;
  }

  /** The backends where a key may have something made on an endpoint. */
  madeBy(endpoint: EndpointName, key: KeyConfig): ReadonlySet<string> {
    if (!this.#keeps(endpoint)) return nowhere;
    const terms = JSON.stringify([endpoint, modelLists(key), key.endpoints, key.tags]);
    const known = this.#made.get(terms);
    if (known !== undefined) return known;
    const made = new Set(this.#isByModel(endpoint) ? this.#servedTo(endpoint, key) : []);
    if (!this.#isByModel(endpoint))
      for (const name of backendsOf(this.planFor(endpoint, key, []))) made.add(name);
    // A batch goes to its file's backend.
    if (endpoint === 'batches' && this.#mayMake(endpoint, key))
      for (const name of this.#config.stateful?.backends.files ?? [])
        if (this.#tags.unmet(name, key.tags).length === 0) made.add(name);
    this.#made.set(terms, made);
    return made;
  }

  /** Keys with the same objects, if a request may name one on this endpoint. */
  sharing(endpoint: EndpointName, key: KeyConfig): readonly KeyConfig[] {
    if (!this.#keeps(endpoint)) return [];
    this.#owners ??= ownersOf(this.#config);
    return this.#owners.get(key.objectsOwner) ?? [];
  }

  /** The backend for ids that nothing attributes to a backend; undefined for none. */
  unsignedAt(endpoint: EndpointName): string | undefined {
    const { stateful } = this.#config;
    if (!this.#keeps(endpoint) || stateful?.allowsUnsigned !== true) return undefined;
    const [sole, ...others] = stateful.backends[endpoint] ?? [];
    return others.length === 0 ? sole : undefined;
  }

  #keeps(endpoint: EndpointName): boolean {
    return this.#config.stateful?.endpoints.includes(endpoint) === true;
  }

  #isByModel(endpoint: EndpointName): boolean {
    return isDeployed(this.#table.endpoints.of(endpoint));
  }

  #plansOf(endpoint: EndpointName): readonly PlannedModel[] {
    if (this.#isByModel(endpoint)) return nobody;
    if (this.#table.endpoints.of(endpoint).answeredBy === 'backends')
      return this.#keeps(endpoint) ? this.#routes!.usual(endpoint) : nobody;
    const { deployments = [] } = this.#config.endpoints[endpoint] ?? {};
    return deployments.length === 0 ? nobody : [planWithoutModel(deployments)];
  }

  /** A batch names its models in a file, so a key that may use only some models may make none. */
  #mayMake(endpoint: EndpointName, key: KeyConfig): boolean {
    if (!isGranted(key, endpoint)) return false;
    const operations = endpoints[endpoint as BuiltInName]?.operations ?? [];
    return !isBoundToModels(key) || !operations.some(({ needsAllModels }) => needsAllModels);
  }

  #servedTo(endpoint: EndpointName, key: KeyConfig): readonly string[] {
    if (!isGranted(key, endpoint)) return [];
    const allowed = this.#ids.allowedTo(key);
    return this.#ids.all.flatMap(({ routes }, number) => {
      if (!allowed.has(number)) return [];
      const { eligible } = routes.candidates[endpoint]!;
      return eligible
        .filter((candidate) => isEligible(candidate, key.tags))
        .map(({ deployment }) => deployment.backend);
    });
  }
}

/** True if a key may call an endpoint at all. */
export function isGranted({ endpoints: granted }: KeyConfig, endpoint: EndpointName): boolean {
  return granted === undefined || granted.includes(endpoint);
}

function backendsOf(plan: readonly PlannedModel[]): readonly string[] {
  return plan.flatMap(({ eligible }) => eligible.map(({ deployment }) => deployment.backend));
}

function ownersOf({ keys }: Config): ReadonlyMap<string, readonly KeyConfig[]> {
  const owners = new Map<string, KeyConfig[]>();
  for (const key of keys.values()) {
    const known = owners.get(key.objectsOwner);
    if (known === undefined) owners.set(key.objectsOwner, [key]);
    else known.push(key);
  }
  for (const [owner, { length }] of owners) if (length === 1) owners.delete(owner);
  return owners;
}
