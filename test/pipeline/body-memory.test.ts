import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BodyMemory } from '../../src/pipeline/body-memory.ts';

const kib = 1024;

test('memory that was given back is used again, for bodies of about its size', () => {
  const bodies = new BodyMemory();
  const memory = bodies.take(1_000_000)!;
  assert.ok(memory.length >= 1_000_000 && memory.length <= 1_250_000);
  assert.ok(bodies.take(1_000_000) !== memory);
  bodies.release(memory);
  assert.ok(bodies.take(700_000) !== memory);
  assert.ok(bodies.take(990_000) === memory);
  assert.ok(bodies.take(990_000) !== memory);
});

test('small and very large bodies have memory of their own', () => {
  const bodies = new BodyMemory();
  assert.equal(bodies.take(127 * kib), undefined);
  assert.ok(bodies.take(128 * kib)!.length >= 128 * kib);
  assert.ok(bodies.take(8192 * kib)!.length >= 8192 * kib);
  assert.equal(bodies.take(8192 * kib + 1), undefined);
});

test('no more is kept than 32 MiB, and nothing for longer than ten seconds', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const bodies = new BodyMemory();
  const all = Array.from({ length: 6 }, () => bodies.take(8192 * kib)!);
  for (const memory of all) bodies.release(memory);
  const again = all.map(() => bodies.take(8192 * kib)!);
  assert.equal(again.filter((memory) => all.includes(memory)).length, 4);
  bodies.release(all[0]!);
  t.mock.timers.tick(10_000);
  assert.notEqual(bodies.take(8192 * kib), all[0]);
});
