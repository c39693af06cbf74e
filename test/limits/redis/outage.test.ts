/** What a real server that stands still, and comes back, leaves behind: nothing counted twice, no slot lost or forgotten. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Grant, type LimitStore, StoreFault } from '../../../src/limits/limit-store.ts';
import { memoryStore } from '../../../src/limits/memory-store.ts';
import { withFallback } from '../../../src/limits/redis/on-failure.ts';
import { openRedisLink, type RedisLink } from '../../../src/limits/redis/redis-link.ts';
import { type RedisStore, redisStore } from '../../../src/limits/redis/redis-store.ts';
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
const done = { attempted: true, tokens: 10, costNanoUsd: 100 } as const;

interface Parts {
  readonly server: TestRedis;
  readonly link: RedisLink;
  readonly shared: RedisStore;
  /** Goes on locally when the server does not answer, with the whole limit. */
  readonly store: LimitStore;
  readonly local: LimitStore;
  /** Another process that counts there: it tells what the server itself knows. */
  left(meters: Meters): Promise<readonly number[]>;
}

async function open(t: TestContext, leaseMs = 30_000): Promise<Parts> {
  const server = await startRedis(t);
  const link = await openRedisLink({ url: server.url, tls: noTls });
  const shared = redisStore({ link, prefix: 'test:', processId: 'one', leaseMs });
  const local = memoryStore();
  const store = withFallback({ policy: 'local', shared, local, gateways: 1 });
  const otherLink = await openRedisLink({ url: server.url, tls: noTls });
  const other = redisStore({ link: otherLink, prefix: 'test:', processId: 'two' });
  t.after(() => Promise.all([store.close(), other.close()]).then(() => {}));
  await other.read(everything); // from here on the server knows the script
  return {
    server,
    link,
    shared,
    store,
    local,
    async left(meters) {
      await until(() => otherLink.isUp, 'the other link is up', 10_000);
      return (await other.read(meters)).map(({ remaining }) => remaining);
    },
  };
}

async function admitted(store: LimitStore, meters: Meters, tokens = 0): Promise<Grant> {
  const verdict = await store.spend({ meters, tokens });
  assert.ok(verdict.admitted);
  return verdict.grant;
}

/** Until the server's silence has been noticed. */
async function goDown(link: RedisLink): Promise<void> {
  while (link.isUp) await link.run(['PING']).catch(() => {});
}

const comesBack = (link: RedisLink) => until(() => link.isUp, 'the link is up again', 10_000);

const everything = metersOf('key', [
  rateMeter('requests', 100, 60_000),
  rateMeter('tokens', 10_000, 60_000),
  concurrencyMeter(4),
  budgetMeter(1, 'day'),
]);

test('a request that was sent into a freeze, and served without the server, is counted once', async (t) => {
  const { server, link, store, left } = await open(t);
  server.freeze();
  const grants = await Promise.all([1, 2, 3].map(() => admitted(store, everything, 500)));
  await goDown(link);
  for (const grant of grants) grant.settle(done);
  server.thaw();
  await comesBack(link);
  const last = await admitted(store, everything, 500); // what is owed is paid with the next request
  last.settle(done);
  await until(async () => (await left(everything))[2] === 4, 'no slot is held', 5000);
  assert.deepEqual(await left(everything), [96, 10_000 - 40, 4, 1_000_000_000 - 400]);
});

test('what is settled while the server stands still is settled once', async (t) => {
  const { server, link, store, left } = await open(t);
  const grants = await Promise.all([1, 2].map(() => admitted(store, everything, 500)));
  server.freeze();
  grants[0]!.settle(done); // sent, and carried out when it thaws
  await goDown(link);
  grants[1]!.settle(done); // not sent at all
  server.thaw();
  await comesBack(link);
  const last = await admitted(store, everything, 500);
  last.settle(done);
  await until(async () => (await left(everything))[2] === 4, 'no slot is held', 5000);
  assert.deepEqual(await left(everything), [97, 10_000 - 30, 4, 1_000_000_000 - 300]);
});

test('a connection that is given up in a freeze leaves no slot behind either', async (t) => {
  const { server, link, store, left } = await open(t);
  const slots = metersOf('key', [concurrencyMeter(3)]);
  const before = await admitted(store, slots);
  server.freeze();
  const during = await Promise.all([1, 2].map(() => admitted(store, slots)));
  before.settle(done);
  await goDown(link);
  await delay(4200); // three probes are lost, and the connection with them
  for (const grant of during) grant.settle(done);
  server.thaw();
  await comesBack(link);
  await until(
    async () => {
      (await admitted(store, slots)).settle(done);
      return (await left(slots))[0] === 3;
    },
    'no slot is held',
    5000,
  );
});

test('requests from before and from during an outage hold their slots on the server when it is back', async (t) => {
  const { server, link, store, left } = await open(t);
  const slots = metersOf('key', [concurrencyMeter(5)]);
  const before = await admitted(store, slots);
  const gone = await admitted(store, slots);
  server.freeze();
  await goDown(link);
  const during = await admitted(store, slots);
  const short = await admitted(store, slots);
  gone.settle(done);
  short.settle(done);
  server.thaw();
  await comesBack(link);
  const after = await admitted(store, slots);
  assert.deepEqual(await left(slots), [2], 'before, during and after');
  for (const grant of [before, during, after]) grant.settle(done);
  await until(async () => (await left(slots))[0] === 5, 'every slot is free', 5000);
});

test('leases that ended while the server stood still are there again before it judges anybody', async (t) => {
  const leaseMs = 300;
  const { server, link, shared } = await open(t, leaseMs);
  const slots = metersOf('key', [concurrencyMeter(2)]);
  await admitted(shared, slots);
  server.freeze();
  await goDown(link);
  await delay(2 * leaseMs);
  server.thaw();
  await comesBack(link);
  await admitted(shared, slots);
  const { admitted: isThird } = await shared.spend({ meters: slots, tokens: 0 });
  assert.equal(isThird, false);
});

test('a server that comes back empty is told of the requests in flight', async (t) => {
  const { server, link, store, left } = await open(t);
  const slots = metersOf('key', [concurrencyMeter(3)]);
  const before = await admitted(store, slots);
  await server.kill();
  await until(() => !link.isUp, 'it is noticed');
  const during = await admitted(store, slots);
  await server.restart();
  await comesBack(link);
  const after = await admitted(store, slots);
  assert.deepEqual(await left(slots), [0]);
  for (const grant of [before, during, after]) grant.settle(done);
  await until(async () => (await left(slots))[0] === 3, 'every slot is free', 5000);
});

test('a request that lives through several outages holds one slot here, and gives it back', async (t) => {
  const { server, link, store, local } = await open(t);
  const slots = metersOf('key', [concurrencyMeter(3)]);
  const long = await admitted(store, slots);
  for (let outage = 0; outage < 3; outage += 1) {
    server.freeze();
    await goDown(link);
    (await admitted(store, slots)).settle(done);
    server.thaw();
    await comesBack(link);
    (await admitted(store, slots)).settle(done);
  }
  const here = async () => (await local.read(slots))[0]!.remaining;
  assert.equal(await here(), 2);
  long.settle(done);
  assert.equal(await here(), 3);
});

test('deny: requests that were refused for the silence of the server hold nothing there', async (t) => {
  const { server, link, shared, left } = await open(t);
  server.freeze();
  for (let index = 0; index < 3; index += 1) {
    const asked = async () => shared.spend({ meters: everything, tokens: 500 });
    await assert.rejects(asked, (error) => error instanceof StoreFault);
  }
  server.thaw();
  await comesBack(link);
  await until(async () => (await left(everything))[0] === 100, 'nothing is counted', 5000);
  assert.deepEqual(await left(everything), [100, 10_000, 4, 1_000_000_000]);
});
