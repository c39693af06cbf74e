import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SwapList, type SwapListed } from '../../src/lib/swap-list.ts';

interface Thing extends SwapListed {
  readonly id: string;
}

test('what came and did not go is there, in whichever order they go', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 200 }), (choices) => {
      const places = new SwapList<Thing>();
      const expected: Thing[] = [];
      for (const choice of choices) {
        if (choice % 3 === 0 && expected.length > 0) {
          const [gone] = expected.splice(choice % expected.length, 1);
          places.delete(gone!);
        } else {
          const fresh = { id: String(choice), swapIndex: 0 };
          expected.push(fresh);
          places.add(fresh);
        }
        assert.equal(places.size, expected.length);
      }
      assert.deepEqual(new Set(places), new Set(expected));
    }),
  );
});

test('those that go while all are gone through are still met, and nobody twice', () => {
  const places = new SwapList<Thing>();
  const things = ['a', 'b', 'c'].map((id) => ({ id, swapIndex: 0 }));
  for (const thing of things) places.add(thing);
  const met: string[] = [];
  for (const thing of places) {
    met.push(thing.id);
    places.delete(thing);
  }
  assert.deepEqual(met, ['a', 'b', 'c']);
  assert.equal(places.size, 0);
});
