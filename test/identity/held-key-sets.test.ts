import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldKeySets } from '../../src/identity/held-key-sets.ts';
import type { KeySetItem } from '../../src/identity/key-set-sources.ts';
import type { PublishedKey } from '../../src/lib/tokens/key-set.ts';

function item(generation: number, ids: readonly string[], isAsking = false, id = 'one'): KeySetItem {
  const keys = ids.map((name): PublishedKey => ({ id: name, algorithms: ['ES256'], jwk: {} }));
  return { id, keys, generation, isAsking, problem: undefined };
}

test('a hundred requests wait for a key, over all issuers; the next one is told at once', async () => {
  const told: string[] = [];
  const sets = new HeldKeySets((id) => told.push(id));
  const waiting = Array.from({ length: 100 }, (_, index) =>
    sets.hold(index % 2 === 0 ? 'one' : 'two').ask(2000),
  );
  assert.equal(await sets.hold('one').ask(2000), false);
  assert.equal(told.length, 100);
  sets.take([item(1, ['a']), item(1, ['a'], false, 'two')]);
  assert.deepEqual(new Set(await Promise.all(waiting)), new Set([true]));
  const again = sets.hold('one').ask(2000);
  sets.take([item(1, ['a'])]);
  assert.equal(await again, true);
});

test('whoever waits goes on waiting while the issuer is about to be asked again', async () => {
  const sets = new HeldKeySets();
  const waiting = sets.hold('one').ask(2000);
  let isThrough = false;
  void waiting.then(() => {
    isThrough = true;
  });
  sets.take([item(1, ['a'], true)]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isThrough, false);
  sets.take([item(2, ['a', 'b'])]);
  assert.equal(await waiting, true);
});

test('whose key has come waits no longer, though somebody has the issuer asked once more', async () => {
  const sets = new HeldKeySets();
  const first = sets.hold('one').ask(2000, (keys) => keys.has('ES256', 'b'));
  const later = sets.hold('one').ask(2000, (keys) => keys.has('ES256', 'c'));
  let isLaterThrough = false;
  void later.then(() => {
    isLaterThrough = true;
  });
  sets.take([item(2, ['a', 'b'], true)]);
  assert.equal(await first, true);
  assert.equal(isLaterThrough, false);
  sets.take([item(2, ['a', 'b'])]);
  assert.equal(await later, true);
});

test('nobody waits longer than it may', async () => {
  const sets = new HeldKeySets();
  assert.equal(await sets.hold('one').ask(5), false);
});

test('an epoch ends when a key goes, not when one comes', () => {
  const sets = new HeldKeySets();
  const held = sets.hold('one');
  sets.take([item(1, ['a'])]);
  sets.take([item(2, ['a', 'b'])]);
  assert.equal(held.epoch, 0);
  sets.take([item(3, ['b'])]);
  assert.equal(held.epoch, 1);
});
