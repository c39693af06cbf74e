/** The names of MCP servers that a key may use, as globs: a file does not tell which names a server has. */
import { namesIn, parsePatterns, type ToolKind, toolText } from '../../config/derived/tool-patterns.ts';
import type { KeyTools } from '../../config/types/keys.ts';
import type { McpServerConfig } from '../../config/types/mcp.ts';
import { narrowest } from '../../lib/glob.ts';

/**
 * Lists of globs over the names of one server and kind. A name that is offered, and that the key may use, matches some
 * glob of every list.
 */
export function grantedLists(
  tools: KeyTools,
  server: Pick<McpServerConfig, 'name' | 'tools'>,
  kind: ToolKind,
): readonly (readonly string[])[] {
  const lists = [tools.own, ...tools.ofGroups].map((list) => namesIn(parsePatterns(list), server.name, kind));
  return kind === 'tool' ? [...lists, server.tools] : lists;
}

/** `github/get_*`, or `github/get_* that is also *_issue` if several globs have to match. */
export function grantedText(server: string, kind: ToolKind, globs: readonly string[]): string {
  const [first = '*', ...others] = narrowest(globs);
  return [toolText(server, kind, first), ...others].join(' that is also ');
}
