import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';

/**
 * Makes a server accept nothing more, and leaves all of its connections as they are. An HTTP server's own `close` would
 * end the idle ones, whose clients may have a request on its way. It would also stop the clock that times requests.
 */
export function stopAccepting(server: Server): void {
  TcpServer.prototype.close.call(server);
}
