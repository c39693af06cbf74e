import { targetOf } from '../../../api/mcp/client-messages.ts';
import { sessionMethods } from '../../../api/mcp/older-revisions/session-messages.ts';
import { type Implementation, isOlder } from '../../../api/mcp/protocol-versions.ts';
import type { KeyThrottle } from '../../../limits/throttles/key-throttle.ts';
import type { Exchange } from '../../exchange.ts';
import { serverFor } from '../../mcp/callers/server-for.ts';
import { countAside } from '../../mcp/count-aside.ts';
import type { ToolDrains } from '../../mcp/drained-tools.ts';
import type { McpServer } from '../../mcp/servers/mcp-server.ts';
import { beginSession } from '../../mcp/sessions/begin-session.ts';
import { findSession } from '../../mcp/sessions/find-session.ts';
import { passToServer } from '../../mcp/sessions/pass-to-server.ts';
import { type CallParts, ToolCall } from '../../mcp/tool-call.ts';
import type { Next, Stage } from '../../stage.ts';
import { unknown } from './find-server.ts';

interface HoldParts extends CallParts {
  readonly servers: ReadonlyMap<string, McpServer>;
  readonly drains: ToolDrains;
  readonly self: Implementation;
  /** Counts the messages that no limit of a key counts. */
  readonly lists: KeyThrottle;
  readonly hostSecret: () => Buffer;
  /** Undefined without guards. */
  readonly inspect: Stage | undefined;
}

/**
 * Serves sessions that clients of older revisions hold at one server, by its own path. The session is between client
 * and server: the gateway keeps nothing of it. A request without a session goes on as usual.
 */
export function holdSession({ servers, drains, inspect, hostSecret, lists, ...calls }: HoldParts): Stage {
  return function holdSession(exchange, next) {
    const { addressed, version } = exchange.asked!;
    if (addressed === undefined || !isOlder(version)) return next(exchange);
    const server = serverFor(exchange, servers.get(addressed)!);
    return server instanceof Promise
      ? server.then((own) => inSession(exchange, own, next))
      : inSession(exchange, server, next);
  };

  async function inSession(exchange: Exchange, server: McpServer, next: Next): Promise<void> {
    const asked = exchange.asked!;
    const { kind, method } = asked.message!;
    if (method === 'initialize') {
      if (kind !== 'request' || asked.isWhole) return next(exchange);
      const isBegun = await beginSession(exchange, server, { self: calls.self, hostSecret });
      return isBegun ? undefined : next(exchange);
    }
    asked.session = await findSession(exchange, server, hostSecret);
    if (asked.session === undefined) return next(exchange);
    if (kind === 'request' && !sessionMethods.has(method)) return next(exchange);
    await countAside(exchange, lists);
    asked.server = server.name;
    if (kind !== 'request') return passToServer(exchange, server, inspect);
    if (method.startsWith('resources/')) requireResource(exchange, server, drains);
    return new ToolCall(exchange, server, calls).run();
  }
}

/** A client that may not read a resource does not learn of its changes either. */
function requireResource({ key, asked }: Exchange, { name }: McpServer, drains: ToolDrains): void {
  const uri = targetOf(asked!.message!);
  if (!key!.toolGrants.allows(name, 'resource', uri)) throw unknown('resource');
  if (drains.has(name, 'resource', uri)) throw unknown('resource', `${name}: an operator has taken it out`);
  asked!.name = uri;
  asked!.kind = 'resource';
}
