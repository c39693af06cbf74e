/** Archives that are the same bytes whenever and wherever they are made. */
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

let commitTime: number | undefined;

/** Seconds since 1970: when the commit was made, unless $SOURCE_DATE_EPOCH says otherwise. */
export function buildTime(): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined) return Number(given);
  // Asked for with each of thousands of files.
  commitTime ??= Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
  return commitTime;
}

/** Writes a folder within another one as a `.tar.gz`. @param level Of gzip. */
export function archive(file: string, within: string, folder: string, level: 1 | 9): void {
  const fixed = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${buildTime()}`];
  // -n: without the name and time of what is packed.
  execFileSync('tar', [
    ...fixed,
    '--use-compress-program',
    `gzip -${level}n`,
    '-cf',
    file,
    '-C',
    within,
    folder,
  ]);
}
