import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { BackendConfig, BackendProxy } from '../../config/types/backends.ts';
import { keepFreeSockets, type StepTrust } from '../node/free-sockets.ts';
import { backendLookup, lookupOf } from './lookup.ts';
import { type Opened, openTunnel } from './tunnel.ts';

/**
 * Free connections are given up before a backend is likely to close them; what still goes wrong at that moment
 * is the free retry's business.
 */
const idleMs = 4000;
/** How long a backend may take to answer what it was asked, when it may have answered unasked before. */
const awaitedMs = 25;

/** The connection was not ready within the backend's `timeouts.connect`. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
}

/** How long one of several addresses of a host is tried before the next; Node's 250 ms is less than some round trips. */
const perAddressMs = 1000;

const ready = new WeakSet<Duplex>();

/** Whether a connection got as far as carrying requests: connected, and its TLS handshake done. */
export function wasReady(socket: Duplex | null | undefined): boolean {
  return socket !== null && socket !== undefined && ready.has(socket);
}

/** Calls back when a connection is ready to carry requests: at once where it is already. */
export function whenReady(socket: Duplex, listener: () => void): void {
  if (ready.has(socket)) listener();
  else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', listener);
}

/** One agent has one backend: the name that tells destinations apart need not be built for every request. */
const onlyName = 'backend';

/** What the file says of TLS towards a backend, as Node takes it. */
export function tlsOptions({ tls }: BackendConfig): Readonly<Record<string, string>> {
  const { ca, serverName, cert, key } = tls;
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

/**
 * The connections to one backend, kept alive and shared by nobody else, so that credentials, certificates and
 * limits never mix. Last in, first out: the freshest connection is the least likely to have been closed.
 *
 * @param connectTo The address that connections go to; undefined for wherever the host leads.
 */
export function backendAgent(
  config: BackendConfig,
  protocol: 'http:' | 'https:',
  trust: StepTrust,
  connectTo?: string,
): HttpAgent | HttpsAgent {
  const kept = { keepAlive: true, keepAliveMsecs: 15_000, maxFreeSockets: config.maxConnections };
  const agent = connectingAgent(config, protocol, kept, connectTo);
  keepFreeSockets(agent, onlyName, {
    idleMs,
    awaitedMs,
    ageMs: config.maxConnectionAgeMs,
    requests: config.maxRequestsPerConnection,
    trust,
  });
  return agent;
}

/** Opens connections to a backend for WebSockets, each of which is used by nobody else and kept by whoever has it. */
export function socketAgent(
  config: BackendConfig,
  protocol: 'http:' | 'https:',
  connectTo?: string,
): HttpAgent | HttpsAgent {
  return connectingAgent(config, protocol, { keepAlive: false }, connectTo);
}

function connectingAgent(
  config: BackendConfig,
  protocol: 'http:' | 'https:',
  kept: Pick<AgentOptions, 'keepAlive' | 'keepAliveMsecs' | 'maxFreeSockets'>,
  connectTo: string | undefined,
): HttpAgent | HttpsAgent {
  const { connectMs } = config.timeouts;
  const shared = {
    ...kept,
    autoSelectFamilyAttemptTimeout: perAddressMs,
    lookup: connectTo === undefined ? backendLookup() : lookupOf(connectTo),
  };
  const proxy = proxyOf(config);
  if (protocol === 'https:') {
    if (config.tls.ca === undefined) readRoots();
    const tls = tlsOptions(config);
    let context: SecureContext | undefined;
    const agent = new HttpsAgent({ ...shared, ...tls, maxCachedSessions: 100 });
    const prepare: Prepare = (options) => {
      // Node.js would read the certificates anew for each connection.
      context ??= createSecureContext(tls);
      options.secureContext = context;
    };
    if (proxy === undefined) watched(agent, 'secureConnect', connectMs, prepare);
    else tunnelled(agent, proxy, connectMs, prepare);
    return agent;
  }
  const agent = new HttpAgent(shared);
  if (proxy === undefined) watched(agent, 'connect', connectMs);
  else tunnelled(agent, proxy, connectMs);
  return agent;
}

/** What connections to a backend go through. */
export function proxyOf({ proxy }: BackendConfig): BackendProxy | undefined {
  return proxy === 'direct' ? undefined : proxy;
}

let areRootsRead = false;

/** Node.js reads the roots that it trusts, some 20 ms, once for a process: not while the first request waits. */
function readRoots(): void {
  if (!areRootsRead) createSecureContext();
  areRootsRead = true;
}

type ConnectOptions = ClientRequestArgs & {
  secureContext?: SecureContext;
  socket?: Socket;
};

interface Connecting {
  createConnection(options: ConnectOptions, callback?: Opened): Socket;
  getName(options?: ClientRequestArgs): string;
}

/** Ends a connection that is not ready in time, and remembers it when it is. Nothing of this is held after that. */
function watchConnect(socket: Socket, readyEvent: 'connect' | 'secureConnect', limitMs: number): void {
  const timer = setTimeout(() => {
    socket.destroy(new ConnectTimeout(`no connection within ${limitMs} ms`));
  }, limitMs);
  const closed = () => clearTimeout(timer);
  socket.once('close', closed);
  socket.once(readyEvent, () => {
    clearTimeout(timer);
    socket.off('close', closed);
    ready.add(socket);
  });
}

/** Adds what a connection needs to the options that it is opened with. */
type Prepare = (options: ConnectOptions) => void;

/** Gives every new connection its time limit, and remembers which ones became ready. */
function watched(
  agent: HttpAgent | HttpsAgent,
  readyEvent: 'connect' | 'secureConnect',
  connectMs: number,
  prepare?: Prepare,
): void {
  const connecting = agent as unknown as Connecting;
  const create = connecting.createConnection;
  connecting.createConnection = function createConnection(options, callback) {
    prepare?.(options);
    const socket = create.call(agent, options, callback);
    watchConnect(socket, readyEvent, connectMs);
    return socket;
  };
  connecting.getName = () => onlyName;
}

/** The same through a proxy: the time limit is for the way to it, the tunnel and, where there is TLS, its handshake. */
function tunnelled(
  agent: HttpAgent | HttpsAgent,
  proxy: BackendProxy,
  connectMs: number,
  secure?: Prepare,
): void {
  const connecting = agent as unknown as Connecting;
  const create = connecting.createConnection;
  const lookup = backendLookup();
  const tunnelling = connecting as {
    createConnection(options: ConnectOptions, callback?: Opened): Socket | undefined;
  };
  tunnelling.createConnection = function createConnection(options, callback) {
    const startedMs = performance.now();
    const to = { host: options.host!, port: Number(options.port) };
    const opened: Opened = (error, tunnel) => {
      clearTimeout(timer);
      if (error !== null || tunnel === undefined) {
        callback?.(error);
        return;
      }
      if (secure === undefined) {
        ready.add(tunnel);
        callback?.(null, tunnel);
        return;
      }
      secure(options);
      const socket = create.call(agent, { ...options, socket: tunnel });
      watchConnect(socket, 'secureConnect', Math.max(1, connectMs - (performance.now() - startedMs)));
      callback?.(null, socket);
    };
    const digging = openTunnel(proxy, to, opened, { lookup });
    const timer = setTimeout(() => {
      digging.abort(new ConnectTimeout(`no connection within ${connectMs} ms`));
    }, connectMs);
    return undefined;
  };
  connecting.getName = () => onlyName;
}
