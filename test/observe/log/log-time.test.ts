import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../../src/observe/log/log-line.ts';

test('the time of a line is that of the system, to the millisecond', () => {
  const start = Date.parse('2026-12-31T23:59:58.990Z');
  for (let ms = 0; ms < 2050; ms += 1) {
    assert.equal(isoTime(start + ms), `,"time":"${new Date(start + ms).toISOString()}"`);
  }
  // A clock may be put back.
  assert.equal(isoTime(start), ',"time":"2026-12-31T23:59:58.990Z"');
});
