import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { madeFiles, makeCode } from '../../../scripts/make-code.ts';
import { scratchFolder } from '../../helpers/scratch.ts';

const root = resolve(import.meta.dirname, '../../..');

test('code is made where it is not there or what it follows from has changed, and not otherwise', async (t) => {
  const folder = scratchFolder(t);
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  mkdirSync(join(folder, 'list/deep'), { recursive: true });
  write('schema.json', '{}');
  write('list/one.ts', '1');
  const text = async () => `export const made = ${readFileSync(join(folder, 'schema.json'), 'utf8')};\n`;
  const made = () => makeCode(folder, [{ file: 'made.js', inputs: ['schema.json', 'list'], text }]);
  assert.deepEqual(await made(), ['made.js']);
  assert.match(readFileSync(join(folder, 'made.js'), 'utf8'), /^\/\/ .*\nexport const made = \{\};\n$/);
  assert.deepEqual(await made(), []);
  write('schema.json', '{ "more": 1 }');
  assert.deepEqual(await made(), ['made.js']);
  write('list/deep/two.ts', '2');
  assert.deepEqual(await made(), ['made.js']);
  write('list/deep/two.ts', '2');
  assert.deepEqual(await made(), []);
});

test('all that made code follows from is among its inputs', async () => {
  for (const { file, inputs } of madeFiles) {
    const scripts = inputs.filter((input) => input.startsWith('scripts/generate-'));
    assert.equal(scripts.length, 1, file);
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: scripts,
      bundle: true,
      write: false,
      metafile: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      outdir: 'dist',
    });
    const strays = Object.keys(metafile.inputs).filter(
      (source) => !inputs.some((input) => source === input || source.startsWith(`${input}/`)),
    );
    assert.deepEqual(strays, [], file);
  }
});

test('of what is generated only types are in git', () => {
  const listed = execFileSync('git', ['ls-files', 'src'], { cwd: root, encoding: 'utf8' }).split('\n');
  const generated = listed.filter((path) => path.includes('generated'));
  assert.ok(generated.length > 0);
  for (const path of generated) {
    const text = readFileSync(join(root, path), 'utf8');
    const code = path.endsWith('.d.ts') ? [] : (text.match(/^export (?!type\b|interface\b).*$/gm) ?? []);
    assert.deepEqual(code, [], path);
  }
});
