import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { workerOptions } from '../../../src/process/node/node-options.ts';
import { isFull } from '../../helpers/full.ts';

const ownWorkerOptions = workerOptions().filter((option) => !process.execArgv.includes(option));
const root = resolve(import.meta.dirname, '../../..');

/** What a program prints that first tells the engine how to run, in a process with these options. */
function run(tune: string, options: readonly string[], program: string): string {
  const script = `import * as tuning from './src/process/node/node-options.ts';\n${tune}\n${program}`;
  const command = [...options, '--import', 'tsx', '--input-type=module', '-e', script];
  return execFileSync(process.execPath, command, { encoding: 'utf8', cwd: root });
}

/** After how many calls the engine has made the best of a function. */
function callsUntilOptimized(tune: string): number {
  const program = `
    function calledFunction(list) {
      return list[0] + list[1] + list[2] + list[3] + list[4] + list[5] + list[6] + list[7];
    }
    let sum = 0;
    const round = () => {
      for (let call = 0; call < 1000; call += 1) sum += calledFunction([1, 2, 3, 4, 5, 6, 7, 8]);
    };
    for (let calls = 1000; calls <= 100000; calls += 1000) {
      round();
      console.log('calls', calls);
      // The compiler has a thread of its own.
      await new Promise((resolve) => setTimeout(resolve, 3));
    }`;
  const told = run(tune, ['--trace-opt', '--no-use-osr', '--max-inlined-bytecode-size=0'], program);
  const [before, after] = told.split(/completed optimizing.*calledFunction.*TURBOFAN/);
  assert.ok(after !== undefined, 'it is optimised');
  return Number(/(?:.*calls (\d+))?/s.exec(before!)![1] ?? 0);
}

test('in the process that supervises a function has to be busier than elsewhere to be optimised', () => {
  const usual = callsUntilOptimized('');
  assert.ok(callsUntilOptimized('tuning.tuneForSupervision();') >= usual + 3000, `${usual} elsewhere`);
});

/** Garbage that has grown old before it is one, and the most that it takes of the old generation, in MiB. */
const churn = `
  import { getHeapSpaceStatistics } from 'node:v8';
  const kept = new Array(2e5);
  let most = 0;
  for (let made = 0; made < 1e7; made += 1) {
    kept[made % kept.length] = { made, more: [made] };
    if (made % 5e4 === 0) {
      const old = getHeapSpaceStatistics().find((space) => space.space_name === 'old_space');
      most = Math.max(most, old.space_used_size);
    }
  }
  console.log(most / 2 ** 20);`;

test('in the process that supervises the young generation has no more room than before', () => {
  const program = `
    import { getHeapSpaceStatistics } from 'node:v8';
    const kept = new Array(20_000);
    for (let made = 0; made < 1e6; made += 1) kept[made % kept.length] = { made, more: [made] };
    console.log(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20);`;
  const usual = Number(run('', [], program));
  const supervising = Number(run('tuning.tuneForSupervision();', [], program));
  assert.ok(supervising * 2 <= usual, `${supervising} MiB, ${usual} MiB elsewhere`);
});

test('of what serves requests the young generation grows while many short ones are under way, and for no other load', () => {
  const program = (load: string, limitMs: number) => `
    import { getHeapSpaceStatistics } from 'node:v8';
    const young = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20;
    let begun = 0;
    tuning.growYoungFor(() => (${load}));
    const kept = new Array(20_000);
    const startMs = performance.now();
    do {
      for (let made = 0; made < 2e5; made += 1) kept[made % kept.length] = { made, more: [made] };
      begun += 300;
      await new Promise((resolve) => setImmediate(resolve));
    } while (young() < 30 && performance.now() - startMs < ${limitMs});
    console.log(young());`;
  const young = (load: string, limitMs: number) =>
    Number(run('tuning.tuneForRequests();', ownWorkerOptions, program(load, limitMs)));
  const few = young('{ inFlight: 50, begun }', 1500);
  assert.ok(few <= 17, `${few} MiB where few are under way`);
  const long = young('{ inFlight: 1000, begun: 1000 }', 1500);
  assert.ok(long <= 17, `${long} MiB where all take long`);
  const many = young('{ inFlight: 200, begun }', 20_000);
  assert.ok(many >= 30, `${many} MiB where many are under way`);
});

if (isFull) {
  test('what serves requests lets less garbage lie about, unless large bodies come', () => {
    const left = Number(run('', ownWorkerOptions, churn));
    const tuned = Number(run('tuning.tuneForRequests();', ownWorkerOptions, churn));
    assert.ok(tuned < left * 0.9, `${tuned} MiB, and ${left} without`);
    const told = Number(run('tuning.tuneForRequests(); tuning.expectManyBytes();', ownWorkerOptions, churn));
    assert.ok(told > tuned, `${told} MiB where many bytes are expected, and ${tuned} otherwise`);
  });
}
