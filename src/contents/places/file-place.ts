import { mkdir, open, readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { ContentPlace } from '../../config/types/contents.ts';
import type { ContentKeepingPlace, LinesOfDay } from './place.ts';

type FileConfig = Extract<ContentPlace, { kind: 'file' }>;

const packed = promisify(gzip);
const dayMs = 86_400_000;
/** The day of a file, the process that wrote it and when that began: `2026-11-28.4711-mfx3k2a9.jsonl.gz`. */
export const contentFileName = /^(\d{4}-\d\d-\d\d)\.[\w-]+\.jsonl\.gz$/;

/**
 * Files by day in a directory, each of one process alone. A batch is a gzip member of its own, so that what is in a file
 * can be read whatever becomes of the rest; one that could not be written in full is taken out again.
 */
export class FilePlace implements ContentKeepingPlace {
  readonly #config: FileConfig;
  readonly #writer: string;
  /** Files that end with a part of a batch, which nothing may be written behind. */
  readonly #spoilt = new Map<string, number>();

  /** @param writer Part of the names of files that nobody else has. */
  constructor(config: FileConfig, writer: string) {
    this.#config = config;
    this.#writer = writer;
  }

  async put({ day, lines }: LinesOfDay): Promise<void> {
    const { dir } = this.#config;
    const bytes = await packed(Buffer.concat(lines), { level: constants.Z_BEST_SPEED });
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const name = this.#nameOf(day);
    const file = await open(join(dir, name), 'a', 0o600);
    try {
      const { size } = await file.stat();
      try {
        await file.writeFile(bytes);
        await file.datasync();
      } catch (error) {
        await file.truncate(size).catch(() => this.#spoilt.set(day, (this.#spoilt.get(day) ?? 0) + 1));
        throw error;
      }
    } finally {
      await file.close();
    }
  }

  #nameOf(day: string): string {
    const count = this.#spoilt.get(day);
    return `${day}.${this.#writer}${count === undefined ? '' : `-${count}`}.jsonl.gz`;
  }

  async clean(nowMs: number): Promise<void> {
    const { dir, keepMs } = this.#config;
    // A day is kept until the last of it is as old.
    const oldest = new Date(nowMs - keepMs - dayMs).toISOString().slice(0, 10);
    const names = await readdir(dir).catch(() => []);
    for (const name of names) {
      const day = contentFileName.exec(name)?.[1];
      if (day !== undefined && day <= oldest) await unlink(join(dir, name)).catch(() => {});
    }
  }
}
