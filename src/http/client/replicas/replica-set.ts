/**
 * The equal servers of one backend, each with connections, a health check and a credential of its own. A server whose
 * address disappears takes no new request and finishes its current ones. A server that appears beside others starts
 * slowly.
 */
import type { ServerAddress } from '../../../config/types/backends.ts';
import type { HeldBackendServers, ToldLoad } from './held-servers.ts';
import { serverName } from './servers-use.ts';

/** The opened parts of one server. */
export interface OpenServer {
  readonly isDown: boolean;
  readonly missingCredential: string | undefined;
  readonly connections: { readonly areShort: boolean };
  /** Ends idle connections; the others end with what they carry. */
  close(): void;
}

/** The address of one server. */
export interface ReplicaAddress extends ServerAddress {
  /** The name that operators see. */
  readonly name: string;
  /** The address that connections use without a lookup of the host; undefined for the host itself. */
  readonly connectTo: string | undefined;
}

/**
 * Milliseconds for which a new server gets fewer requests than the others: its caches are cold, and a starting server
 * is easily overloaded.
 */
export const slowStartMs = 10_000;
/** The share of requests that it begins with. */
const firstShare = 0.1;

/** One of the servers. */
export class Replica<Server extends OpenServer> {
  readonly name: string;
  readonly server: Server;
  readonly told: ToldLoad;
  /** It takes no new requests. */
  isGone = false;
  readonly #sinceMs: number;

  constructor(name: string, server: Server, told: ToldLoad, sinceMs: number) {
    this.name = name;
    this.server = server;
    this.told = told;
    this.#sinceMs = sinceMs;
  }

  get isDown(): boolean {
    return this.server.isDown;
  }

  get missingCredential(): string | undefined {
    return this.server.missingCredential;
  }

  /** Its share beside older servers: 1 once it is one of those. */
  share(now: number): number {
    const age = now - this.#sinceMs;
    return age >= slowStartMs ? 1 : firstShare + (1 - firstShare) * (age / slowStartMs);
  }
}

export interface ReplicaSetOptions<Server extends OpenServer> {
  /** All servers of a list; undefined if `held` has the addresses of a name. */
  readonly servers: readonly ServerAddress[] | undefined;
  /** The host and port that the addresses belong to. */
  readonly named: ServerAddress;
  readonly held: HeldBackendServers;
  readonly open: (address: ReplicaAddress) => Server;
  /** The monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export class ReplicaSet<Server extends OpenServer> {
  readonly #options: ReplicaSetOptions<Server>;
  readonly #now: () => number;
  readonly #byName = new Map<string, Replica<Server>>();
  readonly #followers = new Set<() => void>();
  readonly #stop: () => void;
  #list: readonly Replica<Server>[] = [];
  /** The servers that left last: a request may be on its way to one. */
  #left: readonly Replica<Server>[] = [];
  #wasEverKnown = false;

  constructor(options: ReplicaSetOptions<Server>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#adjust();
    this.#stop = options.servers === undefined ? options.held.follow(() => this.#adjust()) : () => {};
  }

  /** The servers that take requests. */
  get list(): readonly Replica<Server>[] {
    return this.#list;
  }

  /** A server that takes requests, by its name. */
  get(name: string): Replica<Server> | undefined {
    return this.#byName.get(name);
  }

  /** The same for a request that is on its way: its server may have left a moment ago. */
  find(name: string): Replica<Server> | undefined {
    return this.#byName.get(name) ?? this.#left.find((one) => one.name === name);
  }

  /** Calls a function when a server comes or goes. Returns a function that stops that. */
  follow(changed: () => void): () => void {
    this.#followers.add(changed);
    return () => this.#followers.delete(changed);
  }

  close(): void {
    this.#stop();
    for (const { server } of this.#list) server.close();
    for (const one of this.#list) one.isGone = true;
    this.#byName.clear();
    this.#list = [];
  }

  #adjust(): void {
    const wanted = this.#wanted();
    if (wanted === undefined) return;
    const names = new Set(wanted.map(({ name }) => name));
    const gone = this.#list.filter(({ name }) => !names.has(name));
    for (const one of gone) {
      one.isGone = true;
      this.#byName.delete(one.name);
    }
    const sinceMs = this.#wasEverKnown ? this.#now() : Number.NEGATIVE_INFINITY;
    for (const address of wanted) {
      const { name } = address;
      if (this.#byName.has(name)) continue;
      const server = this.#options.open(address);
      this.#byName.set(name, new Replica(name, server, this.#options.held.load(name), sinceMs));
    }
    this.#wasEverKnown = true;
    this.#list = [...this.#byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#options.held.keep(names);
    this.#left = gone;
    for (const { server } of gone) server.close();
    for (const changed of this.#followers) changed();
  }

  #wanted(): readonly ReplicaAddress[] | undefined {
    const { servers, named, held } = this.#options;
    if (servers !== undefined)
      return servers.map((server) => ({ name: serverName(server), connectTo: undefined, ...server }));
    return held.addresses?.map((address) => ({
      name: serverName({ hostname: address, port: named.port }),
      connectTo: address,
      ...named,
    }));
  }
}
