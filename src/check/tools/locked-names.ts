/** Names that `tools.lock` has of a server: real ones, where patterns tell of all that could be. */
import type { ToolKind } from '../../config/derived/tool-patterns.ts';
import type { McpServerConfig } from '../../config/types/mcp.ts';
import { compileGlobs } from '../../lib/glob.ts';

type LockedServerConfig = Pick<McpServerConfig, 'isPinned' | 'locked'>;

/** The names of a kind; undefined where the lock tells none. Resources are not in it. */
export function lockedNames({ locked }: LockedServerConfig, kind: ToolKind): readonly string[] | undefined {
  if (locked === undefined || kind === 'resource') return undefined;
  return [...(kind === 'tool' ? locked.tools : locked.prompts).keys()];
}

/** Those of them that some glob of every list matches. */
export function lockedNamesIn(
  server: LockedServerConfig,
  kind: ToolKind,
  lists: readonly (readonly string[])[],
): readonly string[] | undefined {
  const matches = lists.map(compileGlobs);
  return lockedNames(server, kind)?.filter((name) => matches.every((isMatched) => isMatched(name)));
}

/** True if the server offers nothing of a kind but what the lock has. */
export function isHeldToLock({ isPinned }: LockedServerConfig, kind: ToolKind): boolean {
  return isPinned && kind !== 'resource';
}
