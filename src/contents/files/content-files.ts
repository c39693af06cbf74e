import { createReadStream } from 'node:fs';
import { open, readdir, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { constants, createGunzip, gzip } from 'node:zlib';
import { parseObject } from '../../lib/json.ts';
import { contentFileName } from '../places/file-place.ts';
import { type ContentQuery, type KeptLine, matcherOf } from './kept-line.ts';

const packed = promisify(gzip);
const linesAtOnce = 1000;

/** A file of contents, with its day. */
interface DayFile {
  readonly name: string;
  readonly day: string;
}

/** The files of a directory from one day to another, the newest first. */
async function filesOf(
  dir: string,
  { from, to }: Pick<ContentQuery, 'from' | 'to'>,
): Promise<readonly DayFile[]> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .flatMap((name) => {
      const day = contentFileName.exec(name)?.[1];
      return day === undefined ? [] : [{ name, day }];
    })
    .filter(({ day }) => (from === undefined || day >= from) && (to === undefined || day <= to))
    .sort((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0));
}

/** The matching lines, the newest first. Rejects for an unreadable directory. */
export async function findContents(dir: string, query: ContentQuery): Promise<readonly KeptLine[]> {
  const matches = matcherOf(query);
  const found = new Map<string, KeptLine>();
  let day: string | undefined;
  for (const file of await filesOf(dir, query)) {
    // Files of one day are of several processes, and in no order among them.
    if (found.size >= query.limit && file.day !== day) break;
    day = file.day;
    for await (const line of linesIn(join(dir, file.name))) {
      const one = lineOf(line);
      // One that was kept again after a failure is there twice.
      if (one !== undefined && matches(one)) found.set(`${one.id} ${one.at}`, one);
    }
  }
  return [...found.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)).slice(0, query.limit);
}

function lineOf(text: string): KeptLine | undefined {
  const line = parseObject(text);
  return typeof line?.['id'] === 'string' && typeof line['at'] === 'string' ? (line as KeptLine) : undefined;
}

/** The lines of a file, up to where it was cut off, if it was. */
async function* linesIn(file: string): AsyncGenerator<string> {
  const bytes = createReadStream(file);
  const unpacked = createGunzip();
  // A process that was ended in the middle of a batch leaves the beginning of it.
  bytes.on('error', (error) => unpacked.destroy(error));
  bytes.pipe(unpacked);
  try {
    for await (const line of createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY }))
      yield line;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'Z_BUF_ERROR' && code !== 'Z_DATA_ERROR' && code !== 'ENOENT') throw error;
  } finally {
    bytes.destroy();
  }
}

/**
 * Takes out what one end user said and was told, and gives how many lines that were. A file is written anew beside the old
 * one and takes its place; what is written to the old one in that moment is looked for again.
 */
export async function deleteContents(dir: string, endUser: string): Promise<number> {
  let deleted = 0;
  for (const { name } of await filesOf(dir, { from: undefined, to: undefined })) {
    deleted += await rewriteWithout(join(dir, name), (line) => line['end_user'] === endUser);
  }
  return deleted;
}

async function rewriteWithout(file: string, goes: (line: KeptLine) => boolean): Promise<number> {
  for (;;) {
    const before = await stat(file).catch(() => undefined);
    if (before === undefined) return 0;
    const kept: Buffer[] = [];
    let lines: string[] = [];
    let deleted = 0;
    const pack = async () => {
      if (lines.length > 0)
        kept.push(await packed(`${lines.join('\n')}\n`, { level: constants.Z_BEST_SPEED }));
      lines = [];
    };
    for await (const text of linesIn(file)) {
      const line = lineOf(text);
      if (line !== undefined && goes(line)) deleted += 1;
      else lines.push(text);
      if (lines.length >= linesAtOnce) await pack();
    }
    if (deleted === 0) return 0;
    await pack();
    const beside = `${file}.new`;
    const handle = await open(beside, 'w', 0o600);
    try {
      await handle.writeFile(Buffer.concat(kept));
      await handle.sync();
    } finally {
      await handle.close();
    }
    const after = await stat(file).catch(() => undefined);
    if (after?.size === before.size) {
      if (kept.length === 0) await Promise.all([unlink(beside), unlink(file)]);
      else await rename(beside, file);
      return deleted;
    }
    await unlink(beside);
  }
}
