import type { ServerLoad, ServersItem } from './servers-use.ts';

/** Milliseconds after which a server's report no longer counts. */
export const freshLoadMs = 3000;

/** The load that a server reports. */
export class ToldLoad {
  #waiting = 0;
  #atMs = Number.NEGATIVE_INFINITY;

  /** Requests that wait there; 0 if unknown. `now` is of the monotonic clock, in milliseconds. */
  waiting(now: number): number {
    return now - this.#atMs < freshLoadMs ? this.#waiting : 0;
  }

  take({ waiting, agoMs }: ServerLoad, now: number): void {
    this.#waiting = waiting;
    this.#atMs = now - agoMs;
  }
}

/** A worker's knowledge of the servers of one backend. */
export class HeldBackendServers {
  /** The addresses of its name; undefined before the first lookup. */
  addresses: readonly string[] | undefined;
  readonly #loads = new Map<string, ToldLoad>();
  readonly #followers = new Set<() => void>();

  /** The load of one of its servers: the same object each time. */
  load(server: string): ToldLoad {
    const known = this.#loads.get(server) ?? new ToldLoad();
    this.#loads.set(server, known);
    return known;
  }

  /** Calls a function when the addresses of its name change. Returns a function that stops that. */
  follow(changed: () => void): () => void {
    this.#followers.add(changed);
    return () => this.#followers.delete(changed);
  }

  take({ addresses, loads }: ServersItem, now: number): void {
    for (const load of loads) this.load(load.server).take(load, now);
    if (addresses === undefined || addresses.join() === this.addresses?.join()) return;
    this.addresses = addresses;
    for (const changed of this.#followers) changed();
  }

  /** Forgets the loads of servers that are no longer among these. */
  keep(servers: ReadonlySet<string>): void {
    for (const server of this.#loads.keys()) if (!servers.has(server)) this.#loads.delete(server);
  }
}

/**
 * A worker's knowledge of all watched servers. Reports arrive from the watching process, before or after somebody wants
 * them.
 */
export class HeldServers {
  readonly #held = new Map<string, HeldBackendServers>();
  /** Uses that nobody watches any more, kept as long as a backend has one: it may be watched again. */
  readonly #unwatched = new Map<string, WeakRef<HeldBackendServers>>();
  readonly #now: () => number;

  /** @param now The monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes over reports. */
  take(items: readonly ServersItem[]): void {
    for (const item of items) this.hold(item.id).take(item, this.#now());
  }

  /** Forgets uses that nobody watches any more. */
  forget(ids: readonly string[]): void {
    for (const [id, held] of this.#unwatched) if (held.deref() === undefined) this.#unwatched.delete(id);
    for (const id of ids) {
      const held = this.#held.get(id);
      if (held !== undefined) this.#unwatched.set(id, new WeakRef(held));
      this.#held.delete(id);
    }
  }

  /** The knowledge of a use's servers. */
  hold(id: string): HeldBackendServers {
    const held = this.#held.get(id) ?? this.#unwatched.get(id)?.deref() ?? new HeldBackendServers();
    this.#held.set(id, held);
    this.#unwatched.delete(id);
    return held;
  }
}
