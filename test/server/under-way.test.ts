import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Exchange } from '../../src/server/exchange.ts';
import { UnderWay } from '../../src/server/under-way.ts';

test('what came and did not go is there, in whichever order they go', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 200 }), (choices) => {
      const underWay = new UnderWay();
      const expected: Exchange[] = [];
      for (const choice of choices) {
        if (choice % 3 === 0 && expected.length > 0) {
          const [gone] = expected.splice(choice % expected.length, 1);
          underWay.delete(gone!);
        } else {
          const fresh = { id: String(choice), place: 0 } as Exchange;
          expected.push(fresh);
          underWay.add(fresh);
        }
        assert.equal(underWay.size, expected.length);
      }
      assert.deepEqual(new Set(underWay), new Set(expected));
    }),
  );
});

test('those that go while all are gone through are still met, and nobody twice', () => {
  const underWay = new UnderWay();
  const exchanges = ['a', 'b', 'c'].map((id) => ({ id, place: 0 }) as Exchange);
  for (const exchange of exchanges) underWay.add(exchange);
  const met: string[] = [];
  for (const exchange of underWay) {
    met.push(exchange.id);
    underWay.delete(exchange);
  }
  assert.deepEqual(met, ['a', 'b', 'c']);
  assert.equal(underWay.size, 0);
});
