import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inStepsYielding } from '../../src/lib/yield-to-requests.ts';

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
  assert.equal(await inStepsYielding(work()), 'done');
  clearInterval(timer);
});

test('where requests are waiting they get most of the turns, where none is the work goes on', async () => {
  const busy = (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; );
  };
  function* work(): Generator<void> {
    for (let step = 0; step < 10; step += 1) {
      busy(5);
      yield;
    }
  }
  const turnsWhile = async (serveMs: number) => {
    let turns = 0;
    let isOver = false;
    const serve = () => {
      busy(serveMs);
      turns += 1;
      if (!isOver) setImmediate(serve);
    };
    setImmediate(serve);
    await inStepsYielding(work());
    isOver = true;
    return turns;
  };
  // About twenty for each step, and one; a machine that stands still in between gives others.
  const [waiting, empty] = [await turnsWhile(1), await turnsWhile(0)];
  assert.ok(waiting > 40, `${waiting} turns for ten steps`);
  assert.ok(empty < 40, `${empty} empty turns for ten steps`);
});

test('what the work throws comes out', async () => {
  function* work(): Generator<void, never> {
    yield;
    throw new Error('no');
  }
  await assert.rejects(inStepsYielding(work()), /no/);
});
