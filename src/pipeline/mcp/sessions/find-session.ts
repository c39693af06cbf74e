import { headerValue } from '../../../http/flat-headers.ts';
import type { Exchange } from '../../exchange.ts';
import { callerOf } from '../caller-of.ts';
import type { McpServer } from '../servers/mcp-server.ts';
import { CallFault, errorOf, unknownSession } from '../servers/server-call-fault.ts';
import type { HeldSession } from './held-session.ts';
import { SessionSeal } from './session-seal.ts';

/** The header of a session's id, between clients and gateway and between gateway and servers. */
export const sessionHeader = 'mcp-session-id';

/**
 * The session that a request names; undefined if it names none.
 *
 * @throws GatewayError if the caller has no such session at the server
 */
export async function findSession(
  exchange: Exchange,
  server: McpServer,
  hostSecret: () => Buffer,
): Promise<HeldSession | undefined> {
  const named = headerValue(exchange.head.forward, sessionHeader);
  if (named === undefined) return undefined;
  const seal = sealOf(exchange, server, hostSecret);
  const session = seal?.session(named);
  if (session === undefined) throw unknownSession();
  // A server that now speaks the new revision knows no sessions.
  if (!(await isOlder(server))) throw unknownSession(`${server.name}: it has no sessions any more`);
  server.clientSessions.used(callerOf(exchange), session);
  return { session, seal: seal!, lists: server.clientSessions.lists(session) };
}

/** The seal of a caller at a server; undefined without any secret to make it of. */
export function sealOf(
  exchange: Exchange,
  { config }: McpServer,
  hostSecret: () => Buffer,
): SessionSeal | undefined {
  try {
    return new SessionSeal(exchange, config, hostSecret);
  } catch {
    return undefined;
  }
}

async function isOlder({ revision, name }: McpServer): Promise<boolean> {
  try {
    return await revision.isOlder();
  } catch (error) {
    throw error instanceof CallFault ? errorOf(name, error) : error;
  }
}
