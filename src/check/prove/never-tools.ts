/**
 * Checks if a key may use something of an MCP server that an assertion of `never` forbids: docs/proof.md has the
 * argument.
 */
import { oncePerTools } from '../../config/derived/tool-grants.ts';
import {
  namesIn,
  parsePatterns,
  shownToolName,
  toolKinds,
  toolText,
} from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig, KeyTools } from '../../config/types/keys.ts';
import { commonChoice, commonText } from '../../lib/glob.ts';
import { grantedLists, grantedText } from '../tools/granted-globs.ts';
import { isHeldToLock, lockedNamesIn } from '../tools/locked-names.ts';

/** The first key that may use something forbidden, and the number of such keys. */
export interface ToolBreach {
  readonly key: KeyConfig;
  readonly keys: number;
  /** In patterns: `github/delete_*`. */
  readonly tools: string;
  /** One of the forbidden names: `github/delete_`, or one that `tools.lock` has. */
  readonly example: string;
  /** True for an example that the lock has. */
  readonly isReal: boolean;
}

/**
 * Looks for a name that the assertion, the key, each of its groups and the server's `tools` all match. Names that a
 * server lacks today count: it may have them tomorrow. A server with `pin: lock` has the names of `tools.lock` alone.
 *
 * @param meant The keys of the assertion
 */
export function toolBreachOf(
  { mcp }: Pick<Config, 'mcp'>,
  meant: readonly KeyConfig[],
  forbidden: string,
): ToolBreach | undefined {
  if (mcp === undefined) return undefined;
  const patterns = parsePatterns([forbidden]);
  const reachedBy = oncePerTools((tools) => reached(tools, mcp, patterns));
  let first: ToolBreach | undefined;
  let keys = 0;
  for (const key of meant) {
    const found = key.tools && reachedBy(key.tools);
    if (found === undefined) continue;
    keys += 1;
    first ??= { key, keys: 1, ...found };
  }
  return first && { ...first, keys };
}

function reached(
  tools: KeyTools,
  { servers }: NonNullable<Config['mcp']>,
  forbidden: ReturnType<typeof parsePatterns>,
): Pick<ToolBreach, 'tools' | 'example' | 'isReal'> | undefined {
  for (const server of servers.values()) {
    for (const kind of toolKinds) {
      const lists = [namesIn(forbidden, server.name, kind), ...grantedLists(tools, server, kind)];
      const globs = commonChoice(lists);
      if (globs === undefined) continue;
      const [real] = lockedNamesIn(server, kind, lists) ?? [];
      if (real === undefined && isHeldToLock(server, kind)) continue;
      return {
        tools: grantedText(server.name, kind, globs),
        example: toolText(server.name, kind, real ?? commonText(globs)!),
        isReal: real !== undefined,
      };
    }
  }
  return undefined;
}

/** `key contractors-a may use github/delete_*, such as github/delete_repo (so may 3 other keys)`. */
export function toolBreachText({ key, keys, tools, example, isReal }: ToolBreach): string {
  const others = keys === 1 ? '' : keys === 2 ? ' (so may 1 other key)' : ` (so may ${keys - 1} other keys)`;
  const such = isReal && example !== tools ? `, such as ${shownToolName(example)}` : '';
  return `key ${key.id} may use ${tools}${such}${others}: see \`gateway explain --tool\``;
}

/** True if a pattern's server exists. */
export function meansServer({ mcp }: Pick<Config, 'mcp'>, pattern: string): boolean {
  const patterns = parsePatterns([pattern]);
  return [...(mcp?.servers.keys() ?? [])].some((server) =>
    toolKinds.some((kind) => namesIn(patterns, server, kind).length > 0),
  );
}
