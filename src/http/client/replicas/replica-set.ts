/**
 * The equal servers of one backend, each with connections, a health check and a credential of its own. One whose address goes
 * takes no new request and finishes what it has; one that comes while others are there already starts slowly.
 */
import type { ServerAddress } from '../../../config/types/backends.ts';
import type { HeldBackendServers, ToldLoad } from './held-servers.ts';
import { serverName } from './servers-use.ts';

/** What is opened for each. */
export interface OpenServer {
  readonly isDown: boolean;
  readonly missingCredential: string | undefined;
  readonly connections: { readonly areShort: boolean };
  /** Ends what is idle; the rest ends with what it carries. */
  close(): void;
}

/** Where one of them is. */
export interface ReplicaAddress extends ServerAddress {
  /** As operators know it. */
  readonly name: string;
  /** Where connections to its host go, in place of looking that up; undefined for the host itself. */
  readonly connectTo: string | undefined;
}

/** So long one that came is sent less than the others: its caches are cold, and a server that starts is easily buried. */
export const slowStartMs = 10_000;
/** The share that it begins with. */
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

  /** Its share beside others that have been there for long: 1 once it is one of those. */
  share(now: number): number {
    const age = now - this.#sinceMs;
    return age >= slowStartMs ? 1 : firstShare + (1 - firstShare) * (age / slowStartMs);
  }
}

export interface ReplicaSetOptions<Server extends OpenServer> {
  /** All servers where they are listed; undefined where `held` tells where a name leads. */
  readonly servers: readonly ServerAddress[] | undefined;
  /** Whose host the addresses are of, and the port there. */
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
  /** Those that went last: a request may be on its way to one. */
  #left: readonly Replica<Server>[] = [];
  #wasEverKnown = false;

  constructor(options: ReplicaSetOptions<Server>) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#adjust();
    this.#stop = options.servers === undefined ? options.held.follow(() => this.#adjust()) : () => {};
  }

  /** Those that take requests. */
  get list(): readonly Replica<Server>[] {
    return this.#list;
  }

  /** One that takes requests, by its name. */
  get(name: string): Replica<Server> | undefined {
    return this.#byName.get(name);
  }

  /** The same for a request that is on its way there: it may have gone a moment ago. */
  find(name: string): Replica<Server> | undefined {
    return this.#byName.get(name) ?? this.#left.find((one) => one.name === name);
  }

  /** Has somebody told when one comes or goes. Returns how to stop that. */
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
