import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostClock, offsetOf, onHost } from '../../src/limits/clock.ts';

test("the host's clock is known exactly, whatever a process had to wait for between two readings", () => {
  // Reading its own clock takes 40 ms the first time, and something else has the processor every third time.
  let now = 1000;
  let readings = 0;
  const own = () => {
    readings += 1;
    now += readings === 1 ? 40 : readings % 3 === 0 ? 17 : 0.001;
    return now;
  };
  const offset = offsetOf(() => now + 5_000_000, own);
  assert.ok(Math.abs(offset - 5_000_000) < 0.01, `${offset}`);
});

test('where no two readings are close together the closest are taken', () => {
  let now = 0;
  let readings = 0;
  const own = () => {
    readings += 1;
    now += readings === 51 || readings === 52 ? 0.5 : 8;
    return now;
  };
  assert.ok(Math.abs(offsetOf(() => now + 100, own) - 100) <= 0.5);
});

test('a moment of this process is the same moment of the host', () => {
  const before = hostClock.monotonic();
  const now = onHost(performance.now());
  assert.ok(before <= now && now <= hostClock.monotonic());
});
