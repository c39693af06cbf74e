import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LeftOut, LineThrottle } from '../../src/observe/line-throttle.ts';

test('a hundred lines at once and then five a second are written; the others are counted', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const told: LeftOut[] = [];
  let now = 0;
  const throttle = new LineThrottle(
    (left) => told.push(left),
    () => now,
  );
  const written = (requests: number) =>
    Array.from({ length: requests }, (_, index) => throttle.admits(`client-${index}`)).filter(Boolean).length;
  assert.equal(written(150), 100);
  now += 2000;
  assert.equal(written(50), 10);
  assert.deepEqual(told, []);
  t.mock.timers.tick(10_000);
  assert.deepEqual(told, [{ requests: 90, client: 'client-49' }]);
  t.mock.timers.tick(60_000);
  assert.equal(told.length, 1, 'nothing was left out since');
  now += 3_600_000;
  assert.equal(written(150), 100);
  throttle.flush();
  assert.deepEqual(told.at(-1), { requests: 50, client: 'client-149' });
});
