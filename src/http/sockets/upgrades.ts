import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientRequest } from '../server/client-request.ts';

/** The connection of a request that asks for another protocol (RFC 9110, 7.8). */
export interface Upgrade {
  readonly socket: Socket;
  /** The bytes that came after the request's head. */
  readonly head: Buffer;
  /** Takes the connection: from now on the taker writes the answer to the request (101). */
  take(): void;
}

/** The status of an answer that hands its connection over. */
export const switchingProtocols = 101;

const upgrades = new WeakMap<ClientRequest, Upgrade>();

/** The connection that a request offers to another protocol; undefined if it asks for none. */
export function upgradeOf(request: ClientRequest): Upgrade | undefined {
  return upgrades.get(request);
}

/**
 * Records that Node.js has let go of the connection of a request, so that it can be taken; until then HTTP answers it.
 */
export function offerUpgrade(
  request: IncomingMessage,
  response: ServerResponse,
  socket: Socket,
  head: Buffer,
): void {
  let isTaken = false;
  response.assignSocket(socket);
  response.on('finish', () => {
    if (isTaken) return;
    response.detachSocket(socket);
    socket.destroySoon();
    response.emit('close');
  });
  upgrades.set(request, {
    socket,
    head,
    take() {
      isTaken = true;
      upgrades.delete(request);
      response.statusCode = switchingProtocols;
      response.detachSocket(socket);
      response.emit('close');
    },
  });
}
