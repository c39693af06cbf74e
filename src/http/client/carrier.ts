/**
 * The one place that knows http-proxy-3, which carries handshakes to backends. The library gets stand-ins for the
 * client's request and connection: the gateway decides what is sent, and reads what comes back.
 */
import type { ClientRequest, Agent as HttpAgent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createProxyServer, type ProxyServer } from 'http-proxy-3';
import type { BackendAddress, Connector } from './connection/connector.ts';
import type { Handshake } from './websocket-handshake.ts';

/**
 * The library, set up for one backend. It is loaded with the first handshake: a worker without sockets does not hold
 * it.
 */
export class Carrier {
  readonly #proxy: ProxyServer;
  readonly #agent: HttpAgent;

  constructor(target: BackendAddress & { readonly host: string }, connector: Connector) {
    this.#agent = connector.agent();
    const proxy = createProxyServer({
      target: target as unknown as URL,
      // Host is among the headers.
      changeOrigin: false,
      // These two take the path unchanged.
      toProxy: true,
      prependPath: false,
    });
    proxy.on('proxyReqWs', (request: ClientRequest, handshake: unknown) =>
      (handshake as Handshake).assigned(request),
    );
    // The library reports failures to the callback of the call; an emitter without this listener would throw.
    proxy.on('error', () => {});
    this.#proxy = proxy;
  }

  /** Asks the backend for a WebSocket, over a connection of its own. */
  open(handshake: Handshake): void {
    const client = handshake.connection as unknown as Socket;
    const options = { agent: this.#agent };
    this.#proxy.ws(handshake as unknown as IncomingMessage, client, options, (error) =>
      handshake.fail(error),
    );
  }
}
