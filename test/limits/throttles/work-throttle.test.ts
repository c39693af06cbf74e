import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkThrottle } from '../../../src/limits/throttles/work-throttle.ts';

test('a key may cost so much of each second, and waits for what is beyond that', () => {
  let now = 0;
  const throttle = new WorkThrottle(100, () => now);
  throttle.charge('a', 100);
  assert.equal(throttle.waitMs('a'), 0);
  throttle.charge('a', 20);
  assert.equal(throttle.waitMs('a'), 200);
  assert.equal(throttle.waitMs('b'), 0);
  now = 199;
  assert.ok(throttle.waitMs('a') > 0);
  now = 200;
  assert.equal(throttle.waitMs('a'), 0);
});

test('many that cost little never add up to a wait', () => {
  let now = 0;
  const throttle = new WorkThrottle(100, () => now);
  for (let count = 0; count < 5000; count += 1) {
    throttle.charge('a', 0.19);
    now += 2;
    assert.equal(throttle.waitMs('a'), 0);
  }
});

test('whatever one body cost, the wait has an end', () => {
  const throttle = new WorkThrottle(100, () => 0);
  throttle.charge('a', 60_000);
  assert.equal(throttle.waitMs('a'), 10_000);
});
