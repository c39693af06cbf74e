import type { McpConfig, McpServerConfig } from '../../config/types/mcp.ts';
import { ListeningClients } from './listening-clients.ts';
import { McpServer } from './servers/mcp-server.ts';
import type { ServerParts } from './servers/server-parts.ts';

/** The servers of a worker over versions of the configuration: one that the file says the same of stays as it is known. */
export class ServersAcrossConfigs {
  readonly clients = new ListeningClients();
  #servers = new Map<string, McpServer>();

  /** The server of a configuration, as it is known. What is known of others stays until `retain`. */
  of(config: McpServerConfig, parts: ServerParts): McpServer {
    const key = keyOf(config);
    const known = this.#servers.get(key);
    if (known?.backend === parts.backend) {
      known.follow(parts);
      return known;
    }
    const made = new McpServer(config, parts);
    this.#servers.set(key, made);
    return made;
  }

  /** Follows the configuration that is served: lets go of servers that it does not have, and holds the others to its lock. */
  retain(mcp: McpConfig | undefined): void {
    const kept = new Map([...(mcp?.servers.values() ?? [])].map((config) => [keyOf(config), config]));
    this.#servers = new Map([...this.#servers].filter(([key]) => kept.has(key)));
    for (const [key, server] of this.#servers) server.pin(kept.get(key)!);
    // Their grants may be others now.
    this.clients.end();
  }

  /** The worker stops. */
  leave(): void {
    this.clients.end();
  }
}

/** All that the file says of a server, but for the place where it stands, and what it is held to. */
function keyOf({ isPinned: _pinned, locked: _toWhat, ...config }: McpServerConfig): string {
  return JSON.stringify({ ...config, at: undefined, server: { ...config.server, at: undefined } });
}
