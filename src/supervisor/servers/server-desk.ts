/**
 * Watches the servers of backends, once for all workers. Every present worker gets the findings, and later workers get
 * them at their start.
 */
import type { ServersItem, ServersUse } from '../../http/client/replicas/servers-use.ts';
import type { Logger } from '../../observe/log/log.ts';
import { type AlarmClock, systemAlarmClock } from '../credentials/alarm-clock.ts';
import type { Takers } from '../desk.ts';
import { LoadQuestion } from './ask-load.ts';
import { lookUp } from './look-up.ts';
import { type ServerState, WatchedServers, type WatchParts } from './watched-servers.ts';

export interface ServerDeskOptions {
  readonly log: Logger;
  readonly takers: Takers<ServersItem>;
  readonly lookUp?: WatchParts['lookUp'];
  readonly question?: WatchParts['question'];
  readonly clock?: AlarmClock;
  readonly random?: () => number;
}

/** Servers that are not found so soon are out by themselves. */
const firstsWithinMs = 5000;

export class ServerDesk {
  readonly #parts: WatchParts;
  readonly #forget: (ids: readonly string[]) => void;
  readonly #watched = new Map<string, WatchedServers>();

  constructor({ log, takers, clock = systemAlarmClock, random = Math.random, ...how }: ServerDeskOptions) {
    this.#forget = (ids) => takers.forget(ids);
    this.#parts = {
      log,
      clock,
      random,
      lookUp: how.lookUp ?? lookUp,
      question: how.question ?? ((use, at) => new LoadQuestion(use, at)),
      changed: (item) => takers.give([item]),
    };
  }

  /** Everything there is, for a worker that has nothing. */
  get items(): readonly ServersItem[] {
    return [...this.#watched.values()].map(({ item }) => item);
  }

  /** The known facts about each server, for operators. */
  get states(): readonly ServerState[] {
    return [...this.#watched.values()].flatMap(({ states }) => states);
  }

  /** The number of servers of each backend whose name is looked up. */
  get named(): readonly { readonly backend: string; readonly count: number }[] {
    return [...this.#watched.values()].flatMap(({ named }) => named ?? []);
  }

  /** Watches these as well. Resolves when it is known where each is, or will not be soon. */
  async expect(uses: readonly ServersUse[]): Promise<void> {
    const fresh = uses.filter(({ id }) => !this.#watched.has(id));
    if (fresh.length === 0) return;
    const firsts = fresh.map((use) => {
      const watched = new WatchedServers(use, this.#parts);
      this.#watched.set(use.id, watched);
      return watched.first;
    });
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#parts.clock.in(firstsWithinMs, resolve);
    });
    await Promise.race([Promise.all(firsts), late]);
    cancel();
  }

  /** Watches these from now on, and no others. */
  settle(uses: readonly ServersUse[]): void {
    const wanted = new Set(uses.map(({ id }) => id));
    const gone = [...this.#watched.keys()].filter((id) => !wanted.has(id));
    for (const id of gone) {
      this.#watched.get(id)!.end();
      this.#watched.delete(id);
    }
    if (gone.length > 0) this.#forget(gone);
  }

  close(): void {
    for (const one of this.#watched.values()) one.end();
    this.#watched.clear();
  }
}
