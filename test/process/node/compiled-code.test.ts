import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { leavingCode } from '../../../scripts/compile.ts';
import { childOptions, quietOptions, workerOptions } from '../../../src/process/node/node-options.ts';
import { gatewayProgram } from '../../helpers/program.ts';

const root = resolve(import.meta.dirname, '../../..');
const built = resolve(gatewayProgram, '../../src');
const starter = join(built, 'process/node/compiled-code.cjs');
const dir = mkdtempSync(join(tmpdir(), 'gateway-compiled-'));
after(() => rmSync(dir, { recursive: true }));

/**
 * How a process of ours with these options starts a bundle, and how large its young generation is after so many objects.
 */
function start(
  bundle: string,
  options: readonly string[],
  objects = 0,
): { isFromBuild: boolean; youngMiB: number } {
  const script = `
    const { isFromBuild } = require(${JSON.stringify(starter)}).compiled(${JSON.stringify(bundle)});
    const kept = [];
    for (let i = 0; i < ${objects}; i += 1) kept[i % 1e5] = { i };
    const young = require('node:v8').getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    console.log(JSON.stringify({ isFromBuild, youngMiB: young.space_size / 2 ** 20 }));`;
  return JSON.parse(
    execFileSync(process.execPath, [...options, '-e', script], { encoding: 'utf8', cwd: root }),
  );
}

/** A bundle, compiled as the build does it: by a run of it. */
function bundleOf(name: string, text: string): string {
  const bundle = join(dir, `${name}.bundle.cjs`);
  writeFileSync(bundle, `(function (exports, require, module, __filename, __dirname) {${text}})`);
  run(bundle, leavingCode(dir));
  return bundle;
}

function run(bundle: string, options: readonly string[] = []): string {
  const script = `require(${JSON.stringify(starter)}).compiled(${JSON.stringify(bundle)}).run(module);`;
  return execFileSync(process.execPath, [...options, '-e', script], { encoding: 'utf8', cwd: dir });
}

test('every command and each process of serve start with the code that the build compiled it to', () => {
  const bundles = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.bundle.cjs'))
    .map((path) => path.replace(/\.bundle\.cjs$/, ''))
    .sort();
  const names = [
    'admin/query-process/query-process-main',
    'admin/usage/usage-main',
    'cli/commands',
    'cli/main',
    'cli/serving',
    'contents/contents-main',
    'contents/files/content-files-main',
    'supervisor/config-loader-main',
    'supervisor/credentials/renewal-main',
    'worker/worker-main',
  ];
  assert.deepEqual(bundles, names);
  for (const name of names) {
    const text = readFileSync(join(built, `${name}.bundle.cjs`));
    assert.ok(
      text.every((byte) => byte < 128),
      `${name} is not ASCII, as which it is read`,
    );
  }
  const optionsOf: Readonly<Record<string, readonly string[]>> = {
    'worker/worker-main': workerOptions(),
    'admin/usage/usage-main': quietOptions(),
    'contents/contents-main': quietOptions(),
    'contents/files/content-files-main': quietOptions(),
    'supervisor/credentials/renewal-main': quietOptions(),
    'cli/serving': ['--disable-proto=delete'],
    'cli/commands': [],
    'cli/main': ['--disable-proto=delete'],
  };
  for (const name of names) {
    assert.ok(existsSync(join(built, `${name}.cjs`)), name);
    const { isFromBuild } = start(join(built, `${name}.bundle.cjs`), optionsOf[name] ?? childOptions());
    assert.ok(isFromBuild, name);
  }
});

test('the young generation is as large as the options say, though they are taken back', () => {
  const bundle = bundleOf('young', 'module.exports = 1;');
  const worker = start(bundle, workerOptions(), 3e6);
  assert.ok(worker.isFromBuild);
  assert.ok(worker.youngMiB >= 32, `${worker.youngMiB} MiB`);
  assert.ok(start(bundle, quietOptions(), 3e6).youngMiB <= 6);
});

test('functions that the run for the build called are in its code, others are not', () => {
  const text = `exports.f = () => 1; exports.g = () => [${'1,'.repeat(5000)}];`;
  const never = bundleOf('never', `${text} exports.f();`);
  const once = bundleOf('once', `${text} exports.g();`);
  const sizeOf = (bundle: string) => statSync(`${bundle}.${process.version}-${process.arch}`).size;
  assert.ok(sizeOf(once) > sizeOf(never) + 5000, `${sizeOf(once)} bytes, ${sizeOf(never)} without`);
});

test('a bundle sees its own place, and what it asks for is looked for from there', () => {
  writeFileSync(join(dir, 'beside.cjs'), "module.exports = 'beside';");
  const bundle = bundleOf(
    'placed',
    "if (require('node:path').dirname(__filename) !== __dirname) throw new Error();\nconsole.log(require('./beside.cjs'));",
  );
  assert.equal(run(bundle), 'beside\n');
});

test('code that this engine can not use is made anew, whatever is wrong with it', () => {
  const bundle = bundleOf('spoilt', "console.log('ran');");
  const code = readdirSync(dir).find((name) => name.startsWith('spoilt.bundle.cjs.'))!;
  assert.ok(code.endsWith(`${process.version}-${process.arch}`), code);
  assert.ok(start(bundle, []).isFromBuild);
  const other = start(bundle, ['--max-lazy']);
  assert.equal(other.isFromBuild, false, 'compiled under other options');
  truncateSync(join(dir, code), 100);
  assert.equal(start(bundle, []).isFromBuild, false, 'cut off');
  assert.equal(run(bundle), 'ran\n');
  writeFileSync(join(dir, code), 'nothing of the kind');
  assert.equal(start(bundle, []).isFromBuild, false, 'something else');
  assert.equal(run(bundle), 'ran\n');
  rmSync(join(dir, code));
  assert.equal(start(bundle, []).isFromBuild, false, 'absent');
  assert.equal(run(bundle), 'ran\n');
});
