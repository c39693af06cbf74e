import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../../../src/limits/memory-store.ts';
import { KeyThrottle } from '../../../src/limits/throttles/key-throttle.ts';
import { manualClock } from '../manual-clock.ts';

test('a key may do something so many times a second, each for itself, and it is known while it is too much', async () => {
  const clock = manualClock();
  const throttle = new KeyThrottle(memoryStore({ clock }), 'tries', 3);
  for (let count = 0; count < 3; count += 1) assert.equal(await throttle.count('a'), 0);
  assert.equal(throttle.waitMs('a'), 0);
  const waitMs = await throttle.count('a');
  assert.ok(waitMs > 900 && waitMs <= 1010, String(waitMs));
  assert.ok(throttle.waitMs('a') > 0);
  assert.equal(throttle.waitMs('b'), 0);
  assert.equal(await throttle.count('b'), 0);
  clock.advance(1100);
  assert.equal(await throttle.count('a'), 0);
});
