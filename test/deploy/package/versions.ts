import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const about = 'usr/lib/gateway/package.json';

/** Writes the same Debian package as another version, packed in a second. */
export function asVersion(version: string, from: string, to: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'gateway-version-'));
  try {
    execFileSync('dpkg-deb', ['--raw-extract', from, scratch]);
    const change = (path: string, pattern: RegExp, text: string) => {
      const before = readFileSync(join(scratch, path), 'utf8');
      writeFileSync(join(scratch, path), before.replace(pattern, text));
    };
    change('DEBIAN/control', /^Version: .*$/m, `Version: ${version}`);
    change(about, /"version": ".*"/, `"version": "${version}"`);
    const sum = createHash('md5')
      .update(readFileSync(join(scratch, about)))
      .digest('hex');
    change('DEBIAN/md5sums', new RegExp(`^\\w+ {2}${about}$`, 'm'), `${sum}  ${about}`);
    execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z1', '--build', scratch, to], {
      stdio: 'ignore',
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
