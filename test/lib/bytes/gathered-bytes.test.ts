import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GatheredBytes } from '../../../src/lib/bytes/gathered-bytes.ts';
import { runs } from '../../helpers/full.ts';

const pieces = fc.array(fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 9000 }), fc.nat({ max: 90_000 })), {
  maxLength: 40,
});

/** Bytes that differ from their neighbours, in pieces of such lengths. */
function cut(lengths: readonly number[]): { all: Buffer; parts: Buffer[] } {
  const all = Buffer.alloc(lengths.reduce((sum, length) => sum + length, 0));
  for (let at = 0; at < all.length; at += 1) all[at] = at % 251;
  let at = 0;
  const parts = lengths.map((length) => {
    at += length;
    return Buffer.from(all.subarray(at - length, at));
  });
  return { all, parts };
}

test('what was gathered comes out whole and in order, however it came', () => {
  fc.assert(
    fc.property(pieces, (lengths) => {
      const { all, parts } = cut(lengths);
      const gathered = new GatheredBytes();
      for (const part of parts) gathered.push(part);
      assert.equal(gathered.length, all.length);
      const copy = Buffer.alloc(all.length);
      gathered.copyTo(copy);
      assert.ok(copy.equals(all));
      assert.ok(gathered.whole().equals(all));
    }),
    { numRuns: runs(100) },
  );
});

test('what a piece costs is known before, and a crowd of small ones costs little more than its bytes', () => {
  const gathered = new GatheredBytes();
  let cost = 0;
  for (let count = 0; count < 300_000; count += 1) {
    const one = Buffer.of(1);
    cost += gathered.costOf(one);
    gathered.push(one);
  }
  assert.ok(cost >= 300_000 && cost < 1.4 * 300_000, `${cost}`);
});

test('a large piece that comes alone is not copied', () => {
  const piece = Buffer.alloc(10_000);
  const gathered = new GatheredBytes();
  assert.ok(gathered.costOf(piece) > piece.length);
  gathered.push(piece);
  assert.equal(gathered.whole(), piece);
});
