import type { McpConfig, McpServerConfig } from '../../config/types/mcp.ts';
import type { HeldBack, ToolServerOut, ToolServerReport } from '../../observe/tool-server-report.ts';
import { DrainedTools, type ToolDrains } from './drained-tools.ts';
import { ListeningClients } from './listening-clients.ts';
import { McpServer } from './servers/mcp-server.ts';
import type { ServerParts } from './servers/server-parts.ts';

/** The servers of a worker over versions of the configuration: a server with the same settings keeps its knowledge. */
export class ServersAcrossConfigs {
  readonly clients = new ListeningClients();
  readonly #drains = new DrainedTools();
  #servers = new Map<string, McpServer>();
  #served: readonly McpServer[] = [];

  /** @param drained The names that operators took out. */
  constructor(drained: readonly string[]) {
    this.#drains.follow(drained);
  }

  /** The names that operators took out. */
  get drains(): ToolDrains {
    return this.#drains;
  }

  /** Drains these, and no others: clients that listen are notified. */
  drain(names: readonly string[]): void {
    const changed = this.#drains.follow(names);
    for (const server of this.#servers.values()) if (changed.has(server.name)) server.relisted();
  }

  /** The known server of a configuration. Knowledge of others stays until `retain`. */
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

  /** Follows the configuration that is served: removes servers that it does not have, and gives the others its lock. */
  retain(mcp: McpConfig | undefined): void {
    const kept = new Map([...(mcp?.servers.values() ?? [])].map((config) => [keyOf(config), config]));
    for (const [key, server] of this.#servers) if (!kept.has(key)) server.end();
    this.#servers = new Map([...this.#servers].filter(([key]) => kept.has(key)));
    for (const [key, server] of this.#servers) server.pin(kept.get(key)!);
    this.#served = [...this.#servers.values()];
    for (const server of this.#served) server.begin();
    // Their grants may have changed.
    this.clients.end();
  }

  /** The knowledge of all servers of the configuration that is served. */
  get reports(): readonly ToolServerReport[] {
    return this.#served.map(({ report }) => report);
  }

  /** The servers of that configuration that get no requests, with the reason. */
  get outs(): readonly { readonly server: string; readonly reason: ToolServerOut }[] {
    return this.#served.flatMap(({ name: server, availability: { shownOut } }) =>
      shownOut === undefined ? [] : { server, reason: shownOut.reason },
    );
  }

  /** The number of things held back from servers with `pin: lock`, by reason. */
  get held(): readonly { readonly server: string; readonly counts: HeldBack['counts'] }[] {
    return this.#served.flatMap(({ name: server, pins: { held } }) =>
      held === undefined ? [] : { server, counts: held.counts },
    );
  }

  /** Ends everything; the worker stops. */
  leave(): void {
    for (const server of this.#served) server.end();
    this.clients.end();
  }
}

/** All settings of a server, without its place in the file and its lock. */
function keyOf({ isPinned: _pinned, locked: _toWhat, ...config }: McpServerConfig): string {
  return JSON.stringify({ ...config, at: undefined, server: { ...config.server, at: undefined } });
}
