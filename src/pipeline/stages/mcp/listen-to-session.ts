import { RpcFault, rpcCodes } from '../../../api/mcp/json-rpc-errors.ts';
import { type Implementation, isKnown, isOlder, unnamedVersion } from '../../../api/mcp/protocol-versions.ts';
import { headerNames, unknownVersion } from '../../../api/mcp/request-headers.ts';
import { GatewayError } from '../../../errors.ts';
import { headerValue } from '../../../http/flat-headers.ts';
import type { KeySlots } from '../../../limits/throttles/key-slots.ts';
import type { KeyThrottle } from '../../../limits/throttles/key-throttle.ts';
import type { Exchange } from '../../exchange.ts';
import type { GuardStages } from '../../guards/guard-stages.ts';
import { callerOf } from '../../mcp/caller-of.ts';
import { serverFor } from '../../mcp/callers/server-for.ts';
import { countAside } from '../../mcp/count-aside.ts';
import type { ListeningClients } from '../../mcp/listening-clients.ts';
import type { McpServer } from '../../mcp/servers/mcp-server.ts';
import { CallFault, errorInSession, errorOf, unknownSession } from '../../mcp/servers/server-call-fault.ts';
import { findSession } from '../../mcp/sessions/find-session.ts';
import type { HeldSession, StreamPlace } from '../../mcp/sessions/held-session.ts';
import { SessionStream } from '../../mcp/sessions/session-stream.ts';
import { sendText } from '../../own-answer.ts';
import { ClientGone } from '../../request-body.ts';

interface ListenParts {
  readonly servers: ReadonlyMap<string, McpServer>;
  readonly self: Implementation;
  readonly lists: KeyThrottle;
  readonly hostSecret: () => Buffer;
  /** The open streams of sessions of a key. */
  readonly streams: KeySlots;
  readonly clients: ListeningClients;
  /** Undefined without guards. */
  readonly guards: GuardStages | undefined;
}

/** Answers GET and DELETE in a session that a client holds: its stream, and its end. */
export type SessionListening = (exchange: Exchange) => Promise<void>;

export function listenToSession(parts: ListenParts): SessionListening {
  const { servers, self, lists, hostSecret, streams, clients, guards } = parts;

  return async function listenToSession(exchange) {
    const { head, request, asked } = exchange;
    const version = headerValue(head.forward, headerNames.protocolVersion) ?? unnamedVersion;
    if (!isKnown(version)) throw unknownVersion(version, undefined);
    if (!isOlder(version)) throw notHere();
    const isEnd = request.method === 'DELETE';
    asked!.readWithoutMessage(isEnd ? '(end)' : '(stream)', version);
    const server = await serverFor(exchange, servers.get(asked!.addressed!)!);
    asked!.server = server.name;
    const held = await findSession(exchange, server, hostSecret);
    if (held === undefined) throw notHere();
    await countAside(exchange, lists);
    const { out } = server.availability;
    if (out !== undefined && !(isEnd && out.kind === 'drained')) throw errorOf(server.name, out);
    return isEnd ? end(exchange, server, held) : listen(exchange, server, held);
  };

  async function end(exchange: Exchange, server: McpServer, { session }: HeldSession): Promise<void> {
    let status: number;
    try {
      status = await server.sender.endSession(session);
    } catch (error) {
      throw error instanceof CallFault ? errorInSession(server.name, error) : error;
    }
    if (status === 405) throw notHere();
    if (status === 404 || status === 400) throw unknownSession(`${server.name}: status ${status}`);
    if (status >= 300)
      throw errorOf(server.name, new CallFault('invalid', `status ${status} to the end of a session`));
    server.clientSessions.ended(callerOf(exchange), session);
    sendText(exchange, 200, '');
  }

  async function listen(exchange: Exchange, server: McpServer, held: HeldSession): Promise<void> {
    const { forward } = exchange.head;
    // Guards check answers to requests; nothing may avoid them here.
    if (guards?.looksAtAnswers(exchange) === true) throw notHere();
    if (headerValue(forward, 'accept')?.includes('text/event-stream') !== true)
      throw new RpcFault(rpcCodes.invalid_request, 'This answer is a stream; accept text/event-stream.');
    const from = placeIn(headerValue(forward, 'last-event-id'), held);
    const grant = await streams.take(exchange.key!.id);
    if (grant === undefined)
      throw new GatewayError(
        'rate_limit_exceeded',
        `A key may have ${streams.most} streams of sessions open at once.`,
      );
    const passage = { among: undefined, isClientOlder: true, isServerOlder: true, self };
    const stream = new SessionStream(exchange, { server, held, from, passage });
    clients.add(stream);
    try {
      if (exchange.gone) throw new ClientGone();
      await stream.run();
    } finally {
      clients.delete(stream);
      grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
    }
  }
}

function placeIn(header: string | undefined, { session, seal }: HeldSession): StreamPlace | undefined {
  if (header === undefined) return undefined;
  const place = seal.placeOf(session, header);
  if (place !== undefined) return place;
  throw new RpcFault(
    rpcCodes.invalid_request,
    'Last-Event-ID is no event of this session; open a stream without it.',
  );
}

function notHere(): GatewayError {
  return new GatewayError('method_not_allowed', 'Use POST on this path.', { headers: { allow: 'POST' } });
}
