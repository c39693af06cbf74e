/** A build of another commit, to be measured beside this one. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

export interface CommitBuild {
  /** Its first twelve digits. */
  readonly commit: string;
  /** A checkout with its build. */
  readonly folder: string;
  /** Its `bin/gateway.js`. */
  readonly program: string;
}

/**
 * Builds a commit in a folder of the system's temporary one, where it stays for the next time.
 *
 * @throws Error where the commit is not in this clone, or can't be built
 */
export function buildOfCommit(name: string, say: (text: string) => void): CommitBuild {
  const sha = idOf(name);
  const folder = join(tmpdir(), `gateway-bench-build-${sha}`);
  if (!existsSync(folder)) {
    say(`builds ${name} (${sha.slice(0, 12)})`);
    const scratch = mkdtempSync(`${folder}-`);
    const archive = execFileSync('git', ['archive', sha], { cwd: root, maxBuffer: 1e9 });
    execFileSync('tar', ['-x', '-C', scratch], { input: archive });
    installPackages(scratch);
    run(scratch, 'npm', 'run', '--silent', 'build');
    mkdirSync(tmpdir(), { recursive: true });
    renameSync(scratch, folder);
  } else if (lstatSync(join(folder, 'node_modules')).isSymbolicLink()) {
    // Those of the clone that built it, which may be gone by now or have others.
    unlinkSync(join(folder, 'node_modules'));
    installPackages(folder);
  }
  return { commit: sha.slice(0, 12), folder, program: join(folder, 'dist/bin/gateway.js') };
}

/** Those of this clone where it has the same ones. */
function installPackages(folder: string): void {
  if (sameFile('package-lock.json', folder))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  else run(folder, 'npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
}

function idOf(name: string): string {
  try {
    const asked = ['rev-parse', '--verify', '--quiet', `${name}^{commit}`];
    return execFileSync('git', asked, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    throw new Error(
      `there is no commit ${JSON.stringify(name)} in this clone; a shallow one gets it by \`git fetch --unshallow\``,
    );
  }
}

function sameFile(path: string, folder: string): boolean {
  return readFileSync(join(root, path)).equals(readFileSync(join(folder, path)));
}

function run(cwd: string, file: string, ...args: string[]): void {
  execFileSync(file, args, { cwd, stdio: ['ignore', 'ignore', 2] });
}
