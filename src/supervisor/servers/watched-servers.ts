/** The servers of one backend: where its name leads is looked up from time to time, and each is asked how busy it is. */
import type { ReplicaAddress } from '../../http/client/replicas/replica-set.ts';
import {
  type ServerLoad,
  type ServersItem,
  type ServersUse,
  serverName,
} from '../../http/client/replicas/servers-use.ts';
import type { Logger } from '../../observe/log/log.ts';
import { Alarm, type AlarmClock } from '../credentials/alarm-clock.ts';
import type { AskedLoad } from './ask-load.ts';
import { type LookedUp, mostServers, serversAmong } from './look-up.ts';

export interface WatchParts {
  readonly log: Logger;
  readonly clock: AlarmClock;
  readonly random: () => number;
  /** Neither rejects. */
  readonly lookUp: (hostname: string) => Promise<LookedUp>;
  readonly question: (use: ServersUse, at: ReplicaAddress) => { ask(): Promise<AskedLoad>; close(): void };
  /** Called with what is new. */
  readonly changed: (item: ServersItem) => void;
}

/** One server, as operators see it. */
export interface ServerState {
  readonly backend: string;
  readonly server: string;
  /** The last reported load; undefined while it is unknown. */
  readonly load: Omit<ServerLoad, 'server'> | undefined;
}

/**
 * The interval between questions about a server's load; longer with more servers, but short enough that the answers
 * stay valid.
 */
const askEveryMs = 1000;
const serversASecond = 100;
/** A load older than this no longer counts. */
const knownForMs = 3000;
/** Loads that several servers report at about the same time are passed on together. */
const gatherMs = 50;
/** That servers do not say how busy they are is told of one backend so often. */
const toldEveryMs = 60_000;
/** So often in a row a name has to be gone before its servers are: a resolver that starts may know less than it should. */
const missesToBeGone = 2;

interface Asked {
  readonly question: ReturnType<WatchParts['question']>;
  readonly alarm: Alarm;
  load: Omit<ServerLoad, 'agoMs'> | undefined;
  atMs: number;
}

export class WatchedServers {
  readonly #use: ServersUse;
  readonly #parts: WatchParts;
  readonly #look: Alarm;
  readonly #gather: Alarm;
  readonly #asked = new Map<string, Asked>();
  #fresh: ServerLoad[] = [];
  #addresses: readonly string[] | undefined;
  #misses = 0;
  #isFailing = false;
  #isTruncated = false;
  #toldAtMs = Number.NEGATIVE_INFINITY;
  #isEnded = false;
  #known: () => void = () => {};
  /** Resolves when its servers are known, or will not be soon. */
  readonly first: Promise<void>;

  constructor(use: ServersUse, parts: WatchParts) {
    this.#use = use;
    this.#parts = parts;
    this.#look = new Alarm(parts.clock);
    this.#gather = new Alarm(parts.clock);
    this.first = new Promise((resolve) => {
      this.#known = resolve;
    });
    if (use.replicas?.kind === 'dns') void this.#lookUp(use.replicas.everyMs);
    else this.#known();
    this.#askAll();
  }

  /** All that is known, for a worker that has nothing. */
  get item(): ServersItem {
    const now = this.#parts.clock.nowMs();
    const loads = [...this.#asked.values()].flatMap(({ load, atMs }) =>
      load === undefined ? [] : { agoMs: now - atMs, ...load },
    );
    return { id: this.#use.id, addresses: this.#addresses, loads };
  }

  get states(): readonly ServerState[] {
    const { backend } = this.#use;
    const now = this.#parts.clock.nowMs();
    return this.#servers().map(({ name }) => {
      const asked = this.#asked.get(name);
      const isKnown = asked?.load !== undefined && now - asked.atMs < knownForMs;
      return {
        backend,
        server: name,
        load: isKnown ? { agoMs: now - asked.atMs, ...asked.load! } : undefined,
      };
    });
  }

  /** The number of servers behind its name; undefined for a backend whose name is not looked up. */
  get named(): { readonly backend: string; readonly count: number } | undefined {
    const { backend, replicas } = this.#use;
    return replicas?.kind === 'dns' ? { backend, count: this.#addresses?.length ?? 0 } : undefined;
  }

  end(): void {
    this.#isEnded = true;
    this.#look.clear();
    this.#gather.clear();
    for (const one of this.#asked.values()) endAsking(one);
    this.#asked.clear();
    this.#known();
  }

  async #lookUp(everyMs: number): Promise<void> {
    const { hostname } = this.#use.address;
    const found = await this.#parts.lookUp(hostname);
    if (this.#isEnded) return;
    if (found.kind === 'failed') this.#failed(found.why);
    else this.#found(found.addresses);
    this.#known();
    this.#look.set(everyMs, () => void this.#lookUp(everyMs));
  }

  #failed(why: string): void {
    const { backend, address } = this.#use;
    if (!this.#isFailing)
      this.#parts.log.warn(
        { backend, host: address.hostname, reason: why },
        "a backend's name can't be looked up: its replicas stay unchanged",
      );
    this.#isFailing = true;
  }

  #found(addresses: readonly string[]): void {
    const { backend, address } = this.#use;
    const { log } = this.#parts;
    const before = this.#addresses;
    this.#isFailing = false;
    this.#misses = addresses.length === 0 ? this.#misses + 1 : 0;
    if (addresses.length === 0 && before !== undefined && this.#misses < missesToBeGone) return;
    const servers = serversAmong(addresses, before ?? []);
    const isTruncated = new Set(addresses).size > mostServers && servers.length === mostServers;
    if (isTruncated && !this.#isTruncated)
      log.warn(
        { backend, host: address.hostname, addresses: addresses.length, used: mostServers },
        'a backend has more addresses than replicas can be: the others are not used',
      );
    this.#isTruncated = isTruncated;
    if (servers.join() === before?.join()) return;
    this.#addresses = servers;
    this.#tellServers(before ?? [], servers);
    this.#askAll();
    this.#parts.changed({ id: this.#use.id, addresses: servers, loads: [] });
  }

  #tellServers(before: readonly string[], now: readonly string[]): void {
    const { backend, address } = this.#use;
    const { log } = this.#parts;
    if (now.length === 0)
      return log.error(
        { backend, host: address.hostname },
        'a backend has no replicas: its name leads to no address',
      );
    const came = now.filter((one) => !before.includes(one)).length;
    const gone = before.filter((one) => !now.includes(one)).length;
    log.info({ backend, replicas: now.length, came, gone }, 'the replicas of a backend changed');
  }

  #servers(): readonly ReplicaAddress[] {
    const { address, replicas } = this.#use;
    if (replicas?.kind === 'list')
      return replicas.servers.map((server) => ({
        name: serverName(server),
        connectTo: undefined,
        ...server,
      }));
    if (replicas === undefined) return [{ name: serverName(address), connectTo: undefined, ...address }];
    return (this.#addresses ?? []).map((one) => ({
      name: serverName({ hostname: one, port: address.port }),
      connectTo: one,
      ...address,
    }));
  }

  /** Asks each server there is, and none that is gone. */
  #askAll(): void {
    if (this.#use.load === undefined) return;
    const servers = this.#servers();
    const names = new Set(servers.map(({ name }) => name));
    for (const [name, one] of this.#asked) {
      if (names.has(name)) continue;
      endAsking(one);
      this.#asked.delete(name);
    }
    for (const at of servers) {
      if (this.#asked.has(at.name)) continue;
      const { clock, question, random } = this.#parts;
      const asked: Asked = {
        question: question(this.#use, at),
        alarm: new Alarm(clock),
        load: undefined,
        atMs: Number.NEGATIVE_INFINITY,
      };
      this.#asked.set(at.name, asked);
      // Not all at once.
      asked.alarm.set(
        servers.length === 1 ? 0 : random() * this.#everyMs,
        () => void this.#ask(at.name, asked),
      );
    }
  }

  get #everyMs(): number {
    return Math.max(askEveryMs, (this.#asked.size / serversASecond) * 1000);
  }

  async #ask(server: string, asked: Asked): Promise<void> {
    const { clock } = this.#parts;
    const answer = await asked.question.ask();
    if (this.#isEnded || this.#asked.get(server) !== asked) return;
    if (answer.kind === 'unknown') this.#tellUnknown(server, answer.why);
    else {
      asked.load = { server, ...answer.load };
      asked.atMs = clock.nowMs();
      this.#tell({ agoMs: 0, ...asked.load });
    }
    asked.alarm.set(this.#everyMs, () => void this.#ask(server, asked));
  }

  #tell(load: ServerLoad): void {
    this.#fresh.push(load);
    if (this.#fresh.length > 1) return;
    this.#gather.set(gatherMs, () => {
      const loads = this.#fresh;
      this.#fresh = [];
      this.#parts.changed({ id: this.#use.id, addresses: this.#addresses, loads });
    });
  }

  #tellUnknown(replica: string, reason: string): void {
    const now = this.#parts.clock.nowMs();
    if (now - this.#toldAtMs < toldEveryMs) return;
    this.#toldAtMs = now;
    const { backend } = this.#use;
    this.#parts.log.warn(
      { backend, replica, reason },
      "a server's load is unknown: its waiting requests count as 0",
    );
  }
}

function endAsking({ question, alarm }: Asked): void {
  alarm.clear();
  question.close();
}
