import type { ClientRequest, ClientRequestArgs, Agent as HttpAgent, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How often free connections are looked through. */
const tickMs = 250;
/** What is left of the time a backend announced: it counts from when it wrote, we from when we read. */
const marginMs = 1000;

/** The tick of its agent at which a free connection is given up. */
const endsAt = Symbol('endsAt');

type PooledSocket = Socket & { [endsAt]?: number; _httpMessage?: { res?: IncomingMessage | null } };

/** What Node's agents have beside what its types tell of. */
interface Pool {
  addRequest(request: ClientRequest & { onSocket(socket: Socket): void }, options: ClientRequestArgs): void;
  keepSocketAlive(socket: PooledSocket): boolean;
  reuseSocket(socket: Socket, request: ClientRequest): void;
  readonly sockets: Record<string, Socket[]>;
  readonly freeSockets: Record<string, PooledSocket[]>;
}

/**
 * Has an agent that knows one destination hand out its free connections, and give them up after `idleMs`, without what
 * Node does for agents in general: it copies all options for each request, reads all headers of each answer for one
 * that is seldom there, and sets two timeouts.
 *
 * @param name What the agent calls its destination.
 */
export function keepFreeSockets(agent: HttpAgent, name: string, idleMs: number): void {
  const pool = agent as unknown as Pool;
  const connect = pool.addRequest;
  let tick = 0;
  let timer: NodeJS.Timeout | undefined;

  function giveUpOld(): void {
    tick += 1;
    // A copy: a connection that ends takes itself off the list.
    const free = [...(pool.freeSockets[name] ?? [])];
    for (const socket of free) if (socket[endsAt]! <= tick) socket.destroy();
    if (free.length > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  pool.addRequest = function addRequest(request, options) {
    const socket = freshest(pool.freeSockets[name]);
    if (socket === undefined) {
      // A connection keeps what it was opened with: the headers of its first request are none of that.
      const { host, port } = options;
      return connect.call(agent, request, { host: host!, port: port! });
    }
    pool.reuseSocket(socket, request);
    request.onSocket(socket);
    const busy = pool.sockets[name];
    if (busy === undefined) pool.sockets[name] = [socket];
    else busy.push(socket);
  };

  pool.keepSocketAlive = function keepSocketAlive(socket) {
    const announcedMs = keepAliveMs(socket._httpMessage?.res?.rawHeaders);
    const keptMs = Math.min(idleMs, announcedMs === undefined ? idleMs : announcedMs - marginMs);
    if (keptMs <= 0) return false;
    socket.unref();
    socket[endsAt] = tick + Math.max(1, Math.floor(keptMs / tickMs));
    timer ??= setInterval(giveUpOld, tickMs).unref();
    return true;
  };
}

/** Last in, first out. */
function freshest(free: PooledSocket[] | undefined): Socket | undefined {
  for (;;) {
    const socket = free?.pop();
    if (socket?.destroyed !== true) return socket;
  }
}

/** What `Keep-Alive: timeout=5` announces; undefined where an answer says nothing of it. */
function keepAliveMs(rawHeaders: readonly string[] | undefined): number | undefined {
  const place = rawHeaders === undefined ? -1 : placeOfKeepAlive(rawHeaders);
  if (place === -1) return undefined;
  const seconds = /^timeout=(\d+)/.exec(rawHeaders![place + 1]!)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Of an answer's raw headers what is still looked for when it is over, and its connection free again. */
export function keepAliveOf(rawHeaders: readonly string[]): string[] {
  const place = placeOfKeepAlive(rawHeaders);
  return place === -1 ? [] : rawHeaders.slice(place, place + 2);
}

function placeOfKeepAlive(rawHeaders: readonly string[]): number {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 10 && name.toLowerCase() === 'keep-alive') return index;
  }
  return -1;
}
