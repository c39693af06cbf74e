/**
 * Everything routing can know before a request comes, built once per snapshot: for every model and endpoint the
 * candidates in the order of their priority, each with the tags it satisfies there. A request then costs a
 * look-up and a set membership per tag; without tags it gets arrays that are already made.
 */

import {
  type DeclaringConfig,
  type EndpointSet,
  endpointsOf,
} from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { allOwnCapabilities, type EndpointName } from '../api/endpoints/index.ts';
import { capabilityNames } from '../config/capability-names.ts';
import { translationAt } from '../config/derived/endpoint-translation.ts';
import { deploymentName, wildcardPrefix } from '../config/derived/model-names.ts';
import type { Translation } from '../config/translation-settings.ts';
import type { Config } from '../config/types/gateway.ts';
import type { DeploymentConfig, ModelConfig } from '../config/types/models.ts';
import type { PriceConfig } from '../config/types/prices.ts';
import type { GenericTags } from '../config/types/routing.ts';
import { atOnce } from '../lib/steps.ts';
import { satisfiedTags } from './eligibility.ts';

/** A deployment that serves the endpoint called. */
export interface Candidate {
  /**
   * `MODEL/NAME`, unique in a configuration because a deployment's name holds no slash. Live state (requests in
   * flight, latency, circuit) is kept under it, so that it survives a reload.
   */
  readonly key: string;
  readonly deployment: DeploymentConfig;
  readonly priority: number;
  readonly weight: number;
  /** USD per million tokens, where the file gives it. */
  readonly price: PriceConfig | undefined;
  /** The tags it satisfies on a call of this endpoint. */
  readonly tags: ReadonlySet<string>;
  /** The translation of the called endpoint; undefined if its backend itself has the endpoint. */
  readonly translation: Translation | undefined;
  /** The server among the equal ones of its backend; undefined for the deployment as a whole. */
  readonly replica: string | undefined;
}

/** A model of the chain with those of its deployments that may answer: by priority, then as declared. */
export interface PlannedModel {
  readonly model: ModelConfig;
  readonly eligible: readonly Candidate[];
  /** The id that was asked for, where the model's entry takes many. */
  readonly asked?: string;
}

/** All that is known of one model. */
export interface ModelRoutes {
  readonly model: ModelConfig;
  /** Per endpoint every candidate: what a request without tags gets. */
  readonly candidates: Readonly<Record<EndpointName, PlannedModel>>;
  /** The endpoints that at least one deployment serves. */
  readonly served: readonly EndpointName[];
  /** The tags of the model list, sorted: what its deployments satisfy on at least one endpoint they serve. */
  readonly tags: readonly string[];
}

export interface RoutingTable {
  readonly models: ReadonlyMap<string, ModelRoutes>;
  /** Those of them that take every id that begins like theirs: the longest first. */
  readonly wildcards: readonly ModelRoutes[];
  readonly genericTags: GenericTags;
  readonly endpoints: EndpointSet;
  /** The interface's capabilities and every other one that a deployment lists. */
  readonly capabilities: ReadonlySet<string>;
}

/** The part of a configuration that routing depends on. */
export type RoutedConfig = Pick<Config, 'models' | 'routing'> & DeclaringConfig;

/** As a deployment is called from outside its model. */
export function deploymentKey(deployment: DeploymentConfig): string {
  return deploymentName(deployment.model, deployment.name);
}

const noTags: ReadonlySet<string> = new Set();

/** A deployment as a candidate where nobody asks for tags. */
export function candidateOf(
  deployment: DeploymentConfig,
  tags: ReadonlySet<string> = noTags,
  translation?: Translation,
): Candidate {
  const { priority, weight, price } = deployment;
  const key = deploymentKey(deployment);
  return { key, deployment, priority, weight, price, tags, translation, replica: undefined };
}

/** Its rank among healthy ones: by priority, and of equals those first that need no translation. */
export function rankOf({ priority, translation }: Pick<Candidate, 'priority' | 'translation'>): number {
  return priority * 2 + (translation === undefined ? 0 : 1);
}

/** Builds the table of a configuration. */
export function routingTable(config: RoutedConfig): RoutingTable {
  return atOnce(routingTableSteps(config));
}

/**
 * Builds the table model by model, for whoever has something else to do in between: a file may have thousands. What
 * the table before it knows of the same objects is taken from there; where it knows all, it is the table.
 */
export function* routingTableSteps(
  config: RoutedConfig,
  before?: RoutingTable,
): Generator<void, RoutingTable, void> {
  const { genericTags } = config.routing;
  const endpoints = endpointsOf(config);
  const isAlike = before?.genericTags === genericTags && before.endpoints === endpoints;
  const known = isAlike ? before.models : undefined;
  const inOrder = known?.values();
  let isKnown = known?.size === config.models.size;
  const capabilities = new Set<string>([...capabilityNames, ...allOwnCapabilities]);
  const tagsOf = sharedTagSets(genericTags, endpoints);
  const models = new Map<string, ModelRoutes>();
  for (const model of config.models.values()) {
    isKnown &&= inOrder?.next().value?.model === model;
    const same = known?.get(model.id);
    models.set(model.id, same?.model === model ? same : modelRoutes(model, tagsOf, endpoints));
    for (const { endpoints: own } of model.deployments) {
      for (const listed of Object.values(own)) for (const one of listed ?? []) capabilities.add(one);
    }
    yield;
  }
  if (isKnown && before !== undefined) return before;
  const wildcards = [...models.values()]
    .filter(({ model }) => wildcardPrefix(model.id) !== undefined)
    .sort((a, b) => b.model.id.length - a.model.id.length);
  return { models, wildcards, genericTags, endpoints, capabilities };
}

/** The routes of the model that takes an id: the one of that name, else the wildcard with the longest prefix. */
export function routesOf({ models, wildcards }: RoutingTable, id: string): ModelRoutes | undefined {
  const own = models.get(id);
  if (own !== undefined || wildcards.length === 0) return own;
  return wildcards.find(({ model }) => id.startsWith(wildcardPrefix(model.id)!));
}

/**
 * Deployments as they are called for an id that a wildcard took: a name that ends in `*` has what the `*` stood for in
 * its place.
 */
export function calledFor(routes: ModelRoutes, planned: PlannedModel, id: string): PlannedModel {
  const prefix = wildcardPrefix(routes.model.id);
  if (prefix === undefined) return planned;
  const rest = id.slice(prefix.length);
  const eligible = planned.eligible.map((candidate): Candidate => {
    const { deployment } = candidate;
    const open = wildcardPrefix(deployment.upstreamModel);
    if (open === undefined) return candidate;
    return { ...candidate, deployment: { ...deployment, upstreamModel: open + rest } };
  });
  return { model: planned.model, eligible, asked: id };
}

type TagSets = Readonly<Record<EndpointName, ReadonlySet<string>>>;
type TagsOf = (deployment: DeploymentConfig) => TagSets;

/** Deployments that declare the same share their sets: a large file has thousands of them and few kinds. */
function sharedTagSets(genericTags: GenericTags, endpoints: EndpointSet): TagsOf {
  const known = new Map<string, TagSets>();
  return (deployment) => {
    const { endpoints: served, translations } = deployment;
    const signature = JSON.stringify([served, translations === undefined ? [] : Object.keys(translations)]);
    const before = known.get(signature);
    if (before !== undefined) return before;
    const sets = endpoints.perEndpoint(({ name }) => satisfiedTags(deployment, name, genericTags, endpoints));
    known.set(signature, sets);
    return sets;
  };
}

function modelRoutes(model: ModelConfig, tagsOf: TagsOf, endpoints: EndpointSet): ModelRoutes {
  const sets = new Map(model.deployments.map((deployment) => [deployment, tagsOf(deployment)]));
  const listed = new Set<ReadonlySet<string>>();
  const candidatesOf = (endpoint: EndpointName): PlannedModel => {
    const eligible: Candidate[] = [];
    for (const [deployment, byEndpoint] of sets) {
      if (deployment.disabled || deployment.endpoints[endpoint] === undefined) continue;
      const tags = byEndpoint[endpoint]!;
      listed.add(tags);
      eligible.push(candidateOf(deployment, tags, translationAt(deployment, endpoint)));
    }
    eligible.sort((a, b) => rankOf(a) - rankOf(b));
    return { model, eligible };
  };
  const candidates = endpoints.perEndpoint(({ name }) => candidatesOf(name));
  const served = endpoints.names.filter((endpoint) => candidates[endpoint]!.eligible.length > 0);
  const tags = new Set([...listed].flatMap((set) => [...set]));
  return { model, candidates, served, tags: [...tags].sort() };
}
