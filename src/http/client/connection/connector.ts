import { Agent, type Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import {
  connect as connectTcp,
  isIP,
  type LookupFunction,
  type OnReadOpts,
  type Socket,
  type TcpNetConnectOpts,
} from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import type { BackendConfig, BackendProxy } from '../../../config/types/backends.ts';
import { isPrivate } from '../../../lib/ip.ts';
import { backendLookup, lookupOf, PrivateAddress, publicLookup } from './lookup.ts';
import { type Opened, openTunnel } from './tunnel.ts';

/** Milliseconds for one of a host's addresses before the next is tried; Node's 250 ms is less than some round trips. */
const perAddressMs = 1000;
/** Milliseconds of silence after which the system asks if the other side of a connection is still there. */
const keepAliveMs = 15_000;

/** The connection was not ready within the backend's `timeouts.connect`. */
export class ConnectTimeout extends Error {
  override readonly name = 'ConnectTimeout';
}

/** A connection that is being opened. */
export interface Opening {
  /** Gives it up; no callback follows. */
  abort(): void;
}

/** The address of a backend, as written in a URL. */
export interface BackendAddress {
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  readonly port: number;
  /**
   * The address of one of several equal servers, which connections use without a lookup of the host; undefined for a
   * lookup.
   */
  readonly connectTo?: string | undefined;
}

/** The fields of a configuration that describe the way to a backend. */
export type WayConfig = Pick<BackendConfig, 'tls' | 'proxy' | 'isPublicOnly'> & {
  readonly timeouts: Pick<BackendConfig['timeouts'], 'connectMs'>;
};

/** The file's TLS settings towards a backend, in Node's form. */
export function tlsOptions({ tls }: Pick<BackendConfig, 'tls'>): Readonly<Record<string, string>> {
  const { ca, serverName, cert, key } = tls;
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(serverName === undefined ? {} : { servername: serverName }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  };
}

/** The proxy of connections to a backend. */
export function proxyOf({ proxy }: Pick<BackendConfig, 'proxy'>): BackendProxy | undefined {
  return proxy === 'direct' ? undefined : proxy;
}

let areRootsRead = false;

/** Makes Node.js read the roots that it trusts, once for a process: the first request must not wait for those 20 ms. */
function readRoots(): void {
  if (!areRootsRead) createSecureContext();
  areRootsRead = true;
}

/** All connections read into this memory in turns: the bytes are taken out before another one reads. */
const readBytes = 64 * 1024;
let readBuffer: Buffer | undefined;

/** Passes incoming bytes to a function, in memory of their own and of exactly their size. */
function readingTo(take: (bytes: Buffer) => void): OnReadOpts {
  readBuffer ??= Buffer.allocUnsafeSlow(readBytes);
  return {
    buffer: readBuffer,
    callback(length, buffer) {
      const bytes = Buffer.allocUnsafe(length);
      (buffer as Buffer).copy(bytes, 0, 0, length);
      take(bytes);
      return true;
    },
  };
}

/** Opens the connections to one backend, each within `timeouts.connect`. */
export class Connector {
  readonly #isSecure: boolean;
  readonly #host: string;
  readonly #port: number;
  readonly #proxy: BackendProxy | undefined;
  readonly #limitMs: number;
  /** The lookup of the backend, or of the proxy. */
  readonly #lookup: LookupFunction;
  readonly #isPublicOnly: boolean;
  readonly #tls: Readonly<Record<string, string>>;
  /** Made once: Node.js would read the certificates anew for each connection. */
  #context: SecureContext | undefined;
  /** The TLS session of the last connection: the next one needs only half of a handshake. */
  #session: Buffer | undefined;

  constructor(config: WayConfig, { protocol, hostname, port, connectTo }: BackendAddress) {
    this.#isSecure = protocol === 'https:';
    this.#host = hostname.replace(/^\[|\]$/g, '');
    this.#port = port;
    this.#proxy = proxyOf(config);
    const isAsked = connectTo === undefined || this.#proxy !== undefined;
    const lookup = isAsked ? backendLookup() : lookupOf(connectTo);
    // A proxy decides for itself which addresses it connects to.
    this.#isPublicOnly = config.isPublicOnly === true && this.#proxy === undefined;
    this.#lookup = this.#isPublicOnly ? publicLookup(lookup) : lookup;
    this.#limitMs = config.timeouts.connectMs;
    this.#tls = tlsOptions(config);
    if (this.#isSecure && config.tls.ca === undefined) readRoots();
  }

  /**
   * Opens one.
   *
   * @param opened Called once, and not before this has returned: with a connection that is ready to carry requests, or
   * with the reason for none
   * @param take Gets all bytes that come on it; undefined if the receiver of the connection reads it
   */
  open(opened: Opened, take?: (bytes: Buffer) => void): Opening {
    const attempt = new ConnectAttempt(this.#limitMs, opened);
    const proxy = this.#proxy;
    // An address needs no lookup.
    if (this.#isPublicOnly && isIP(this.#host) !== 0 && isPrivate(this.#host)) {
      process.nextTick(() => attempt.fail(new PrivateAddress()));
      return attempt;
    }
    if (proxy === undefined) {
      const more = take === undefined ? {} : { onread: readingTo(take) };
      attempt.await(this.#connect(more), this.#isSecure ? 'secureConnect' : 'connect');
      return attempt;
    }
    const to = { host: this.#host, port: this.#port };
    const digging = openTunnel(
      proxy,
      to,
      (error, tunnel) => {
        attempt.isDug();
        if (error !== null || tunnel === undefined) return attempt.fail(error!);
        const socket = this.#isSecure ? this.#connect({ socket: tunnel }) : tunnel;
        if (take !== undefined) socket.on('data', take);
        if (this.#isSecure) attempt.await(socket, 'secureConnect');
        else attempt.succeed(socket);
      },
      { lookup: this.#lookup },
    );
    attempt.dig(digging);
    return attempt;
  }

  #connect(more: { readonly socket?: Socket; readonly onread?: OnReadOpts }): Socket {
    const options: TcpNetConnectOpts = {
      host: this.#host,
      port: this.#port,
      lookup: this.#lookup,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: keepAliveMs,
      autoSelectFamilyAttemptTimeout: perAddressMs,
      ...more,
    };
    if (!this.#isSecure) return connectTcp(options);
    this.#context ??= createSecureContext(this.#tls);
    const socket = connectTls({
      ...options,
      // An address is no name of a server (RFC 6066, 3).
      servername: isIP(this.#host) === 0 ? this.#host : '',
      ...this.#tls,
      secureContext: this.#context,
      ...(this.#session !== undefined && { session: this.#session }),
    });
    socket.on('session', (session: Buffer) => {
      this.#session = session;
    });
    socket.once('error', () => {
      this.#session = undefined;
    });
    return socket;
  }

  /** An agent for Node's own requests over such connections, each of which is used once. */
  agent(): HttpAgent {
    const agent = this.#isSecure ? new HttpsAgent({ keepAlive: false }) : new Agent({ keepAlive: false });
    const opening = agent as unknown as { createConnection(options: object, opened: Opened): undefined };
    opening.createConnection = (_options, opened) => {
      this.open(opened);
    };
    return agent;
  }
}

/** One connection on its way to be ready. */
class ConnectAttempt implements Opening {
  readonly #opened: Opened;
  readonly #timer: NodeJS.Timeout;
  readonly #limitMs: number;
  #digging: ReturnType<typeof openTunnel> | undefined;
  #socket: Socket | undefined;
  #isOver = false;

  constructor(limitMs: number, opened: Opened) {
    this.#opened = opened;
    this.#limitMs = limitMs;
    this.#timer = setTimeout(() => this.#expire(), limitMs);
  }

  /** Digs a tunnel first. */
  dig(digging: ReturnType<typeof openTunnel>): void {
    if (!this.#isOver) this.#digging = digging;
  }

  isDug(): void {
    this.#digging = undefined;
  }

  await(socket: Socket, readyEvent: 'connect' | 'secureConnect'): void {
    this.#socket = socket;
    const failed = (error: Error) => this.fail(error);
    const closed = () => this.fail(new Error('it was closed'));
    socket.on('error', failed);
    socket.once('close', closed);
    socket.once(readyEvent, () => {
      socket.off('error', failed);
      socket.off('close', closed);
      this.succeed(socket);
    });
  }

  succeed(socket: Socket): void {
    this.#end();
    this.#opened(null, socket);
  }

  fail(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#opened(error);
  }

  abort(): void {
    if (this.#isOver) return;
    this.#end();
    const given = new Error('it was given up');
    this.#digging?.abort(given);
    this.#socket?.destroy();
  }

  #expire(): void {
    const late = new ConnectTimeout(`no connection within ${this.#limitMs} ms`);
    this.#digging?.abort(late);
    this.#socket?.destroy();
    this.fail(late);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}
