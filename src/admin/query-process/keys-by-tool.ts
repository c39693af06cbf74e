/** The keys that may use the tools of a server. Keys with the same grants are one row, since a file may have thousands. */
import { ToolGrants } from '../../config/derived/tool-grants.ts';
import { namesIn, parseToolPattern, toolKinds } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import type { ToolGrant } from '../contract/tool-servers.ts';
import type { Queries } from './queries.ts';

/** More than a person reads through. */
const mostGrants = 50;
const mostKeys = 10;

interface Shared {
  readonly grants: ToolGrants;
  readonly row: Omit<ToolGrant, 'keys' | 'total'>;
  readonly keys: string[];
}

/** The grants of keys at one server, and those that allow each of some tools. */
export function toolUsers(
  { keys, groups }: Config,
  { server, tools }: Queries['tool_users']['question'],
): Queries['tool_users']['answer'] {
  const all = new Map<string, Shared>();
  for (const key of keys.values()) {
    const patterns = patternsFor(server, key.tools?.own ?? []);
    if (patterns.length === 0) continue;
    const row = { patterns, groups: restrictingGroups(key, groups, server) };
    const same = JSON.stringify(row);
    const known = all.get(same);
    if (known !== undefined) {
      known.keys.push(key.id);
      continue;
    }
    const grants = new ToolGrants(key.tools!.own, key.tools!.ofGroups);
    if (grants.allowsServer(server)) all.set(same, { grants, row, keys: [key.id] });
  }
  const shown = [...all.values()].slice(0, mostGrants);
  return {
    grants: shown.map(({ row, keys: ids }) => ({ ...row, keys: ids.slice(0, mostKeys), total: ids.length })),
    more_grants: all.size - shown.length,
    users: tools.map((tool) =>
      shown.flatMap(({ grants }, index) => (grants.allows(server, 'tool', tool) ? index : [])),
    ),
  };
}

/** The patterns of a list that are about a server. */
function patternsFor(server: string, list: readonly string[]): readonly string[] {
  return list.filter((text) => {
    const parsed = parseToolPattern(text);
    return parsed !== undefined && toolKinds.some((kind) => namesIn([parsed], server, kind).length > 0);
  });
}

/** The groups above a key that do not allow everything, with their patterns for the server. */
function restrictingGroups(key: KeyConfig, groups: Config['groups'], server: string): ToolGrant['groups'] {
  return key.groups.flatMap((group) => {
    const tools = groups.get(group)?.tools;
    return tools === undefined ? [] : { group, patterns: patternsFor(server, tools) };
  });
}
