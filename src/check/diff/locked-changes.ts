/** Compares two versions of `tools.lock` by names; a diff of the file shows the rest. */
import { toolText } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { LockedServer } from '../../config/types/mcp.ts';

/** Entries of the lock that came, went and changed, as patterns have them: `github/get_issue`. */
export interface LockedChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

export function lockedChanges(before: Config, after: Config): LockedChanges {
  const [old, now] = [digestsOf(before), digestsOf(after)];
  return {
    added: [...now.keys()].filter((name) => !old.has(name)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    changed: [...now].flatMap(([name, digest]) => {
      const known = old.get(name);
      return known === undefined || known === digest ? [] : name;
    }),
  };
}

function digestsOf({ mcp }: Config): ReadonlyMap<string, string> {
  const digests = new Map<string, string>();
  for (const { name, locked } of mcp?.servers.values() ?? [])
    if (locked !== undefined) for (const [item, digest] of itemsOf(name, locked)) digests.set(item, digest);
  return digests;
}

function* itemsOf(
  server: string,
  { instructions, tools, prompts, templates }: LockedServer,
): Generator<readonly [name: string, digest: string]> {
  if (instructions !== undefined) yield [`instructions of ${server}`, instructions];
  for (const [name, digest] of tools) yield [toolText(server, 'tool', name), digest];
  for (const [name, digest] of prompts) yield [toolText(server, 'prompt', name), digest];
  for (const [name, digest] of templates) yield [toolText(server, 'resource', name), digest];
}
