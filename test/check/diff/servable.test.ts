import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { covers, smallestMissing } from '../../../src/check/diff/servable.ts';
import { runs } from '../../helpers/full.ts';

const universe = ['a', 'b', 'c', 'd', 'e'] as const;
const sets = fc.array(fc.subarray([...universe]), { maxLength: 4 });
const subsets = Array.from({ length: 2 ** universe.length }, (_, bits) =>
  universe.filter((_tag, index) => (bits >> index) & 1),
);

test('a set of tags is gained exactly where it holds one of the smallest, whatever the deployments', () => {
  fc.assert(
    fc.property(sets, sets, (before, after) => {
      const [old, now] = [before, after].map((all) => all.map((tags) => new Set<string>(tags)));
      const smallest = smallestMissing(now ?? [], old ?? []);
      for (const tags of subsets) {
        const isGained = covers(now ?? [], tags) && !covers(old ?? [], tags);
        const isTold =
          covers(now ?? [], tags) &&
          smallest.some((set) => set.every((tag) => tags.some((other) => other === tag)));
        assert.equal(isTold, isGained, `${JSON.stringify({ before, after, tags, smallest })}`);
      }
      for (const set of smallest) {
        assert.ok(!smallest.some((other) => other !== set && other.every((tag) => set.includes(tag))));
      }
    }),
    { numRuns: runs(1000) },
  );
});
