import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { frames } from './frames-library.ts';

/** What the library takes of an end that is not its own handshake's. */
interface Private {
  setSocket(socket: Duplex, head: Buffer, options: object): void;
}

const nothing = Buffer.alloc(0);
/** A longer event of a backend ends its socket, in bytes. */
const mostOfEvent = 64 * 1024 * 1024;
/** As the library has them for a server. */
const bounds = { maxBufferedChunks: 256 * 1024, maxFragments: 16 * 1024 };

/**
 * The client's end of a WebSocket whose handshake somebody else has made. The library has no public way to be given one:
 * it is told what it would have found out by a handshake of its own. `test/http/sockets/upstream-web-socket.test.ts` says
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
  // Whoever had it before may have left it paused.
  socket.resume();
  return webSocket;
}
