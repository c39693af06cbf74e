/**
 * Makes what is installed: `npm run package [-- --arch amd64|arm64] [-- --out DIR]` writes, for each architecture, a
 * Debian package and a `.tar.gz` with a Node.js runtime of its own, a bill of materials (CycloneDX) and SHA256SUMS.
 * The same commit gives the same bytes: times are those of the commit, or $SOURCE_DATE_EPOCH. With `--quick` they are packed
 * in seconds, and larger: for tests.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeBill } from './package/bill-of-materials.ts';
import { writeDebianPackage } from './package/debian.ts';
import { archive } from './package/reproducible-archive.ts';
import { runtimeFor } from './package/runtime.ts';
import { writeTree } from './package/tree.ts';

const root = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    arch: { type: 'string', multiple: true, default: ['amd64', 'arm64'] },
    out: { type: 'string', default: 'packages' },
    quick: { type: 'boolean', default: false },
  },
});

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const out = resolve(root, values.out);
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

for (const arch of values.arch) {
  const scratch = mkdtempSync(join(tmpdir(), 'gateway-package-'));
  try {
    const runtime = runtimeFor(arch);
    const name = `gateway-${version}-linux-${arch}`;
    const tree = join(scratch, name);
    writeTree(tree, runtime);
    writeBill(join(out, `gateway_${version}_${arch}.cdx.json`), version, runtime);
    archive(join(out, `gateway_${version}_${arch}.tar.gz`), scratch, name, values.quick ? 1 : 9);
    writeDebianPackage(join(out, `gateway_${version}_${arch}.deb`), scratch, {
      tree,
      version,
      arch,
      isQuick: values.quick,
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const names = readdirSync(out).sort();
const sums = names.map(
  (name) =>
    `${createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')}  ${name}\n`,
);
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
process.stdout.write(execFileSync('ls', ['-l', out]));
