import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { tenthsText, wholeText } from '../../src/observe/digits.ts';

test('whole numbers are written as they are otherwise', () => {
  for (const value of [0, 7, 999, 1000, 1001, 999_999, 1_000_000, 100_000_000_000, Number.MAX_SAFE_INTEGER]) {
    assert.equal(wholeText(value), String(value));
  }
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      assert.equal(wholeText(value), String(value));
    }),
  );
});

test('milliseconds are written in tenths', () => {
  assert.deepEqual([0, 0.04, 0.05, 9.96, 15.24, 1234.5].map(tenthsText), [
    '0',
    '0',
    '0.1',
    '10',
    '15.2',
    '1234.5',
  ]);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (ms) => {
      assert.equal(tenthsText(ms), String(Math.round(ms * 10) / 10));
    }),
  );
});
