/** Servers of `mcp`, and the use that keys may make of them. */
import { oncePerTools, ToolGrants } from '../../../config/derived/tool-grants.ts';
import { namesIn, parseToolPattern, toolKinds, toolText } from '../../../config/derived/tool-patterns.ts';
import type { Inspect } from '../../../config/inspection.ts';
import type { McpServerConfig } from '../../../config/types/mcp.ts';
import { commonChoice } from '../../../lib/glob.ts';
import { grantedLists } from '../../tools/granted-globs.ts';

/** Servers that no key may use; keys of a `keys_file` or a store may appear at any time. */
export const unusedServers: Inspect = ({ mcp, keys }, found) => {
  if (mcp === undefined || found.has(['keys_file']) || found.has(['keys_store'])) return;
  const unused = new Set(mcp.servers.values());
  const use = oncePerTools((tools) => {
    for (const server of unused) {
      const isUsed = toolKinds.some((kind) => commonChoice(grantedLists(tools, server, kind)) !== undefined);
      if (isUsed) unused.delete(server);
    }
  });
  for (const { tools } of keys.values()) {
    if (unused.size === 0) return;
    if (tools !== undefined) use(tools);
  }
  for (const { name } of unused) {
    found.atKey(
      ['mcp', 'servers', name],
      'unused_mcp_server',
      `no key may use anything of ${name}, so it gets no request`,
      { hint: `allow it to a key, such as \`tools: ["${name}/*"]\`, or take the server out` },
    );
  }
};

/** Patterns of keys and groups that match nothing on any server. */
export const idleToolPatterns: Inspect = ({ mcp, keys, groups }, found) => {
  const servers = [...(mcp?.servers.values() ?? [])];
  const known = new Map<string, string | undefined>();
  const look = (path: readonly string[], patterns: readonly string[]) => {
    for (const pattern of patterns) {
      if (!known.has(pattern)) known.set(pattern, idlePattern(pattern, servers));
      const why = known.get(pattern);
      if (why === undefined) continue;
      found.atValue(found.itemPath(path, pattern), 'tools_of_nothing', why, {
        hint: 'a pattern is SERVER/TOOL, with a server of `mcp`',
      });
    }
  };
  for (const { id, tools } of keys.values()) if (tools !== undefined) look(['keys', id, 'tools'], tools.own);
  for (const { name, tools } of groups.values())
    if (tools !== undefined) look(['groups', name, 'tools'], tools);
};

/** The reason why a pattern allows nothing; undefined if it may allow something. */
export function idlePattern(text: string, servers: readonly McpServerConfig[]): string | undefined {
  const pattern = parseToolPattern(text);
  if (pattern === undefined || pattern.kind === 'any') return undefined;
  const { kind, name } = pattern;
  const meant = servers.filter((server) => namesIn([pattern], server.name, kind).length > 0);
  if (meant.length === 0) return `no server of \`mcp\` matches "${pattern.server}"`;
  if (kind !== 'tool' || meant.some(({ tools }) => commonChoice([[name], tools]) !== undefined))
    return undefined;
  return `${meant.map((server) => server.name).join(' and ')} offers no such tool: \`tools\` there leaves ${toolText(pattern.server, kind, name)} out`;
}

/** Sessions in which other callers see what one has left. */
export const sharedSessions: Inspect = ({ mcp }, found) => {
  for (const { name, sessions } of mcp?.servers.values() ?? []) {
    if (sessions !== 'shared') continue;
    found.atValue(
      ['mcp', 'servers', name, 'sessions'],
      'shared_sessions',
      'all callers are in one session there: each sees what others leave in it',
      { hint: 'take it out, unless the server keeps nothing in a session' },
    );
  }
};

/** Servers that take the tokens of callers, while no token leads to a key that may use them. */
export const serversWithoutCallers: Inspect = ({ mcp, identity, keys }, found) => {
  const rules = [...identity.issuers.values()].flatMap(({ rules }) => rules);
  for (const { name, exchange } of mcp?.servers.values() ?? []) {
    if (exchange === undefined) continue;
    const isReached = rules.some(({ key }) => {
      const tools = keys.get(key)?.tools;
      return tools !== undefined && new ToolGrants(tools.own, tools.ofGroups).allowsServer(name);
    });
    if (isReached) continue;
    found.atKey(
      ['mcp', 'servers', name],
      'no_caller_tokens',
      `${name} takes the tokens of callers alone, and no token leads to a key that may use it`,
      { hint: 'name an issuer in `identity`, with a rule that leads to a key with tools of this server' },
    );
  }
};

/** Issuers without an audience for tools, though the keys of their tokens may use some. */
export const issuersWithoutTools: Inspect = ({ mcp, identity, keys }, found) => {
  const audience = mcp?.audience;
  if (audience === undefined) return;
  for (const { name, audiences, rules } of identity.issuers.values()) {
    if (audiences.some((one) => one === audience || one.startsWith(`${audience}/`))) continue;
    const key = rules.find((rule) => keys.get(rule.key)?.tools !== undefined)?.key;
    if (key === undefined) continue;
    found.atValue(
      ['identity', 'issuers', name, 'audience'],
      'issuer_without_tools',
      `its tokens lead to the key "${key}", which has tools, and open none: none of its audiences is that of \`mcp\``,
      { hint: `add "${audience}", and have clients ask for tokens with that` },
    );
  }
};
