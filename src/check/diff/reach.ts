/**
 * The reach of a key or group: models, endpoints and backends, and the amount of use. It is computed from the behaviour
 * of a version.
 */

import type { EndpointName } from '../../api/endpoints/index.ts';
import { modelLists } from '../../config/derived/allowed-models.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { GroupConfig, KeyConfig } from '../../config/types/keys.ts';
import { clientKey } from '../../keys/keyring.ts';
import { compileGlobs, covers } from '../../lib/glob.ts';
import { modelChain } from '../../routing/chain.ts';
import { routesOf } from '../../routing/routing-table.ts';
import { type Limits, limitsOf } from './reach-limits.ts';
import type { Servable } from './servable.ts';

export interface Reach {
  /** No list of models applies: future ones are within reach too. */
  readonly isAllModels: boolean;
  readonly models: readonly string[];
  /** No list of endpoints applies. */
  readonly isAllEndpoints: boolean;
  readonly endpoints: readonly string[];
  /** Including those of its models' fallbacks. */
  readonly backends: readonly string[];
  readonly limits: Limits;
  /** It may be used at all. */
  readonly isOpen: boolean;
}

/** The reach of a party that may use nothing. */
export const nothing: Reach = {
  isAllModels: false,
  models: [],
  isAllEndpoints: false,
  endpoints: [],
  backends: [],
  limits: new Map(),
  isOpen: false,
};

/** The reach of a key, by itself and through all its groups. */
export function reachOfKey(key: KeyConfig, of: Servable): Reach {
  if (key.disabled) return nothing;
  const limits: Limits = new Map([
    ...limitsOf(key.limits),
    ...key.groups.flatMap((name) => [...limitsOf(of.config.groups.get(name)?.limits, `the group ${name}`)]),
    ...limitsOf(key.endUsers?.limits, 'each end user'),
  ]);
  const { endpoints } = key;
  const granted = {
    isAll: endpoints === undefined || endpoints.length === of.table.endpoints.names.length,
    allows: clientKey(key).allowsEndpoint,
  };
  return { ...placesOf(of, modelLists(key), granted, key.tags), limits, isOpen: true };
}

/** The most that the keys of a group may reach. */
export function reachOfGroup(group: GroupConfig, of: Servable): Reach {
  const line = lineOf(group, of.config);
  const lists = line.flatMap(({ models }) => (models === undefined ? [] : [models]));
  const endpoints = line
    .flatMap((one) => (one.endpoints === undefined ? [] : [one.endpoints]))
    .reduce<readonly string[] | undefined>(
      (all, more) => (all === undefined ? more : all.filter((name) => more.some((other) => other === name))),
      undefined,
    );
  const limits: Limits = new Map(
    line.flatMap(({ name, limits: own }) => [
      ...limitsOf(own, name === group.name ? undefined : `the group ${name}`),
    ]),
  );
  const granted = {
    isAll: endpoints === undefined,
    allows: (name: EndpointName) => endpoints === undefined || endpoints.includes(name),
  };
  return { ...placesOf(of, lists, granted, []), limits, isOpen: true };
}

/** The group, the group that it belongs to, and so on. */
function lineOf(group: GroupConfig, { groups }: Config): readonly GroupConfig[] {
  const line: GroupConfig[] = [];
  for (let at: GroupConfig | undefined = group; at !== undefined && !line.includes(at); ) {
    line.push(at);
    at = at.group === undefined ? undefined : groups.get(at.group);
  }
  return line;
}

type Places = Omit<Reach, 'limits' | 'isOpen'>;

function placesOf(
  { config, table }: Servable,
  lists: readonly (readonly string[])[],
  granted: { readonly isAll: boolean; readonly allows: (endpoint: EndpointName) => boolean },
  tags: readonly string[],
): Places {
  const globs = lists.map(compileGlobs);
  const allows = (id: string) => globs.every((allow) => allow(id));
  const models = new Set<string>();
  const endpoints = new Set<string>();
  const backends = new Set<string>();
  for (const model of namesOf(config, lists, allows)) {
    for (const endpoint of routesOf(table, model)?.served ?? []) {
      if (!granted.allows(endpoint)) continue;
      for (const step of modelChain(table, { endpoint, model, models: [], tags: [], allows })) {
        if (step.kind !== 'usable') continue;
        for (const candidate of step.routes.candidates[endpoint]!.eligible) {
          if (!tags.every((tag) => candidate.tags.has(tag))) continue;
          models.add(model);
          endpoints.add(endpoint);
          backends.add(candidate.deployment.backend);
        }
      }
    }
  }
  return {
    isAllModels: lists.length === 0,
    models: [...models],
    isAllEndpoints: granted.isAll,
    endpoints: [...endpoints].sort(),
    backends: [...backends].sort(),
  };
}

/** The allowed models; for an entry that takes many ids, the patterns that lead to it if not all ids are allowed. */
function namesOf(
  { models }: Config,
  lists: readonly (readonly string[])[],
  allows: (id: string) => boolean,
): readonly string[] {
  return [...models.keys()].flatMap((id) => {
    if (allows(id)) return [id];
    if (!id.includes('*')) return [];
    return [...new Set(lists.flat())].filter((pattern) => covers(id, pattern) && allows(pattern));
  });
}
