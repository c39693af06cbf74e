/**
 * The ids of objects at backends that were counted, for 30 days. Kept in `state.dir`, a line each: what was counted before
 * a restart is not counted after it.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../lib/files/replace-file.ts';
import { rememberedMs, type SettledIds } from '../../limits/settled-object-ids.ts';
import type { Logger } from '../../observe/log/log.ts';
import { ownName } from './own-name.ts';

const dayMs = 24 * 60 * 60 * 1000;

export class SettledFile implements SettledIds {
  /** Days since the epoch, by id. */
  readonly #known: Map<string, number>;
  readonly #log: Logger;
  readonly #now: () => number;
  #file: string;
  /** When those that are too old were last taken out. */
  #tidied: number;
  #last: Promise<void> = Promise.resolve();

  private constructor(file: string, known: Map<string, number>, log: Logger, now: () => number) {
    this.#file = file;
    this.#known = known;
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
    const known = new Map<string, number>();
    const text = await readFile(file, 'utf8').catch((err: NodeJS.ErrnoException) => {
      if (err.code !== 'ENOENT') log.error({ err, file }, 'which batches are counted can not be read');
      return '';
    });
    // The last line of a process that was killed may be a part of one.
    for (const [, day, id] of text.matchAll(/^(\d+) (.+)\n/gm)) known.set(id!, Number(day));
    const opened = new SettledFile(file, known, log, now);
    const isTorn = text !== '' && !text.endsWith('\n');
    if (opened.#forgetOld() || isTorn) await opened.#inTurn(() => opened.#rewrite());
    return opened;
  }

  async first(id: string): Promise<boolean> {
    if (this.#known.has(id)) return false;
    const today = this.#today;
    this.#known.set(id, today);
    if (today !== this.#tidied) {
      this.#tidied = today;
      if (this.#forgetOld()) {
        await this.#inTurn(() => this.#rewrite());
        return true;
      }
    }
    await this.#inTurn(async () => {
      await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
      await appendFile(this.#file, lineOf(id, today), { mode: 0o600 });
    });
    return true;
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

  /** Whether there were any. */
  #forgetOld(): boolean {
    const { size } = this.#known;
    for (const [id, day] of this.#known) {
      if (day < this.#today - rememberedMs / dayMs) this.#known.delete(id);
    }
    return this.#known.size < size;
  }

  async #rewrite(): Promise<void> {
    await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
    const lines = [...this.#known].map(([id, day]) => lineOf(id, day));
    await replaceFile(this.#file, lines.join(''), 0o600);
  }

  #inTurn(write: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(write).catch((err: unknown) => {
      this.#log.error({ err, file: this.#file }, 'that a batch is counted can not be written down');
    });
    return this.#last;
  }
}

function fileIn(stateDir: string, owner: string | undefined): string {
  return join(stateDir, ownName('settled.txt', owner));
}

function lineOf(id: string, day: number): string {
  return `${day} ${id}\n`;
}
