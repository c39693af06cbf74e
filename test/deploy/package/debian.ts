/** An archive of a Debian that has no gateway. As a program it makes the archive, where there is none. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const release = 'bookworm';
/** What the package depends on; there is no network to get it from. */
const packages = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates', 'libstdc++6', 'libatomic1'];
/** Of other packages it would be another one. */
const contents = createHash('sha256').update(packages.join()).digest('hex').slice(0, 8);
const cached = resolve(import.meta.dirname, `../../../node_modules/.cache/debian-${release}-${contents}.tar`);
/** Nobody's: what programs in a machine see instead of the variables of the tests. */
export const environment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
};

/** Where the archive is; made once, from Debian's own packages. */
export async function debian(): Promise<string> {
  if (existsSync(cached)) return cached;
  const scratch = mkdtempSync(join(tmpdir(), 'gateway-debian-'));
  try {
    const root = join(scratch, 'root');
    await run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, release, root], {
      env: { ...process.env, PATH: environment.PATH },
    });
    // It is thrown away: nothing has to reach the disk.
    writeFileSync(join(root, 'etc/dpkg/dpkg.cfg.d/scratch'), 'force-unsafe-io\n');
    mkdirSync(dirname(cached), { recursive: true });
    await run('tar', ['-C', root, '-cf', `${cached}.new`, '.']);
    renameSync(`${cached}.new`, cached);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return cached;
}

if (process.argv[1] === import.meta.filename) await debian();
