import type { BackendConfig } from '../types/backends.ts';
import type { Config } from '../types/gateway.ts';

type Servers = Pick<Config, 'backends' | 'guards' | 'mcp'>;

/** Every server that the gateway asks, with its place in the file: backends, those of guards, and MCP servers. */
export function* serversByPath({
  backends,
  guards,
  mcp,
}: Servers): Generator<readonly [path: readonly string[], server: BackendConfig]> {
  for (const [name, backend] of backends) yield [['backends', name], backend];
  for (const [name, { server }] of guards) if (server !== undefined) yield [['guards', name], server];
  for (const [name, { server }] of mcp?.servers ?? []) yield [['mcp', 'servers', name], server];
}

/** The same without their places. */
export function allServers(config: Servers): readonly BackendConfig[] {
  return Array.from(serversByPath(config), ([, server]) => server);
}
