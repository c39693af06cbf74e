/** Finds the wider and narrower reach of new or changed keys, groups and rules. */
import type { Config } from '../../config/types/gateway.ts';
import type { GroupConfig, KeyConfig } from '../../config/types/keys.ts';
import { nothing, type Reach, reachOfGroup, reachOfKey } from './reach.ts';
import { limitChanges, limitsOf, limitWords } from './reach-limits.ts';
import type { Servable } from './servable.ts';

/** Names of things within reach, and limits in words. */
export interface ReachPart {
  readonly models: readonly string[];
  readonly endpoints: readonly string[];
  readonly backends: readonly string[];
  readonly limits: readonly string[];
}

export interface ReachChange {
  readonly kind: 'key' | 'group' | 'rate_limit';
  readonly name: string;
  readonly is_new: boolean;
  /** The keys of a group; for a rule, the keys and groups that name it. */
  readonly holds: readonly string[];
  /** It may now use every model, including future ones, and could not before. */
  readonly all_models: boolean;
  readonly all_endpoints: boolean;
  readonly more: ReachPart;
  readonly less: ReachPart;
}

/** Entries of one section of the file. */
interface Section {
  readonly added: readonly string[];
  readonly changed: readonly { readonly name: string }[];
}

/** The changes of reach of the keys, groups and rules that a diff names as added or changed. */
export function reachChanges(
  before: Servable,
  after: Servable,
  { keys, groups, rules }: { readonly keys: Section; readonly groups: Section; readonly rules: Section },
): readonly ReachChange[] {
  const of = <Entry>(
    kind: 'key' | 'group',
    section: Section,
    entries: (config: Config) => ReadonlyMap<string, Entry>,
    reach: (entry: Entry, version: Servable) => Reach,
    holds: (name: string) => readonly string[],
  ) =>
    named(section).flatMap((name) => {
      const old = entries(before.config).get(name);
      const was = old === undefined ? nothing : reach(old, before);
      const is = reach(entries(after.config).get(name)!, after);
      const change = changeOf(was, is);
      return isEmpty(change) && old !== undefined
        ? []
        : [{ kind, name, is_new: old === undefined, holds: holds(name), ...change }];
    });
  const { config } = after;
  return [
    ...of<KeyConfig>(
      'key',
      keys,
      (one) => one.keys,
      reachOfKey,
      () => [],
    ),
    ...of<GroupConfig>(
      'group',
      groups,
      (one) => one.groups,
      reachOfGroup,
      (name) => [...config.keys.values()].filter((key) => key.groups.includes(name)).map(({ id }) => id),
    ),
    ...named(rules).flatMap((name) => ruleChange(name, before.config, config)),
  ];
}

function named({ added, changed }: Section): readonly string[] {
  return [...added, ...changed.map(({ name }) => name)];
}

function ruleChange(name: string, before: Config, after: Config): readonly ReachChange[] {
  const old = before.rateLimits.get(name);
  const now = limitsOf(after.rateLimits.get(name));
  const { more, less } =
    old === undefined ? { more: limitWords(now), less: [] } : limitChanges(limitsOf(old), now);
  if (more.length + less.length === 0) return [];
  const none = { models: [], endpoints: [], backends: [] };
  return [
    {
      kind: 'rate_limit',
      name,
      is_new: old === undefined,
      holds: holdersOf(name, after),
      all_models: false,
      all_endpoints: false,
      more: { ...none, limits: more },
      less: { ...none, limits: less },
    },
  ];
}

function holdersOf(rule: string, { keys, groups }: Config): readonly string[] {
  return [
    ...[...keys.values()].flatMap((key) => [
      ...(key.rule === rule ? [key.id] : []),
      ...(key.endUsers?.rule === rule ? [`end users of ${key.id}`] : []),
    ]),
    ...[...groups.values()].filter((group) => group.rule === rule).map((group) => `group ${group.name}`),
  ];
}

type Difference = Pick<ReachChange, 'all_models' | 'all_endpoints' | 'more' | 'less'>;

function changeOf(was: Reach, is: Reach): Difference {
  // A key that could reach nothing had no limits that could have been lost.
  const limits = was.isOpen && is.isOpen ? limitChanges(was.limits, is.limits) : { more: [], less: [] };
  const more = !was.isOpen && is.isOpen ? limitWords(is.limits) : limits.more;
  return {
    all_models: is.isAllModels && !was.isAllModels,
    all_endpoints: is.isAllEndpoints && !was.isAllEndpoints,
    more: { ...beyond(is, was), limits: more },
    less: { ...beyond(was, is), limits: limits.less },
  };
}

function beyond(one: Reach, other: Reach): Omit<ReachPart, 'limits'> {
  const without = (names: readonly string[], others: readonly string[]) => {
    const known = new Set(others);
    return names.filter((name) => !known.has(name));
  };
  return {
    models: without(one.models, other.models),
    endpoints: without(one.endpoints, other.endpoints),
    backends: without(one.backends, other.backends),
  };
}

function isEmpty({ all_models, all_endpoints, more, less }: Difference): boolean {
  const parts = [...Object.values(more), ...Object.values(less)] as readonly (readonly string[])[];
  return !all_models && !all_endpoints && parts.every((part) => part.length === 0);
}
