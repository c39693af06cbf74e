import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSlices } from '../../src/runtime/slices.ts';

test('long work lets others run in between, and its result comes in the end', async () => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 1);
  function* work(): Generator<void, string> {
    const end = performance.now() + 60;
    while (performance.now() < end) yield;
    return 'done';
  }
  assert.equal(await inSlices(work()), 'done');
  clearInterval(timer);
  assert.ok(others >= 3, `${others} times`);
});

test('what the work throws comes out', async () => {
  function* work(): Generator<void, never> {
    yield;
    throw new Error('no');
  }
  await assert.rejects(inSlices(work()), /no/);
});
