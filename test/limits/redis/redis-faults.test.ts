/** What a server says instead of an answer is its own fault and never a verdict; its clock is the only one that counts. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Clock } from '../../../src/limits/clock.ts';
import { type LimitStore, StoreFault } from '../../../src/limits/limit-store.ts';
import { openRedisLink, type RedisLink } from '../../../src/limits/redis/redis-link.ts';
import { redisStore } from '../../../src/limits/redis/redis-store.ts';
import { budgetMeter, metersOf, rateMeter } from '../../../src/limits/rules.ts';
import { until } from '../../helpers/gate.ts';
import { startRedis } from '../../helpers/redis.ts';
import { manualClock } from '../manual-clock.ts';

const noTls = { ca: undefined, cert: undefined, key: undefined, serverName: undefined };
const meters = metersOf('key', [rateMeter('requests', 100, 60_000)]);
let processes = 0;

async function open(
  t: TestContext,
  url: string,
  clock?: Clock,
): Promise<{ store: LimitStore; link: RedisLink }> {
  const link = await openRedisLink({ url, tls: noTls });
  processes += 1;
  const own = clock === undefined ? {} : { clock };
  const store = redisStore({ link, prefix: 'test:', processId: `p${processes}`, ...own });
  t.after(() => store.close());
  return { store, link };
}

/** The fault that a request meets. */
async function faultOf(store: LimitStore): Promise<string> {
  try {
    await store.spend({ meters, tokens: 0 });
  } catch (error) {
    assert.ok(error instanceof StoreFault, String(error));
    return error.message;
  }
  return 'none';
}

interface Trouble {
  /** For the server. */
  readonly args?: readonly string[];
  /** Begins it, where the server does not start with it. */
  readonly begin?: readonly string[];
  readonly mend: readonly string[];
}

const troubles: Readonly<Record<string, Trouble>> = {
  READONLY: { begin: ['REPLICAOF', '127.0.0.1', '1'], mend: ['REPLICAOF', 'NO', 'ONE'] },
  OOM: { begin: ['CONFIG', 'SET', 'maxmemory', '1'], mend: ['CONFIG', 'SET', 'maxmemory', '0'] },
  CLUSTERDOWN: {
    args: ['--cluster-enabled', 'yes'],
    mend: ['CLUSTER', 'ADDSLOTSRANGE', '0', '16383'],
  },
};

for (const [word, { args = [], begin, mend }] of Object.entries(troubles)) {
  test(`${word} is a fault, after three of which nobody asks; the server is used again when it is mended`, async (t) => {
    const server = await startRedis(t, args);
    const { store, link } = await open(t, server.url);
    const operator = await openRedisLink({ url: server.url, tls: noTls });
    t.after(() => operator.close());
    if (begin !== undefined) await operator.run(begin);
    for (let index = 0; index < 3; index += 1) assert.match(await faultOf(store), new RegExp(word));
    assert.equal(link.isUp, false);
    await operator.run(mend);
    await until(async () => link.isUp && (await faultOf(store)) === 'none', 'it counts again', 10_000);
  });
}

test('a password that is changed under a connection is a fault, and its right one is none', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await open(t, server.url);
  const operator = await openRedisLink({ url: server.url, tls: noTls });
  t.after(() => operator.close());
  await operator.run(['CONFIG', 'SET', 'requirepass', 'another']);
  await operator.run(['CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes']);
  await until(() => !link.isUp, 'the connection is lost');
  assert.notEqual(await faultOf(store), 'none');
  const right = await open(t, server.url.replace('redis://', 'redis://:another@'));
  assert.equal(await faultOf(right.store), 'none');
});

test('nobody waits for a server that is not there', async (t) => {
  const server = await startRedis(t);
  await server.kill();
  const { store, link } = await open(t, server.url);
  assert.equal(link.isUp, false);
  const began = performance.now();
  for (let index = 0; index < 100; index += 1) assert.notEqual(await faultOf(store), 'none');
  assert.ok(performance.now() - began < 500, 'a hundred faults are told at once');
});

test('gateways whose clocks differ by hours share one window and one budget', async (t) => {
  const server = await startRedis(t);
  const [late, early] = [manualClock(), manualClock()];
  // Theirs: what they take for the hour must not matter, only the day that the server is in.
  const offset = Date.now() - late.wall();
  late.jumpWall(offset - 3_600_000);
  early.jumpWall(offset + 3_600_000);
  const stores = [await open(t, server.url, late), await open(t, server.url, early)];
  const shared = metersOf('shared', [rateMeter('requests', 10, 60_000), budgetMeter(1, 'day')]);
  let admitted = 0;
  for (let index = 0; index < 30; index += 1) {
    const verdict = await stores[index % 2]!.store.spend({ meters: shared, tokens: 0 });
    if (!verdict.admitted) continue;
    admitted += 1;
    verdict.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 10_000_000 });
  }
  assert.equal(admitted, 10);
  await until(async () => {
    const [one, two] = await Promise.all(stores.map(({ store }) => store.read(shared)));
    return one![1]!.remaining === 900_000_000 && two![1]!.remaining === 900_000_000;
  }, 'both see one budget');
});
