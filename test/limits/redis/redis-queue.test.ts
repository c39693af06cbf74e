/** Many requests of one key in one turn are few calls of the server, and each gets the answer that is its own. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Admission, LimitStore } from '../../../src/limits/limit-store.ts';
import { openRedisLink } from '../../../src/limits/redis/redis-link.ts';
import { redisStore } from '../../../src/limits/redis/redis-store.ts';
import { concurrencyMeter, type Meters, metersOf, rateMeter } from '../../../src/limits/rules.ts';
import { until } from '../../helpers/gate.ts';
import { startRedis } from '../../helpers/redis.ts';

const noTls = { ca: undefined, cert: undefined, key: undefined, serverName: undefined };
const done = { attempted: true, tokens: 10, costNanoUsd: 0 } as const;
const perMinute = (account: string, limit: number) =>
  metersOf(account, [rateMeter('requests', limit, 60_000)]);

async function open(t: TestContext) {
  const server = await startRedis(t);
  const link = await openRedisLink({ url: server.url, tls: noTls });
  const store = redisStore({ link, prefix: 'test:', processId: 'one' });
  t.after(() => store.close());
  await store.read(perMinute('first', 1)); // from here on the server knows the script
  /** How often the server was asked to run the script. */
  const calls = async () => {
    const stats = String(await link.run(['INFO', 'commandstats']));
    return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1]);
  };
  return { server, store, calls };
}

const spendAll = (store: LimitStore, meters: Meters, count: number) =>
  Promise.all(Array.from({ length: count }, () => store.spend({ meters, tokens: 500 })));

const admissionsOf = (verdicts: Awaited<ReturnType<typeof spendAll>>) =>
  verdicts.filter((verdict): verdict is Admission => verdict.admitted);

test('forty requests of one key in one turn are two calls, what they were in the end is one', async (t) => {
  const { store, calls } = await open(t);
  const meters = metersOf('busy', [rateMeter('requests', 30, 60_000), rateMeter('tokens', 100_000, 60_000)]);
  const before = await calls();
  const verdicts = await spendAll(store, meters, 40);
  assert.equal((await calls()) - before, 2);
  const admissions = admissionsOf(verdicts);
  assert.equal(admissions.length, 30);
  assert.deepEqual(
    admissions.map(({ quotas }) => quotas[0]!.remaining),
    Array.from({ length: 30 }, (_, index) => 29 - index),
  );
  for (const { grant } of admissions) grant.settle(done);
  await turn();
  await until(async () => (await store.read(meters))[1]!.remaining === 100_000 - 300, 'all is settled');
  const [ofRequests] = await store.read(meters);
  assert.equal(ofRequests!.remaining, 0);
});

test('a burst of hundreds is cut into calls that the server is through with soon', async (t) => {
  const { store, calls } = await open(t);
  const meters = perMinute('burst', 150);
  const before = await calls();
  assert.equal(admissionsOf(await spendAll(store, meters, 300)).length, 150);
  assert.equal((await calls()) - before, 1 + Math.ceil(299 / 64));
});

test('a slot that is given back is there for the next request of the same turn, whatever its model', async (t) => {
  const { store } = await open(t);
  const slots = concurrencyMeter(1);
  const one = metersOf('slots', [slots]);
  const other = metersOf('slots', [slots, rateMeter('requests', 100, 60_000, 'large*')]);
  const first = await store.spend({ meters: one, tokens: 0 });
  assert.ok(first.admitted);
  assert.equal((await store.spend({ meters: other, tokens: 0 })).admitted, false);
  first.grant.settle(done);
  const second = await store.spend({ meters: other, tokens: 0 });
  assert.ok(second.admitted);
  second.grant.settle(done);
  assert.equal((await store.spend({ meters: one, tokens: 0 })).admitted, true);
});

test('a slot of a group that one key gives back is there for another of the same turn', async (t) => {
  const { store } = await open(t);
  const group = { account: 'group research', kind: 'group', name: 'research' } as const;
  const slots = concurrencyMeter(1, undefined, group);
  const [one, other] = ['a', 'b'].map((key) => metersOf(key, [slots])) as [Meters, Meters];
  for (const [mine, next] of [
    [one, other],
    [other, one],
  ] as const) {
    const verdict = await store.spend({ meters: mine, tokens: 0 });
    assert.ok(verdict.admitted);
    // It has asked already in this turn, so that its next question would wait for the end of it.
    const refused = store.spend({ meters: next, tokens: 0 });
    verdict.grant.settle(done);
    const again = store.spend({ meters: next, tokens: 0 });
    assert.equal((await refused).admitted, false);
    const second = await again;
    assert.ok(second.admitted);
    second.grant.settle(done);
  }
});

test('keys do not wait for each other, and a fault of one call is no verdict for the others', async (t) => {
  const { server, store } = await open(t);
  const keys = Array.from({ length: 20 }, (_, index) => perMinute(`key-${index}`, 2));
  const verdicts = await Promise.all(keys.map((meters) => spendAll(store, meters, 3)));
  for (const each of verdicts) assert.equal(admissionsOf(each).length, 2);
  // What lies under this name is no window.
  const operator = await openRedisLink({ url: server.url, tls: noTls });
  t.after(() => operator.close());
  await operator.run(['SET', 'test:{spoilt}:requests:60000', 'text']);
  const [spoilt, good] = await Promise.allSettled([
    spendAll(store, perMinute('spoilt', 5), 2),
    spendAll(store, perMinute('good', 5), 2),
  ]);
  assert.equal(spoilt.status, 'rejected');
  assert.equal(good.status, 'fulfilled');
});
