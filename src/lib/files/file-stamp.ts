import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isFileGlob, namesMatching } from './file-glob.ts';

/** The visible state of a file, or of all that a pattern matches, without reading it. */
export interface FileStamp {
  /** Differs when the file, its rights, or a link on the way to it was changed; the system's code where it can't be seen. */
  readonly stamp: string;
  /** When any of that was last changed, in milliseconds since the epoch. */
  readonly newestMs: number;
  /** The folder of the file, and that of every link on the way to it, with the names (or patterns) in them that lead to it. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
}

/** As many links in a row as Linux itself follows. */
const mostLinks = 40;

const lineFeed = 0x0a;

/** The system's clock for files may be behind by a tick. */
const tickMs = 20;

/** Of more files that a pattern matches only the names are looked at. */
const mostLookedAt = 2000;

/** Looks at a file, or at what a pattern in the place of its name matches. Never rejects. */
export async function fileStampOf(file: string): Promise<FileStamp> {
  return isFileGlob(file) ? await globStampOf(file) : await plainStampOf(file);
}

/** Other files in the folder may change freely. */
async function globStampOf(glob: string): Promise<FileStamp> {
  const folder = dirname(glob);
  const { folders: leading } = await plainStampOf(folder);
  const folders = new Map([...leading].map(([path, names]) => [path, new Set(names)]));
  addPath(folders, glob);
  try {
    const names = namesMatching(basename(glob), await readdir(folder));
    const { ctimeMs } = await stat(folder);
    const looked = names.length > mostLookedAt ? [] : names;
    const stamps = await Promise.all(looked.map((name) => plainStampOf(join(folder, name))));
    const newestMs = Math.max(ctimeMs + tickMs, ...stamps.map((each) => each.newestMs));
    const parts = [...names, ...stamps.map(({ stamp }) => stamp), 'pattern'];
    return { stamp: parts.join('\n'), newestMs, folders };
  } catch (error) {
    return { stamp: (error as NodeJS.ErrnoException).code ?? 'unknown', newestMs: 0, folders };
  }
}

async function plainStampOf(file: string): Promise<FileStamp> {
  const folders = new Map<string, Set<string>>();
  addPath(folders, file);
  const parts: string[] = [];
  let newestMs = 0;
  try {
    let left = mostLinks;
    let path = file;
    for (;;) {
      const link = await linkOn(path);
      if (link === undefined || left === 0) break;
      left -= 1;
      addPath(folders, link.at);
      newestMs = Math.max(newestMs, link.changedMs);
      parts.push(link.target);
      path = resolve(dirname(link.at), link.target) + path.slice(link.at.length);
    }
    addPath(folders, path);
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = await stat(file, { bigint: true });
    parts.push([dev, ino, size, mtimeNs, ctimeNs].join(' '));
    return { stamp: parts.join('\n'), newestMs: Math.max(newestMs, Number(ctimeMs)) + tickMs, folders };
  } catch (error) {
    return { stamp: (error as NodeJS.ErrnoException).code ?? 'unknown', newestMs, folders };
  }
}

/**
 * True for a file that may be half-written: it is the same file as before, and is shorter or does not end in a line
 * break. A file that is replaced whole is another file.
 *
 * @param before its stamp as it was
 * @param now its stamp as it is
 */
export async function mayBeCut(file: string, before: string, now: string): Promise<boolean> {
  const was = statOf(before);
  const is = statOf(now);
  if (was === undefined || is === undefined || now === before || was.id !== is.id) return false;
  return is.size < was.size || !(await endsInLineBreak(file, is.size));
}

/** The part of a stamp about the file itself, behind all links; undefined if there was none. */
function statOf(stamp: string): { readonly id: string; readonly size: number } | undefined {
  const [dev, ino, size, ...rest] = stamp.slice(stamp.lastIndexOf('\n') + 1).split(' ');
  return rest.length < 2 ? undefined : { id: `${dev} ${ino}`, size: Number(size) };
}

async function endsInLineBreak(path: string, size: number): Promise<boolean> {
  if (size === 0) return false;
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
      return bytesRead === 1 && buffer[0] === lineFeed;
    } finally {
      await file.close();
    }
  } catch {
    return true; // its reader reports the problem
  }
}

function addPath(folders: Map<string, Set<string>>, path: string): void {
  const names = folders.get(dirname(path));
  if (names === undefined) folders.set(dirname(path), new Set([basename(path)]));
  else names.add(basename(path));
}

/** The first link on the way down to a path; undefined when there is none. */
async function linkOn(
  path: string,
): Promise<{ readonly at: string; readonly target: string; readonly changedMs: number } | undefined> {
  const above: string[] = [];
  for (let at = path; at !== dirname(at); at = dirname(at)) above.unshift(at);
  for (const at of above) {
    const found = await lstat(at);
    if (found.isSymbolicLink()) return { at, target: await readlink(at), changedMs: found.ctimeMs };
  }
  return undefined;
}

/** Tells one folder from another that takes its name; empty when there is none. */
export async function identityOf(folder: string): Promise<string> {
  try {
    const { dev, ino } = await stat(folder, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return '';
  }
}
