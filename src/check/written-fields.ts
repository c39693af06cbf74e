import type { EndpointSet } from '../api/endpoints/declared-endpoints/endpoint-set.ts';
import { type BuiltInName, type EndpointName, endpointNames } from '../api/endpoints/index.ts';
import { standardPaths } from '../config/backend-url.ts';
import { usualDialectPaths, vendorDialects } from '../config/dialect-paths.ts';
import { rateFields, rateOf } from '../config/resolve/prices/rates.ts';
import type { BackendConfig, WireConfig } from '../config/types/backends.ts';
import type { EndUsersConfig, GroupConfig, KeyConfig } from '../config/types/keys.ts';
import type { DeploymentConfig } from '../config/types/models.ts';
import type { PriceConfig, Rates, UnitRate } from '../config/types/prices.ts';
import { ownPathsOf, wirePaths } from '../config/wire-paths.ts';
import { countedUnits } from '../observe/units/index.ts';
import { writtenAuth } from './written-auth.ts';
import { writtenServed } from './written-translation.ts';

/** A backend in the fields of the file: its URL in one piece, and only the paths that are not the usual ones. */
export function writtenBackend(backend: BackendConfig, endpoints: EndpointSet): object {
  const {
    address,
    paths,
    streamPaths,
    otherPaths: _followFromTheUrl,
    wire,
    credential,
    countsHops: _followsFromTheUrl,
    translating,
    ...rest
  } = backend;
  const others = {
    ...rest,
    ...writtenWire(wire),
    flavor: translating.flavor,
    credential: credential && writtenAuth(credential),
  };
  if (address.kind === 'simulator') return { ...others, simulator: address, paths: {} };
  const base = basePath(backend);
  const usual = wirePaths(wire, base, endpoints);
  const isOwn = (endpoint: EndpointName) =>
    paths[endpoint] !== usual.paths[endpoint] || streamPaths[endpoint] !== usual.streamPaths[endpoint];
  const written = (endpoint: EndpointName) => {
    const [whole, stream] = [paths[endpoint], streamPaths[endpoint]];
    return stream === undefined ? whole : { whole, stream };
  };
  return {
    ...others,
    url: `${address.protocol}//${address.hostname}:${address.port}${base}`,
    paths: Object.fromEntries([
      ...endpoints.names.filter(isOwn).map((endpoint) => [endpoint, written(endpoint)] as const),
      ...dialectPaths(backend, base),
    ]),
  };
}

/** The paths of dialects without an endpoint, without the usual ones. */
function* dialectPaths({ translating }: BackendConfig, base: string): Generator<readonly [string, string]> {
  for (const dialect of vendorDialects) {
    const { path, streamPath } = translating.paths[dialect];
    const usual = usualDialectPaths(dialect, base);
    if (path !== usual.path) yield [dialect, path];
    if (streamPath !== usual.streamPath) yield [`${dialect}_stream`, streamPath];
  }
}

/** A wire's fields are under its name, with a project and a location beside it. */
function writtenWire(wire: WireConfig | undefined): object {
  if (wire === undefined) return { wire: 'standard' };
  const { kind, ...said } = wire;
  if (!('project' in said)) return { wire: { [kind]: said } };
  const { project, location, ...others } = said;
  return { wire: { [kind]: others }, project, location };
}

/** The common part before the usual paths: the one that most have, since each can be replaced. */
function basePath({ paths, wire }: BackendConfig): string {
  const counts = new Map<string, number>();
  const ofTheWire: Readonly<Partial<Record<BuiltInName, string>>> =
    wire === undefined ? {} : ownPathsOf(wire, '').paths;
  for (const endpoint of endpointNames) {
    const path = paths[endpoint];
    if (ofTheWire[endpoint] !== undefined || path?.endsWith(standardPaths[endpoint]) !== true) continue;
    const base = path.slice(0, -standardPaths[endpoint].length);
    counts.set(base, (counts.get(base) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}

/** A key in the fields of the file. A rule's change is reported for the rule, and not for each key that names it. */
export function writtenKey({ groups, groupModels: _ofTheGroups, ...key }: KeyConfig): object {
  const written = {
    ...key,
    tools: key.tools?.own,
    group: groups[0],
    endUsers: key.endUsers && writtenEndUsers(key.endUsers),
  };
  return key.rule === undefined ? written : withoutRule(written);
}

function writtenEndUsers({ from, ...held }: EndUsersConfig): object {
  const texts = from.map((source) => `${source.in} ${source.in === 'header' ? source.name : source.field}`);
  return { from: texts, ...(held.rule === undefined ? held : { rule: held.rule }) };
}

/** A group in the fields of the file, in the same way. */
export function writtenGroup(group: GroupConfig): object {
  return group.rule === undefined ? group : withoutRule(group);
}

function withoutRule<Held extends Pick<KeyConfig, 'limits'>>(held: Held): Omit<Held, 'limits'> {
  const { limits: _ofTheRule, ...own } = held;
  return own;
}

/** A deployment in the fields of the file. */
export function writtenDeployment(deployment: DeploymentConfig): object {
  const { price, translations: _asServed, relays: _asServedToo, ...rest } = deployment;
  return { ...rest, ...writtenServed(deployment), price: price && writtenPrice(price) };
}

function writtenPrice({ tiers, byService, plain: _sameRates, ...rates }: PriceConfig): object {
  return {
    ...writtenRates(rates),
    tiers: tiers?.map(({ aboveInput, ...tier }) => ({ above_input: aboveInput, ...writtenRates(tier) })),
    tiers_by_service: byService,
  };
}

/** A default is reported as if it were written; of several rates for one unit the last counts. */
function writtenRates(rates: Rates): object {
  const { named, toolCall } = rates;
  const coarse = countedUnits.flatMap(({ prices }) =>
    prices.slice(0, -1).map(({ field }) => field as string),
  );
  const byKind = countedUnits.filter(({ isPricedByKind }) => isPricedByKind);
  return {
    ...Object.fromEntries(
      rateFields.filter(([field]) => !coarse.includes(field)).map(([field, of]) => [field, of(rates)]),
    ),
    ...Object.fromEntries(byKind.map((unit) => [unit.prices[0].field, ratesByKind(rateOf(rates, unit))])),
    per_unit: named,
    per_tool_call: toolCall,
  };
}

function ratesByKind(rate: UnitRate | undefined): object | undefined {
  return rate && { default: rate.usd, ...rate.byKind };
}
