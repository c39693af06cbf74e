import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RestartBackoff } from '../../src/supervisor/restart-backoff.ts';

test('the first deaths are forgiven, the next ones cost ever more time, and too many end it', () => {
  const deaths = new RestartBackoff();
  const delays = Array.from({ length: 10 }, (_, second) => deaths.add(second * 1000));
  assert.deepEqual(delays, [0, 0, 100, 200, 400, 800, 1600, 3200, 6400, undefined]);
});

test('deaths that are long ago do not count', () => {
  const deaths = new RestartBackoff();
  for (let minute = 0; minute < 20; minute += 1) assert.equal(deaths.add(minute * 60_000), 0);
});

test('the longest delay is a limit', () => {
  const deaths = new RestartBackoff({ firstDelayMs: 100, longestDelayMs: 250, tooMany: 9, windowMs: 1000 });
  const delays = [1, 2, 3, 4, 5, 6].map((at) => deaths.add(at));
  assert.deepEqual(delays, [0, 0, 100, 200, 250, 250]);
});
