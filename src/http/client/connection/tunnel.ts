import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { BackendProxy } from '../../../config/types/backends.ts';

/** The outcome of opening a connection, called once. */
export type Opened = (error: Error | null, socket?: Socket) => void;

/** A tunnel that is being dug. */
export interface Digging {
  /** Gives the tunnel up: `opened` gets the reason, unless it was called before. */
  abort(reason: Error): void;
}

/**
 * Opens a connection to a host through a proxy, which only passes bytes on (CONNECT, RFC 9110, 9.3.6). TLS ends at the
 * backend itself, and the proxy sees only the backend's name.
 *
 * @param more Options of the way to the proxy, such as a lookup of its name.
 */
export function openTunnel(
  proxy: BackendProxy,
  to: { readonly host: string; readonly port: number },
  opened: Opened,
  more: RequestOptions = {},
): Digging {
  const authority = `${to.host.includes(':') ? `[${to.host}]` : to.host}:${to.port}`;
  let isSettled = false;
  const settle: Opened = (error, socket) => {
    if (isSettled) {
      socket?.destroy();
      return;
    }
    isSettled = true;
    opened(error, socket);
  };
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  const asked = send({
    ...more,
    host: proxy.hostname,
    port: proxy.port,
    method: 'CONNECT',
    path: authority,
    agent: false,
    setHost: false,
    headers: {
      host: authority,
      ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
    },
  });
  asked.once('connect', ({ statusCode = 0 }, socket: Socket, head: Buffer) => {
    const isOpen = statusCode >= 200 && statusCode < 300 && head.length === 0;
    if (isOpen) return settle(null, socket);
    socket.destroy();
    const what = head.length > 0 && statusCode < 300 ? 'sent more than its answer' : `answered ${statusCode}`;
    settle(new Error(`the proxy ${what}`));
  });
  asked.on('error', (cause: NodeJS.ErrnoException) => {
    settle(new Error(`no connection to the proxy: ${cause.code ?? cause.message}`, { cause }));
  });
  asked.end();
  return {
    abort(reason) {
      settle(reason);
      asked.destroy();
    },
  };
}
