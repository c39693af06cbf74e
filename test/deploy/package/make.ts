import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isFull } from '../../helpers/full.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Of what, and where, packages are made. */
interface Making {
  readonly environment?: NodeJS.ProcessEnv;
  /** This one by default. */
  readonly checkout?: string;
}

/** Copies this checkout with its packages into a folder, which is made, and builds it there. */
export function builtCopy(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  for (const path of listed.split('\0').filter((path) => path !== '')) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  const modules = [join(root, 'node_modules'), folder];
  // Links take no time; between two file systems there are none.
  const linked = spawnSync('cp', ['--archive', '--link', ...modules], { stdio: 'ignore' });
  if (linked.status !== 0) {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    execFileSync('cp', ['--archive', ...modules]);
  }
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 2] });
}

/** Makes packages of a checkout, which has to be built, in a folder that is made anew. */
export function makePackages(
  folder: string,
  architectures: readonly string[],
  { environment = process.env, checkout = root }: Making = {},
): void {
  const options = architectures.flatMap((arch) => ['--arch', arch]);
  if (!isFull) options.push('--quick');
  const program = ['--import', 'tsx', join(checkout, 'scripts/package.ts'), '--out', folder, ...options];
  execFileSync(process.execPath, program, {
    cwd: checkout,
    stdio: ['ignore', 'ignore', 2],
    env: environment,
  });
}
