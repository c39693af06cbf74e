import type { BackendConfig, EndpointName } from '../config/types.ts';
import { backendAgent, dropFreeConnections, tlsOptions } from './agent.ts';
import { Probe } from './probe.ts';
import { Carrier, type Target, UpstreamCall, type UpstreamEvents } from './proxy.ts';
import { Slots } from './slots.ts';

export interface UpstreamRequest {
  readonly endpoint: EndpointName;
  /** With its `?`, or empty. */
  readonly query: string;
  readonly requestId: string;
  /** The client's headers less all that must not go on; lower-case names. */
  readonly forward: Readonly<Record<string, string>>;
  /** HTTP-Referer and X-Title as the client sent them. */
  readonly referer: string | undefined;
  readonly title: string | undefined;
  /** Emptied once it is handed over to a connection, so that it can be freed while the answer comes. */
  readonly body: Buffer[];
  readonly bodyBytes: number;
}

/** Where a backend is, as it stands in a URL. */
export interface BackendAddress {
  readonly protocol: 'http:' | 'https:';
  readonly hostname: string;
  readonly port: number;
}

/** A server that runs models, with its own connections and credential. */
export class Backend {
  readonly name: string;
  readonly config: BackendConfig;
  readonly #agent: ReturnType<typeof backendAgent>;
  readonly #carrier: Carrier;
  /** Names and values in turn: what a client may replace, and what it may not. */
  readonly #usual: readonly string[];
  readonly #always: readonly string[];
  readonly #slots: Slots;
  readonly #probe: Probe | undefined;

  /** @param address The configured one, or where the simulator that stands in for a server listens. */
  constructor(config: BackendConfig, address: BackendAddress) {
    this.name = config.name;
    this.config = config;
    this.#agent = backendAgent(config, address.protocol);
    this.#carrier = new Carrier(targetOf(address), this.#agent);
    this.#slots = new Slots(config.maxConnections, config.timeouts.connectMs);
    const always = {
      ...config.headers,
      ...(config.credential === undefined ? {} : { [config.credential.header]: config.credential.value }),
      // Answers pass through as bytes and are looked into on the way: they have to come unpacked.
      'accept-encoding': 'identity',
    };
    this.#usual = Object.entries(config.defaultHeaders).flat();
    this.#always = Object.entries(always).flat();
    this.#probe = probeOf(config, address, always);
  }

  /** The backend itself says that it is not well, or does not answer when it is asked (`health`). */
  get isDown(): boolean {
    return this.#probe?.isDown === true;
  }

  /** Calls under way, and those that wait for a connection. */
  get load(): { readonly taken: number; readonly waiting: number } {
    return { taken: this.#slots.taken, waiting: this.#slots.waiting };
  }

  /**
   * Sends one request, as soon as `max_connections` allows. The headers are the client's, then what the file
   * fixes, then what frames the message. `fresh` demands a connection that has carried nothing before.
   */
  send(request: UpstreamRequest, events: UpstreamEvents, fresh = false): UpstreamCall {
    const { config } = this;
    const headers = this.#usual.slice();
    for (const name in request.forward) headers.push(name, request.forward[name]!);
    for (const text of this.#always) headers.push(text);
    headers.push('x-request-id', request.requestId, 'content-length', String(request.bodyBytes));
    if (config.forwardAppHeaders) {
      if (request.referer !== undefined) headers.push('http-referer', request.referer);
      if (request.title !== undefined) headers.push('x-title', request.title);
    }
    const path = config.paths[request.endpoint] + request.query;
    const message = { path, headers, body: request.body, fresh };
    const call = new UpstreamCall(this.#carrier, message, events, this.#slots);
    this.#slots.enter(call);
    return call;
  }

  /** Ends idle connections now, and each of the others with the answer it carries. */
  close(): void {
    // What an agent that keeps nothing alive gets back, it ends.
    (this.#agent as unknown as { keepAlive: boolean }).keepAlive = false;
    dropFreeConnections(this.#agent);
    this.#probe?.stop();
  }
}

function probeOf(
  config: BackendConfig,
  { protocol, hostname, port }: BackendAddress,
  always: Readonly<Record<string, string>>,
): Probe | undefined {
  const { health, defaultHeaders, timeouts } = config;
  if (health === undefined) return undefined;
  const headers = { ...defaultHeaders, ...always };
  const bare = hostname.replace(/^\[|\]$/g, '');
  return new Probe({
    protocol,
    request: { hostname: bare, port, path: health.path, headers, ...tlsOptions(config) },
    intervalMs: health.intervalMs,
    withinMs: timeouts.connectMs,
  });
}

function targetOf({ protocol, hostname, port }: BackendAddress): Target {
  const ownPort = protocol === 'https:' ? 443 : 80;
  const bracketed = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname;
  return { protocol, hostname, port, host: port === ownPort ? bracketed : `${bracketed}:${port}` };
}
