import type { ListKind } from '../../../api/mcp/item-rules.ts';
import { targetOf } from '../../../api/mcp/message.ts';
import { splitOffered } from '../../../api/mcp/offered-names.ts';
import { splitUri } from '../../../api/mcp/resource-uris.ts';
import { completedRef } from '../../../api/mcp/rewrite.ts';
import { RpcFault, rpcCodes } from '../../../api/mcp/rpc-fault.ts';
import type { ToolKind } from '../../../config/derived/tool-grants.ts';
import { GatewayError } from '../../../errors.ts';
import type { Key } from '../../../keys/keyring.ts';
import type { AskedOfTools } from '../../mcp/asked.ts';
import type { McpServer } from '../../mcp/servers/mcp-server.ts';
import type { Stage } from '../../stage.ts';

/** What is asked for, as the client calls it. */
interface Target {
  readonly kind: ToolKind;
  readonly name: string;
}

/** The same at its server, as that calls it. */
interface Found {
  readonly server: McpServer;
  readonly name: string;
}

/** Finds the server that has what is asked for, where the key may use it. What it may not use is not there. */
export function findServer({ servers }: { readonly servers: ReadonlyMap<string, McpServer> }): Stage {
  return async function findServer(exchange, next) {
    const asked = exchange.asked!;
    const target = targetIn(asked);
    const found = await at(exchange.key!, asked, target);
    if (found === undefined || !mayUse(found, target.kind)) throw unknown(target.kind);
    asked.server = found.server.name;
    asked.name = found.name;
    exchange.routedMs = performance.now();
    return next(exchange);

    function mayUse({ server, name }: Found, kind: ToolKind): boolean {
      if (kind === 'tool' && !server.isOffered(name)) return false;
      return exchange.key!.toolGrants.allows(server.name, kind, name);
    }
  };

  async function at(
    { toolGrants }: Key,
    { addressed }: AskedOfTools,
    { kind, name }: Target,
  ): Promise<Found | undefined> {
    if (addressed !== undefined) return { server: servers.get(addressed)!, name };
    const split = kind === 'resource' ? splitUri(name) : splitOffered(name);
    const server = split && servers.get(split.server);
    if (server === undefined) return undefined;
    if (split!.name !== undefined) return { server, name: split!.name };
    if (!toolGrants.allowsServer(server.name)) return undefined;
    return shortened(server, kind === 'tool' ? 'tools' : 'prompts', name);
  }

  /** What a short form stands for only the server's list says. */
  async function shortened(server: McpServer, kind: ListKind, offered: string): Promise<Found | undefined> {
    const items = await server.items(kind).catch(() => []);
    const item = items.find((one) => one.offered === offered);
    return item && { server, name: item.name };
  }
}

function targetIn({ message }: AskedOfTools): Target {
  const { method, params } = message!;
  if (method !== 'completion/complete') {
    const kind = method === 'tools/call' ? 'tool' : method === 'prompts/get' ? 'prompt' : 'resource';
    return { kind, name: targetOf(message!) };
  }
  const ref = completedRef(params);
  if (ref !== undefined) return ref;
  throw new RpcFault(rpcCodes.invalid_params, '`params.ref` names neither a prompt nor a resource.', {
    status: 200,
  });
}

function unknown(kind: ToolKind): GatewayError {
  const list = kind === 'tool' ? 'tools/list' : kind === 'prompt' ? 'prompts/list' : 'resources/list';
  return new GatewayError(
    'unknown_tool',
    `There is no such ${kind} here, or your key may not use it; see what ${list} answers.`,
  );
}
