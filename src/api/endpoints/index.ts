/**
 * Everything derived from the list of endpoints, and the look-up by a request's path. All differences by endpoint
 * elsewhere (names and grants in the configuration, the enums of its schema, tables of routing, metrics, pages, the
 * simulator) come from here.
 */
import { cloudAddressAt } from './clouds/cloud-addresses.ts';
import type {
  BodyRules,
  JsonBodyRules,
  ModelFamily,
  Operation,
  OwnDefinition,
  ServedDefinition,
  UnitEstimates,
} from './endpoint.ts';
import * as list from './list.ts';

type Listed = (typeof list)[keyof typeof list];

/** An endpoint that comes with the gateway and that backends answer. */
export type BuiltInName = Extract<Listed, { readonly answeredBy: 'deployments' | 'backends' }>['name'];

declare const isDeclared: unique symbol;

/** The name of an endpoint that a configuration declares (`endpoints:`): any text that passed for one there. */
export type DeclaredName = string & { readonly [isDeclared]: true };

/** An endpoint that backends answer, by the name that configuration files and tags use. */
export type EndpointName = BuiltInName | DeclaredName;

/** One that deployments can serve. */
export type DeployedName = Extract<Listed, { readonly answeredBy: 'deployments' }>['name'];

/** One that backends answer, or one that the gateway answers itself. */
export type AnyEndpointName = Listed['name'] | 'mcp' | DeclaredName;

export type ServedEndpoint = ServedDefinition & {
  readonly name: EndpointName;
  /** The one of its operations that was called. */
  readonly call?: Operation;
};
/** One that comes with the gateway. */
export type BuiltInEndpoint = ServedDefinition & { readonly name: BuiltInName; readonly call?: Operation };
export type OwnEndpoint = OwnDefinition & { readonly name: Exclude<Listed['name'], BuiltInName> | 'mcp' };
export type Endpoint = ServedEndpoint | OwnEndpoint;

const all: readonly (BuiltInEndpoint | OwnEndpoint)[] = Object.values<BuiltInEndpoint | OwnEndpoint>(
  list,
).sort((a, b) => (a.name < b.name ? -1 : 1));

const served: readonly BuiltInEndpoint[] = all.filter((endpoint) => endpoint.answeredBy !== 'gateway');

/** The endpoints that the gateway answers itself. */
export const ownEndpoints: readonly OwnEndpoint[] = all.filter(
  (endpoint) => endpoint.answeredBy === 'gateway',
);

/** Those that come with the gateway. */
export const endpointNames: readonly BuiltInName[] = served.map(({ name }) => name);

/** Those that deployments can serve. */
export const deployedEndpoints = namesOf(
  ({ answeredBy }) => answeredBy === 'deployments',
) as readonly DeployedName[];

/** Those for objects that backends keep. */
export const keptEndpoints: readonly BuiltInName[] = namesOf(({ operations }) => operations !== undefined);

/** A table with an entry for each endpoint that comes with the gateway and that backends answer. */
export function perEndpoint<Value>(make: (endpoint: BuiltInEndpoint) => Value): Record<BuiltInName, Value> {
  const made = {} as Record<string, Value>;
  for (const endpoint of served) made[endpoint.name] = make(endpoint);
  return made as Record<BuiltInName, Value>;
}

/** Every endpoint that comes with the gateway and that backends answer, by its name and in the order of names. */
export const endpoints: Readonly<Record<BuiltInName, BuiltInEndpoint>> = perEndpoint((endpoint) => endpoint);

const byName: ReadonlyMap<string, Endpoint> = new Map(all.map((endpoint) => [endpoint.name, endpoint]));

/** The endpoint of a name that comes with the gateway, whoever answers it. */
export function endpointNamed(name: Listed['name']): Endpoint {
  return byName.get(name)!;
}

/** True for the name of an endpoint that backends answer. */
export function isServed(name: AnyEndpointName | undefined): name is EndpointName {
  return name !== undefined && !isOwn(name);
}

/** True for the name of an endpoint that the gateway answers itself. */
export function isOwn(name: AnyEndpointName | undefined): name is OwnEndpoint['name'] {
  return name === 'mcp' || (name !== undefined && byName.get(name)?.answeredBy === 'gateway');
}

/** `gen_ai.operation.name`: what a configuration declares is an operation of its own. */
export function operationOf(name: EndpointName): string {
  return Object.hasOwn(endpoints, name) ? endpoints[name as BuiltInName].operation : name;
}

/** The enforced rules of JSON, if a body may be that. */
export function jsonRulesOf(body: BodyRules): JsonBodyRules | undefined {
  if (body.kind === 'multipart_or_json') return body.json;
  return body.kind === 'json' ? body : undefined;
}

/** The capabilities that are known under an endpoint alone. */
export const ownCapabilities: Readonly<Record<BuiltInName, readonly string[]>> = perEndpoint(
  ({ capabilities = {} }) => Object.keys(capabilities),
);

/** Those of all endpoints. */
export const allOwnCapabilities: readonly string[] = Object.values(ownCapabilities).flat();

/** Those that can stand before the colon of a tag. */
export const tagPrefixes: readonly BuiltInName[] = namesOf(({ tags }) => tags.prefix);

/** The endpoints of a key that lists none, */
export const grantedByDefault: readonly BuiltInName[] = namesOf(isGrantedByDefault);

/** and with what comes with it all that such a key may call. */
export const callableByDefault: readonly BuiltInName[] = namesOf(
  (endpoint) =>
    isGrantedByDefault(endpoint) ||
    grantedByDefault.some((name) => typeof endpoint.grant === 'object' && endpoint.grant.with === name),
);

/** An endpoint with another one is named only if it is free: the other's name includes all that come with it. */
function isGrantedByDefault(endpoint: ServedEndpoint): boolean {
  const { grant } = endpoint;
  if (typeof grant === 'string') return grant === 'by_default';
  const isFree = endpoint.dialect === 'json' && endpoint.usage === 'none';
  return isFree && served.some((other) => other.name === grant.with && isGrantedByDefault(other));
}

/** For people who choose one: those that have generic tags come first. */
export const endpointsToChoose: readonly BuiltInName[] = [
  ...namesOf(({ tags }) => tags.generic === 'always'),
  ...namesOf(({ tags, answeredBy }) => tags.generic !== 'always' && answeredBy === 'deployments'),
];

function namesOf(has: (endpoint: ServedEndpoint) => boolean): readonly BuiltInName[] {
  return served.filter(has).map(({ name }) => name);
}

/**
 * Tokens that an answer is taken to have until it is known. `maxTokens` is the bound that the request sets, `copies` how
 * many answers it asks for.
 */
export function outputTokens(
  { estimate }: ServedEndpoint,
  maxTokens: number | undefined,
  copies: number,
): number {
  return estimate.output === 0 ? 0 : (maxTokens ?? estimate.output) * copies;
}

// Paths are taken as they came: nothing decoded, nothing normalised.

const byPath: ReadonlyMap<string, Endpoint> = new Map(
  [...deployedEndpoints.map((name) => endpoints[name]), ...ownEndpoints].flatMap((endpoint) =>
    pathsOf(endpoint).map((path) => [path, endpoint] as const),
  ),
);

/** All that an endpoint is called at. */
export function pathsOf({ path, otherPaths = [] }: Endpoint): readonly string[] {
  return [path, ...otherPaths];
}

/** Everything that is answered, for words about what is not. */
export const allPaths: readonly string[] = [...byPath.keys()];

const withItems = ownEndpoints.filter(({ hasItems }) => hasItems);

/** The endpoint at a path without its query; undefined where there is none. */
export function endpointAt(path: string): Endpoint | undefined {
  return byPath.get(path) ?? withItems.find((endpoint) => itemAt(endpoint.path, path) !== '');
}

/** The part below an endpoint's path, as it was sent; empty for the endpoint itself, and for other paths. */
export function itemAt(endpointPath: string, path: string): string {
  return path.startsWith(`${endpointPath}/`) ? path.slice(endpointPath.length + 1) : '';
}

/** Paths of both families: who calls there says whose conventions hold. */
export const sharedPaths: readonly string[] = [
  ...ownEndpoints.map(({ path }) => path),
  ...served.filter(({ isForAnthropic }) => isForAnthropic === true).map(({ path }) => path),
];

const anthropicPaths = served
  .filter(({ family, isForAnthropic }) => family === 'anthropic' && isForAnthropic !== true)
  .flatMap(pathsOf);

/**
 * The family of errors for a path: paths below an endpoint of Anthropic's are its too, even unknown ones. Clients of
 * clouds have only such.
 */
export function familyOfPath(path: string): ModelFamily {
  if (anthropicPaths.some((root) => isUnder(root, path))) return 'anthropic';
  return cloudAddressAt(path.split('?', 1)[0]!) === undefined ? 'openai' : 'anthropic';
}

/** The paths at and below which `x-api-key` counts. */
export const apiKeyPaths: readonly string[] = [
  ...anthropicPaths.filter((path) => !anthropicPaths.some((root) => root !== path && isUnder(root, path))),
  ...sharedPaths,
];

/** Clients of Anthropic's family send `x-api-key`: to its endpoints, and to the paths that both families have. */
export function takesApiKeyHeader(path: string): boolean {
  return apiKeyPaths.some((root) => isUnder(root, path));
}

/** `path` may have its query still. */
function isUnder(root: string, path: string): boolean {
  if (!path.startsWith(root)) return false;
  const next = path[root.length];
  return next === undefined || next === '/' || next === '?';
}

/** A unit that every answer of an endpoint can be counted by. */
export type CountableUnit = 'tokens' | Exclude<keyof UnitEstimates, 'imageKind' | 'areExact'>;

/** In the order in which prices of them go before each other; empty where answers cost nothing. */
export function countableUnits(endpoint: ServedEndpoint): readonly CountableUnit[] {
  if (endpoint.dialect === 'json' && endpoint.usage === 'none') return [];
  const { imageKind: _kind, areExact: _exact, ...units } = endpoint.estimate.units ?? {};
  return [...(Object.keys(units) as CountableUnit[]), 'tokens'];
}

/** Of what comes with the gateway and tells no tokens it is known that it costs nothing; of nothing else. */
export function isFree(endpoint: ServedEndpoint): boolean {
  return countableUnits(endpoint).length === 0 && endpoint.model === undefined;
}
