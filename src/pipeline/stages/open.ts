import { clientBehind, plainAddress } from '../../http/server/client-address.ts';
import { readHead } from '../../http/server/request-head.ts';
import { requestIdFrom } from '../../http/server/request-id.ts';
import { clientFamily } from '../clients/client-family.ts';
import { answerAsCloud } from '../clients/cloud-client.ts';
import type { Exchange } from '../exchange.ts';
import { asGatewayError, sendError } from '../own-answer.ts';
import type { Parts } from '../parts.ts';
import { ClientGone } from '../request-body.ts';
import type { Stage } from '../stage.ts';
import { chargeFault, isFaultyBody } from './turn-away.ts';

/**
 * Reads the head once, gives the exchange its id and its client, and turns every failure of later stages into an
 * answer.
 */
export function open({ headerPolicy, trusted, log, body, faultyBodies, endpoints, tools }: Parts): Stage {
  return async function open(exchange, next) {
    const { request } = exchange;
    const head = readHead(request, headerPolicy);
    exchange.head = head;
    exchange.id = requestIdFrom(head.requestId, head.requestIdCount);
    const target = request.url ?? '';
    const mark = target.indexOf('?');
    exchange.path = mark === -1 ? target : target.slice(0, mark);
    exchange.query = mark === -1 ? '' : target.slice(mark);
    const peer = plainAddress(request.socket.remoteAddress);
    exchange.clientAddress =
      trusted?.includes(peer) === true ? clientBehind(peer, head.forwardedFor, trusted) : peer;
    try {
      await next(exchange);
    } catch (error) {
      if (isFaultyBody(exchange, error)) chargeFault(exchange, faultyBodies);
      fail(exchange, error);
    } finally {
      body.budget.release(exchange);
    }
  };

  function fail(exchange: Exchange, error: unknown): void {
    if (error instanceof ClientGone) return;
    const known = asGatewayError(error);
    if (known.code === 'internal_error') log.error({ err: error, id: exchange.id }, 'a request failed');
    if (exchange.committed) return void exchange.client.destroy();
    if (tools?.isAt(exchange.path) === true) return sendError(exchange, known, 'mcp');
    if (exchange.cloud === undefined) answerAsCloud(exchange, endpoints.cloudCalledAt(exchange.path));
    sendError(
      exchange,
      known,
      clientFamily(exchange, (path) => endpoints.familyOfPath(path)),
    );
  }
}
