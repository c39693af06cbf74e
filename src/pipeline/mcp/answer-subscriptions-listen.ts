/** Answers `subscriptions/listen`. */

import { RpcFault, rpcCodes } from '../../api/mcp/json-rpc-errors.ts';
import { listsIn, notificationsOf } from '../../api/mcp/lists/list-changes.ts';
import { splitUri } from '../../api/mcp/server-prefixed-uris.ts';
import { GatewayError } from '../../errors.ts';
import { headerValue } from '../../http/flat-headers.ts';
import { isObject } from '../../lib/json.ts';
import type { KeySlots } from '../../limits/throttles/key-slots.ts';
import type { Exchange } from '../exchange.ts';
import { ClientGone } from '../request-body.ts';
import type { ToolDrains } from './drained-tools.ts';
import type { ListeningClients } from './listening-clients.ts';
import type { McpServer } from './servers/mcp-server.ts';
import { ListenStream, type Wanted } from './subscriptions-listen-stream.ts';

interface ListenParts {
  readonly slots: KeySlots;
  readonly clients: ListeningClients;
  readonly drains: ToolDrains;
}

/** The most resources that one client may subscribe to. */
const mostUris = 100;

/** @param servers The servers that the client may use in some way. */
export async function answerSubscriptionsListen(
  exchange: Exchange,
  servers: readonly McpServer[],
  { slots, clients, drains }: ListenParts,
): Promise<void> {
  const { key, asked, head } = exchange;
  const { message, isWhole, addressed } = asked!;
  if (isWhole || headerValue(head.forward, 'accept')?.includes('text/event-stream') === false)
    throw new RpcFault(rpcCodes.invalid_request, 'This answer is a stream; accept text/event-stream.');
  const filter = message!.params['notifications'];
  if (!isObject(filter))
    throw new RpcFault(rpcCodes.invalid_params, '`params.notifications` is not an object.');
  const lists = new Set(listsIn(filter));
  const uris = urisIn(filter['resourceSubscriptions']);
  const mayRead = ({ name }: McpServer, uri: string) =>
    key!.toolGrants.allows(name, 'resource', uri) && !drains.has(name, 'resource', uri);
  const agreed: string[] = [];
  const wanted = servers.map((server): Wanted => {
    const own = new Set<string>();
    for (const uri of uris) {
      const split = addressed === undefined ? splitUri(uri) : { server: server.name, name: uri };
      if (split?.server !== server.name || split.name === undefined || !mayRead(server, split.name)) continue;
      own.add(split.name);
      agreed.push(uri);
    }
    return { server, lists, uris: own };
  });
  const grant = await slots.take(key!.id);
  if (grant === undefined) {
    throw new GatewayError('rate_limit_exceeded', `A key may listen ${slots.most} times at once.`);
  }
  const stream = new ListenStream(exchange, wanted, addressed === undefined);
  clients.add(stream);
  try {
    if (exchange.gone) throw new ClientGone();
    asked!.message = undefined;
    await stream.run(notificationsOf(lists, agreed));
  } finally {
    clients.delete(stream);
    grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  }
}

function urisIn(value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw new RpcFault(rpcCodes.invalid_params, '`resourceSubscriptions` is not a list of URIs.');
  if (value.length > mostUris)
    throw new RpcFault(rpcCodes.invalid_params, `\`resourceSubscriptions\` has more than ${mostUris} URIs.`);
  return [...new Set(value as string[])];
}
