import type { Config } from '../config/types/gateway.ts';
import type { McpPrice, McpServerConfig } from '../config/types/mcp.ts';
import { nanoUsdPerUsd } from '../observe/cost.ts';
import { writtenAuth } from './written-auth.ts';

/** An MCP server in the fields of the file: changes are compared, reported and masked by the names in the schema. */
export function writtenMcpServer({
  server,
  path,
  price,
  at: _place,
  name: _key,
  isPinned,
  locked: _inItsOwnFile,
  exchange,
  ...rest
}: McpServerConfig): object {
  const { address, credential, headers, timeouts, proxy, tls, maxConnections, isPublicOnly = false } = server;
  const { connectMs, idleMs, totalMs } = timeouts;
  return {
    ...(address.kind === 'url'
      ? { url: `${address.protocol}//${address.hostname}:${address.port}${path}`, private: !isPublicOnly }
      : { simulator: true }),
    auth: (credential ?? exchange) && writtenAuth((credential ?? exchange)!),
    headers,
    timeouts: { connectMs, idleMs, totalMs },
    proxy,
    tls,
    maxConnections,
    price: price && writtenPrice(price),
    pin: isPinned ? 'lock' : undefined,
    ...rest,
  };
}

/** In US dollars, as in the file. */
function writtenPrice({ perRequestNanoUsd, perToolCallNanoUsd }: McpPrice): object {
  return {
    per_request: perRequestNanoUsd / nanoUsdPerUsd,
    per_tool_call: Object.fromEntries(
      Object.entries(perToolCallNanoUsd).map(([name, nanoUsd]) => [name, nanoUsd / nanoUsdPerUsd]),
    ),
  };
}

/** All servers in those fields. */
export function writtenMcpServers(mcp: Config['mcp']): ReadonlyMap<string, object> {
  return new Map([...(mcp?.servers ?? [])].map(([name, server]) => [name, writtenMcpServer(server)]));
}
