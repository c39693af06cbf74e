/** Whether a key may use something of an MCP server that an assertion of `never` forbids: argued in docs/proof.md. */
import { namesIn, parsePatterns, toolKinds, toolText } from '../../config/derived/tool-patterns.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { KeyConfig } from '../../config/types/keys.ts';
import { commonChoice, commonText } from '../../lib/glob.ts';
import { grantedLists, grantedText } from '../tools/granted-globs.ts';

/** The first key that may use something forbidden, and how many keys may. */
export interface ToolBreach {
  readonly key: KeyConfig;
  readonly keys: number;
  /** In patterns: `github/delete_*`. */
  readonly tools: string;
  /** One of those names: `github/delete_`. */
  readonly example: string;
}

/**
 * Looks for a name that the assertion, the key, each of its groups and the server's `tools` all match. Names that a server
 * does not have count: it may have them tomorrow.
 *
 * @param meant The keys that the assertion is about
 */
export function toolBreachOf(
  { mcp }: Pick<Config, 'mcp'>,
  meant: readonly KeyConfig[],
  forbidden: string,
): ToolBreach | undefined {
  const patterns = parsePatterns([forbidden]);
  /** Keys with the same patterns may use the same. */
  const known = new Map<string, Pick<ToolBreach, 'tools' | 'example'> | undefined>();
  let first: ToolBreach | undefined;
  let keys = 0;
  for (const key of meant) {
    if (key.tools === undefined || mcp === undefined) continue;
    const terms = JSON.stringify(key.tools);
    if (!known.has(terms)) known.set(terms, reached(key, mcp, patterns));
    const found = known.get(terms);
    if (found === undefined) continue;
    keys += 1;
    first ??= { key, keys: 1, ...found };
  }
  return first && { ...first, keys };
}

function reached(
  key: KeyConfig,
  { servers }: NonNullable<Config['mcp']>,
  forbidden: ReturnType<typeof parsePatterns>,
): Pick<ToolBreach, 'tools' | 'example'> | undefined {
  for (const server of servers.values()) {
    for (const kind of toolKinds) {
      const globs = commonChoice([
        namesIn(forbidden, server.name, kind),
        ...(grantedLists(key, server, kind) ?? [[]]),
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

/** Whether a server is there that a pattern is about. */
export function meansServer({ mcp }: Pick<Config, 'mcp'>, pattern: string): boolean {
  const patterns = parsePatterns([pattern]);
  return [...(mcp?.servers.keys() ?? [])].some((server) =>
    toolKinds.some((kind) => namesIn(patterns, server, kind).length > 0),
  );
}
