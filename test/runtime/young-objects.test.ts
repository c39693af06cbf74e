import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const module = new URL('../../src/runtime/young-objects.ts', import.meta.url).href;

/** Makes objects of which some hundred thousand bytes are alive at any moment, as requests do; prints MiB. */
const load = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const alive = [];
  for (let turn = 0; turn < 100_000; turn += 1) alive[turn % 4000] = { turn, bytes: new Array(20).fill(turn) };
  const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  console.log(space_size / 2 ** 20);
`;

async function youngAfter(program: string): Promise<number> {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', program];
  const { stdout, stderr } = await run(process.execPath, args);
  assert.equal(stderr, '');
  return Number(stdout);
}

test('the young generation of a worker grows as soon as a load comes', async () => {
  const usual = await youngAfter(load);
  const ours = await youngAfter(`import '${module}';${load}`);
  assert.ok(ours >= 1.5 * usual, `${ours} MiB, ${usual} MiB as the engine has it`);
});
