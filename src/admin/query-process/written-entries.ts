import { isDeployed } from '../../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type KeptContents, type KeptModels, keptContents } from '../../config/derived/kept-contents.ts';
import { storeShown } from '../../config/store/store-keys.ts';
import { shownPath } from '../../config/text/files.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { DeploymentConfig, ModelConfig } from '../../config/types/models.ts';
import { deploymentKey, type ModelRoutes, type RoutingTable } from '../../routing/routing-table.ts';
import type { Deployment } from '../contract/deployments.ts';
import type { Key } from '../contract/keys.ts';
import type { NamesAnswer } from '../contract/routing.ts';
import type { ProofsOf } from './capability-lock-reader.ts';
import type { Excerpt, Queries, WrittenKey, WrittenModel } from './queries.ts';

/** The models whose id holds a text, as the file has them. */
export function writtenModels(
  table: RoutingTable,
  { search, limit }: Excerpt,
  proofsOf: ProofsOf,
): Queries['models']['answer'] {
  const found = [...table.models.values()].filter(({ model }) => model.id.includes(search));
  const models = found.slice(0, limit).map((routes) => writtenModel(routes, proofsOf));
  return { total: found.length, models };
}

function writtenModel({ model, tags }: ModelRoutes, proofsOf: ProofsOf): WrittenModel {
  return {
    id: model.id,
    owned_by: model.ownedBy,
    balance: model.balance,
    fallbacks: model.fallbacks,
    mirror: mirrorOf(model),
    file: model.at.file,
    line: model.at.line,
    tags,
    deployments: model.deployments.map((deployment) => ({
      deployment: deploymentKey(deployment),
      name: deployment.name,
      backend: deployment.backend,
      priority: deployment.priority,
      weight: deployment.weight,
      priced: deployment.price !== undefined,
      disabled: deployment.disabled,
      endpoints: deployment.endpoints,
      via: viaOf(deployment),
      proofs: proofsOf(deployment),
      line: deployment.at.line,
    })),
  };
}

function mirrorOf({ mirror }: ModelConfig): WrittenModel['mirror'] {
  if (mirror === undefined) return null;
  return `${Math.round(mirror.share * 1000) / 10} % to ${mirror.to}`;
}

function viaOf({ translations = {} }: DeploymentConfig): Deployment['via'] {
  return Object.fromEntries(Object.entries(translations).map(([name, { to }]) => [name, to]));
}

/** The keys whose id holds a text, as the files have them; never what they are secured by. */
export function writtenKeys(
  config: Config,
  { search, limit, exact = false }: Excerpt,
  now: number,
): Queries['keys']['answer'] {
  const found = [...config.keys.values()].filter(({ id }) => (exact ? id === search : id.includes(search)));
  const shown = found.slice(0, limit);
  const keptOf = keptContents(config);
  return {
    total: found.length,
    keys: shown.map((key) => writtenKey(config, key, keptOf, now)),
    limits: new Map(shown.flatMap(({ id, limits }) => (limits === undefined ? [] : [[id, limits] as const]))),
    rate_limits: [...config.rateLimits.keys()],
  };
}

/** @param keptOf Whose contents `config` keeps. */
export function writtenKey(config: Config, key: KeyConfig, keptOf: KeptContents, now: number): WrittenKey {
  const isInStore = config.keysStore !== undefined && key.at.file === storeShown;
  return {
    id: key.id,
    models: key.models ?? null,
    group_models: key.groupModels,
    tools: key.tools?.own ?? [],
    group_tools: key.tools?.ofGroups ?? [],
    endpoints: key.endpoints ?? null,
    rate_limit: key.rule ?? null,
    group: key.groups[0] ?? null,
    contents: contentsOf(config, keptOf(key.id)),
    not_before: isoTime(key.notBefore),
    expires: isoTime(key.expires),
    state: stateOf(key, now),
    secrets: secretsOf(key, now),
    reached_by: waysTo(key, config, now),
    each: countedBy(key, config),
    file: key.at.file,
    line: key.at.line,
    managed: isInStore || (config.keysFile !== undefined && key.at.file === shownPath(config.keysFile)),
    stands_in: isInStore ? 'store' : 'file',
    owner: key.owner ?? null,
    note: key.note ?? null,
    created: isoTime(key.created),
  };
}

function contentsOf({ contentLog }: Config, kept: KeptModels | undefined): Key['contents'] {
  if (kept === undefined) return 'not kept';
  return kept === 'all' && contentLog?.sample === 1 ? 'kept' : 'partly kept';
}

function secretsOf({ hashes, retiring }: KeyConfig, now: number): number {
  return hashes.filter((hash) => (retiring.get(hash) ?? Infinity) > now).length;
}

/** The ways to use a key, in words. A certificate beside a secret counts as one way with it. */
function waysTo(key: KeyConfig, { identity }: Config, now: number): readonly string[] {
  const secrets = secretsOf(key, now);
  const secret = secrets === 0 ? [] : [secrets === 1 ? 'a secret' : `${secrets} secrets`];
  const certificate = key.certificate === undefined ? [] : [`the certificate ${key.certificate}`];
  const shown =
    secret.length > 0 && certificate.length > 0
      ? [[...secret, ...certificate].join(' with ')]
      : [...secret, ...certificate];
  const rules = [...identity.issuers.values()].flatMap(({ name, rules }) =>
    rules.flatMap((rule, index) => (rule.key === key.id ? [`rule ${index + 1} of the issuer ${name}`] : [])),
  );
  return [...shown, ...rules];
}

/** The claims by which each caller who comes to a key counts for itself. */
function countedBy(key: KeyConfig, { identity }: Config): readonly string[] {
  const rules = [...identity.issuers.values()].flatMap((issuer) => issuer.rules);
  return [...new Set(rules.flatMap((rule) => (rule.key === key.id ? (rule.each ?? []) : [])))];
}

function stateOf({ disabled, notBefore, expires }: KeyConfig, now: number): Key['state'] {
  if (disabled) return 'disabled';
  if (expires !== undefined && now >= expires) return 'expired';
  return notBefore !== undefined && now < notBefore ? 'not_yet' : 'active';
}

function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}

/** More than a person looks through; what is not in a list can still be typed. */
const mostNames = 1000;

export function namesOf(config: Config, table: RoutingTable): NamesAnswer {
  const deployments = [...config.models.values()].flatMap((model) => model.deployments);
  const tags = new Set<string>();
  for (const routes of table.models.values()) for (const tag of routes.tags) tags.add(tag);
  const cut = (names: Iterable<string>) => [...names].slice(0, mostNames);
  return {
    models: cut(config.models.keys()),
    keys: cut(config.keys.keys()),
    backends: cut(config.backends.keys()),
    deployments: cut(deployments.map(deploymentKey)),
    tags: cut([...tags].sort()),
    rate_limits: cut(config.rateLimits.keys()),
    groups: cut(config.groups.keys()),
    mcp_servers: cut(config.mcp?.servers.keys() ?? []),
    endpoints: config.declaredEndpoints.map(({ name }) => name),
    without_model: config.declaredEndpoints.filter((one) => !isDeployed(one)).map(({ name }) => name),
    most: mostNames,
  };
}
