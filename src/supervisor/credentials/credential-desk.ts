/**
 * Where credentials are renewed: each source by itself, before it runs out and whenever a file that it names changes. What
 * comes is given to every worker there is and kept for those to come.
 */
import type { CredentialItem } from '../../credentials/delivery.ts';
import { filesOf } from '../../credentials/source-files.ts';
import type { SourceUse } from '../../credentials/source-uses.ts';
import type { Logger } from '../../observe/log/log.ts';
import { FileWatcher, type WatchPace } from '../file-watcher.ts';
import { type AlarmClock, systemAlarmClock } from './alarm-clock.ts';
import type { Random } from './renewal-schedule.ts';
import { type CredentialState, type RenewalParts, RenewedCredential } from './renewed-credential.ts';

/** Whoever has the values. */
export interface CredentialTakers {
  /** Called with what is new. */
  give(items: readonly CredentialItem[]): void;
  /** Nobody renews these any more. */
  forget(ids: readonly string[]): void;
}

export interface DeskOptions {
  readonly log: Logger;
  /** What a renewal comes to. Never rejects. */
  readonly renew: RenewalParts['renew'];
  readonly takers: CredentialTakers;
  readonly clock?: AlarmClock;
  readonly random?: Random;
}

/** First values are waited for so long; then it goes on without them. */
const firstsWithinMs = 5000;

/** A token is short: one that is being written is complete sooner than a configuration. */
const pace: Partial<WatchPace> = { settleMs: 50, quietMs: 250, mostQuietMs: 750, absenceMs: 500 };

interface Entry {
  readonly credential: RenewedCredential;
  readonly watcher: FileWatcher;
  /** What it watches. */
  files: readonly string[];
}

export class CredentialDesk {
  readonly #takers: CredentialTakers;
  readonly #clock: AlarmClock;
  readonly #parts: RenewalParts;
  readonly #entries = new Map<string, Entry>();

  constructor({ log, renew, takers, clock = systemAlarmClock, random = Math.random }: DeskOptions) {
    this.#takers = takers;
    this.#clock = clock;
    const changed = ({ item }: RenewedCredential) => takers.give([item]);
    const alsoRead = ({ id, source }: RenewedCredential, files: readonly string[]) =>
      this.#watch(id, [...filesOf(source), ...files]);
    this.#parts = { renew, changed, alsoRead, clock, random, log };
  }

  /** Everything there is, for a worker that has nothing. */
  get items(): readonly CredentialItem[] {
    return [...this.#entries.values()].map(({ credential }) => credential.item);
  }

  get states(): readonly CredentialState[] {
    return [...this.#entries.values()].map(({ credential }) => credential.state);
  }

  /**
   * Renews these as well. Resolves when each that is new has its first value, or has said that asking again does not help,
   * but within five seconds: what it can't be had for is out by itself.
   */
  async expect(uses: readonly SourceUse[]): Promise<void> {
    const fresh = uses.filter(({ id }) => !this.#entries.has(id)).map((use) => this.#begin(use));
    if (fresh.length === 0) return;
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = this.#clock.in(firstsWithinMs, resolve);
    });
    await Promise.race([Promise.all(fresh.map((credential) => credential.first())), late]);
    cancel();
  }

  /** Renews these from now on, and no others. */
  settle(uses: readonly SourceUse[]): void {
    const wanted = new Map(uses.map((use) => [use.id, use]));
    const gone: string[] = [];
    for (const [id, entry] of this.#entries) {
      const use = wanted.get(id);
      if (use !== undefined) entry.credential.use(use.backends);
      else {
        end(entry);
        this.#entries.delete(id);
        gone.push(id);
      }
    }
    if (gone.length > 0) this.#takers.forget(gone);
  }

  /** A backend refused the value of a source. */
  refused(id: string, generation: number): void {
    this.#entries.get(id)?.credential.refused(generation);
  }

  close(): void {
    for (const entry of this.#entries.values()) end(entry);
    this.#entries.clear();
  }

  #begin(use: SourceUse): RenewedCredential {
    const credential = new RenewedCredential(use, this.#parts);
    const watcher = new FileWatcher(async () => credential.renew(), { pace });
    this.#entries.set(use.id, { credential, watcher, files: [] });
    this.#watch(use.id, filesOf(use.source));
    credential.renew();
    return credential;
  }

  #watch(id: string, files: readonly string[]): void {
    const entry = this.#entries.get(id);
    if (entry === undefined || entry.files.join('\0') === files.join('\0')) return;
    entry.files = files;
    void entry.watcher.follow(files, Date.now());
  }
}

function end({ credential, watcher }: Entry): void {
  watcher.close();
  credential.end();
}
