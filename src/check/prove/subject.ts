import type { EndpointName } from '../../api/endpoints/index.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { clientKey } from '../../keys/keyring.ts';
import { BitSet } from '../../lib/bit-set.ts';
import { compileGlob } from '../../lib/glob.ts';
import { followsChains, modelChain } from '../../routing/chain.ts';
import { plannedModels } from '../../routing/plan.ts';
import { type PlannedModel, type RoutingTable, routingTable } from '../../routing/routing-table.ts';
import { AskableIds } from './askable-ids.ts';
import { type KeyGroup, type KeyGroups, keyGroups } from './key-groups.ts';
import { WithoutModel } from './without-model.ts';

/** A configuration in the form of proofs, with the keys that they are about. */
export interface Subject {
  readonly config: Config;
  readonly table: RoutingTable;
  readonly ids: AskableIds;
  readonly keys: readonly KeyConfig[];
  /** For each key, true if it is neither disabled nor outside its dates. */
  readonly inUse: readonly boolean[];
  readonly groups: KeyGroups;
  readonly withoutModel: WithoutModel;
}

/** The parts of a request that are the same for all keys. */
export interface Asked {
  readonly endpoint: EndpointName;
  readonly model: string | undefined;
  readonly models: readonly string[];
  readonly tags: readonly string[];
}

/**
 * Makes a subject. `keys` are those that assertions are checked against; `wallNow` decides which of them are in use.
 */
export function subjectOf(config: Config, keys: readonly KeyConfig[], wallNow: number): Subject {
  const table = routingTable(config);
  const requests = [...config.never, ...config.survives].map(({ request }) => request);
  const named = requests.flatMap(({ model, models = [] }) =>
    model === undefined ? models : [model, ...models],
  );
  const ids = new AskableIds(table, named);
  const inUse = keys.map((key) => clientKey({ ...key, models: undefined }).isActive(wallNow));
  const withoutModel = new WithoutModel(config, table, ids);
  return { config, table, ids, keys, inUse, groups: keyGroups(table, ids, keys), withoutModel };
}

/** The keys of an assertion, by their groups. */
export interface Matched {
  /** Numbers of groups. */
  readonly groups: BitSet;
  /** The first key in use of each group, otherwise its first key, and the number of matched keys. */
  readonly byGroup: ReadonlyMap<number, MatchedGroup>;
}

export interface MatchedGroup {
  readonly key: KeyConfig;
  /** The place of that key: those in use come before the others, then as in the file. */
  readonly place: number;
  readonly count: number;
}

/** Finds the given keys whose ids a glob matches, in use or not. */
export function matchedKeys(
  { keys, inUse, groups }: Subject,
  glob: string | undefined,
  isMeant: (key: KeyConfig) => boolean = () => true,
): Matched {
  const matches = glob === undefined ? () => true : compileGlob(glob);
  const found = new BitSet(groups.groups.length);
  const byGroup = new Map<number, { key: KeyConfig; place: number; count: number }>();
  for (const [index, key] of keys.entries()) {
    if (!matches(key.id) || !isMeant(key)) continue;
    const number = groups.groupOf[index]!;
    const place = inUse[index] ? index : index + keys.length;
    const before = byGroup.get(number);
    if (before === undefined) {
      found.add(number);
      byGroup.set(number, { key, place, count: 1 });
      continue;
    }
    before.count += 1;
    if (place < before.place) Object.assign(before, { key, place });
  }
  return { groups: found, byGroup };
}

/**
 * The possible destinations of a request of any key of a group: none if it is refused. `own` is an id that they may ask
 * for, though the file does not name it.
 */
export function planFor(
  { table, ids }: Subject,
  group: KeyGroup,
  asked: Asked,
  own?: string,
): readonly PlannedModel[] {
  return plannedModels(table, {
    ...asked,
    tags: [...asked.tags, ...group.audience.tags],
    allows: (id) => id === own || mayAsk(ids, group, id),
  });
}

function mayAsk(ids: AskableIds, group: KeyGroup, id: string): boolean {
  const number = ids.numberOf(id);
  return number !== undefined && group.ids.has(number);
}

/**
 * True if the gateway takes such a request at all: bodies with `models` are refused on endpoints without that field.
 */
export function isTaken({ endpoint, models }: Asked, { table }: Pick<Subject, 'table'>): boolean {
  return models.length === 0 || followsChains(endpoint, table.endpoints);
}

/** The ids of its chain that a group may ask for. A plan depends on nothing else but the group's audience. */
export function chainMask({ table, ids }: Subject, asked: Asked): (group: KeyGroup) => string {
  const steps = modelChain(table, { ...asked, allows: () => true });
  const numbers = steps.flatMap(({ id }) => ids.numberOf(id) ?? []);
  return (group) => numbers.map((number) => (group.ids.has(number) ? '1' : '0')).join('');
}
