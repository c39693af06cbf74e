/**
 * Where the key sets of issuers are fetched: each by itself, every ten minutes and when a token names a key that is not
 * there. What comes is given to every worker there is and kept for those to come.
 */
import { fetchKeySet } from '../../identity/fetch-key-set.ts';
import type { KeySetItem, KeySetUse } from '../../identity/key-set-sources.ts';
import type { Logger } from '../../observe/log/log.ts';
import { type AlarmClock, systemAlarmClock } from '../credentials/alarm-clock.ts';
import { FileWatcher, type WatchPace } from '../file-watcher.ts';
import { type KeySetParts, type KeySetState, RenewedKeySet } from './renewed-key-set.ts';

/** Whoever has the sets. */
export interface KeySetTakers {
  give(items: readonly KeySetItem[]): void;
  /** Nobody fetches these any more. */
  forget(ids: readonly string[]): void;
}

export interface KeySetDeskOptions {
  readonly log: Logger;
  /** Never rejects. By default it is fetched in this process: a set is small, and a process would come late for who waits. */
  readonly fetch?: KeySetParts['fetch'];
  readonly takers: KeySetTakers;
  readonly clock?: AlarmClock;
  readonly random?: () => number;
}

/** First sets are waited for so long; then it goes on without them. */
const firstsWithinMs = 5000;

const pace: Partial<WatchPace> = { settleMs: 50, quietMs: 250, mostQuietMs: 750, absenceMs: 500 };

interface Entry {
  readonly set: RenewedKeySet;
  readonly watcher: FileWatcher | undefined;
}

export class KeySetDesk {
  readonly #takers: KeySetTakers;
  readonly #clock: AlarmClock;
  readonly #parts: KeySetParts;
  readonly #entries = new Map<string, Entry>();
  readonly #stop = new AbortController();

  constructor({
    log,
    fetch = (source) => fetchKeySet(source, this.#stop.signal),
    takers,
    clock = systemAlarmClock,
    random = Math.random,
  }: KeySetDeskOptions) {
    this.#takers = takers;
    this.#clock = clock;
    this.#parts = { fetch, changed: (item) => takers.give([item]), clock, random, log };
  }

  /** Everything there is, for a worker that has nothing. */
  get items(): readonly KeySetItem[] {
    return [...this.#entries.values()].map(({ set }) => set.item);
  }

  /** What is known of each, for operators. */
  get states(): readonly KeySetState[] {
    return [...this.#entries.values()].map(({ set }) => set.state);
  }

  /** Fetches these as well. Resolves when each that is new has come or could not be had, but within five seconds. */
  async expect(uses: readonly KeySetUse[]): Promise<void> {
    const fresh = uses.filter(({ id }) => !this.#entries.has(id)).map((use) => this.#begin(use));
    if (fresh.length === 0) return;
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#clock.in(firstsWithinMs, resolve);
    });
    await Promise.race([Promise.all(fresh.map((set) => set.first())), late]);
    cancel();
  }

  /** Fetches these from now on, and no others. */
  settle(uses: readonly KeySetUse[]): void {
    const wanted = new Set(uses.map(({ id }) => id));
    const gone = [...this.#entries].filter(([id]) => !wanted.has(id));
    for (const [id, entry] of gone) {
      end(entry);
      this.#entries.delete(id);
    }
    if (gone.length > 0) this.#takers.forget(gone.map(([id]) => id));
  }

  /** A token names a key that a set lacks. */
  want(id: string): void {
    this.#entries.get(id)?.set.want();
  }

  close(): void {
    this.#stop.abort();
    for (const entry of this.#entries.values()) end(entry);
    this.#entries.clear();
  }

  #begin(use: KeySetUse): RenewedKeySet {
    const set = new RenewedKeySet(use, this.#parts);
    const { source } = use;
    const watcher = source.kind === 'file' ? new FileWatcher(async () => set.renew(), { pace }) : undefined;
    this.#entries.set(use.id, { set, watcher });
    if (source.kind === 'file') void watcher?.follow([source.file], Date.now());
    set.renew();
    return set;
  }
}

function end({ set, watcher }: Entry): void {
  watcher?.close();
  set.end();
}
