import { endpointAt, pathsOf } from '../../api/endpoints/index.ts';
import { realtime } from '../../api/endpoints/realtime/realtime.ts';
import { noSocketAt, otherOrigin } from '../../api/socket-refusals.ts';
import { deploymentName } from '../../config/derived/model-names.ts';
import { GatewayError } from '../../errors.ts';
import { loadFrames } from '../../http/sockets/frames-library.ts';
import { upgradeOf } from '../../http/sockets/upgrades.ts';
import {
  acceptWebSocket,
  FrameSocket,
  type Handshake,
  handshakeFault,
} from '../../http/sockets/web-socket.ts';
import { asUnavailable, refusalError } from '../../limits/limit-refusal.ts';
import type { Grant, Settlement } from '../../limits/limit-store.ts';
import { placeKey } from '../../routing/places.ts';
import type { Exchange } from '../exchange.ts';
import type { Parts } from '../parts.ts';
import type { FramedClient } from '../sockets/framed-client.ts';
import { asksForBeta, betaHeader, keyInProtocols, protocolFor } from '../sockets/realtime-address.ts';
import { OpeningSink, SessionOpening } from '../sockets/realtime-opening.ts';
import { RealtimeSocket } from '../sockets/realtime-socket.ts';
import { ResponsesSocket } from '../sockets/responses-socket.ts';
import type { OpenedBy } from '../sockets/socket-host.ts';
import { headersOfTurns } from '../sockets/turn-request.ts';
import type { Next, Stage } from '../stage.ts';

/** The settlement of every socket. */
const ended: Settlement = { attempted: true, tokens: 0, costNanoUsd: 0 };

/** The owner of a socket, and the socket's part of the owner's limits. */
interface Opener {
  readonly key: { readonly id: string };
  readonly place: Grant | undefined;
}

function rethrown(error: unknown): never {
  throw asUnavailable(error);
}

/** The parts of a head that open a socket. */
interface Asked extends Handshake {
  readonly origin: string | undefined;
  /** The headers of each turn. */
  readonly headers: readonly string[];
  /** The protocol that is answered. */
  readonly protocol: string | undefined;
}

/** A socket that may be opened. */
interface Opening {
  readonly exchange: Exchange;
  readonly asked: Asked;
  readonly opener: Opener;
}

/**
 * Opens a socket for a client that asks for one, if sockets are served; each turn on it passes all stages as a request
 * of its own. Any other protocol is refused.
 */
export function upgrade({ sockets, body, limits }: Pick<Parts, 'sockets' | 'body' | 'limits'>): Stage {
  return function upgrade(exchange, next) {
    if (exchange.head.upgrade !== undefined) return openFor(exchange, next);
    // Turns of a session come here, too.
    if (sessionPaths.has(exchange.path) && exchange.client.carrier === undefined)
      throw refused(`${exchange.path} is for WebSockets; ask for one ("Upgrade: websocket").`);
    return next(exchange);
  };

  async function openFor(exchange: Exchange, next: Next): Promise<void> {
    const { path, request } = exchange;
    const endpoint = request.method === 'GET' ? endpointAt(path) : undefined;
    if (sockets === undefined || endpoint === undefined || endpoint.answeredBy === 'gateway')
      throw notServed(path);
    if (!sockets.serves.has(endpoint.name) || upgradeOf(request) === undefined) throw notServed(path);
    const asked = askedBy(exchange);
    const fault = handshakeFault(asked);
    if (fault !== undefined) throw refused(`This is no handshake of a WebSocket: ${fault}.`);
    if (asked.origin !== undefined && !sockets.origins.has(asked.origin)) throw ofOtherOrigin(asked.origin);
    const key = exchange.key!;
    if (!key.allowsEndpoint(endpoint.name))
      throw new GatewayError('endpoint_not_allowed', `This key may not use ${endpoint.name}.`);
    exchange.endpoint = endpoint;
    await loadFrames();
    const opener = { key, place: await placeOf(exchange) };
    // It may have left while the store was asked for its limits.
    if (exchange.gone) return opener.place?.settle(ended);
    const opening = { exchange, asked, opener };
    if (endpoint.socket === 'session') return openSession(opening, next);
    const { host } = sockets;
    open(opening, (opened) => new ResponsesSocket(opened, host, body.budget), []);
  }

  /** Takes one of the key's sockets; undefined if it may have any number. */
  async function placeOf({ limits: ofKey }: Exchange): Promise<Grant | undefined> {
    const meters = ofKey?.sockets;
    if (meters === undefined) return undefined;
    const asked = limits!.store.spend({ meters, tokens: 0 });
    const verdict = asked instanceof Promise ? await asked.catch(rethrown) : asked;
    if (!verdict.admitted) throw refusalError(meters, verdict);
    return verdict.grant;
  }

  /** Opens a session once a backend has agreed to one: until then it is a request like any other. */
  async function openSession(opening: Opening, next: Next): Promise<void> {
    const { exchange, asked, opener } = opening;
    const carrier = new SessionOpening();
    exchange.opening = carrier;
    exchange.answer = new OpeningSink(exchange.answer, carrier);
    try {
      await next(exchange);
    } catch (error) {
      carrier.close();
      opener.place?.settle(ended);
      throw error;
    }
    const { session } = carrier;
    if (session === undefined || exchange.gone) {
      carrier.close();
      return opener.place?.settle(ended);
    }
    const { model = '', deployment = '', upstreamModel = '', attempts, tried } = exchange.relayed;
    const name = deploymentName(model, deployment);
    const replica = tried.at(-1)?.replica;
    const at = replica === undefined ? name : placeKey(name, replica);
    const place = { model: exchange.summary!.model!, at, upstreamModel };
    const told = ['x-gateway-model', model, 'x-gateway-deployment', deployment];
    told.push('x-gateway-attempts', String(attempts));
    if (asksForBeta(asked.headers)) told.push('x-gateway-changed', betaHeader);
    const { host } = sockets!;
    open(opening, (opened) => new RealtimeSocket(opened, host, body.budget, session, place), told);
  }

  function open(
    { exchange, asked, opener: { key, place } }: Opening,
    made: (opened: OpenedBy) => FramedClient,
    told: readonly string[],
  ): void {
    const { request, id, path, query } = exchange;
    const { host } = sockets!;
    const { socket, head, take } = upgradeOf(request)!;
    take();
    const { headers, protocol } = asked;
    const own = made({ url: path + query, socket, headers, key, leave: () => place?.settle(ended) });
    const options = { maxBytes: body.maxBytes, headers: ['x-request-id', id, ...told], protocol };
    let isAccepted = false;
    acceptWebSocket(asked, socket, head, options, (webSocket) => {
      isAccepted = true;
      own.over(new FrameSocket(webSocket, socket, own));
      host.add(own);
    });
    // The list of protocols was faulty: the library has answered that.
    if (!isAccepted) own.closed();
  }
}

const sessionPaths: ReadonlySet<string> = new Set(pathsOf(realtime));

function notServed(path: string): GatewayError {
  return refused(noSocketAt(path));
}

function refused(message: string): GatewayError {
  return new GatewayError('upgrade_refused', message, {
    headers: { upgrade: 'websocket' },
    closeConnection: true,
  });
}

function ofOtherOrigin(origin: string): GatewayError {
  return new GatewayError('origin_not_allowed', otherOrigin, {
    reason: `The page is of ${origin.slice(0, 200)}, which listen.origins does not name.`,
  });
}

function askedBy(exchange: Exchange): Asked {
  const { rawHeaders } = exchange.request;
  const asked: Record<string, string | undefined> = {};
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const value = rawHeaders[index + 1]!;
    asked[name] = asked[name] === undefined ? value : `${asked[name]}, ${value}`;
  }
  const secret = keyInProtocols(exchange);
  const headers = headersOfTurns(rawHeaders);
  return {
    upgrade: asked['upgrade'],
    key: asked['sec-websocket-key'],
    version: asked['sec-websocket-version'],
    protocols: asked['sec-websocket-protocol'],
    origin: asked['origin'],
    headers: secret === undefined ? headers : [...headers, 'authorization', `Bearer ${secret}`],
    protocol: sessionPaths.has(exchange.path) ? protocolFor(rawHeaders) : undefined,
  };
}
