import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { atEndOfTurn } from '../../src/lib/end-of-turn.ts';

/** More than enough for it to see that things come together, or alone. */
const enough = 20;

beforeEach(async () => {
  for (let count = 0; count < enough; count += 1) atEndOfTurn(() => {});
  await nextTurn();
});

test('what is put off is done in order, after all else of the turn, and before the next', async () => {
  const seen: string[] = [];
  const later = nextTurn().then(() => seen.push('an earlier immediate'));
  atEndOfTurn(() => seen.push('first'));
  process.nextTick(() => seen.push('next tick'));
  atEndOfTurn(() => {
    seen.push('second');
    atEndOfTurn(() => seen.push('of the next turn'));
  });
  queueMicrotask(() => {
    seen.push('microtask');
    atEndOfTurn(() => seen.push('third'));
  });
  assert.deepEqual(seen, []);
  await later;
  await nextTurn();
  await nextTurn();
  assert.deepEqual(seen, [
    'microtask',
    'next tick',
    'an earlier immediate',
    'first',
    'second',
    'third',
    'of the next turn',
  ]);
});

test('where turns have one thing to do it is done at once, but for a look now and then', async () => {
  const inTurns = async (count: number) => {
    let atOnce = 0;
    let done = 0;
    for (let turn = 0; turn < count; turn += 1) {
      const before = done;
      atEndOfTurn(() => {
        done += 1;
      });
      atOnce += done - before;
      await nextTurn();
      await nextTurn();
      assert.equal(done, turn + 1);
    }
    return atOnce;
  };
  assert.equal(await inTurns(4), 0, 'not after a few turns: they came together before');
  await inTurns(enough);
  const atOnce = await inTurns(64);
  assert.equal(atOnce, 60);
});

test('what comes together after a time alone is put off again', async () => {
  for (let turn = 0; turn < enough; turn += 1) {
    atEndOfTurn(() => {});
    await nextTurn();
    await nextTurn();
  }
  for (let count = 0; count < enough; count += 1) atEndOfTurn(() => {});
  await nextTurn();
  let isDone = false;
  atEndOfTurn(() => {
    isDone = true;
  });
  assert.equal(isDone, false);
  await nextTurn();
  assert.equal(isDone, true);
});

test('in a burst nobody waits for more than 256', async () => {
  let done = 0;
  const count = () => {
    done += 1;
  };
  for (let each = 1; each <= 600; each += 1) {
    atEndOfTurn(count);
    assert.equal(done, Math.floor(each / 256) * 256);
  }
  await nextTurn();
  assert.equal(done, 600);
});

test('one that throws does not keep the others from their turn', async () => {
  const seen: string[] = [];
  const faults: unknown[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const known = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', onFault);
  try {
    atEndOfTurn(() => seen.push('before'));
    atEndOfTurn(() => {
      atEndOfTurn(() => seen.push('put off by the faulty one'));
      throw new Error('a fault');
    });
    atEndOfTurn(() => seen.push('after'));
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  } finally {
    process.off('uncaughtException', onFault);
    for (const listener of known) process.on('uncaughtException', listener);
  }
  assert.deepEqual(seen, ['before', 'after', 'put off by the faulty one']);
  assert.equal((faults[0] as Error).message, 'a fault');
  atEndOfTurn(() => seen.push('as always'));
  await nextTurn();
  await nextTurn();
  assert.equal(seen.at(-1), 'as always');
});
