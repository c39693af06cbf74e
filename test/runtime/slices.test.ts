import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSlices } from '../../src/runtime/slices.ts';

test('long work lets others run in between, and its result comes in the end', async () => {
  let others = 0;
  const timer = setInterval(() => {
    others += 1;
  }, 1);
  // The end is counted in turns of others, not in time, which a busy machine may give to someone else.
  function* work(): Generator<void, string> {
    while (others < 3) yield;
    return 'done';
  }
  assert.equal(await inSlices(work()), 'done');
  clearInterval(timer);
});

test('what the work throws comes out', async () => {
  function* work(): Generator<void, never> {
    yield;
    throw new Error('no');
  }
  await assert.rejects(inSlices(work()), /no/);
});
