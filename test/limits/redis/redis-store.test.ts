import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StoreFault, type Verdict } from '../../../src/limits/limit-store.ts';
import { openRedisLink } from '../../../src/limits/redis/redis-link.ts';
import { limitScript } from '../../../src/limits/redis/redis-script.ts';
import { redisStore } from '../../../src/limits/redis/redis-store.ts';
import { budgetMeter, concurrencyMeter, metersOf, rateMeter } from '../../../src/limits/rules.ts';
import { until } from '../../helpers/gate.ts';
import { slowLink, startRedis, type TestRedis } from '../../helpers/redis.ts';
import { startMs, storeContract } from '../limit-store.contract.ts';
import { manualClock } from '../manual-clock.ts';

const noTls = { ca: undefined, cert: undefined, key: undefined, serverName: undefined };

/** The script with a clock that a test sets; nothing else of it differs. */
const clockKey = 'test-clock';
const scriptWithClock = limitScript.replace(
  "redis.call('TIME')",
  `{ redis.call('GET', '${clockKey}') / 1000, 0 }`,
);

let shared: Promise<TestRedis> | undefined;
const stops: (() => Promise<void>)[] = [];
after(async () => {
  for (const stop of stops) await stop();
});
/** One server for all tests that do it no harm. */
const sharedServer = () => {
  shared ??= startRedis({ after: (stop) => void stops.push(stop) });
  return shared;
};

let processes = 0;

async function openStore(
  t: { after(fn: () => Promise<void>): void },
  url: string,
  script?: string,
  leaseMs = 30_000,
) {
  const changes: string[] = [];
  const link = await openRedisLink({
    url,
    tls: noTls,
    onChange: (isUp, reason) => void changes.push(isUp ? 'up' : `down: ${reason}`),
  });
  processes += 1;
  const clock = manualClock();
  const store = redisStore({
    link,
    prefix: 'test:',
    processId: `p${processes}`,
    leaseMs,
    ...(script === undefined ? {} : { script, clock }),
  });
  t.after(() => store.close());
  return { store, link, changes, clock };
}

storeContract(
  'redis store',
  async (t) => {
    const server = await sharedServer();
    const { store, link, clock } = await openStore(t, server.url, scriptWithClock, 10 ** 9);
    const tell = () => link.run(['SET', clockKey, String(clock.monotonic())]);
    await tell();
    return {
      store,
      budgets: store,
      settled: async (meters) => void (await store.read(meters)),
      async advance(ms) {
        clock.advance(ms);
        await tell();
      },
    };
  },
  60,
  { bookedHours: 2 },
);

const perMinute = (account: string, limit: number) =>
  metersOf(account, [rateMeter('requests', limit, 60_000)]);

const isFault = (error: unknown) => error instanceof StoreFault;

test('two stores on one server let through exactly what one would', async (t) => {
  const server = await startRedis(t);
  const one = await openStore(t, server.url);
  const two = await openStore(t, server.url);
  const meters = perMinute('shared', 60);
  const verdicts: Verdict[] = [];
  for (let round = 0; round < 25; round += 1) {
    const asked = Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? one : two).store.spend({ meters, tokens: 0 }),
    );
    verdicts.push(...(await Promise.all(asked)));
  }
  assert.equal(verdicts.filter(({ admitted }) => admitted).length, 60);
});

test('a script that the server has forgotten is sent again', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await openStore(t, server.url);
  const meters = perMinute('forgotten', 2);
  await store.spend({ meters, tokens: 0 });
  await link.run(['SCRIPT', 'FLUSH']);
  assert.equal((await store.spend({ meters, tokens: 0 })).admitted, true);
  assert.equal((await store.spend({ meters, tokens: 0 })).admitted, false);
  assert.equal(link.isUp, true);
});

test('nobody waits for a frozen server: three faults, then none until it thaws', async (t) => {
  const server = await startRedis(t);
  const { store, link, changes } = await openStore(t, server.url);
  const meters = perMinute('frozen', 10);
  await store.spend({ meters, tokens: 0 });
  server.freeze();
  for (let index = 0; index < 3; index += 1) {
    const began = performance.now();
    await assert.rejects(async () => store.spend({ meters, tokens: 0 }), isFault);
    assert.ok(performance.now() - began < 100);
  }
  assert.equal(link.isUp, false);
  const began = performance.now();
  await assert.rejects(async () => store.spend({ meters, tokens: 0 }), isFault);
  assert.ok(performance.now() - began < 5);
  server.thaw();
  await until(() => link.isUp, 'the link is up again', 5000);
  assert.equal((await store.spend({ meters, tokens: 0 })).admitted, true);
  assert.deepEqual(changes, ['up', 'down: no answer within 50 ms', 'up']);
});

test('a connection that stays silent for long is given up for a new one', async (t) => {
  const server = await startRedis(t);
  const { link } = await openStore(t, server.url);
  server.freeze();
  for (let index = 0; index < 3; index += 1) await link.run(['PING']).catch(() => {});
  await new Promise((resolve) => setTimeout(resolve, 4200));
  server.thaw();
  await until(() => link.isUp, 'the link is up again', 5000);
});

test('a server that is killed is a fault at once, and one that comes back empty counts from nothing', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await openStore(t, server.url);
  const meters = perMinute('killed', 1);
  await store.spend({ meters, tokens: 0 });
  await server.kill();
  await until(() => !link.isUp, 'the link is down');
  await assert.rejects(async () => store.spend({ meters, tokens: 0 }), isFault);
  await server.restart();
  await until(() => link.isUp, 'the link is up again', 5000);
  assert.equal((await store.spend({ meters, tokens: 0 })).admitted, true);
});

test('a slow server is waited for, once per request', async (t) => {
  const server = await startRedis(t);
  const roundTripMs = 10;
  const { port } = await slowLink(t, server.port, roundTripMs);
  const { store, link } = await openStore(t, `redis://127.0.0.1:${port}`);
  const meters = perMinute('slow', 100);
  await store.spend({ meters, tokens: 0 });
  // The least of them: a busy machine adds to some, and may add so much that one is given up.
  let leastMs = Number.POSITIVE_INFINITY;
  for (let index = 0; index < 10; index += 1) {
    const began = performance.now();
    try {
      await store.spend({ meters, tokens: 0 });
      leastMs = Math.min(leastMs, performance.now() - began);
    } catch (error) {
      if (!isFault(error)) throw error;
    }
  }
  assert.ok(leastMs >= roundTripMs - 2 && leastMs < 2 * roundTripMs, `${leastMs} ms`);
  assert.equal(link.isUp, true);
});

test('nobody there: the store opens down and comes up by itself', async (t) => {
  const server = await startRedis(t);
  await server.kill();
  const { store, link } = await openStore(t, server.url);
  await assert.rejects(async () => store.spend({ meters: perMinute('absent', 1), tokens: 0 }), isFault);
  await server.restart();
  await until(() => link.isUp, 'the link is up', 5000);
});

test('credentials that are refused end the start, right ones work', async (t) => {
  const needed =
    'eval evalsha ping time del pexpire pexpireat hmget hset hincrby hdel hexists zadd zrem zcard zremrangebyscore';
  const rights = needed.split(' ').map((command) => `+${command}`);
  const server = await startRedis(t, [
    ...['--user', 'limits', 'on', '>right-password', '~test:*', ...rights],
    ...['--user', 'default', 'off'],
  ]);
  const at = (password: string) => `redis://limits:${password}@127.0.0.1:${server.port}`;
  await assert.rejects(openStore(t, at('wrong')), /refuses the credentials/);
  await assert.rejects(openStore(t, server.url), /refuses the credentials/);
  const { store } = await openStore(t, at('right-password'));
  assert.equal((await store.spend({ meters: perMinute('acl', 1), tokens: 0 })).admitted, true);
});

test('refusals of the server itself are faults, never verdicts', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await openStore(t, server.url);
  await link.run(['REPLICAOF', '127.0.0.1', '1']);
  for (let index = 0; index < 3; index += 1) {
    await assert.rejects(async () => store.spend({ meters: perMinute('readonly', 1), tokens: 0 }), isFault);
  }
  assert.equal(link.isUp, false);
});

test('slots of a process that is gone are free again, those of a living one are not', async (t) => {
  const server = await startRedis(t);
  const living = await openStore(t, server.url, undefined, 300);
  const dying = await openStore(t, server.url, undefined, 300);
  const meters = metersOf('slots', [concurrencyMeter(2)]);
  assert.equal((await living.store.spend({ meters, tokens: 0 })).admitted, true);
  assert.equal((await dying.store.spend({ meters, tokens: 0 })).admitted, true);
  assert.equal((await living.store.spend({ meters, tokens: 0 })).admitted, false);
  await dying.store.close();
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.equal((await living.store.spend({ meters, tokens: 0 })).admitted, true);
  assert.equal((await living.store.spend({ meters, tokens: 0 })).admitted, false);
});

test('money of a gateway that is gone is reserved for two hours at most, and spent from then on', async (t) => {
  const server = await startRedis(t);
  const living = await openStore(t, server.url, scriptWithClock);
  const dying = await openStore(t, server.url, scriptWithClock);
  const setHour = (hour: number) => living.link.run(['SET', clockKey, String(startMs + hour * 3_600_000)]);
  const meters = metersOf('gone', [budgetMeter(1, 'total')]);
  const money = { capped: 400_000_000, maximum: 400_000_000 };
  await setHour(0);
  assert.equal((await dying.store.spend({ meters, tokens: 0, money })).admitted, true);
  await dying.store.close();
  const spend = async (usd: number) => {
    const verdict = await living.store.spend({ meters, tokens: 0, money });
    if (verdict.admitted) {
      verdict.grant.settle({ attempted: true, tokens: 0, costNanoUsd: usd * 1_000_000_000 });
      await living.store.read(meters);
    }
    return verdict;
  };
  assert.equal((await spend(0.5)).admitted, true);
  const held = [await living.store.spend({ meters, tokens: 0, money }), await spend(0)];
  assert.deepEqual(
    held.map((verdict) => verdict.admitted || verdict.isReserved),
    [true, true],
  );
  // The budget is in use all the time.
  for (const hour of [0.9, 1.8]) {
    await setHour(hour);
    await living.store.read(meters);
  }
  assert.ok(held[0]!.admitted);
  held[0]!.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 100_000_000 });
  await living.store.read(meters);
  await setHour(2.1);
  const refused = await spend(0);
  assert.deepEqual([refused.admitted, !refused.admitted && refused.isReserved], [false, false]);
});

test('what could not be settled while the server was away is settled when it is back', async (t) => {
  const server = await startRedis(t);
  const { store, link } = await openStore(t, server.url);
  const meters = metersOf('owed', [budgetMeter(1, 'day'), concurrencyMeter(1)]);
  const verdict = await store.spend({ meters, tokens: 0 });
  server.freeze();
  for (let index = 0; index < 3; index += 1) await link.run(['PING']).catch(() => {});
  assert.ok(verdict.admitted);
  verdict.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 400_000_000 });
  server.thaw();
  await until(() => link.isUp, 'the link is up again', 5000);
  const after = await store.spend({ meters, tokens: 0 });
  assert.equal(after.admitted, true);
  assert.equal(after.quotas[0]?.remaining, 600_000_000);
});
