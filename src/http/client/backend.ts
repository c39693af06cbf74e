import { isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { BodyEdits } from '../../api/body/body-edits.ts';
import type { BodySource } from '../../api/body/streamed-body-source.ts';
import type { BuiltInName } from '../../api/endpoints/index.ts';
import { credentialParameters } from '../../config/derived/credential-header-names.ts';
import { hostInUrl } from '../../config/derived/host-in-url.ts';
import type { BackendConfig, BackendProxy } from '../../config/types/backends.ts';
import type { Credential } from '../../credentials/credential.ts';
import { type FlatHeaders, flatHeaders, hasHeader, headerValue, withoutHeaders } from '../flat-headers.ts';
import { headerLine, headerLines } from '../node/message-head.ts';
import { AddedHeaders } from './added-headers.ts';
import type { UpstreamEvents } from './backend-call.ts';
import type { Carrier } from './carrier.ts';
import { ConnectionPool } from './connection/connection-pool.ts';
import { type BackendAddress, Connector, proxyOf, tlsOptions } from './connection/connector.ts';
import { lookupOf } from './connection/lookup.ts';
import { HourlyTrust } from './connection/reuse-trust.ts';
import { type Opened, openTunnel } from './connection/tunnel.ts';
import { Connections } from './connections.ts';
import { FixedQuery } from './fixed-query.ts';
import { Probe } from './probe.ts';
import { probeCredential } from './probe-credential.ts';
import type { ToldLoad } from './replicas/held-servers.ts';
import type { Replica, ReplicaSet } from './replicas/replica-set.ts';
import { type Route, routesOf } from './route.ts';
import { UpstreamCall } from './upstream-call.ts';
import { Handshake, type HandshakeEvents } from './websocket-handshake.ts';

export interface UpstreamRequest {
  readonly route: Route;
  readonly method: string;
  /** The complete path, without the query. */
  readonly path: string;
  /** The query with its `?`, or empty. */
  readonly query: string;
  readonly requestId: string;
  /** The gateways that the request passes, this one included. */
  readonly hops: number;
  /** The client's headers without those that must not go on, as `Backend.forwarded` returns them. */
  readonly forward: FlatHeaders;
  /** The `appHeaders` that the client sent. */
  readonly app: FlatHeaders | undefined;
  /** Emptied once it is handed over to a connection, so that it can be freed while the answer arrives. */
  readonly body: Buffer[];
  readonly bodyBytes: number;
  /** The source of a body that has not arrived yet; undefined for `body`. */
  readonly bodySource: BodySource | undefined;
}

/**
 * Free connections are given up before a backend is likely to close them, in milliseconds. The free retry handles a
 * close at that very moment.
 */
const idleMs = 4000;
/** Milliseconds that a backend may take to answer a request, if it may have answered unasked before. */
const awaitedMs = 25;

/** The headers in which a client names its application; they go on if `forward_app_headers` is on. */
const appHeaders = ['http-referer', 'x-title', 'x-openrouter-title'] as const;

const noHeaders: FlatHeaders = [];

/** The headers that every message sets itself: neither a client nor the file decides them. */
const framing: ReadonlySet<string> = new Set(['x-request-id', 'content-length']);

/** A server that runs models, with its own connections and credential. */
export class Backend {
  readonly name: string;
  readonly config: BackendConfig;
  /** The routes to the built-in endpoints; `DeploymentRoutes` has those to others. */
  readonly routes: Readonly<Record<BuiltInName, Route>>;
  /** Lower-case names of the headers that carry its credential. */
  readonly credentialHeaders: readonly string[];
  /** The edits of bodies that go there; undefined for none. */
  readonly bodyEdits: BodyEdits | undefined;
  readonly #trust: HourlyTrust;
  readonly #connector: Connector;
  readonly #pool: ConnectionPool;
  #madeForUploads: ConnectionPool | undefined;
  #carrier: Carrier | undefined;
  readonly #address: BackendAddress;
  /** The headers that a client may replace. Those that it may not are in `#always`. */
  readonly #usual: FlatHeaders;
  readonly #always: string;
  readonly #fixed: ReadonlySet<string>;
  /** The values that replace missing `appHeaders`, if those may go on. */
  readonly #app: readonly (string | undefined)[] | undefined;
  /**
   * Tests, by its lower-case name, a header in which an answer describes the account: true if it goes on; undefined if
   * none does.
   */
  readonly forwardsAnswerHeader: ((name: string) => boolean) | undefined;
  /** Tests a client's header by name; undefined if all go on. */
  readonly #isUnwanted: ((name: string) => boolean) | undefined;
  readonly #added: AddedHeaders | undefined;
  readonly #query: FixedQuery;
  readonly #host: string;
  /** Undefined without a credential, and if its lines are in `#always`. */
  readonly #credential: Credential | undefined;
  /** The same credential, if its headers change from request to request. */
  readonly #authorizing: Credential | undefined;
  /** The connections for requests and turns. */
  readonly connections: Connections;
  readonly #probe: Probe | undefined;
  /** The equal servers that get the requests of this backend; undefined for a single server. */
  replicas: ReplicaSet<Backend> | undefined;
  /** The load that the server reports; undefined if nobody asks. */
  told: ToldLoad | undefined;
  /** Its open WebSockets; each ends with its last turn when the backend is closed. */
  readonly sockets = new Set<{ retire(): void }>();

  /**
   * @param address The configured address, or the simulator's in place of a server.
   * @param credential Made of `config.credential`.
   * @param probed Called when its health check fails, and when it passes again.
   * @param strayed Called when it sent bytes that belong to no request, and gets true if that is news.
   */
  constructor(
    config: BackendConfig,
    address: BackendAddress,
    credential: Credential | undefined,
    probed: (isDown: boolean) => void = () => {},
    strayed: (isNews: boolean) => void = () => {},
  ) {
    this.name = config.name;
    this.config = config;
    this.routes = routesOf(config);
    this.bodyEdits = BodyEdits.of(config.request);
    this.#isUnwanted = unwantedHeaders(config.request?.removeHeaders ?? []);
    this.forwardsAnswerHeader = headerMatch(config.forwardAnswerHeaders);
    this.#trust = new HourlyTrust(strayed);
    this.#connector = new Connector(config, address);
    this.#pool = this.#poolOf(config);
    this.#address = address;
    this.#host = hostInUrl(address);
    const withheld = config.credential === undefined ? [] : credentialParameters(config.credential);
    this.#query = new FixedQuery(config.query, withheld);
    this.connections = new Connections(config.maxConnections, config.timeouts.connectMs);
    const always = {
      ...config.headers,
      ...credential?.prebuilt,
      // Answers pass through as bytes and are read on the way, so they must arrive unpacked.
      'accept-encoding': 'identity',
    };
    this.#credential = credential;
    this.#authorizing = credential?.prebuilt === undefined ? credential : undefined;
    this.credentialHeaders = credential?.headers ?? [];
    const usual = flatHeaders(config.defaultHeaders);
    const fixed = flatHeaders({ host: this.#host, ...always });
    if (config.forwardAppHeaders) {
      this.#app = appHeaders.map((name) => headerValue(fixed, name) ?? headerValue(usual, name));
    }
    const isSetLater = (name: string) =>
      framing.has(name) || (this.#app !== undefined && appHeaders.some((app) => app === name));
    this.#always = headerLines(withoutHeaders(fixed, isSetLater));
    this.#usual = withoutHeaders(
      usual,
      (name) => isSetLater(name) || hasHeader(fixed, name) || this.credentialHeaders.includes(name),
    );
    this.#added = AddedHeaders.of(config.addHeaders, this.#usual);
    const names = fixed.filter((_, index) => index % 2 === 0);
    this.#fixed = new Set([...names, ...framing, ...this.credentialHeaders]);
    this.#probe = probeOf(config, address, always, this.#query.text, this.#authorizing, probed);
  }

  /** The backend reports itself unhealthy, or does not answer its health check (`health`). */
  get isDown(): boolean {
    return this.#probe?.isDown === true;
  }

  /** The secret that authenticates the gateway and that no answer may contain; undefined for none. */
  get secret(): Buffer | undefined {
    return this.#credential?.secret;
  }

  /** The reason why no credential is available now; undefined if there is one, or if none is needed. */
  get missingCredential(): string | undefined {
    return this.#credential?.missing;
  }

  /** Calls in flight, and those that wait for a connection. */
  get load(): { readonly taken: number; readonly waiting: number } {
    return { taken: this.connections.taken, waiting: this.connections.waiting };
  }

  /** The client's headers that go on to this backend, with the members that its file adds to them. */
  forwarded(headers: FlatHeaders): FlatHeaders {
    const wanted = this.#isUnwanted === undefined ? headers : withoutHeaders(headers, this.#isUnwanted);
    return this.#added === undefined ? wanted : this.#added.to(wanted);
  }

  /**
   * Sends one request, as soon as `max_connections` allows. The headers are the client's, then those that the file
   * fixes, then those that frame the message. `fresh` demands a connection that has carried nothing before.
   */
  send(request: UpstreamRequest, events: UpstreamEvents, fresh = false): UpstreamCall {
    const lines = this.#linesOf(request);
    const path = request.path + this.#query.with(request.query);
    const { method, body, bodyBytes, bodySource } = request;
    const isUpload = bodySource !== undefined;
    const message = {
      method,
      path,
      host: this.#host,
      headerLines: lines,
      body,
      bodyBytes,
      bodySource,
      fresh: fresh || isUpload,
    };
    const call = new UpstreamCall(
      isUpload ? this.#uploads : this.#pool,
      message,
      events,
      this.connections,
      this.#authorizing,
    );
    call.enter();
    return call;
  }

  /** The lines of a request's head, without those that frame it. */
  #linesOf(request: UpstreamRequest): string {
    const { forward } = request;
    let lines = this.#always;
    for (let index = 0; index < forward.length; index += 2) {
      const name = forward[index]!;
      if (!this.#fixed.has(name)) lines += headerLine(name, forward[index + 1]!);
    }
    for (let index = 0; index < this.#usual.length; index += 2) {
      const name = this.#usual[index]!;
      if (!hasHeader(forward, name)) lines += headerLine(name, this.#usual[index + 1]!);
    }
    if (this.#app !== undefined) {
      const app = request.app ?? noHeaders;
      const sent = this.#isUnwanted === undefined ? app : withoutHeaders(app, this.#isUnwanted);
      for (const [place, name] of appHeaders.entries()) {
        const value = headerValue(sent, name) ?? this.#app[place];
        if (value !== undefined) lines += headerLine(name, value);
      }
    }
    if (this.config.countsHops) lines += headerLine('x-gateway-hops', String(request.hops));
    lines += headerLine('x-request-id', request.requestId);
    return lines;
  }

  /** Asks for a WebSocket in place of a request, with the headers that the request has. */
  openSocket(request: UpstreamRequest, events: HandshakeEvents): Handshake {
    const forward = withoutHeaders(request.forward, (name) => name === 'content-type' || name === 'accept');
    const message = {
      path: request.path + this.#query.with(request.query),
      host: this.#host,
      headerLines: this.#linesOf({ ...request, forward }),
    };
    const handshake = new Handshake(message, this.#authorizing, events);
    handshake.start(async (ready) => (await this.#carries()).open(ready));
    return handshake;
  }

  async #carries(): Promise<Carrier> {
    const { Carrier } = await import('./carrier.ts');
    this.#carrier ??= new Carrier({ ...this.#address, host: this.#host }, this.#connector);
    return this.#carrier;
  }

  /**
   * The connections of bodies that can be sent only once, each of them fresh: a connection that the backend is about to
   * close would lose bytes that nobody has any more.
   */
  get #uploads(): ConnectionPool {
    this.#madeForUploads ??= this.#poolOf(this.config);
    return this.#madeForUploads;
  }

  #poolOf({ maxConnectionAgeMs, maxRequestsPerConnection, maxConnections }: BackendConfig): ConnectionPool {
    return new ConnectionPool(this.#connector, {
      idleMs,
      ageMs: maxConnectionAgeMs,
      requests: maxRequestsPerConnection,
      most: maxConnections,
      trust: this.#trust,
      awaitedMs,
    });
  }

  /** The server that gets the requests: this backend, or one of its replicas. */
  at(replica: string | undefined): Backend {
    if (replica === undefined || this.replicas === undefined) return this;
    return this.replicas.find(replica)?.server ?? this;
  }

  /** All connections for requests are taken, or all but the last. */
  get isShort(): boolean {
    const { replicas } = this;
    if (replicas === undefined) return this.connections.areShort;
    return replicas.list.every(({ server }: Replica<Backend>) => server.connections.areShort);
  }

  /** Ends idle connections now, and each of the others with the answer it carries. */
  close(): void {
    this.replicas?.close();
    this.#pool.close();
    this.#madeForUploads?.close();
    for (const socket of this.sockets) socket.retire();
    this.#probe?.stop();
    this.#credential?.close();
  }
}

/** Tests for headers that do not go on, by names and beginnings; the body always keeps its type. */
function unwantedHeaders(patterns: readonly string[]): ((name: string) => boolean) | undefined {
  const matches = headerMatch(patterns);
  return matches && ((name) => name !== 'content-type' && matches(name));
}

/**
 * Tests whether a header is on a list. A `*` at the end of an entry matches every name with that beginning. Undefined
 * for an empty list.
 */
function headerMatch(patterns: readonly string[]): ((name: string) => boolean) | undefined {
  if (patterns.length === 0) return undefined;
  const names = new Set(patterns);
  const beginnings = patterns.filter((one) => one.endsWith('*')).map((one) => one.slice(0, -1));
  return (name) => names.has(name) || beginnings.some((beginning) => name.startsWith(beginning));
}

function probeOf(
  config: BackendConfig,
  { protocol, hostname, port, connectTo }: BackendAddress,
  always: Readonly<Record<string, string>>,
  query: string,
  credential: Credential | undefined,
  changed: (isDown: boolean) => void,
): Probe | undefined {
  const { health, defaultHeaders, timeouts } = config;
  if (health === undefined) return undefined;
  const headers = { ...defaultHeaders, ...always };
  const path = health.path + query;
  const proxy = proxyOf(config);
  const bare = hostname.replace(/^\[|\]$/g, '');
  const lookup = connectTo === undefined ? {} : { lookup: lookupOf(connectTo) };
  return new Probe({
    protocol,
    request: { hostname: bare, port, path, headers, ...lookup, ...tlsOptions(config) },
    credential:
      credential &&
      probeCredential(credential, { path, host: hostInUrl({ protocol, hostname, port }), headers }),
    connect: proxy && ((done) => connectThrough(proxy, config, { protocol, hostname: bare, port }, done)),
    intervalMs: health.intervalMs,
    withinMs: timeouts.connectMs,
    changed,
  });
}

/** A separate connection through the proxy, for requests without an agent. */
function connectThrough(
  proxy: BackendProxy,
  config: BackendConfig,
  { protocol, hostname, port }: BackendAddress,
  done: Opened,
): void {
  openTunnel(proxy, { host: hostname, port }, (error, socket) => {
    if (error !== null || protocol === 'http:') return done(error, socket);
    const servername = isIP(hostname) === 0 ? { servername: hostname } : {};
    done(null, connectTls({ socket: socket!, host: hostname, ...servername, ...tlsOptions(config) }));
  });
}
