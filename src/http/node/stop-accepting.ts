import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';

/**
 * Has a server accept nothing more, and leave all of its connections as they are. An HTTP server's own `close` would end
 * the idle ones, whose clients may have a request on its way, and stop the clock that requests are timed by.
 */
export function stopAccepting(server: Server): void {
  TcpServer.prototype.close.call(server);
}
