/**
 * Tells when files may have changed. Folders are watched, not files: an editor that saves by renaming, and a
 * Kubernetes volume that swaps a link, leave a watch on the file with a file that nobody reads any more. What a watch
 * misses (network file systems, bind mounts), a slow poll finds. Nothing is believed before it has settled, since a
 * file cut short in the middle of being written can be valid.
 */
import { type FSWatcher, watch } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FileStamp, fileStampOf, identityOf, mayBeCut } from '../lib/files/file-stamp.ts';
import { compileGlobs } from '../lib/glob.ts';

export interface WatchPace {
  readonly pollMs: number;
  /** Events this close together are one. */
  readonly gatherMs: number;
  /** Two looks this far apart have to see the same; */
  readonly settleMs: number;
  /** when edits have gone on for so long, */
  readonly patienceMs: number;
  /** only this far apart. */
  readonly hurriedMs: number;
  /** A file that may be cut short in the middle of being written has to be quiet for so long, */
  readonly quietMs: number;
  /** for which is waited so long at most. Then what is there is believed, though it changes with every look. */
  readonly mostQuietMs: number;
  /** A file that is gone is waited for: some editors take it away before they write it again. */
  readonly absenceMs: number;
}

const usualPace: WatchPace = {
  pollMs: 5000,
  gatherMs: 50,
  settleMs: 100,
  patienceMs: 500,
  hurriedMs: 25,
  quietMs: 500,
  mostQuietMs: 1500,
  absenceMs: 2000,
};

export interface WatchOptions {
  /** Called when something is different; it may not have settled yet. */
  readonly noticed?: () => void;
  readonly pace?: Partial<WatchPace>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
}

/** Called when the files have changed and settled. `isStill` tells whether they are as they were at the call. */
type Changed = (isStill: () => Promise<boolean>) => Promise<void>;

type Stamps = ReadonlyMap<string, string>;

interface WatchedFolder {
  readonly watcher: FSWatcher;
  readonly identity: string;
  /** Other files in the folder may change freely: a log beside the configuration does all the time. */
  isOurs: (name: string) => boolean;
}

export class FileWatcher {
  readonly #changed: Changed;
  readonly #noticed: () => void;
  readonly #pace: WatchPace;
  readonly #now: () => number;
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #poll: NodeJS.Timeout;
  readonly #madeAt = Date.now();
  #files: readonly string[] = [];
  /** The stamps of the files when they were last trusted; an empty stamp for a file that may have changed since. */
  #believed = new Map<string, string>();
  #pending: NodeJS.Timeout | undefined;
  #isBusy = false;
  /** When a watch first told of something while the last change was being followed. */
  #toldAt: number | undefined;
  #isForced = false;
  #isClosed = false;

  /** `changed` is never called twice at once. */
  constructor(
    changed: Changed,
    { noticed = () => {}, pace = {}, now = () => performance.now() }: WatchOptions = {},
  ) {
    this.#changed = changed;
    this.#noticed = noticed;
    this.#now = now;
    this.#pace = { ...usualPace, ...pace };
    this.#poll = setInterval(() => void this.#look(), this.#pace.pollMs).unref();
  }

  /**
   * Watches these files from now on, through every link on the way to them; a pattern in the place of a name watches for
   * new ones. Those that were not watched before were read at `readAt` (milliseconds since the epoch) at the earliest.
   */
  async follow(files: readonly string[], readAt: number = this.#madeAt): Promise<void> {
    const fileStamps = await fileStampsOf(files);
    const believed = new Map<string, string>();
    for (const [file, { stamp, newestMs }] of fileStamps) {
      believed.set(file, this.#believed.get(file) ?? (newestMs < readAt ? stamp : ''));
    }
    this.#files = files;
    this.#believed = believed;
    await this.#watchFolders(fileStamps);
    if (!this.#isAsBelieved(await stampsOf(files))) this.#nudge();
  }

  /** Asks for `changed` to be called even if nothing has. */
  force(): void {
    this.#isForced = true;
    this.#nudge();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#poll);
    clearTimeout(this.#pending);
    for (const { watcher } of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  #nudge(): void {
    if (this.#isBusy) this.#toldAt ??= this.#now();
    if (this.#isClosed || this.#isBusy) return;
    this.#pending ??= setTimeout(() => {
      this.#pending = undefined;
      void this.#run();
    }, this.#pace.gatherMs);
  }

  /** Once more until the files are as they are believed to be: what happens meanwhile needs no event of its own. */
  async #run(): Promise<void> {
    this.#isBusy = true;
    let isSame = this.#isAsBelieved(await stampsOf(this.#files));
    while (!this.#isClosed && (this.#isForced || !isSame)) {
      this.#noticed();
      const stamps = await this.#settled(this.#toldAt ?? this.#now());
      if (this.#isForced || !this.#isAsBelieved(stamps)) {
        this.#isForced = false;
        this.#believed = new Map(stamps);
        this.#toldAt = undefined;
        const files = [...stamps.keys()];
        await this.#changed(async () => areSame(await stampsOf(files), stamps));
      }
      // A link may lead elsewhere now.
      await this.#watchFolders(await fileStampsOf(this.#files));
      isSame = this.#isAsBelieved(await stampsOf(this.#files));
    }
    this.#isBusy = false;
    this.#toldAt = undefined;
  }

  /** @param since When the edits began: where they go on and on, the time that a reload takes is part of the wait. */
  async #settled(since: number): Promise<Stamps> {
    const { settleMs, patienceMs, hurriedMs, absenceMs, quietMs, mostQuietMs } = this.#pace;
    let changedAt = this.#now();
    let before = await stampsOf(this.#files);
    for (;;) {
      await sleep(this.#now() - since < patienceMs ? settleMs : hurriedMs);
      const now = await stampsOf(this.#files);
      const at = this.#now();
      const isPatient = at - since < absenceMs && !this.#isClosed;
      if (!areSame(now, before)) {
        if (at - since >= mostQuietMs && !this.#isMissing(now)) return now;
        changedAt = at;
      } else if (!(isPatient && this.#isMissing(now))) {
        const isQuiet = at - changedAt >= quietMs || at - since >= mostQuietMs || this.#isClosed;
        if (isQuiet || !(await this.#mayBeCut(now))) return now;
      }
      before = now;
    }
  }

  /** A file that was there is gone. */
  #isMissing(stamps: Stamps): boolean {
    for (const [file, stamp] of stamps) {
      const before = this.#believed.get(file) ?? '';
      if (stamp === absent && before !== absent && before !== '') return true;
    }
    return false;
  }

  /** A file is being written in its place, for all that can be seen. */
  async #mayBeCut(stamps: Stamps): Promise<boolean> {
    for (const [file, stamp] of stamps) {
      if (await mayBeCut(file, this.#believed.get(file) ?? '', stamp)) return true;
    }
    return false;
  }

  #isAsBelieved(stamps: Stamps): boolean {
    return areSame(stamps, this.#believed);
  }

  async #look(): Promise<void> {
    if (this.#isBusy || this.#isClosed) return;
    const fileStamps = await fileStampsOf(this.#files);
    await this.#watchFolders(fileStamps);
    if (!this.#isAsBelieved(await stampsOf(this.#files))) this.#nudge();
  }

  /** Watches the folders of all files and links, and again those that have become others under the same name. */
  async #watchFolders(fileStamps: ReadonlyMap<string, FileStamp>): Promise<void> {
    const wanted = new Map<string, Set<string>>();
    for (const { folders } of fileStamps.values()) {
      for (const [folder, names] of folders) {
        const all = wanted.get(folder);
        if (all === undefined) wanted.set(folder, new Set(names));
        else for (const name of names) all.add(name);
      }
    }
    const identities = new Map<string, string>();
    for (const folder of wanted.keys()) identities.set(folder, await identityOf(folder));
    for (const [folder, { watcher, identity }] of this.#folders) {
      if (identities.get(folder) === identity) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
    for (const [folder, names] of wanted) this.#watchFolder(folder, identities.get(folder)!, names);
  }

  #watchFolder(folder: string, identity: string, names: ReadonlySet<string>): void {
    const known = this.#folders.get(folder);
    const isOurs = compileGlobs([...names]);
    if (known !== undefined) known.isOurs = isOurs;
    if (known !== undefined || this.#isClosed) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        // Without a name, and with its own, it is about the folder itself.
        if (name === null || watched.isOurs(name) || name === basename(folder)) this.#nudge();
      });
      const watched: WatchedFolder = { watcher, identity, isOurs };
      watcher.on('error', () => {
        watcher.close();
        this.#folders.delete(folder);
        this.#nudge();
      });
      this.#folders.set(folder, watched);
    } catch {
      // A folder that is not there, or one watch too many for the system: the poll is left.
    }
  }
}

const absent = 'ENOENT';

async function fileStampsOf(files: readonly string[]): Promise<ReadonlyMap<string, FileStamp>> {
  return new Map(await Promise.all(files.map(async (file) => [file, await fileStampOf(file)] as const)));
}

async function stampsOf(files: readonly string[]): Promise<Stamps> {
  const stamps = new Map<string, string>();
  for (const [file, { stamp }] of await fileStampsOf(files)) stamps.set(file, stamp);
  return stamps;
}

function areSame(a: Stamps, b: Stamps): boolean {
  if (a.size !== b.size) return false;
  for (const [file, stamp] of a) if (b.get(file) !== stamp) return false;
  return true;
}
