import { responses } from '../../api/endpoints/responses.ts';
import { GatewayError } from '../../errors.ts';
import type { ClientRequest } from '../../http/server/client-request.ts';
import { upgradeOf } from '../../http/sockets/upgrades.ts';
import {
  acceptWebSocket,
  FrameSocket,
  type Handshake,
  handshakeFault,
} from '../../http/sockets/web-socket.ts';
import { asUnavailable, refusalError } from '../../limits/limit-refusal.ts';
import type { Grant, Settlement } from '../../limits/limit-store.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import { ResponsesSocket } from '../sockets/responses-socket.ts';
import { headersOfTurns } from '../sockets/turn-request.ts';
import type { Stage } from '../stage.ts';

/** What a socket was. */
const ended: Settlement = { attempted: true, tokens: 0, costNanoUsd: 0 };

/** Whose socket it is, and what it holds of his limits. */
interface Opener {
  readonly key: { readonly id: string };
  readonly place: Grant | undefined;
}

function rethrown(error: unknown): never {
  throw asUnavailable(error);
}

/** What opens a socket in its head. */
interface Asked extends Handshake {
  readonly origin: string | undefined;
}

/**
 * Opens a socket for who asks for one where sockets are served; each turn on it comes through all stages as a request of
 * its own. Whatever else asks for another protocol is refused.
 */
export function upgrade({ sockets, body, limits }: Pick<Parts, 'sockets' | 'body' | 'limits'>): Stage {
  return function upgrade(exchange, next) {
    return exchange.head.upgrade === undefined ? next(exchange) : openFor(exchange);
  };

  async function openFor(exchange: Exchange): Promise<void> {
    const { path, request } = exchange;
    const isServed = sockets !== undefined && path === responses.path && request.method === 'GET';
    const offer = isServed ? upgradeOf(request) : undefined;
    if (sockets === undefined || offer === undefined) throw notServed(path);
    const asked = askedBy(request);
    const fault = handshakeFault(asked);
    if (fault !== undefined) throw refused(`This is no handshake of a WebSocket: ${fault}.`);
    if (asked.origin !== undefined && !sockets.origins.has(asked.origin)) throw ofOtherOrigin(asked.origin);
    const key = exchange.key!;
    if (!key.allowsEndpoint(responses.name))
      throw new GatewayError('endpoint_not_allowed', `This key may not use ${responses.name}.`);
    exchange.endpoint = responses;
    const place = await placeOf(exchange);
    // It may have left while its limits were asked.
    if (exchange.gone) return place?.settle(ended);
    open(exchange, asked, { key, place });
  }

  /** Takes one of the sockets that the key may have; undefined where it may have any number. */
  async function placeOf({ limits: ofKey }: Exchange): Promise<Grant | undefined> {
    const meters = ofKey?.sockets;
    if (meters === undefined) return undefined;
    const asked = limits!.store.spend({ meters, tokens: 0 });
    const verdict = asked instanceof Promise ? await asked.catch(rethrown) : asked;
    if (!verdict.admitted) throw refusalError(meters, verdict);
    return verdict.grant;
  }

  function open(exchange: Exchange, asked: Asked, { key, place }: Opener): void {
    const { request, id, path, query } = exchange;
    const { host } = sockets!;
    const { socket, head, take } = upgradeOf(request)!;
    const headers = headersOfTurns(request.rawHeaders);
    take();
    const leave = () => place?.settle(ended);
    const own = new ResponsesSocket({ url: path + query, socket, headers, key, leave }, host, body.budget);
    const options = { maxBytes: body.maxBytes, headers: ['x-request-id', id] };
    acceptWebSocket(asked, socket, head, options, (webSocket) => {
      own.over(new FrameSocket(webSocket, socket, own));
      host.add(own);
    });
  }
}

function notServed(path: string): GatewayError {
  return refused(`There is no WebSocket at ${path}; send a plain request.`);
}

function refused(message: string): GatewayError {
  return new GatewayError('upgrade_refused', message, {
    headers: { upgrade: 'websocket' },
    closeConnection: true,
  });
}

function ofOtherOrigin(origin: string): GatewayError {
  return new GatewayError(
    'origin_not_allowed',
    'Pages of this site may not open sockets here; its operator can allow it (listen.origins).',
    { reason: `The page is of ${origin.slice(0, 200)}, which listen.origins does not name.` },
  );
}

function askedBy({ rawHeaders }: ClientRequest): Asked {
  const asked: Record<string, string | undefined> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const value = rawHeaders[index + 1]!;
    asked[name] = asked[name] === undefined ? value : `${asked[name]}, ${value}`;
  }
  return {
    upgrade: asked['upgrade'],
    key: asked['sec-websocket-key'],
    version: asked['sec-websocket-version'],
    protocols: asked['sec-websocket-protocol'],
    origin: asked['origin'],
  };
}
