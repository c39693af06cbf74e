import type { BackendConfig } from '../types/backends.ts';
import type { Config } from '../types/gateway.ts';
import type { McpPrice } from '../types/mcp.ts';
import { guardServers } from './guards.ts';
import type { ToolKind } from './tool-patterns.ts';

/** An MCP server's name among backends: no backend has a slash in its name. */
export function mcpServerName(server: string): string {
  return `mcp/${server}`;
}

/** The servers of `mcp`, which have credentials and connections as backends do. */
export function mcpServers(mcp: Config['mcp']): readonly BackendConfig[] {
  return mcp === undefined ? [] : [...mcp.servers.values()].map(({ server }) => server);
}

/** Every server that the gateway asks: backends, those of guards, and MCP servers. */
export function allServers({
  backends,
  guards,
  mcp,
}: Pick<Config, 'backends' | 'guards' | 'mcp'>): readonly BackendConfig[] {
  return [...backends.values(), ...guardServers(guards), ...mcpServers(mcp)];
}

/** The cost of one call of a server, in billionths of a US dollar. */
export function callCost(
  { perRequestNanoUsd, perToolCallNanoUsd }: McpPrice,
  kind: ToolKind,
  name: string,
): number {
  const hasOwn = kind === 'tool' && Object.hasOwn(perToolCallNanoUsd, name);
  return perRequestNanoUsd + (hasOwn ? perToolCallNanoUsd[name]! : 0);
}
