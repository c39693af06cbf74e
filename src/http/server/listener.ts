import { createServer as createHttpServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer, type Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Address } from '../../config/types/listen.ts';
import { atEndOfTurn } from '../../lib/end-of-turn.ts';
import { type ClientAuth, servedTls } from '../../lib/tls/tls-options.ts';
import type { Logger } from '../../observe/log/log.ts';
import { handOn, type Listening } from '../node/hand-on-socket.ts';
import { makeLast } from '../node/last-answer.ts';
import { stopAccepting } from '../node/stop-accepting.ts';
import { plainAddress } from './client-address.ts';
import { hasShownCredential, Keyless } from './keyless.ts';
import { isWritten } from './linger.ts';
import { type Handle, Pipelining } from './pipelining.ts';
import { httpsRequired, isPlainHttp, parserRefusal, refuse } from './raw-refusal.ts';
import { RawRequest } from './raw-request.ts';
import { type RefusedConnection, refusalLines } from './refusal-lines.ts';

/** TLS 1.3's suites and the forward-secret AEAD suites of TLS 1.2. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** Connections over the limit that are still accepted, to receive the refusal that there are too many: */
const refusedPolitely = 256;
/** fewer for a small limit, since that may be all that the system allows. */
const politeShare = 0.5;

export interface TlsMaterial {
  /** The certificate chain in PEM. */
  readonly cert: string;
  readonly key: string;
  /** Undefined if no client is asked for a certificate. An open listener cannot begin or cease to ask. */
  readonly clientAuth?: ClientAuth | undefined;
}

export interface ListenerLimits {
  /** Milliseconds until a TLS handshake is done; default 10 s. */
  readonly handshakeTimeoutMs?: number;
  readonly headersTimeoutMs: number;
  readonly keepAliveMs: number;
  readonly maxConnections: number;
}

export interface ListenerOptions {
  readonly address: Address;
  /** An open socket to listen on. */
  readonly listening?: Listening | undefined;
  /** Without it the listener speaks plain HTTP: TLS ends at a proxy in front, or it is the admin listener. */
  readonly tls: TlsMaterial | undefined;
  readonly limits: ListenerLimits;
  /** Nobody reads `headers` of requests, only their `rawHeaders`. */
  readonly rawHeadersOnly?: boolean;
  readonly log: Logger;
  /** Gets each refusal of a connection that never became a request; by default such a refusal gets a log line. */
  readonly refused?: (refused: RefusedConnection) => void;
  /** Called for one request at a time per connection. */
  readonly handle: Handle;
  /** Requests may ask for another protocol (`upgradeOf`). Without it, `Upgrade` is a header like any other. */
  readonly offersUpgrades?: boolean;
}

export interface Listener {
  /** The address that the system bound. */
  readonly address: Address;
  /** The connection came while the most connections were open. It gets a refusal and nothing else. */
  isCrowded(socket: Socket): boolean;
  /** Sets the certificate of new connections; open ones keep theirs. */
  setCertificate(tls: TlsMaterial): void;
  /** Sets new limits, for open connections too. */
  setLimits(limits: ListenerLimits): void;
  /**
   * Accepts nothing more. Open connections are served on and close with their next answer, so that no request meets a
   * connection that is just being closed. Resolves when the last one has ended.
   */
  retire(): Promise<void>;
  /** Accepts nothing more and gives its open socket away; the listener is to be closed then. */
  handOn(): Listening | undefined;
  /** Accepts nothing more and closes idle connections; resolves when the last connection has ended. */
  close(): Promise<void>;
  /** Ends every connection now. */
  destroy(): void;
}

interface Connection {
  readonly peer: string;
  /** Below TLS. */
  readonly socket: Socket;
  /** The socket that requests know; undefined until the TLS handshake is done. */
  ready: Socket | undefined;
  readonly isSurplus: boolean;
}

/** Opens a listener. Rejects with the system's error, such as EADDRINUSE. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  const { address, tls, log, refused = refusalLines(options.log) } = options;
  const connections = new Map<string, Connection>();
  const limits = {
    maxHeaderSize: 16 * 1024,
    // Explicit, because options of the process would decide it otherwise.
    insecureHTTPParser: false,
    headersTimeout: options.limits.headersTimeoutMs,
    // The body has a time limit of its own, which the client learns in the form of its endpoint.
    requestTimeout: 0,
    connectionsCheckingInterval: 1000,
    keepAliveTimeout: options.limits.keepAliveMs,
    // Node's own answer to a missing Host has no body.
    requireHostHeader: false,
    ...(options.rawHeadersOnly === true && { IncomingMessage: RawRequest }),
  };
  const server: Server | HttpsServer =
    tls === undefined
      ? createHttpServer(limits)
      : createHttpsServer({
          ...limits,
          ...servedTls(tls),
          requestCert: tls.clientAuth !== undefined,
          rejectUnauthorized: tls.clientAuth?.isRequired === true,
          minVersion: 'TLSv1.2',
          ciphers,
          honorCipherOrder: true,
          ALPNProtocols: ['http/1.1', 'http/1.0'],
          handshakeTimeout: options.limits.handshakeTimeoutMs ?? 10_000,
        });
  let { maxConnections } = options.limits;

  let closing = false;
  let retiring = false;
  const keyless = new Keyless<Connection>();
  const handle: Handle = (request, response) => {
    if (!hasShownCredential(request.socket)) {
      const connection = connections.get(peerOf(request.socket));
      if (connection !== undefined) keyless.note(connection);
    }
    if (retiring) makeLast(response);
    options.handle(request, response);
  };
  const pipelining = new Pipelining(handle, () => {
    // Node lets a connection whose answer began before the close linger for its keep-alive time. That is right while
    // clients are led away: this client has not learned of an end, and its next request may be on the way.
    if (closing && !retiring) setImmediate(() => server.closeIdleConnections());
  });
  server.on('request', pipelining.onRequest);
  server.on('checkContinue', pipelining.onRequest);
  server.on('checkExpectation', pipelining.onRequest);
  const upgraded = new WeakSet<Socket>();
  if (options.offersUpgrades === true) {
    server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
      upgraded.add(socket);
      pipelining.onUpgrade(request, socket, head);
    });
  }
  /** Ends one connection that has carried no valid key, if there is one. */
  function makeRoom(): void {
    const given = keyless.first((socket) => pipelining.current(socket) !== undefined);
    if (given === undefined) return;
    drop(given);
    given.socket.destroy();
  }
  function drop(connection: Connection): void {
    keyless.forget(connection);
    // A newer connection may have come from the same port since this one was given up.
    if (connections.get(connection.peer) === connection) connections.delete(connection.peer);
  }
  server.on('connection', (socket: Socket) => {
    // A silent client without a key must not keep others out.
    if (connections.size >= maxConnections) makeRoom();
    // `server.maxConnections` would not do: a worker that declines one passes it on to the next, and so on in circles.
    if (connections.size >= maxConnections + Math.min(refusedPolitely, maxConnections * politeShare)) {
      socket.destroy();
      return;
    }
    const peer = peerOf(socket);
    const isSurplus = connections.size >= maxConnections;
    const connection = { peer, socket, ready: tls === undefined ? socket : undefined, isSurplus };
    connections.set(peer, connection);
    keyless.note(connection);
    socket.on('close', () => drop(connection));
  });
  const ready = new Set<Socket>();
  const surplus = new WeakSet<Socket>();
  server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    ready.add(socket);
    socket.on('close', () => ready.delete(socket));
    const connection = connections.get(peerOf(socket));
    if (connection !== undefined) connection.ready = socket;
    if (connection?.isSurplus === true) surplus.add(socket);
    socket.on('end', () => pipelining.onEnd(socket));
  });

  // Emitted again for later bytes on a connection that has been refused.
  const faulty = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, stream: Duplex) => {
    const socket = stream as Socket;
    // The answer to the request before the fault may be about to go.
    if (pipelining.current(socket) === undefined) refuseFaulty(error, socket);
    else atEndOfTurn(() => refuseFaulty(error, socket));
  });
  function refuseFaulty(error: NodeJS.ErrnoException, socket: Socket): void {
    if (faulty.has(socket)) return;
    if (!ready.has(socket)) return failHandshake(error, socket);
    const busy = pipelining.current(socket);
    // The request before the fault has its answer already: that has to arrive.
    if (busy !== undefined && isWritten(busy) && error.code !== 'ECONNRESET') return socket.destroySoon();
    if (!socket.writable || error.code === 'ECONNRESET' || busy?.headersSent === true) {
      socket.destroy();
      return;
    }
    faulty.add(socket);
    const refusal = parserRefusal(error);
    const id = refuse(socket, refusal, busy?.req.url);
    refused({ id, address: plainAddress(socket.remoteAddress), error: refusal });
  }
  function endUnused(isUnused: (socket: Socket) => boolean): void {
    for (const socket of ready) {
      if (pipelining.current(socket) === undefined && !upgraded.has(socket) && isUnused(socket))
        socket.destroy();
    }
  }
  /** A handshake that was not plain HTTP gets no answer: the two sides share no protocol. */
  function failHandshake(error: NodeJS.ErrnoException, secure: Socket): void {
    const socket = connections.get(peerOf(secure))?.socket;
    if (!isPlainHttp(error) || socket === undefined || socket.destroyed) {
      secure.destroy();
      return;
    }
    const refusal = httpsRequired();
    refused({ id: refuse(socket, refusal), address: plainAddress(socket.remoteAddress), error: refusal });
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.listening ?? { host: address.host, port: address.port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => log.error({ err: error }, 'listener'));
  const bound = server.address() as AddressInfo;
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));

  return {
    address: { host: address.host, port: bound.port },
    isCrowded: (socket) => surplus.has(socket),
    setCertificate(next) {
      (server as HttpsServer).setSecureContext({
        ...servedTls(next),
        minVersion: 'TLSv1.2',
        ciphers,
        honorCipherOrder: true,
      });
    },
    setLimits(limits) {
      server.headersTimeout = limits.headersTimeoutMs;
      server.keepAliveTimeout = limits.keepAliveMs;
      maxConnections = limits.maxConnections;
    },
    retire() {
      retiring = true;
      stopAccepting(server);
      return ended;
    },
    handOn: () => handOn(server),
    close() {
      closing = true;
      const late = setTimeout(() => endUnused(() => true), server.headersTimeout);
      server.close();
      // A silent connection is not idle to Node, and its clock stops with the listener.
      endUnused((socket) => socket.bytesRead === 0);
      server.closeIdleConnections();
      return ended.then(() => clearTimeout(late));
    },
    destroy() {
      for (const { socket } of connections.values()) socket.destroy();
    },
  };
}

/** Names the connections of one listener; the same name for a socket and the TLS above it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
