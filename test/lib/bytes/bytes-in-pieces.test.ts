import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BytesInPieces, mostLookedAt } from '../../../src/lib/bytes/bytes-in-pieces.ts';
import { runs } from '../../helpers/full.ts';

const pieces = fc
  .array(fc.uint8Array({ minLength: 1, maxLength: 50 }), { minLength: 1, maxLength: 20 })
  .map((parts) => parts.map((part) => Buffer.from(part)));

test('bytes in pieces are the same bytes, however they are asked for', () => {
  fc.assert(
    fc.property(pieces, fc.nat(), fc.nat(), (parts, one, other) => {
      const all = Buffer.concat(parts);
      const from = Math.min(one, other) % (all.length + 1);
      const to = Math.max(from, Math.max(one, other) % (all.length + 1));
      const body = new BytesInPieces(parts);
      assert.equal(body.length, all.length);
      assert.ok(body.look((bytes) => bytes.equals(all)));
      const slices: Buffer[] = [];
      body.sliceTo(slices, from, to);
      assert.ok(Buffer.concat(slices).equals(all.subarray(from, to)));
      assert.ok(slices.every((slice) => slice.length > 0));
      assert.ok(body.joined.equals(all));
      const sliced: Buffer[] = [];
      body.sliceTo(sliced, from, to);
      assert.ok(Buffer.concat(sliced).equals(all.subarray(from, to)));
    }),
    { numRuns: runs(200) },
  );
});

test('pieces that go as they came are the very same buffers', () => {
  const parts = ['one', 'two', 'three'].map((text) => Buffer.from(text));
  const slices: Buffer[] = [];
  new BytesInPieces(parts).sliceTo(slices, 1, 11);
  assert.deepEqual(slices.map(String), ['ne', 'two', 'three']);
  assert.equal(slices[1], parts[1]);
  assert.equal(slices[2], parts[2]);
});

test('what is looked at is not written over while it is, and afterwards its memory is used again', () => {
  const first = new BytesInPieces([Buffer.from('aa'), Buffer.from('bb')]);
  const second = new BytesInPieces([Buffer.from('cc'), Buffer.from('dd')]);
  const memory = first.look((bytes) => {
    assert.equal(
      second.look((other) => String(other)),
      'ccdd',
    );
    assert.equal(String(bytes), 'aabb');
    return bytes.buffer;
  });
  assert.throws(() => first.look(() => assert.fail('a fault')));
  const third = new BytesInPieces([Buffer.from('ee'), Buffer.from('ff')]);
  assert.equal(
    third.look((bytes) => bytes.buffer),
    memory,
  );
});

test('what a worker keeps to look at bodies is bounded', () => {
  const half = Buffer.alloc(mostLookedAt / 2);
  const body = new BytesInPieces([half, half, Buffer.from('}')]);
  const looked = body.look((bytes) => bytes);
  assert.equal(looked, body.joined);
});
