/**
 * The sets of tags that a request may ask for. One deployment has to satisfy all of them. So a chain serves the tags of
 * each of its deployments, and every part of those. The smallest sets name what a change gains or loses: every set that
 * includes one of them is gained or lost with it.
 */
import type { EndpointName } from '../../api/endpoints/index.ts';
import { modelLists } from '../../config/derived/allowed-models.ts';
import type { Config } from '../../config/types/gateway.ts';
import { clientKey, type Key } from '../../keys/keyring.ts';
import { modelChain } from '../../routing/chain.ts';
import { type RoutingTable, routingTable } from '../../routing/routing-table.ts';

export type TagSet = readonly string[];

/** A configuration, prepared for questions about what it serves. */
export interface Servable {
  readonly config: Config;
  readonly table: RoutingTable;
}

export function servable(config: Config): Servable {
  return { config, table: routingTable(config) };
}

/**
 * The tags of each deployment that can answer a call of a model, its fallbacks included; none if `key` may not call it.
 */
export function tagSets(
  { table }: Servable,
  model: string,
  endpoint: EndpointName,
  key?: Key,
): readonly ReadonlySet<string>[] {
  // One version may declare an endpoint that the other does not know.
  if (table.endpoints.named(endpoint) === undefined) return [];
  if (key !== undefined && !key.allowsEndpoint(endpoint)) return [];
  const allows = (id: string) => key === undefined || key.allowsModel(id);
  const chain = modelChain(table, { endpoint, model, models: [], tags: [], allows });
  return chain.flatMap((step) =>
    step.kind === 'usable' ? step.routes.candidates[endpoint]!.eligible.map(({ tags }) => tags) : [],
  );
}

/** True if one of several deployments satisfies all tags. */
export function covers(sets: readonly ReadonlySet<string>[], tags: TagSet): boolean {
  return sets.some((set) => tags.every((tag) => set.has(tag)));
}

/** The most sets; nobody reads more. They are found in order of size, so the plainest are kept. */
const mostSets = 24;

/**
 * The smallest sets that `here` covers and `there` does not; the empty one if `there` covers nothing at all. Such a set
 * holds, for each deployment of `there`, a tag that the deployment lacks.
 */
export function smallestMissing(
  here: readonly ReadonlySet<string>[],
  there: readonly ReadonlySet<string>[],
): readonly TagSet[] {
  const found = new Map<string, TagSet>();
  for (const set of new Set(here)) {
    for (const missing of missingFrom([...set], there)) found.set(missing.join(' '), missing);
  }
  const all = [...found.values()].sort((a, b) => a.length - b.length || (a.join(' ') < b.join(' ') ? -1 : 1));
  return all
    .filter((set, index) => !all.slice(0, index).some((smaller) => smaller.every((tag) => set.includes(tag))))
    .slice(0, mostSets);
}

/** Grows sets by one tag at a time: a tag that the first deployment not yet ruled out lacks. */
function missingFrom(tags: TagSet, there: readonly ReadonlySet<string>[]): readonly TagSet[] {
  let growing: readonly TagSet[] = [[]];
  const missing: TagSet[] = [];
  const seen = new Set<string>();
  while (growing.length > 0 && missing.length < mostSets) {
    const next: TagSet[] = [];
    for (const set of growing) {
      const covering = there.find((other) => set.every((tag) => other.has(tag)));
      if (covering === undefined) {
        missing.push(set);
        continue;
      }
      for (const tag of tags) {
        if (covering.has(tag)) continue;
        const grown = [...set, tag].sort();
        const name = grown.join(' ');
        if (!seen.has(name)) next.push(grown);
        seen.add(name);
      }
    }
    growing = next.filter((set) => !missing.some((smaller) => smaller.every((tag) => set.includes(tag))));
  }
  return missing;
}

/** The keys that a request for a model and tags is served to. */
export function keysServed(
  served: Servable,
  model: string,
  endpoint: EndpointName,
  tags: TagSet,
): readonly string[] {
  const ids: string[] = [];
  const verdicts = new Map<string, boolean>();
  for (const key of served.config.keys.values()) {
    if (key.disabled) continue;
    const signature = JSON.stringify([modelLists(key), key.endpoints, key.tags]);
    const verdict =
      verdicts.get(signature) ??
      covers(tagSets(served, model, endpoint, clientKey(key)), [...tags, ...key.tags]);
    verdicts.set(signature, verdict);
    if (verdict) ids.push(key.id);
  }
  return ids;
}
