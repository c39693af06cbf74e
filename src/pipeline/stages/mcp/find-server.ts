import { targetOf } from '../../../api/mcp/client-messages.ts';
import { RpcFault, rpcCodes } from '../../../api/mcp/json-rpc-errors.ts';
import { completedRef } from '../../../api/mcp/message-rewriting.ts';
import { splitOffered } from '../../../api/mcp/server-prefixed-names.ts';
import { splitUri } from '../../../api/mcp/server-prefixed-uris.ts';
import { callCost } from '../../../config/derived/mcp-call-cost.ts';
import type { ToolKind } from '../../../config/derived/tool-grants.ts';
import { GatewayError } from '../../../errors.ts';
import type { Key } from '../../../keys/keyring.ts';
import type { Exchange } from '../../exchange.ts';
import { serverFor } from '../../mcp/callers/server-for.ts';
import type { ToolDrains } from '../../mcp/drained-tools.ts';
import type { MessageRecord } from '../../mcp/message-record.ts';
import type { KeptLists, NamedKind, NameOf } from '../../mcp/servers/kept-lists.ts';
import type { McpServer } from '../../mcp/servers/mcp-server.ts';
import { CallFault, errorInSession, errorOf } from '../../mcp/servers/server-call-fault.ts';
import type { Next, Stage } from '../../stage.ts';

/** The tool, prompt or resource of a request, by the client's name of it. */
interface Target {
  readonly kind: ToolKind;
  readonly name: string;
}

interface FindParts {
  readonly servers: ReadonlyMap<string, McpServer>;
  readonly drains: ToolDrains;
}

/**
 * Finds the server of a tool, prompt or resource that the key may use. One that it may not use does not exist for it,
 * and neither does a tool or a prompt that the server does not list, or that an operator drained: a client may call
 * exactly the things in its lists.
 */
export function findServer({ servers, drains }: FindParts): Stage {
  return function findServer(exchange, next) {
    const asked = exchange.asked!;
    const target = targetIn(asked);
    const server = serverOf(asked, target);
    if (server === undefined) throw unknown(target.kind);
    if (server.callers === undefined) return findAt(exchange, next, { server, target });
    return findForCaller(exchange, next, { server, target });
  };

  /** Nothing is asked of a server that the key may not use, and no token is exchanged. */
  async function findForCaller(exchange: Exchange, next: Next, { server, target }: Sought): Promise<void> {
    if (!exchange.key!.toolGrants.allowsServer(server.name)) throw unknown(target.kind);
    return findAt(exchange, next, { server: await serverFor(exchange, server), target });
  }

  function findAt(exchange: Exchange, next: Next, { server, target }: Sought): Promise<void> {
    const asked = exchange.asked!;
    const found = listedThere(exchange.key!, server, asked, target);
    return found instanceof Promise
      ? found.then((name) => goOn(exchange, next, { server, name, target }))
      : goOn(exchange, next, { server, name: found, target });
  }

  function goOn(exchange: Exchange, next: Next, { server, name, target }: Found): Promise<void> {
    const { kind } = target;
    const { toolGrants } = exchange.key!;
    if (name === undefined) throw unknown(kind, whyHeld(server, exchange.asked!, target));
    if (!toolGrants.allows(server.name, kind, name)) throw unknown(kind);
    if (drains.has(server.name, kind, name))
      throw unknown(kind, `${server.name}: an operator has taken it out`);
    const asked = exchange.asked!;
    asked.server = server.name;
    asked.name = name;
    asked.kind = kind;
    asked.isNamedInFile = kind === 'tool' && server.namedTools.has(name);
    const { price } = server.config;
    if (price !== undefined) asked.costNanoUsd = callCost(price, kind, name);
    exchange.routedMs = performance.now();
    return next(exchange);
  }

  function serverOf({ addressed }: MessageRecord, { kind, name }: Target): McpServer | undefined {
    if (addressed !== undefined) return servers.get(addressed);
    const split = kind === 'resource' ? splitUri(name) : splitOffered(name);
    return split && servers.get(split.server);
  }
}

interface Sought {
  readonly server: McpServer;
  readonly target: Target;
}

interface Found extends Sought {
  /** The server's own name; undefined if it has no such thing. */
  readonly name: string | undefined;
}

/** The server's own name of it: at once if that is known, as it mostly is. */
function listedThere(
  { toolGrants }: Key,
  server: McpServer,
  { addressed, message, session }: MessageRecord,
  { kind, name }: Target,
): string | undefined | Promise<string | undefined> {
  const lists = session?.lists ?? server.lists;
  const failed = session === undefined ? errorOf : errorInSession;
  if (kind === 'resource') {
    const own = addressed === undefined ? splitUri(name)!.name : name;
    // Only completions name a template of URIs.
    if (!server.pins.isPinned || message!.method !== 'completion/complete') return own;
    return asked(server, lists, { list: 'templates', by: 'byName', name: own, failed });
  }
  const list = kind === 'tool' ? 'tools' : 'prompts';
  const by = addressed === undefined ? 'byOffered' : 'byName';
  const known = lists.listed(list, by, name);
  if (known !== undefined) return known.name;
  // Nothing is asked of a server that the key may not use.
  return toolGrants.allowsServer(server.name) ? asked(server, lists, { list, by, name, failed }) : undefined;
}

interface SoughtItem {
  readonly list: NamedKind;
  readonly by: NameOf;
  readonly name: string;
  readonly failed: typeof errorOf;
}

async function asked(
  server: McpServer,
  lists: KeptLists,
  { list, by, name, failed }: SoughtItem,
): Promise<string | undefined> {
  try {
    return (await lists.found(list, by, name))?.name;
  } catch (error) {
    throw error instanceof CallFault ? failed(server.name, error) : error;
  }
}

function targetIn({ message }: MessageRecord): Target {
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

/** Words for the log if a thing is not found because it is held back. */
function whyHeld(
  server: McpServer,
  { addressed }: MessageRecord,
  { kind, name }: Target,
): string | undefined {
  if (!server.pins.isPinned) return undefined;
  const list = kind === 'tool' ? 'tools' : kind === 'prompt' ? 'prompts' : 'templates';
  return server.pins.why(list, addressed === undefined ? 'offered' : 'name', name);
}

/**
 * The answer for a thing that does not exist, or that the key may not use: both in the same words.
 *
 * @param reason For the log, if it differs from the message.
 */
export function unknown(kind: ToolKind, reason?: string): GatewayError {
  const list = kind === 'tool' ? 'tools/list' : kind === 'prompt' ? 'prompts/list' : 'resources/list';
  return new GatewayError(
    'unknown_tool',
    `There is no such ${kind} here, or your key may not use it; see what ${list} answers.`,
    reason === undefined ? {} : { reason },
  );
}
