import type { Config } from '../config/types/gateway.ts';
import type { McpServerConfig } from '../config/types/mcp.ts';
import { writtenAuth } from './written-auth.ts';

/** An MCP server in the fields of the file: what is compared by its fields is told, and masked, by the names that the schema knows. */
export function writtenMcpServer({
  server,
  path,
  isPrivateAllowed,
  at: _place,
  name: _key,
  ...rest
}: McpServerConfig): object {
  const { address, credential, headers, timeouts, proxy, tls, maxConnections } = server;
  const { connectMs, idleMs, totalMs } = timeouts;
  return {
    ...(address.kind === 'url'
      ? { url: `${address.protocol}//${address.hostname}:${address.port}${path}`, private: isPrivateAllowed }
      : { simulator: true }),
    auth: credential && writtenAuth(credential),
    headers,
    timeouts: { connectMs, idleMs, totalMs },
    proxy,
    tls,
    maxConnections,
    ...rest,
  };
}

/** All servers in those fields. */
export function writtenMcpServers(mcp: Config['mcp']): ReadonlyMap<string, object> {
  return new Map([...(mcp?.servers ?? [])].map(([name, server]) => [name, writtenMcpServer(server)]));
}
