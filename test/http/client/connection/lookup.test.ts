import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { backendLookup, publicLookup, type Resolve } from '../../../../src/http/client/connection/lookup.ts';

const addresses: LookupAddress[] = [
  { address: '192.0.2.1', family: 4 },
  { address: '2001:db8::1', family: 6 },
];
const failure: NodeJS.ErrnoException = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });

/** A resolver that answers when the test says so, and a clock that the test sets. */
function resolver() {
  const clock = { now: 0 };
  const asked: Parameters<Resolve>[2][] = [];
  const lookup = backendLookup(
    (_host, _options, done) => void asked.push(done),
    () => clock.now,
  );
  const look = () =>
    new Promise<readonly LookupAddress[]>((resolve, reject) => {
      lookup('models.example', { all: true }, (error, found) =>
        error === null ? resolve(found as LookupAddress[]) : reject(error),
      );
    });
  return { clock, asked, lookup, look };
}

test('however many connections are opened at once, the resolver is asked once', async () => {
  const { asked, look } = resolver();
  const all = [look(), look(), look()];
  assert.equal(asked.length, 1);
  asked[0]?.(null, addresses);
  for (const found of await Promise.all(all)) assert.deepEqual(found, addresses);
  assert.deepEqual(await look(), addresses);
  assert.equal(asked.length, 1);
});

test('an answer is asked for again after a while, and stands in for a resolver that fails', async () => {
  const { clock, asked, look } = resolver();
  const first = look();
  asked[0]?.(null, addresses);
  await first;
  clock.now = 10_000;
  const second = look();
  asked[1]?.(failure, []);
  assert.deepEqual(await second, addresses);
  clock.now = 61_000;
  const third = look();
  asked[2]?.(failure, []);
  await assert.rejects(third, { code: 'ENOTFOUND' });
});

test('one address is given to whoever asks for one', async () => {
  const { asked, lookup } = resolver();
  const found = new Promise((resolve) => {
    lookup('models.example', {}, (_error, address, family) => resolve([address, family]));
  });
  asked[0]?.(null, addresses);
  assert.deepEqual(await found, ['192.0.2.1', 4]);
});

test('a public lookup has no address of this host or of a private network, and none is a fault of its own', async () => {
  const found = (all: readonly LookupAddress[]) =>
    new Promise<unknown>((resolve) => {
      const lookup = publicLookup((_host, _options, done) => done(null, [...all]));
      lookup('models.example', { all: true }, (error, left) =>
        resolve(error === null ? left : (error as NodeJS.ErrnoException).code),
      );
    });
  assert.deepEqual(await found([{ address: '10.1.2.3', family: 4 }, ...addresses]), addresses);
  assert.equal(await found([{ address: '127.0.0.1', family: 4 }]), 'EPRIVATE');
  const one = publicLookup((_host, _options, done) => done(null, [...addresses]));
  const first = await new Promise((resolve) => one('h', {}, (_error, address) => resolve(address)));
  assert.equal(first, '192.0.2.1');
});
