/**
 * The ids of objects at backends that were counted, for 30 days, and what was noted of those that are not yet. Kept in
 * `state.dir`, a line each: what was counted before a restart is not counted after it.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../lib/files/replace-file.ts';
import { partsIn, rememberedMs, type SettledIds } from '../../limits/settled-object-ids.ts';
import type { Logger } from '../../observe/log/log.ts';
import { ownName } from './own-name.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Of more that are in flight the oldest are forgotten. */
const mostNotes = 100_000;

interface Note {
  /** Since the epoch. */
  readonly day: number;
  readonly text: string;
}

export class SettledFile implements SettledIds {
  /** Days since the epoch, by id. */
  readonly #known = new Map<string, number>();
  /** By id, the oldest first. */
  readonly #notes = new Map<string, Note>();
  readonly #log: Logger;
  readonly #now: () => number;
  #file: string;
  /** When those that are too old were last taken out. */
  #tidied: number;
  #last: Promise<void> = Promise.resolve();
  #watcher: ((id: string, text: string) => void) | undefined;
  /** The successor that remembers and writes in place of this one. */
  #successor: SettledIds | undefined;

  private constructor(file: string, log: Logger, now: () => number) {
    this.#file = file;
    this.#log = log;
    this.#now = now;
    this.#tidied = this.#today;
  }

  /**
   * Reads what an earlier process wrote. Never rejects: a fault of the disk is logged.
   *
   * @param owner Part of the file's name where a gateway of another host has the plain one.
   * @param now Milliseconds since the epoch.
   */
  static async open(stateDir: string, log: Logger, owner?: string, now = Date.now): Promise<SettledFile> {
    const file = fileIn(stateDir, owner);
    const opened = new SettledFile(file, log, now);
    const text = await opened.#read();
    const isTorn = text !== '' && !text.endsWith('\n');
    if (opened.#forgetOld() || isTorn) await opened.#inTurn(() => opened.#rewrite());
    return opened;
  }

  /** Has somebody told of each note that there is, and of those that come. */
  watch(take: (id: string, text: string) => void): void {
    this.#watcher = take;
    this.#tellAll();
  }

  /** True for a noted object that is not counted yet, while this process is the one that remembers. */
  isNoted(id: string): boolean {
    return this.#successor === undefined && this.#notes.has(id);
  }

  first(id: string): Promise<boolean> {
    return this.#askWhoRemembers(
      (other) => other.first(id),
      () => this.#first(id),
    );
  }

  note(id: string, text: string): Promise<void> {
    return this.#askWhoRemembers(
      (other) => other.note(id, text),
      () => this.#note(id, text),
    );
  }

  noted(id: string): Promise<string | undefined> {
    return this.#askWhoRemembers(
      (other) => other.noted(id),
      async () => this.#notes.get(id)?.text,
    );
  }

  advance(id: string, parts: number): Promise<number> {
    return this.#askWhoRemembers(
      (other) => other.advance(id, parts),
      () => this.#advance(id, parts),
    );
  }

  /** Another process remembers from now on, and has the file. Resolves when all is written. */
  handOver(successor: SettledIds): Promise<void> {
    this.#successor = successor;
    return this.#last;
  }

  /** That one has gone: the file is this one's again, with what was written meanwhile. */
  async takeBack(): Promise<void> {
    if (this.#successor === undefined) return;
    this.#successor = undefined;
    await this.#inTurn(async () => void (await this.#read()));
    this.#tellAll();
  }

  #tellAll(): void {
    for (const [id, { text }] of this.#notes) this.#watcher?.(id, text);
  }

  async #askWhoRemembers<T>(
    ask: (successor: SettledIds) => Promise<T>,
    answer: () => Promise<T>,
  ): Promise<T> {
    const successor = this.#successor;
    if (successor !== undefined) {
      try {
        return await ask(successor);
      } catch (err) {
        this.#log.warn(
          { err },
          'the process that remembers counted objects has gone: this one remembers them',
        );
        await this.takeBack();
      }
    }
    return answer();
  }

  async #first(id: string): Promise<boolean> {
    if (this.#known.has(id)) return false;
    const today = this.#today;
    this.#known.set(id, today);
    this.#notes.delete(id);
    await this.#write(lineOf(id, today));
    return true;
  }

  async #note(id: string, text: string): Promise<void> {
    if (this.#known.has(id)) return;
    const today = this.#today;
    if (this.#notes.size >= mostNotes) this.#notes.delete(this.#notes.keys().next().value!);
    this.#notes.set(id, { day: today, text });
    this.#watcher?.(id, text);
    await this.#write(lineOf(id, today, text));
  }

  async #advance(id: string, parts: number): Promise<number> {
    if (this.#known.has(id)) return Number.POSITIVE_INFINITY;
    const before = partsIn(this.#notes.get(id)?.text);
    if (parts > before) await this.#note(id, String(parts));
    return before;
  }

  /** Writes to this folder from now on: a reload may name another. */
  follow(stateDir: string, owner: string | undefined): void {
    const file = fileIn(stateDir, owner);
    if (file === this.#file) return;
    void this.#inTurn(() => {
      this.#file = file;
      return this.#rewrite();
    });
  }

  /** Resolves when all is written. */
  close(): Promise<void> {
    return this.#last;
  }

  get #today(): number {
    return Math.floor(this.#now() / dayMs);
  }

  /** Takes up what is written. The last line of a process that was killed may be a part of one. */
  async #read(): Promise<string> {
    const file = this.#file;
    const text = await readFile(file, 'utf8').catch((err: NodeJS.ErrnoException) => {
      if (err.code !== 'ENOENT')
        this.#log.error({ err, file }, 'the list of counted objects can not be read');
      return '';
    });
    for (const [, written, id = '', note] of text.matchAll(/^(\d+) ([^\t\n]+)(?:\t(.+))?\n/gm)) {
      const day = Number(written);
      if (note === undefined) {
        this.#known.set(id, day);
        this.#notes.delete(id);
      } else if (!this.#known.has(id)) this.#notes.set(id, { day, text: note });
    }
    return text;
  }

  /** True if it removed any. */
  #forgetOld(): boolean {
    const oldest = this.#today - rememberedMs / dayMs;
    const size = this.#known.size + this.#notes.size;
    for (const [id, day] of this.#known) if (day < oldest) this.#known.delete(id);
    for (const [id, { day }] of this.#notes) if (day < oldest) this.#notes.delete(id);
    return this.#known.size + this.#notes.size < size;
  }

  /** Adds a line; once a day, the file is written anew without what is too old. */
  #write(line: string): Promise<void> {
    if (this.#today !== this.#tidied) {
      this.#tidied = this.#today;
      if (this.#forgetOld()) return this.#inTurn(() => this.#rewrite());
    }
    return this.#inTurn(async () => {
      await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
      await appendFile(this.#file, line, { mode: 0o600 });
    });
  }

  async #rewrite(): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const lines = [
      ...[...this.#known].map(([id, day]) => lineOf(id, day)),
      ...[...this.#notes].map(([id, { day, text }]) => lineOf(id, day, text)),
    ];
    await replaceFile(this.#file, lines.join(''), 0o600);
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(write).catch((err: unknown) => {
      this.#log.error({ err, file: this.#file }, 'a counted object can not be noted');
    });
    return this.#last;
  }
}

function fileIn(stateDir: string, owner: string | undefined): string {
  return join(stateDir, ownName('settled.txt', owner));
}

function lineOf(id: string, day: number, note?: string): string {
  return note === undefined ? `${day} ${id}\n` : `${day} ${id}\t${note}\n`;
}
