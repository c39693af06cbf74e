/** The names that `gateway drain` takes: deployments, replicas of them, tool servers and their tools. */
import { isIP } from 'node:net';
import { deploymentName } from '../../config/derived/model-names.ts';
import { parseExactTool } from '../../config/derived/tool-patterns.ts';
import type { BackendConfig } from '../../config/types/backends.ts';
import type { Config } from '../../config/types/gateway.ts';
import type { McpConfig } from '../../config/types/mcp.ts';
import { serverName } from '../../http/client/replicas/servers-use.ts';
import { compileGlobs } from '../../lib/glob.ts';

/** True for a deployment of the configuration, as `MODEL/NAME`, and for a replica of one, as `MODEL/NAME@REPLICA`. */
export function isDrainable({ models, backends }: Config, name: string): boolean {
  const { deployments = [] } = models.get(name.slice(0, name.lastIndexOf('/'))) ?? {};
  return deployments.some(({ model, name: own, backend }) => {
    const whole = deploymentName(model, own);
    if (name === whole) return true;
    return name.startsWith(`${whole}@`) && isReplica(backends.get(backend)!, name.slice(whole.length + 1));
  });
}

/**
 * True for a server of the backend. A name can resolve to any address later, so any address with the right port counts.
 */
function isReplica({ address, replicas }: BackendConfig, server: string): boolean {
  if (replicas === undefined || address.kind !== 'url') return false;
  if (replicas.kind === 'list') return replicas.servers.some((one) => serverName(one) === server);
  const [, host = '', port] = /^\[?([^\]]*?)\]?:(\d+)$/.exec(server) ?? [];
  return (
    isIP(host) !== 0 &&
    Number(port) === address.port &&
    serverName({ hostname: host, port: address.port }) === server
  );
}

/** True for a server of `mcp`, and for a tool, prompt or resource that it may offer, as `SERVER/TOOL`. */
export function isDrainableTool(mcp: McpConfig | undefined, name: string): boolean {
  if (mcp === undefined) return false;
  if (mcp.servers.has(name)) return true;
  const tool = parseExactTool(name);
  const server = tool && mcp.servers.get(tool.server);
  return server !== undefined && (tool!.kind !== 'tool' || compileGlobs(server.tools)(tool!.name));
}
