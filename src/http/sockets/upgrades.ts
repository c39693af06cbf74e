import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ClientRequest } from '../server/client-request.ts';

/** The connection of a request that asks for another protocol (RFC 9110, 7.8). */
export interface Upgrade {
  readonly socket: Socket;
  /** What came behind the request's head. */
  readonly head: Buffer;
  /** Takes the connection: from here on the request has its answer (101), which whoever takes it writes. */
  take(): void;
}

/** The status of an answer that hands its connection over. */
export const switchingProtocols = 101;

const upgrades = new WeakMap<ClientRequest, Upgrade>();

/** The connection that a request offers to another protocol; undefined where it asks for none. */
export function upgradeOf(request: ClientRequest): Upgrade | undefined {
  return upgrades.get(request);
}

/** Notes that Node.js has let go of the connection of a request, so that it can be taken; until then it is answered by HTTP. */
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
