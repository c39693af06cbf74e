import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { medianInterval } from '../../bench/against/median-interval.ts';
import { runs } from '../helpers/full.ts';

test('the interval of a median has the ranks of the tables of the binomial distribution', () => {
  const from = (count: number) => medianInterval(Array.from({ length: count }, (_, rank) => rank + 1)).from;
  // The sign test's critical values at 5 %, two-sided: Dixon and Mood, "The statistical sign test", table 1.
  const ranks = { 6: 1, 8: 1, 9: 2, 12: 3, 15: 4, 20: 6, 21: 6, 25: 8, 40: 14 };
  for (const [count, rank] of Object.entries(ranks)) assert.equal(from(Number(count)), rank, count);
  assert.deepEqual(medianInterval([3, 1, 2]), { median: 2, from: 1, to: 3 });
  assert.deepEqual(medianInterval([4, 1, 2, 3]), { median: 2.5, from: 1, to: 4 });
  assert.throws(() => medianInterval([]), /nothing was measured/);
});

test('the interval has the median in it, and is that of the mirrored samples mirrored', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 60 }),
      (samples) => {
        const { median, from, to } = medianInterval(samples);
        assert.ok(from <= median && median <= to);
        const mirrored = medianInterval(samples.map((one) => -one));
        // Zero is added, since a negated zero is another value to `deepEqual`.
        assert.deepEqual(
          [-mirrored.to, -mirrored.median, -mirrored.from].map((one) => one + 0),
          [from, median, to].map((one) => one + 0),
        );
      },
    ),
    { numRuns: runs(1000) },
  );
});
