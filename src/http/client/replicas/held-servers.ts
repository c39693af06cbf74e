import type { ServerLoad, ServersItem } from './servers-use.ts';

/** What a server said so long ago is not known any more. */
export const freshLoadMs = 3000;

/** How busy a server says it is. */
export class ToldLoad {
  #waiting = 0;
  #atMs = Number.NEGATIVE_INFINITY;

  /** Requests that wait there; 0 where that is not known. `now` is of the monotonic clock, in milliseconds. */
  waiting(now: number): number {
    return now - this.#atMs < freshLoadMs ? this.#waiting : 0;
  }

  take({ waiting, agoMs }: ServerLoad, now: number): void {
    this.#waiting = waiting;
    this.#atMs = now - agoMs;
  }
}

/** What a worker holds of the servers of one backend. */
export class HeldBackendServers {
  /** Where its name leads; undefined before that was ever found out. */
  addresses: readonly string[] | undefined;
  readonly #loads = new Map<string, ToldLoad>();
  readonly #followers = new Set<() => void>();

  /** How busy one of them says it is: the same object each time. */
  load(server: string): ToldLoad {
    const known = this.#loads.get(server) ?? new ToldLoad();
    this.#loads.set(server, known);
    return known;
  }

  /** Has somebody told when its name leads elsewhere. Returns how to stop that. */
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

  /** Forgets the loads of servers that are not among these any more. */
  keep(servers: ReadonlySet<string>): void {
    for (const server of this.#loads.keys()) if (!servers.has(server)) this.#loads.delete(server);
  }
}

/** What a worker holds of all servers that are watched. It comes from whoever watches them, before or after somebody wants it. */
export class HeldServers {
  readonly #held = new Map<string, HeldBackendServers>();
  /** Those that nobody watches any more, for as long as a backend has one: it may be watched again. */
  readonly #unwatched = new Map<string, WeakRef<HeldBackendServers>>();
  readonly #now: () => number;

  /** @param now The monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes up what has come. */
  take(items: readonly ServersItem[]): void {
    for (const item of items) this.hold(item.id).take(item, this.#now());
  }

  /** Nobody watches these any more. */
  forget(ids: readonly string[]): void {
    for (const [id, held] of this.#unwatched) if (held.deref() === undefined) this.#unwatched.delete(id);
    for (const id of ids) {
      const held = this.#held.get(id);
      if (held !== undefined) this.#unwatched.set(id, new WeakRef(held));
      this.#held.delete(id);
    }
  }

  /** What is held of a use. */
  hold(id: string): HeldBackendServers {
    const held = this.#held.get(id) ?? this.#unwatched.get(id)?.deref() ?? new HeldBackendServers();
    this.#held.set(id, held);
    this.#unwatched.delete(id);
    return held;
  }
}
