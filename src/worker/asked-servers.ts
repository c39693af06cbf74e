import { allServers } from '../config/derived/mcp-servers.ts';
import type { BackendConfig } from '../config/types/backends.ts';
import type { Config } from '../config/types/gateway.ts';

/** Every server that the gateway asks, with which addresses connections may go to. */
export function askedServers(config: Config): readonly BackendConfig[] {
  const { mcp } = config;
  if (mcp === undefined) return allServers(config);
  const isPublicOnly = new Set(
    [...mcp.servers.values()]
      .filter(({ isPrivateAllowed }) => !isPrivateAllowed)
      .map(({ server }) => server.name),
  );
  return allServers(config).map((server) =>
    isPublicOnly.has(server.name) ? { isPublicOnly: true, ...server } : server,
  );
}
