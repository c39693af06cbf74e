/**
 * The chains of keys that ask for one model: the model, with those of its fallbacks that a key may use. Keys with the
 * same chain are one variant, and variants with alike deployments have the same fate.
 */
import { BitSet } from '../../lib/bit-set.ts';
import type { ModelRoutes } from '../../routing/routing-table.ts';
import type { KeyGroup } from './key-groups.ts';
import type { Subject } from './subject.ts';

export interface Variant {
  /** Numbers of groups of keys. */
  readonly groups: BitSet;
  /** One of those groups. */
  readonly group: KeyGroup;
  /** Equal if the chain's deployments have the same backends and tags, and the keys' own tags ask the same. */
  readonly likeness: number;
}

/** The variants of every id that can be asked for, by its number. */
export function chainVariants({
  ids,
  groups: { groups, audiences },
}: Subject): readonly (readonly Variant[])[] {
  const likeness = likenesses();
  const numbered = numbers();
  const askers = ids.all.map(() => new BitSet(groups.length));
  const listeners = audiences.map(() => new BitSet(groups.length));
  for (const [number, group] of groups.entries()) {
    for (const id of group.ids) askers[id]!.add(number);
    listeners[group.audience.number]!.add(number);
  }

  return ids.all.map(({ routes }, number) => {
    const fallbacks = routes.model.fallbacks.flatMap((id) => ids.numberOf(id) ?? []);
    const variantOf = (found: BitSet, group: KeyGroup): Variant => {
      const usable = fallbacks.filter((fallback) => group.ids.has(fallback));
      const chain = [routes, ...usable.map((fallback) => ids.all[fallback]!.routes)].map(likeness);
      return { groups: found, group, likeness: numbered(`${group.audience.tagClass} ${chain.join()}`) };
    };
    if (fallbacks.length === 0) {
      return audiences.flatMap(({ number: audience }) => {
        const found = askers[number]!.and(listeners[audience]!);
        const first = found.firstIn(found);
        return first === undefined ? [] : [variantOf(found, groups[first]!)];
      });
    }
    const found = new Map<string | number, { groups: BitSet; group: KeyGroup }>();
    const nameOf = chainNames(fallbacks, audiences.length);
    for (const asker of askers[number]!) {
      const group = groups[asker]!;
      const name = nameOf(group);
      const before = found.get(name);
      if (before !== undefined) before.groups.add(asker);
      else {
        const own = new BitSet(groups.length);
        own.add(asker);
        found.set(name, { groups: own, group });
      }
    }
    return [...found.values()].map((variant) => variantOf(variant.groups, variant.group));
  });
}

/** Names groups by their audience and by the ids of a list that they may ask for; by a number if that has room. */
function chainNames(numbers: readonly number[], audiences: number): (group: KeyGroup) => string | number {
  const fits = numbers.length <= 20 && audiences < 2 ** 30;
  return ({ ids, audience }) => {
    if (!fits) return [audience.number, ...numbers.map((number) => (ids.has(number) ? 1 : 0))].join('');
    let name = audience.number;
    for (const number of numbers) name = name * 2 + (ids.has(number) ? 1 : 0);
    return name;
  };
}

/**
 * Numbers models, with the same number for those whose deployments have the same backends and tags on every endpoint.
 */
function likenesses(): (routes: ModelRoutes) => number {
  const known = new Map<ModelRoutes, number>();
  const numbered = numbers();
  const tagSets = new Map<ReadonlySet<string>, number>();
  const numberOf = (tags: ReadonlySet<string>) => {
    const number = tagSets.get(tags) ?? tagSets.size;
    tagSets.set(tags, number);
    return number;
  };
  return (routes) => {
    const before = known.get(routes);
    if (before !== undefined) return before;
    const signature = JSON.stringify(
      Object.entries(routes.candidates).map(([endpoint, { eligible }]) => [
        endpoint,
        eligible.map(({ deployment, tags }) => [deployment.backend, numberOf(tags)]),
      ]),
    );
    const number = numbered(signature);
    known.set(routes, number);
    return number;
  };
}

/** Numbers texts, from 0 on. */
function numbers(): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
}
