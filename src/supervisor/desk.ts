/** Renews things of one kind by themselves, one entry for each use in the configuration. */
import type { AlarmClock } from './credentials/alarm-clock.ts';
import { FileWatcher, type WatchPace } from './file-watcher.ts';

/** A holder of the values. */
export interface Takers<Item> {
  /** Called with what is new. */
  give(items: readonly Item[]): void;
  /** Nobody renews these any more. */
  forget(ids: readonly string[]): void;
}

/** One thing that is renewed until it is ended. */
export interface RenewedThing<Use, Item, State> {
  /** As workers get it. */
  readonly item: Item;
  /** As operators see it. */
  readonly state: State;
  /** Resolves with its first value, or once it is clear that there will be none soon. */
  first(): Promise<void>;
  /** Renews now, whatever was planned. */
  renew(): void;
  /** The configuration uses it in this way from now on. */
  follow?(use: Use): void;
  end(): void;
}

/** The parts that differ between kinds of things. */
export interface DeskParts<Use, Thing> {
  readonly begin: (use: Use) => Thing;
  /** The files that its source names: a change in them has it renewed. */
  readonly filesOf: (use: Use) => readonly string[];
  readonly forget: (ids: readonly string[]) => void;
  readonly clock: AlarmClock;
}

/** First values are waited for so long; then it goes on without them. */
const firstsWithinMs = 5000;

/** A token is short: one that is being written is complete sooner than a configuration. */
const pace: Partial<WatchPace> = { settleMs: 50, quietMs: 250, mostQuietMs: 750, absenceMs: 500 };

interface Entry<Thing> {
  readonly thing: Thing;
  watcher?: FileWatcher;
  /** The files that are watched, joined. */
  watched: string;
}

/** Renews what a configuration uses: whoever extends it says how one thing is renewed, and what else may have it renewed. */
export class Desk<
  Use extends { readonly id: string },
  Item,
  State,
  Thing extends RenewedThing<Use, Item, State>,
> {
  readonly #parts: DeskParts<Use, Thing>;
  readonly #entries = new Map<string, Entry<Thing>>();

  constructor(parts: DeskParts<Use, Thing>) {
    this.#parts = parts;
  }

  /** Everything there is, for a worker that has nothing. */
  get items(): readonly Item[] {
    return [...this.#entries.values()].map(({ thing }) => thing.item);
  }

  /** The known facts about each, for operators. */
  get states(): readonly State[] {
    return [...this.#entries.values()].map(({ thing }) => thing.state);
  }

  /**
   * Renews these as well. Resolves when each that is new has its first value, or will not have one soon, but within five
   * seconds: whatever can't be had is out by itself.
   */
  async expect(uses: readonly Use[]): Promise<void> {
    const fresh = uses.filter(({ id }) => !this.#entries.has(id)).map((use) => this.#begin(use));
    if (fresh.length === 0) return;
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#parts.clock.in(firstsWithinMs, resolve);
    });
    await Promise.race([Promise.all(fresh.map((thing) => thing.first())), late]);
    cancel();
  }

  /** Renews these from now on, and no others. */
  settle(uses: readonly Use[]): void {
    const wanted = new Map(uses.map((use) => [use.id, use]));
    const gone: string[] = [];
    for (const [id, entry] of this.#entries) {
      const use = wanted.get(id);
      if (use !== undefined) entry.thing.follow?.(use);
      else {
        end(entry);
        this.#entries.delete(id);
        gone.push(id);
      }
    }
    if (gone.length > 0) this.#parts.forget(gone);
  }

  close(): void {
    for (const entry of this.#entries.values()) end(entry);
    this.#entries.clear();
  }

  protected thing(id: string): Thing | undefined {
    return this.#entries.get(id)?.thing;
  }

  /** A change in these files, and in no others, has it renewed from now on. */
  protected watch(id: string, files: readonly string[]): void {
    const entry = this.#entries.get(id);
    const watched = files.join('\0');
    if (entry === undefined || entry.watched === watched) return;
    entry.watched = watched;
    entry.watcher ??= new FileWatcher(async () => entry.thing.renew(), { pace });
    void entry.watcher.follow(files, Date.now());
  }

  #begin(use: Use): Thing {
    const thing = this.#parts.begin(use);
    this.#entries.set(use.id, { thing, watched: '' });
    this.watch(use.id, this.#parts.filesOf(use));
    thing.renew();
    return thing;
  }
}

function end<Thing extends { end(): void }>({ thing, watcher }: Entry<Thing>): void {
  watcher?.close();
  thing.end();
}
