/** Gateways that share a Redis: who waits in the rooms of one is seen by the others. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { QueueClass } from '../../../src/config/types/queues.ts';
import { deploymentOwner } from '../../../src/limits/accounts/owners.ts';
import { hostClock } from '../../../src/limits/clock.ts';
import type { Grant, LimitStore } from '../../../src/limits/limit-store.ts';
import { Share } from '../../../src/limits/queue/fair-share.ts';
import type { Queued, QueueOutcome } from '../../../src/limits/queue/queue-demand.ts';
import { countingHere } from '../../../src/limits/queue/single-host-queue.ts';
import { queueIn, WaitingRooms } from '../../../src/limits/queue/waiting-rooms.ts';
import { openSharedStore } from '../../../src/limits/redis/shared-store.ts';
import { concurrencyMeter, metersOf } from '../../../src/limits/rules.ts';
import { until } from '../../helpers/gate.ts';
import { startRedis, type TestRedis } from '../../helpers/redis.ts';

const share = new Share('m', 'key');
const slot = { isAwaited: true as const, ...concurrencyMeter(1, undefined, deploymentOwner('m/1')) };
const choice = metersOf('key', [...share.meters.list, slot]);
const otherShare = new Share('m', 'other');
const otherChoice = metersOf('other', [...otherShare.meters.list, slot]);
const done = { attempted: true, tokens: 0, costNanoUsd: 0 };

/** One gateway: its rooms, and how those take what is free who do not wait. */
async function gatewayOn(t: TestContext, { url }: TestRedis, local = countingHere()) {
  const tls = { ca: undefined, cert: undefined, key: undefined, serverName: undefined };
  const shared = await openSharedStore(
    { url, tls, prefix: 'rooms:', onFailure: 'local', gateways: 2 },
    local,
  );
  const rooms = new WaitingRooms({
    seats: { isShared: true, isFree: () => undefined, ...shared.seats },
  });
  t.after(() => {
    rooms.close();
    return shared.store.close();
  });
  const wait = (ofClass: QueueClass, key = 'key') => {
    const sinceMs = hostClock.monotonic();
    return queueIn(rooms, {
      choices: [key === 'other' ? otherChoice : choice],
      share: (key === 'other' ? otherShare : share).meters,
      room: 'm',
      length: 100,
      class: ofClass,
      key,
      weight: 1,
      sinceMs,
      untilMs: sinceMs + 20_000,
    });
  };
  return { rooms, wait, store: shared.store };
}

async function took(store: LimitStore): Promise<Grant | undefined> {
  const verdict = await store.spend({ meters: choice, tokens: 0 });
  return verdict.admitted ? verdict.grant : undefined;
}

/** Looks until it is told: nothing of a room keeps a process alive. */
async function toldOf({ outcome }: Queued): Promise<QueueOutcome> {
  let told: QueueOutcome | undefined;
  void outcome.then((one) => {
    told = one;
  });
  await until(() => told !== undefined, 'it is told');
  return told!;
}

const grantOf = (outcome: QueueOutcome) => {
  assert.equal(outcome.kind, 'seated');
  return (outcome as Extract<QueueOutcome, { kind: 'seated' }>).grant;
};

test('of gateways that share slots the higher class goes first, and one of eight places is for those below', async (t) => {
  const redis = await startRedis(t);
  const [one, other] = [await gatewayOn(t, redis), await gatewayOn(t, redis)];
  let held = (await took(one.store))!;
  assert.ok(held);
  const order: string[] = [];
  let next: ((grant: Grant) => void) | undefined;
  const seated = new Promise<void>((resolve) => {
    const count = 18;
    const take = (name: string) => (outcome: QueueOutcome) => {
      order.push(name);
      if (order.length === count) resolve();
      next?.(grantOf(outcome));
    };
    for (let low = 0; low < 2; low += 1) void one.wait('low').outcome.then(take('low'));
    for (let high = 0; high < 16; high += 1) void other.wait('high').outcome.then(take('high'));
  });
  // Those who wait are published by the time that they have been refused once.
  await until(() => one.rooms.waiting().length + other.rooms.waiting().length === 2, 'they wait');
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(await took(other.store), undefined);
  next = (grant) => setTimeout(() => grant.settle(done), 5);
  held.settle(done);
  await seated;
  const place = order.indexOf('low');
  assert.ok(place >= 7 && place < 16, `one of eight, and not the last: ${order.join()}`);
  held = (await took(one.store)) ?? held;
});

test('who does not wait leaves what is free to those who do, on whatever gateway', async (t) => {
  const redis = await startRedis(t);
  const [one, other] = [await gatewayOn(t, redis), await gatewayOn(t, redis)];
  const held = (await took(one.store))!;
  const waiting = one.wait('normal');
  await new Promise((resolve) => setTimeout(resolve, 60));
  held.settle(done);
  const stolen: (Grant | undefined)[] = [];
  const freedMs = performance.now();
  let isSeated = false;
  const outcome = waiting.outcome.then((told) => {
    isSeated = true;
    return told;
  });
  while (!isSeated) stolen.push(await took(other.store));
  assert.ok(performance.now() - freedMs < 1000);
  assert.deepEqual(
    stolen.filter((grant) => grant !== undefined),
    [],
  );
  grantOf(await outcome).settle(done);
  let after: Grant | undefined;
  await until(async () => {
    after = await took(other.store);
    return after !== undefined;
  }, 'nobody waits any more');
  after!.settle(done);
});

test('while Redis is away those who wait are served by the share of their gateway, and by all of it when it is back', async (t) => {
  const redis = await startRedis(t);
  const one = await gatewayOn(t, redis);
  const held = (await took(one.store))!;
  const waiting = one.wait('normal');
  await until(() => one.rooms.waiting().length === 1, 'it waits');
  await redis.kill();
  held.settle(done);
  const grant = grantOf(await toldOf(waiting));
  await redis.restart();
  await until(
    async () => (await one.store.read(choice))[1]!.remaining === 0,
    'Redis knows of its slot again',
  );
  const second = one.wait('normal');
  await until(() => one.rooms.waiting().length === 1, 'it waits');
  grant.settle(done);
  grantOf(await toldOf(second)).settle(done);
});

test('an answer of Redis that is late gives no slot away that another process of the host holds', async (t) => {
  const redis = await startRedis(t);
  const host = countingHere();
  const [worker, supervisor] = [await gatewayOn(t, redis, host), await gatewayOn(t, redis, host)];
  const held = (await took(worker.store))!;
  const waiting = supervisor.wait('normal');
  await new Promise((resolve) => setTimeout(resolve, 60));
  let isSeated = false;
  const told = waiting.outcome.then((outcome) => {
    isSeated = true;
    return outcome;
  });
  // Longer than an answer is waited for, and shorter than what makes a store one that is away.
  redis.freeze();
  await new Promise((resolve) => setTimeout(resolve, 85));
  redis.thaw();
  await new Promise((resolve) => setTimeout(resolve, 60));
  assert.equal(isSeated, false, 'there is one slot, and it is taken');
  held.settle(done);
  await until(() => isSeated, 'it is seated');
  grantOf(await told).settle(done);
});

test('within a class the key that has less under way goes first, on whatever gateway it waits', async (t) => {
  const redis = await startRedis(t);
  const [one, other] = [await gatewayOn(t, redis), await gatewayOn(t, redis)];
  const held = (await took(one.store))!;
  // Another request of `key` is under way, at a server that nobody waits for; of `other` there is none.
  const elsewhere = metersOf('key', [...share.meters.list]);
  const verdict = await one.store.spend({ meters: elsewhere, tokens: 0 });
  assert.ok(verdict.admitted);
  const first = one.wait('normal');
  const second = other.wait('normal', 'other');
  const order: string[] = [];
  const take = (name: string) => (outcome: QueueOutcome) => {
    order.push(name);
    grantOf(outcome).settle(done);
  };
  const both = [first.outcome.then(take('key')), second.outcome.then(take('other'))];
  // Each has been refused by then, has heard what its key has under way, and is published with that.
  await new Promise((resolve) => setTimeout(resolve, 120));
  held.settle(done);
  await until(() => order.length > 0, 'one is seated');
  assert.equal(order[0], 'other', 'it came later, and has nothing under way');
  await until(() => order.length === 2, 'both are seated');
  verdict.grant.settle(done);
  await Promise.all(both);
});

test('a gateway that is gone while somebody waits there holds up nobody for longer than a moment', async (t) => {
  const redis = await startRedis(t);
  const [one, other] = [await gatewayOn(t, redis), await gatewayOn(t, redis)];
  const held = (await took(one.store))!;
  one.wait('high');
  await new Promise((resolve) => setTimeout(resolve, 80));
  one.rooms.close();
  held.settle(done);
  const goneMs = performance.now();
  let grant: Grant | undefined;
  await until(async () => {
    grant = await took(other.store);
    return grant !== undefined;
  }, 'who does not wait has the slot');
  assert.ok(performance.now() - goneMs < 1000);
  grant!.settle(done);
});
