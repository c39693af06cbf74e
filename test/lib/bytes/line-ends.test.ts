import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LineEnds } from '../../../src/lib/bytes/line-ends.ts';

/** The places of all that end a line. */
function places(ends: LineEnds, bytes: Buffer): number[] {
  const found: number[] = [];
  ends.restart();
  for (let at = ends.next(bytes, 0); at !== -1; at = ends.next(bytes, at + 1)) found.push(at);
  return found;
}

test('lines end at each line feed and each carriage return', () => {
  const ends = new LineEnds();
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '\n', '\r', 'ä')), (pieces) => {
      const bytes = Buffer.from(pieces.join(''));
      const right = [...bytes.keys()].filter((at) => bytes[at] === 0x0a || bytes[at] === 0x0d);
      assert.deepEqual(places(ends, bytes), right);
    }),
  );
});

test('each kind of line end is looked for once, however many of the other there are', (t) => {
  const bytes = Buffer.from('\r'.repeat(1000));
  const indexOf = t.mock.method(bytes, 'indexOf');
  assert.equal(places(new LineEnds(), bytes).length, 1000);
  assert.ok(indexOf.mock.callCount() <= 1002, `${indexOf.mock.callCount()} searches`);
});
