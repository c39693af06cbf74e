/** The Debian package: the same folder as `/usr/lib/gateway`, and what makes a service of it. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeManPages } from './man-pages.ts';
import { buildTime } from './reproducible-archive.ts';

const root = resolve(import.meta.dirname, '../..');
const own = join(root, 'deploy/debian');

/** Files that belong to whoever runs the machine: an upgrade keeps what was changed in them. */
const configured = ['/etc/gateway/gateway.yaml'];

export interface DebianPackage {
  /** The content of `/usr/lib/gateway`. */
  readonly tree: string;
  readonly version: string;
  readonly arch: string;
  /** Packed in a second, and half as large again: for tests. */
  readonly isQuick: boolean;
}

/** Writes the package; `dpkg-deb` makes it. */
export function writeDebianPackage(
  file: string,
  scratch: string,
  { tree, version, arch, isQuick }: DebianPackage,
): void {
  const at = join(scratch, 'debian');
  const put = (path: string, content: string | Buffer, mode = 0o644) => {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), content);
    chmodSync(join(at, path), mode);
  };
  cpSync(tree, join(at, 'usr/lib/gateway'), { recursive: true });
  // `gateway docs` reads its pages, which may not lie where a machine leaves documentation out.
  for (const name of ['README.md', 'CHANGELOG.md', 'examples', 'deploy'])
    rmSync(join(at, 'usr/lib/gateway', name), { recursive: true });
  mkdirSync(join(at, 'usr/bin'), { recursive: true });
  symlinkSync('../lib/gateway/bin/gateway', join(at, 'usr/bin/gateway'));

  put('etc/gateway/gateway.yaml', readFileSync(join(own, 'gateway.yaml')), 0o640);
  put('lib/systemd/system/gateway.service', readFileSync(join(root, 'deploy/systemd/gateway.service')));
  put('lib/systemd/system/gateway.socket', readFileSync(join(root, 'deploy/systemd/gateway.socket')));
  put('usr/lib/sysusers.d/gateway.conf', readFileSync(join(root, 'deploy/systemd/gateway.sysusers')));

  const gateway = join(root, 'dist/bin/gateway.js');
  const script = (shell: string) => execFileSync(process.execPath, [gateway, 'completion', shell]);
  put('usr/share/bash-completion/completions/gateway', script('bash'));
  put('usr/share/zsh/vendor-completions/_gateway', script('zsh'));
  put('usr/share/fish/vendor_completions.d/gateway.fish', script('fish'));
  writeManPages((path, text) => put(join('usr/share/man', `${path}.gz`), gzipSync(text, { level: 9 })));

  const doc = 'usr/share/doc/gateway';
  cpSync(join(root, 'examples'), join(at, doc, 'examples'), { recursive: true });
  symlinkSync('../../../lib/gateway/docs', join(at, doc, 'docs'));
  put(join(doc, 'README.md'), readFileSync(join(root, 'README.md')));
  put(join(doc, 'changelog.gz'), gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }));
  put(join(doc, 'copyright'), copyright());

  const files = filesBelow(at);
  const kibibytes = files.reduce((sum, path) => sum + Math.ceil(lstatSync(join(at, path)).size / 1024), 0);
  put('DEBIAN/control', control(version, arch, kibibytes));
  put('DEBIAN/conffiles', configured.map((path) => `${path}\n`).join(''));
  put(
    'DEBIAN/md5sums',
    files
      .filter((path) => !configured.includes(`/${path}`) && lstatSync(join(at, path)).isFile())
      .map(
        (path) =>
          `${createHash('md5')
            .update(readFileSync(join(at, path)))
            .digest('hex')}  ${path}\n`,
      )
      .join(''),
  );
  for (const name of ['preinst', 'postinst', 'prerm', 'postrm'])
    put(join('DEBIAN', name), readFileSync(join(own, name)), 0o755);
  // Folders that were copied keep the mode of whoever cloned the repository.
  for (const path of ['', ...filesBelow(at, true)]) {
    const full = join(at, path);
    const state = lstatSync(full);
    if (state.isDirectory()) chmodSync(full, 0o755);
    if (!state.isSymbolicLink()) utimesSync(full, buildTime(), buildTime());
  }
  const packing = isQuick ? ['-Zzstd', '-z1'] : ['-Zxz'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...packing, '--build', at, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(buildTime()) },
    stdio: ['ignore', 'ignore', 2],
  });
}

function control(version: string, arch: string, kibibytes: number): string {
  return `Package: gateway
Version: ${version}
Architecture: ${arch}
Maintainer: the gateway's maintainers <gateway@localhost>
Installed-Size: ${kibibytes}
Depends: libc6 (>= 2.28), libstdc++6 (>= 11), libatomic1, ca-certificates, init-system-helpers
Recommends: systemd
Section: httpd
Priority: optional
Description: declarative gateway for language models
 Clients speak HTTPS to it with a key; each request goes to a backend that can do
 what it asks for. Keys, limits, routing and backends are one YAML file, which is
 checked before it is served and reloaded without dropping a request.
 .
 Brings a Node.js runtime of its own.
`;
}

function copyright(): string {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/

Files: *
License: Apache-2.0
 On Debian systems the full text is in /usr/share/common-licenses/Apache-2.0.

Files: /usr/lib/gateway/node
License: Node.js
 See /usr/lib/gateway/LICENSE.node.

Files: /usr/lib/gateway/dist/*
License: several
 See /usr/lib/gateway/dist/THIRD-PARTY-NOTICES and /usr/lib/gateway/dist/dashboard/THIRD-PARTY-NOTICES.
`;
}

/** Paths of files, sorted; with folders where those are wanted too. */
function filesBelow(folder: string, withFolders = false): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => withFolders || !lstatSync(join(folder, path)).isDirectory())
    .filter((path) => withFolders || !path.startsWith('DEBIAN'))
    .sort();
}
