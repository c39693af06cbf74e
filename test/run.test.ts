import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { typescriptOptions } from './helpers/started.ts';
import { waitingFiles } from './waiting-files.ts';

const runner = join(import.meta.dirname, 'run.ts');
const passing = `import { test } from 'node:test';\ntest('holds', () => {});\n`;
const failing = `import { test } from 'node:test';\ntest('breaks', () => { throw new Error('broken'); });\n`;
const skipped = `import { test } from 'node:test';\ntest.skip('is passed over', () => {});\n`; // written to a folder by tests below, which hold that the runner refuses it; no test is skipped here

test('a run in which every test passes exits with 0 and ends in the summary', async (t) => {
  const run = await runIn(t, { 'a.test.ts': passing, 'deep/er/b.test.ts': passing });
  assert.equal(run.code, 0, run.output);
  assert.match(run.output, /tests 2\n/);
  assert.match(run.output.trimEnd(), /duration_ms [\d.]+$/);
});

test('a failing test makes the run fail', async (t) => {
  const run = await runIn(t, { 'a.test.ts': passing, 'b.test.ts': failing });
  assert.equal(run.code, 1);
  assert.match(run.output, /breaks/);
});

/** Fails when it runs first, and passes from then on. */
const wavering = `import { test } from 'node:test';
import { existsSync, writeFileSync } from 'node:fs';
test('wavers', () => {
  if (existsSync('ran')) return;
  writeFileSync('ran', '');
  throw new Error('this time');
});
`;

test('under CI a file that fails is run once more, alone, and both runs are told', async (t) => {
  const run = await runIn(t, { 'a.test.ts': passing, 'b.test.ts': wavering }, { ci: 'true' });
  assert.equal(run.code, 0, run.output);
  assert.match(run.output, /this time/);
  assert.match(run.output, /once more, alone: test\/b\.test\.ts/);
  assert.match(run.output, /needed a second try: test\/b\.test\.ts/);
  assert.equal((await runIn(t, { 'b.test.ts': wavering })).code, 1);
});

test('of a test that stands in a file between, the file that calls it is run once more', async (t) => {
  const files = { 'c.test.ts': "import './c.contract.ts';\n", 'c.contract.ts': wavering };
  const run = await runIn(t, { ...files, 'a.test.ts': passing }, { ci: 'true' });
  assert.equal(run.code, 0, run.output);
  assert.match(run.output, /needed a second try: test\/c\.test\.ts/);
});

test('what is broken fails again, and of three files none is run again', async (t) => {
  const one = await runIn(t, { 'a.test.ts': passing, 'b.test.ts': failing }, { ci: 'true' });
  assert.equal(one.code, 1);
  assert.match(one.output, /failed: test\/b\.test\.ts/);
  const files = { 'a.test.ts': failing, 'b.test.ts': failing, 'c.test.ts': failing };
  const three = await runIn(t, files, { ci: 'true' });
  assert.equal(three.code, 1);
  assert.doesNotMatch(three.output, /once more/);
});

test('an argument picks the files whose path contains it', async (t) => {
  const files = { 'keys/a.test.ts': passing, 'limits/b.test.ts': failing };
  const run = await runIn(t, files, { filter: ['keys/'] });
  assert.equal(run.code, 0, run.output);
  assert.match(run.output, /tests 1\n/);
});

test('what stands behind --except is left out, and has to be there', async (t) => {
  const files = { 'keys/a.test.ts': passing, 'keys/b.test.ts': failing, 'limits/c.test.ts': failing };
  const run = await runIn(t, files, { filter: ['keys/', '--except', 'keys/b'] });
  assert.equal(run.code, 0, run.output);
  assert.match(run.output, /tests 1\n/);
  const renamed = await runIn(t, files, { filter: ['keys/', '--except', 'keys/b', 'keys/d'] });
  assert.equal(renamed.code, 1);
  assert.match(renamed.output, /no test file matches keys\/d, which is to be left out/);
});

test('a run that matches no file fails and names what was asked for', async (t) => {
  const run = await runIn(t, { 'a.test.ts': passing }, { filter: ['absent'] });
  assert.equal(run.code, 1);
  assert.match(run.output, /no test file matches absent/);
});

test('a file that holds no test makes the run fail', async (t) => {
  const run = await runIn(t, { 'a.test.ts': passing, 'b.test.ts': 'export {};\n' });
  assert.equal(run.code, 1);
  assert.match(run.output, /no test in .*b\.test\.ts/);
});

test('a skipped test is a failure under CI and none elsewhere', async (t) => {
  const files = { 'a.test.ts': passing, 'b.test.ts': skipped };
  assert.equal((await runIn(t, files)).code, 0);
  const run = await runIn(t, files, { ci: 'true' });
  assert.equal(run.code, 1);
  assert.match(run.output, /skipped under CI: is passed over/);
});

/** Passes in a full run alone. */
const fullOnly = `import { test } from 'node:test';
import { isFull } from './helpers/full.ts';
test('is run in full', () => { if (!isFull) throw new Error('not in full'); });
`;
const helper = "export const isFull = process.env['TEST_FULL'] === 'true';\n";

test('a full run is of the files that do more in it, also when they ask through a file between', async (t) => {
  const run = await runIn(
    t,
    {
      'helpers/full.ts': helper,
      'a.test.ts': passing,
      'b.test.ts': fullOnly,
      'c.test.ts': "import './c.contract.ts';\n",
      'c.contract.ts': fullOnly,
      'd.full.test.ts': passing,
    },
    { filter: ['--full'] },
  );
  assert.equal(run.code, 0, run.output);
  assert.match(run.output, /tests 3\n/);
});

test('what is for full runs alone is not a part of others', async (t) => {
  const files = { 'a.test.ts': passing, 'd.full.test.ts': failing };
  const run = await runIn(t, files);
  assert.equal(run.code, 0, run.output);
  assert.match(run.output, /tests 1\n/);
  assert.equal((await runIn(t, files, { filter: ['--full'] })).code, 1);
});

test('with TEST_FULL=true every file is run, each once and at full length', async (t) => {
  const files = {
    'helpers/full.ts': helper,
    'a.test.ts': passing,
    'b.test.ts': fullOnly,
    'd.full.test.ts': passing,
  };
  const run = await runIn(t, files, { full: 'true' });
  assert.equal(run.code, 0, run.output);
  assert.match(run.output, /tests 3\n/);
});

interface Options {
  readonly filter?: readonly string[];
  readonly ci?: string;
  readonly full?: string;
}

/** Runs the runner in a project of its own whose `test` folder holds these files. */
async function runIn(t: TestContext, files: Readonly<Record<string, string>>, options: Options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gateway-run-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'test', name)), { recursive: true });
    writeFileSync(join(folder, 'test', name), content);
  }
  const child = spawn(process.execPath, [...typescriptOptions, runner, ...(options.filter ?? [])], {
    cwd: folder,
    env: {
      ...process.env,
      CI: options.ci ?? '',
      TEST_FULL: options.full ?? '',
      NO_COLOR: '1',
      FORCE_COLOR: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, output: err + out };
}

test('temporary files of tests are in memory where there is room, and gone with the run', async (t) => {
  const text = `import { test } from 'node:test';
import { tmpdir } from 'node:os';
import { writeFileSync } from 'node:fs';
test('tells', (t) => { writeFileSync(tmpdir() + '/left', ''); t.diagnostic('folder ' + tmpdir()); });
`;
  const run = await runIn(t, { 'a.test.ts': text });
  const folder = /folder (\S+)/.exec(run.output)?.[1] ?? '';
  if (folder === tmpdir()) return; // no room
  assert.match(folder, /^\/dev\/shm\/gateway-tests-\d+-\w+$/);
  assert.equal(existsSync(folder), false);
});

test('files that are said to wait are there', () => {
  for (const file of waitingFiles) assert.ok(existsSync(file), file);
});
