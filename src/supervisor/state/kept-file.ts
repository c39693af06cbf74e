import { mkdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../lib/files/replace-file.ts';
import type { Logger } from '../../observe/log/log.ts';
import { ownName } from './own-name.ts';
import type { UnwrittenFiles } from './unwritten-files.ts';

/** A crash loses at most this much time, plus that of a write. */
const saveEveryMs = 2000;
/** Of the time of the supervisor at most one part in so many goes into writing. */
const restShare = 20;
const warnEveryMs = 60_000;

/** The content of a kept file. */
export interface Kept {
  /** Of the file, in `state.dir`. */
  readonly name: string;
  /** The content for the log: a subject in the singular. */
  readonly what: string;
  /** The text for the file now; empty if there is nothing to keep and was nothing before. */
  readonly text: (isAny: boolean) => string | Promise<string>;
  /** Takes up what the file holds; false where that is no use. */
  readonly takeUp: (text: string) => boolean;
}

/** Keeps something over a restart, in `state.dir`. Requests never wait for it. */
export class KeptFile {
  #dir: string;
  #owner: string | undefined;
  readonly #kept: Kept;
  readonly #log: Logger;
  readonly #unwritten: UnwrittenFiles;
  #timer: NodeJS.Timeout | undefined;
  #saved = '';
  #saving: Promise<void> | undefined;
  /** The write that begins when that one has ended. */
  #next: Promise<void> | undefined;
  #isClosed = false;
  #warnedMs = Number.NEGATIVE_INFINITY;

  /** @param owner Part of the name where a gateway of another host has the plain one. */
  constructor(dir: string, owner: string | undefined, kept: Kept, log: Logger, unwritten: UnwrittenFiles) {
    this.#dir = dir;
    this.#owner = owner;
    this.#kept = kept;
    this.#log = log;
    this.#unwritten = unwritten;
    this.#saveLater(saveEveryMs);
  }

  /** Takes up what an earlier process wrote and goes on writing. A file that is no use is put aside, not trusted. */
  static async open(
    dir: string,
    owner: string | undefined,
    kept: Kept,
    log: Logger,
    unwritten: UnwrittenFiles,
  ): Promise<KeptFile> {
    const file = new KeptFile(dir, owner, kept, log, unwritten);
    await file.#load();
    return file;
  }

  /** Writes all past and future content to another folder; the previous file stays unchanged. */
  follow(dir: string, owner: string | undefined): void {
    if (dir === this.#dir) return;
    this.#unwritten.settled(this.#file);
    this.#dir = dir;
    this.#owner = owner;
    this.#saved = '';
  }

  /** Writes what has changed since it last did; one write at a time. All who ask during one share the next. */
  save(): Promise<void> {
    if (this.#saving === undefined) {
      this.#saving = this.#write().finally(() => {
        this.#saving = undefined;
      });
      return this.#saving;
    }
    this.#next ??= this.#saving.then(() => {
      this.#next = undefined;
      return this.save();
    });
    return this.#next;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.save();
  }

  /** Writes nothing more: the file is another one's. */
  stopWriting(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Goes on writing after it was closed: the file may be another one's meanwhile. */
  resume(): void {
    this.#isClosed = false;
    this.#saved = '';
    this.#saveLater(saveEveryMs);
  }

  get #file(): string {
    return join(this.#dir, ownName(this.#kept.name, this.#owner));
  }

  #saveLater(ms: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(async () => {
      const since = performance.now();
      await this.save();
      this.#saveLater(Math.max(saveEveryMs, (performance.now() - since) * restShare));
    }, ms);
    this.#timer.unref();
  }

  async #write(): Promise<void> {
    const file = this.#file;
    try {
      const text = await this.#kept.text(this.#saved !== '');
      if (text !== this.#saved) {
        await mkdir(this.#dir, { recursive: true, mode: 0o700 });
        await replaceFile(file, text, 0o600);
        if (file === this.#file) this.#saved = text;
      }
      this.#unwritten.settled(file);
    } catch (err) {
      if (file === this.#file) this.#unwritten.failed(file, this.#kept.what, (err as Error).message);
      if (performance.now() - this.#warnedMs < warnEveryMs) return;
      this.#warnedMs = performance.now();
      this.#log.error({ err, file }, `${this.#kept.what} can not be written`);
    }
  }

  async #load(): Promise<void> {
    const file = this.#file;
    let text: string;
    try {
      text = await readFile(file, 'utf8');
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code !== 'ENOENT') {
        this.#log.error({ err, file }, `${this.#kept.what} can not be read`);
      }
      return;
    }
    if (this.#kept.takeUp(text)) {
      this.#saved = text;
      return;
    }
    const aside = `${file}.damaged`;
    await rename(file, aside).catch(() => {});
    this.#log.error(
      { file: aside },
      `${this.#kept.what} was damaged: it is put aside, and counting starts anew`,
    );
  }
}
