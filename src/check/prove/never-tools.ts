/**
 * Checks if a key may use something of an MCP server that an assertion of `never` forbids: docs/proof.md has the
 * argument.
 */
import { oncePerTools } from '../../config/derived/tool-grants.ts';
import { namesIn, parsePatterns, toolKinds, toolText } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig, KeyTools } from '../../config/types/keys.ts';
import { commonChoice, commonText } from '../../lib/glob.ts';
import { grantedLists, grantedText } from '../tools/granted-globs.ts';

/** The first key that may use something forbidden, and the number of such keys. */
export interface ToolBreach {
  readonly key: KeyConfig;
  readonly keys: number;
  /** In patterns: `github/delete_*`. */
  readonly tools: string;
  /** One of the forbidden names: `github/delete_`. */
  readonly example: string;
}

/**
 * Looks for a name that the assertion, the key, each of its groups and the server's `tools` all match. Names that a
 * server lacks today count: it may have them tomorrow.
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
): Pick<ToolBreach, 'tools' | 'example'> | undefined {
  for (const server of servers.values()) {
    for (const kind of toolKinds) {
      const globs = commonChoice([
        namesIn(forbidden, server.name, kind),
        ...grantedLists(tools, server, kind),
      ]);
      if (globs === undefined) continue;
      const name = commonText(globs)!;
      return { tools: grantedText(server.name, kind, globs), example: toolText(server.name, kind, name) };
    }
  }
  return undefined;
}

/** `key contractors-a may use github/delete_* (so may 3 other keys)`. */
export function toolBreachText({ key, keys, tools }: ToolBreach): string {
  const others = keys === 1 ? '' : keys === 2 ? ' (so may 1 other key)' : ` (so may ${keys - 1} other keys)`;
  return `key ${key.id} may use ${tools}${others}: see \`gateway explain --tool\``;
}

/** True if a pattern's server exists. */
export function meansServer({ mcp }: Pick<Config, 'mcp'>, pattern: string): boolean {
  const patterns = parsePatterns([pattern]);
  return [...(mcp?.servers.keys() ?? [])].some((server) =>
    toolKinds.some((kind) => namesIn(patterns, server, kind).length > 0),
  );
}
