import type { BackendConfig } from '../types/backends.ts';
import type { Config } from '../types/gateway.ts';
import { guardServers } from './guards.ts';

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
