/** Patterns beside `tools.lock`, which has real names. */
import { offeredName } from '../../../api/mcp/server-prefixed-names.ts';
import { namesIn, parseToolPattern, shownToolName } from '../../../config/derived/tool-patterns.ts';
import type { Inspect, Inspection } from '../../../config/inspection.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import { lockedNames, lockedNamesIn } from '../../tools/locked-names.ts';
import { idlePattern } from './tools.ts';

const hint = 'fix the pattern, or run `gateway tools lock` if the server has it by now';

/** Patterns of keys, groups and servers that match nothing the lock has of a server. */
export const unlockedPatterns: Inspect = ({ mcp, keys, groups }, found) => {
  const servers = [...(mcp?.servers.values() ?? [])];
  if (servers.every(({ locked }) => locked === undefined)) return;
  const known = new Map<string, boolean>();
  const look = (path: readonly string[], patterns: readonly string[]) => {
    for (const pattern of patterns) {
      if (!known.has(pattern)) known.set(pattern, matchesNothing(pattern, servers));
      if (known.get(pattern)) tell(found, path, pattern, pattern);
    }
  };
  for (const { id, tools } of keys.values()) if (tools !== undefined) look(['keys', id, 'tools'], tools.own);
  for (const { name, tools } of groups.values())
    if (tools !== undefined) look(['groups', name, 'tools'], tools);
  for (const server of servers) {
    for (const glob of server.tools) {
      const names = glob === '*' ? undefined : lockedNamesIn(server, 'tool', [[glob]]);
      if (names?.length === 0)
        tell(found, ['mcp', 'servers', server.name, 'tools'], glob, `${server.name}/${glob}`);
    }
  }
};

function tell(found: Inspection, path: readonly string[], written: string, pattern: string): void {
  const message = `tools.lock has nothing that "${pattern}" matches`;
  found.atValue(found.itemPath(path, written), 'tools_not_locked', message, { hint });
}

/** True for a pattern of servers that are all in the lock, of which the lock has nothing that it matches. */
function matchesNothing(text: string, servers: readonly McpServerConfig[]): boolean {
  const pattern = parseToolPattern(text);
  if (pattern === undefined || pattern.kind === 'any' || idlePattern(text, servers) !== undefined)
    return false;
  const { kind } = pattern;
  return servers.every((server) => {
    const globs = namesIn([pattern], server.name, kind);
    return globs.length === 0 || lockedNamesIn(server, kind, [globs])?.length === 0;
  });
}

/** Tools, or prompts, of a server with one short form, which can be offered for one of them alone. */
export const collidingNames: Inspect = ({ mcp }, found) => {
  for (const server of mcp?.servers.values() ?? []) {
    for (const kind of ['tool', 'prompt'] as const) {
      const names = new Map<string, string>();
      for (const name of lockedNames(server, kind) ?? []) {
        const offered = offeredName(server.name, name);
        const first = names.get(offered);
        names.set(offered, first ?? name);
        if (first === undefined) continue;
        found.atKey(
          ['mcp', 'servers', server.name],
          'tool_names_collide',
          `the ${kind}s "${shownToolName(first)}" and "${shownToolName(name)}" are both ${offered} at \`path\`, so that only the one that the server lists first is offered`,
          { hint: 'rename one of them at the server, or leave it out with `tools` there' },
        );
      }
    }
  }
};
