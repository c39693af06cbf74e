/** Equal servers at addresses of their own, as those of one name are: all at the same port. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { completion } from './backend.ts';
import type { Owner } from './serve.ts';

/** What a server does with a request; undefined for a small answer that names it. */
export type Reply = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

export interface EqualServer {
  readonly address: string;
  /** As operators know it. */
  readonly name: string;
  /** Requests that came, those for figures and health left out. */
  count: number;
  /** Requests whose answer it has not ended. */
  underWay: number;
  /** Connections that are open. */
  connections: number;
  reply: Reply | undefined;
  /** What it answers at /metrics, and what at /health. */
  figures: Reply | undefined;
  health: number;
  /** Is there no more, and cuts what is under way. */
  stop(): Promise<void>;
  /** Is there again. */
  start(): Promise<void>;
}

/** Servers at 127.0.0.2 and what follows. */
export async function equalServers(
  t: Owner,
  count: number,
): Promise<{ readonly port: number; readonly servers: readonly EqualServer[] }> {
  const first = await equalServer(t, '127.0.0.2', 0);
  const rest = [];
  for (let index = 1; index < count; index += 1)
    rest.push(await equalServer(t, `127.0.0.${2 + index}`, first.port));
  return { port: first.port, servers: [first.server, ...rest.map(({ server }) => server)] };
}

async function equalServer(t: Owner, address: string, at: number) {
  const http = createServer(async (request, response) => {
    if (request.url === '/metrics' && server.figures !== undefined) return server.figures(request, response);
    if (request.url === '/health') return void response.writeHead(server.health).end();
    for await (const _ of request);
    server.count += 1;
    server.underWay += 1;
    response.on('close', () => {
      server.underWay -= 1;
    });
    if (server.reply !== undefined) return server.reply(request, response);
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion(address)));
  });
  http.on('connection', (socket) => {
    server.connections += 1;
    socket.on('close', () => {
      server.connections -= 1;
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => http.listen(port, address, resolve));
  await listen(at);
  const { port } = http.address() as AddressInfo;
  const stop = () => {
    http.closeAllConnections();
    return new Promise<void>((resolve) => http.close(() => resolve()));
  };
  const server: EqualServer = {
    address,
    name: `${address}:${port}`,
    count: 0,
    underWay: 0,
    connections: 0,
    reply: undefined,
    figures: undefined,
    health: 200,
    stop,
    start: () => listen(port),
  };
  t.after(stop);
  return { port, server };
}
