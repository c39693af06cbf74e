import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { frames } from './frames-library.ts';

/** The library's private state of an end whose handshake it did not make. */
interface Private {
  setSocket(socket: Duplex, head: Buffer, options: object): void;
}

const nothing = Buffer.alloc(0);
/** Bytes of the longest event of a backend; a longer one ends its socket. */
const mostOfEvent = 64 * 1024 * 1024;
/** The library's bounds of a server. */
const bounds = { maxBufferedChunks: 256 * 1024, maxFragments: 16 * 1024 };

/**
 * The client's end of a WebSocket whose handshake another module has made. The library has no public way to take one
 * over: this sets the fields that its own handshake would set. `test/http/sockets/upstream-web-socket.test.ts` fails
 * when that changes.
 *
 * @param maxBytes A longer message ends the socket.
 */
export function upstreamWebSocket(socket: Duplex, maxBytes = mostOfEvent): WebSocket {
  // The types know no such options.
  const webSocket = new (frames().WebSocket)(null as unknown as string, undefined, {
    autoPong: true,
  } as object);
  const inside = Object.assign(webSocket, { _isServer: false }) as unknown as Private;
  inside.setSocket(socket, nothing, {
    allowSynchronousEvents: true,
    maxPayload: maxBytes,
    skipUTF8Validation: false,
    ...bounds,
  });
  // A previous owner may have left it paused.
  socket.resume();
  return webSocket;
}
