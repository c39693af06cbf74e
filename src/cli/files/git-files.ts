import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, posix, relative, resolve } from 'node:path';
import { type Disk, type FileContent, listFolder, readRegular, shownPath } from '../../config/text/files.ts';

/** As many links in a row as Linux itself follows. */
const mostLinks = 40;

/** A file's folder in the repository that it lies in. */
interface Place {
  /** Absolute, as the configuration names what lies beside the file. */
  readonly folder: string;
  /** From the root of the repository; empty for that. */
  readonly prefix: string;
}

/**
 * Reads files as they were in a commit of the repository that a file lies in. What git knows nothing of, then and now,
 * is read from the disk: a secret, a certificate, whatever lies outside. Throws an Error in the operator's words where
 * there is no such commit.
 */
export function diskAt(revision: string, file: string): Disk {
  const folder = dirname(resolve(file));
  const git = (...args: readonly string[]) => runGit(folder, args);
  const place: Place = { folder, prefix: prefixOf(git, file) };
  const commit = commitOf(git, revision);
  const isTracked = (inRepository: string) =>
    git('ls-files', '-z', '--full-name', '--', `:(top,literal)${inRepository}`).length > 0;
  return {
    read: (path, maxBytes) => {
      const inRepository = pathIn(place, path);
      if (inRepository === undefined) return readRegular(path, maxBytes);
      const found = contentIn(git, commit, inRepository, maxBytes);
      if (found !== undefined) return found;
      if (path === resolve(file)) return { kind: 'absent' }; // its present content is the other side
      return isTracked(inRepository) ? { kind: 'absent' } : readRegular(path, maxBytes);
    },
    list: (folder) => {
      const inRepository = pathIn(place, folder);
      if (inRepository === undefined) return listFolder(folder);
      const names = namesIn(git, commit, inRepository);
      return names.length > 0 || isTracked(inRepository) ? names : listFolder(folder);
    },
  };
}

type Git = (...args: readonly string[]) => Buffer;

function runGit(folder: string, args: readonly string[]): Buffer {
  return execFileSync('git', args, {
    cwd: realpathSync(folder),
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 256 * 1024 * 1024,
  });
}

function prefixOf(git: Git, file: string): string {
  try {
    return git('rev-parse', '--show-prefix').toString().replace(/\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no git here' : `${shownPath(file)} lies in no git repository`;
    throw new Error(`--git: ${why}`, { cause: error });
  }
}

function commitOf(git: Git, revision: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`)
      .toString()
      .trim();
  } catch (error) {
    throw new Error(
      `--git ${revision}: there is no such commit here; in CI fetch the whole history (GitHub: \`fetch-depth: 0\`, GitLab: \`GIT_DEPTH: 0\`)`,
      { cause: error },
    );
  }
}

/** From the root of the repository; undefined for what lies outside. */
function pathIn({ folder, prefix }: Place, path: string): string | undefined {
  const below = relative(folder, path).replaceAll('\\', '/');
  const inside = posix.normalize(posix.join(prefix === '' ? '.' : prefix, below));
  return isAbsolute(below) || inside.startsWith('../') ? undefined : inside;
}

/** Undefined where the commit has no such file. Links are followed within the repository. */
function contentIn(git: Git, commit: string, path: string, maxBytes: number): FileContent | undefined {
  let at = path;
  for (let links = 0; links < mostLinks; links += 1) {
    const entry = git('ls-tree', '-z', '--full-tree', commit, '--', at).toString();
    const [, mode, kind, id] = /^(\d+) (\w+) ([0-9a-f]+)\t/.exec(entry) ?? [];
    if (id === undefined) return undefined;
    if (kind !== 'blob') return { kind: 'directory' };
    if (Number(git('cat-file', '-s', id).toString()) > maxBytes) return { kind: 'too_large' };
    const bytes = git('cat-file', 'blob', id);
    if (mode !== '120000') return { kind: 'content', bytes, mode: undefined };
    const target = posix.normalize(posix.join(posix.dirname(at), bytes.toString()));
    if (isAbsolute(bytes.toString()) || target.startsWith('../'))
      return readRegular(bytes.toString(), maxBytes);
    at = target;
  }
  return { kind: 'unreadable' };
}

/** Names of what a folder has in a commit; none where it has no such folder. */
function namesIn(git: Git, commit: string, folder: string): readonly string[] {
  const below = folder === '.' ? [] : [`${folder}/`];
  const listed = git('ls-tree', '-z', '--full-tree', '--name-only', commit, '--', ...below).toString();
  return listed.split('\0').flatMap((path) => (path === '' ? [] : [posix.basename(path)]));
}

/** True if a commit has the file. */
export function isThereAt({ read }: Disk, file: string): boolean {
  return read(resolve(file), Number.MAX_SAFE_INTEGER).kind !== 'absent';
}
