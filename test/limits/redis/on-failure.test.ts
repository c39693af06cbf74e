import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { deploymentOwner } from '../../../src/limits/accounts/owners.ts';
import { type LimitStore, SlotsUnknown, StoreFault } from '../../../src/limits/limit-store.ts';
import { memoryStore } from '../../../src/limits/memory-store.ts';
import { Share } from '../../../src/limits/queue/fair-share.ts';
import { type OnFailure, withFallback } from '../../../src/limits/redis/on-failure.ts';
import { openRedisLink, type RedisLink } from '../../../src/limits/redis/redis-link.ts';
import { redisStore } from '../../../src/limits/redis/redis-store.ts';
import {
  budgetMeter,
  concurrencyMeter,
  type Meters,
  metersOf,
  rateMeter,
} from '../../../src/limits/rules.ts';
import { until } from '../../helpers/gate.ts';
import { startRedis, type TestRedis } from '../../helpers/redis.ts';

const noTls = { ca: undefined, cert: undefined, key: undefined, serverName: undefined };

interface TestGateway {
  readonly store: LimitStore;
  readonly link: RedisLink;
}

let gatewaysOpened = 0;

async function openGateway(
  t: TestContext,
  server: TestRedis,
  policy: OnFailure,
  gateways: number,
): Promise<TestGateway> {
  const link = await openRedisLink({ url: server.url, tls: noTls });
  gatewaysOpened += 1;
  const shared = redisStore({ link, prefix: 'test:', processId: `gateway-${gatewaysOpened}` });
  const store = withFallback({ policy, shared, local: memoryStore(), gateways });
  t.after(() => store.close());
  return { store, link };
}

const perMinute = (limit: number) => metersOf('key', [rateMeter('requests', limit, 60_000)]);

/** How many of `count` requests, sent one after the other, get through. */
async function admittedOf(store: LimitStore, meters: Meters, count: number): Promise<number> {
  let admitted = 0;
  for (let index = 0; index < count; index += 1) {
    if ((await store.spend({ meters, tokens: 0 })).admitted) admitted += 1;
  }
  return admitted;
}

test('local: two gateways whose store freezes half-way stay within the limit and one each', async (t) => {
  const server = await startRedis(t);
  const one = await openGateway(t, server, 'local', 2);
  const two = await openGateway(t, server, 'local', 2);
  const meters = perMinute(60);
  let admitted = (await admittedOf(one.store, meters, 20)) + (await admittedOf(two.store, meters, 13));
  server.freeze();
  const both = await Promise.all([one, two].map(({ store }) => admittedOf(store, meters, 100)));
  admitted += both[0]! + both[1]!;
  assert.ok(admitted >= 54 && admitted <= 62, String(admitted));
});

test('local: what was let through meanwhile counts when the store is back', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await openGateway(t, server, 'local', 1);
  const meters = perMinute(60);
  await admittedOf(store, meters, 10);
  server.freeze();
  assert.equal(await settledOf(store, meters, 30), 30);
  server.thaw();
  await until(() => link.isUp, 'the link is up again', 5000);
  const after = await store.spend({ meters, tokens: 0 });
  assert.ok(after.admitted);
  const { remaining } = after.quotas[0]!;
  // What was sent before the freeze was noticed may count twice.
  assert.ok(remaining <= 60 - 41 && remaining >= 60 - 41 - 10, String(remaining));
});

async function settledOf(store: LimitStore, meters: Meters, count: number): Promise<number> {
  let admitted = 0;
  for (let index = 0; index < count; index += 1) {
    const verdict = await store.spend({ meters, tokens: 0 });
    if (!verdict.admitted) continue;
    admitted += 1;
    verdict.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  }
  return admitted;
}

test('local: requests in flight keep their slots in an outage', async (t) => {
  const server = await startRedis(t);
  const { store } = await openGateway(t, server, 'local', 1);
  const meters = metersOf('key', [concurrencyMeter(3)]);
  const before = await store.spend({ meters, tokens: 0 });
  assert.equal(await admittedOf(store, meters, 1), 1);
  server.freeze();
  assert.equal(await admittedOf(store, meters, 3), 1);
  assert.ok(before.admitted);
  before.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  assert.equal(await admittedOf(store, meters, 3), 1);
});

test('local: a limit of one is one for each gateway, never none', async (t) => {
  const server = await startRedis(t);
  const { store } = await openGateway(t, server, 'local', 4);
  await server.kill();
  assert.equal(await admittedOf(store, perMinute(1), 5), 1);
});

test('allow: everything passes, and its cost is reported afterwards', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await openGateway(t, server, 'allow', 1);
  const meters = metersOf('key', [rateMeter('requests', 2, 60_000), budgetMeter(1, 'day')]);
  await admittedOf(store, meters, 1);
  server.freeze();
  const verdict = await store.spend({ meters, tokens: 0 });
  assert.ok(verdict.admitted);
  assert.equal(await admittedOf(store, meters, 20), 20);
  verdict.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 250_000_000 });
  server.thaw();
  await until(() => link.isUp, 'the link is up again', 5000);
  await store.spend({ meters, tokens: 0 });
  const quotas = await store.read(meters);
  assert.deepEqual(
    quotas.map(({ remaining }) => remaining),
    [0, 750_000_000],
  );
});

test('deny: a store that is down is a fault, which is no verdict', async (t) => {
  const server = await startRedis(t);
  const { store } = await openGateway(t, server, 'deny', 1);
  await server.kill();
  await assert.rejects(
    async () => store.spend({ meters: perMinute(5), tokens: 0 }),
    (error) => error instanceof StoreFault,
  );
});

test('a frozen store delays requests for a moment only, and refuses none of them', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await openGateway(t, server, 'local', 1);
  const meters = perMinute(1_000_000);
  await admittedOf(store, meters, 50);
  server.freeze();
  const lateMs: number[] = [];
  const until = performance.now() + 2500;
  while (performance.now() < until) {
    const began = performance.now();
    const verdicts = await Promise.all([1, 2, 3, 4].map(() => store.spend({ meters, tokens: 0 })));
    const took = performance.now() - began;
    assert.ok(verdicts.every(({ admitted }) => admitted));
    lateMs.push(took);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.equal(link.isUp, false);
  assert.ok(Math.max(...lateMs) < 100, `the slowest took ${Math.max(...lateMs)} ms`);
  const later = lateMs.slice(Math.ceil(lateMs.length / 2)).sort((a, b) => a - b);
  const p99 = later[Math.floor(later.length * 0.99)]!;
  assert.ok(p99 <= 5, `p99 of the second half ${p99} ms`);
});

test('where this host does not answer either, a request that holds a slot costs its own process nothing', async (t) => {
  const server = await startRedis(t);
  const link = await openRedisLink({ url: server.url, tls: noTls });
  const shared = redisStore({ link, prefix: 'test:', processId: 'alone' });
  const silent = () => Promise.reject(new StoreFault('the supervising process does not answer'));
  const local = { ...memoryStore(), spend: silent };
  const store = withFallback({ policy: 'local', shared, local, gateways: 1 });
  t.after(() => store.close());
  const meters = metersOf('key', [concurrencyMeter(5)]);
  const held = await store.spend({ meters, tokens: 0 });
  assert.ok(held.admitted);
  await server.kill();
  await assert.rejects(async () => store.spend({ meters, tokens: 0 }), StoreFault);
  held.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  // What nobody catches is told of in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
});

test('local: a process decides nothing by itself of slots that are waited for, late or away, and all else as before', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await openGateway(t, server, 'local', 1);
  const slot = concurrencyMeter(1, undefined, deploymentOwner('m/1'));
  const waited = metersOf('key', [...new Share('m', 'key').meters.list, slot]);
  const plain = metersOf('key', [slot]);
  const spend = async (meters: Meters) => store.spend({ meters, tokens: 0 });
  const unknown = (error: unknown) => error instanceof SlotsUnknown;
  const first = await spend(waited);
  assert.ok(first.admitted);
  server.freeze();
  await assert.rejects(spend(waited), unknown, 'it is late');
  await until(async () => {
    await assert.rejects(spend(waited), unknown);
    return !link.isUp;
  }, 'it is away');
  assert.equal((await spend(plain)).admitted, false, 'its own slot counts here, too');
  first.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  assert.equal((await spend(plain)).admitted, true);
  server.thaw();
});
