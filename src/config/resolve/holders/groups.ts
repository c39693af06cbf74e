/** Groups of keys: what each of them sets, and which of them stand above a key or another group. */
import type { EndpointSet } from '../../../api/endpoints/declared-endpoints/endpoint-set.ts';
import type { EndpointName } from '../../../api/endpoints/index.ts';
import type { Group } from '../../schema/generated/file.generated.ts';
import type { GroupConfig } from '../../types/keys.ts';
import { type Context, isAbsent, placeOf, shown, wrong } from '../context.ts';
import { grantedEndpoints } from '../endpoints/granted.ts';
import { type KnownRules, ruleOf } from '../limits.ts';
import { resolveGroupTools } from '../mcp/tool-patterns.ts';
import { checkReference, type Known } from '../names.ts';
import type { Entry } from '../sections.ts';

/** So many may stand above a key. */
const mostAbove = 3;

export interface GroupRules extends KnownRules {
  readonly models: Known;
  readonly groups: Known;
  readonly endpoints: EndpointSet;
}

/** All groups by name. Those whose place among the others is at fault stand under nobody. */
export function resolveGroups(
  entries: readonly Entry<Group>[],
  rules: GroupRules,
): ReadonlyMap<string, GroupConfig> {
  const written = new Map(entries.map((entry) => [entry.name, entry]));
  return new Map(
    entries.map(({ context, name, written: group }) => {
      const path = ['groups', name];
      for (const [index, model] of group.models.entries()) {
        if (!model.includes('*'))
          checkReference(context, [...path, 'models', index], model, rules.models, 'unknown_model', 'model');
      }
      const resolved: GroupConfig = {
        name,
        at: placeOf(context, path),
        models: allowedModels(group.models),
        tools: resolveGroupTools(context, [...path, 'tools'], group.tools),
        // It takes from its keys what they list, and grants nothing: `all` takes nothing.
        endpoints: group.endpoints.includes('all')
          ? undefined
          : grantedEndpoints(context, [...path, 'endpoints'], group.endpoints, rules.endpoints),
        ...(context.intact([...path, 'rate_limit'])
          ? ruleOf(context, [...path, 'rate_limit'], group.rate_limit, rules)
          : { rule: undefined, limits: undefined }),
        group: parentOf(context, name, group, written, rules.groups),
      };
      return [name, resolved] as const;
    }),
  );
}

/** Globs over model ids; undefined for all. */
export function allowedModels(written: readonly string[]): readonly string[] | undefined {
  return written.includes('*') ? undefined : written;
}

function parentOf(
  context: Context,
  name: string,
  { group }: Group,
  written: ReadonlyMap<string, Entry<Group>>,
  names: Known,
): string | undefined {
  const path = ['groups', name, 'group'];
  if (group === undefined || isAbsent(context, path)) return undefined;
  if (!checkReference(context, path, group, names, 'unknown_group', 'group')) return undefined;
  const chain = [name];
  for (let next: string | undefined = group; next !== undefined; next = written.get(next)?.written.group) {
    if (next === name) {
      // Told once, of the one that stands first.
      if ([...written.keys()].find((each) => chain.includes(each)) !== name) return undefined;
      const way = [...chain, name].map((each) => shown(context, path, each)).join(' in ');
      wrong(context, path, 'group_within_itself', `this group would be within itself: ${way}`, {
        hint: 'take `group` out of one of them',
      });
      return undefined;
    }
    // Somebody else's circle: it is told there.
    if (chain.includes(next)) return undefined;
    chain.push(next);
  }
  if (chain.length > mostAbove) {
    const way = chain.map((each) => shown(context, path, each)).join(' in ');
    const message = `${chain.length} groups would be above a key, ${way}; ${mostAbove} are the most`;
    // Told once: of those that are too deep the ones below this one are so for its sake.
    if (chain.length === mostAbove + 1) wrong(context, path, 'groups_too_deep', message);
    return undefined;
  }
  return group;
}

/** The groups that hold something: its own first, then the one above that. */
export function groupsAbove(
  group: string | undefined,
  groups: ReadonlyMap<string, GroupConfig>,
): readonly GroupConfig[] {
  const above: GroupConfig[] = [];
  for (
    let next = group === undefined ? undefined : groups.get(group);
    next !== undefined && above.length < mostAbove;
    next = next.group === undefined ? undefined : groups.get(next.group)
  ) {
    above.push(next);
  }
  return above;
}

/** The endpoints that all of them allow; undefined for all there are. */
export function endpointsOfAll(
  lists: readonly (readonly EndpointName[] | undefined)[],
): readonly EndpointName[] | undefined {
  return lists.reduce((allowed, list) => {
    if (allowed === undefined || list === undefined) return allowed ?? list;
    return allowed.filter((endpoint) => list.includes(endpoint));
  }, undefined);
}
