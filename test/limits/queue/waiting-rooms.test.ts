import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deploymentOwner } from '../../../src/limits/accounts/owners.ts';
import { hostClock } from '../../../src/limits/clock.ts';
import { leaseClient } from '../../../src/limits/lease/lease-client.ts';
import type { PrimaryMessage, WorkerMessage } from '../../../src/limits/lease/lease-messages.ts';
import { leaseServer } from '../../../src/limits/lease/lease-server.ts';
import { Ledger } from '../../../src/limits/ledger.ts';
import type { Grant } from '../../../src/limits/limit-store.ts';
import { Share } from '../../../src/limits/queue/fair-share.ts';
import { ledgerSeats } from '../../../src/limits/queue/ledger-seats.ts';
import type { QueueDemand, QueueOutcome } from '../../../src/limits/queue/queue-demand.ts';
import { WaitingRooms } from '../../../src/limits/queue/waiting-rooms.ts';
import { concurrencyMeter, metersOf } from '../../../src/limits/rules.ts';
import { until } from '../../helpers/gate.ts';
import { manualClock } from '../manual-clock.ts';

const done = { attempted: true, tokens: 0, costNanoUsd: 0 };
const share = new Share('m', 'key');
const slots = (limit: number) =>
  metersOf('key', [...share.meters.list, concurrencyMeter(limit, undefined, deploymentOwner('m/1'))]);

function demand(choice: ReturnType<typeof slots>, now: number, waitMs = 30_000): QueueDemand {
  return {
    choices: [choice],
    share: share.meters,
    room: 'm',
    length: 20_000,
    class: 'normal',
    key: 'key',
    weight: 1,
    sinceMs: now,
    untilMs: now + waitMs,
  };
}

test('who would wait in vain is told at once, and when to come back, by the pace of the last minute', () => {
  const clock = manualClock();
  const rooms = new WaitingRooms({ clock, seats: ledgerSeats(new Ledger(clock), clock) });
  const choice = slots(1);
  const seated: Grant[] = [];
  const told: QueueOutcome[] = [];
  const enter = (waitMs: number) =>
    rooms.enter(demand(choice, clock.monotonic(), waitMs), {
      outcome(outcome) {
        if (outcome.kind === 'seated') seated.push(outcome.grant);
        else told.push(outcome);
      },
      failed: assert.fail,
    });
  for (let count = 0; count < 30; count += 1) enter(1_000_000);
  assert.equal(seated.length, 1);
  enter(1);
  assert.equal(told.length, 0, 'before anybody was served nobody knows');
  // One is served every two seconds.
  for (let count = 0; count < 12; count += 1) {
    clock.advance(2000);
    seated.at(-1)!.settle(done);
  }
  assert.equal(seated.length, 13);
  enter(30_000);
  assert.deepEqual(told, [{ kind: 'refused', why: 'in_vain', retryAfterMs: 8000, waiting: 18 }]);
  enter(40_000);
  assert.equal(told.length, 1, 'it takes 38 seconds');
  rooms.close();
});

test('ten thousand that leave at once are gone at once, and their places with them', () => {
  const clock = manualClock();
  const rooms = new WaitingRooms({ clock, seats: ledgerSeats(new Ledger(clock), clock) });
  const choice = slots(1);
  let first: Grant | undefined;
  let last: Grant | undefined;
  const enter = (seat: (grant: Grant) => void) =>
    rooms.enter(demand(choice, clock.monotonic()), {
      outcome: (outcome) => outcome.kind === 'seated' && seat(outcome.grant),
      failed: assert.fail,
    });
  enter((grant) => {
    first = grant;
  });
  const leaving = Array.from({ length: 10_000 }, () => enter(() => assert.fail('it left')));
  enter((grant) => {
    last = grant;
  });
  assert.equal(rooms.waiting()[0]!.count, 10_001);
  const sinceMs = performance.now();
  for (const leave of leaving) leave();
  first!.settle(done);
  assert.ok(last !== undefined);
  assert.ok(performance.now() - sinceMs < 1000);
  assert.deepEqual(rooms.waiting(), []);
  rooms.close();
});

/** A worker over a channel that copies what it carries. */
function workerOf(server: ReturnType<typeof leaseServer>) {
  let toServer: (message: WorkerMessage) => void = () => {};
  let toWorker: (message: PrimaryMessage) => void = () => {};
  const detach = server.attach({
    send: (message) => queueMicrotask(() => toWorker(structuredClone(message))),
    onMessage: (handler) => {
      toServer = handler;
    },
  });
  const store = leaseClient({
    send: (message) => queueMicrotask(() => toServer(structuredClone(message))),
    onMessage: (handler) => {
      toWorker = handler;
    },
  });
  return { store, detach };
}

test('while somebody waits nothing is leased ahead, and what is freed in a worker is there at once', async (t) => {
  const server = leaseServer();
  const [one, other] = [workerOf(server), workerOf(server)];
  t.after(() => Promise.all([one.store.close(), other.store.close()]));
  const choice = slots(40);
  const grants: Grant[] = [];
  const take = async () => {
    const verdict = await one.store.spend({ meters: choice, tokens: 0 });
    if (verdict.admitted) grants.push(verdict.grant);
    return verdict.admitted;
  };
  // So busy that it is leased some ahead, and then until all are taken.
  for (let count = 0; count < 40; count += 1) await take();
  assert.equal(grants.length, 40);
  const waits = Array.from({ length: 40 }, () => other.store.queue(demand(choice, hostClock.monotonic())));
  let seated = 0;
  for (const { outcome } of waits)
    void outcome.then((told) => {
      if (told.kind === 'seated') seated += 1;
    });
  await until(async () => !(await take()), 'the worker knows that somebody waits');
  const took: number[] = [];
  for (let count = 1; count <= 20; count += 1) {
    const freedMs = performance.now();
    grants.pop()!.settle(done);
    await until(() => seated === count, 'it is given to one who waits');
    took.push(performance.now() - freedMs);
  }
  took.sort((a, b) => a - b);
  assert.ok(took[10]! < 40, `and not when the worker tells of what it does not need: ${took.join()}`);
  other.detach();
  assert.equal(await take(), true, 'slots of a worker that dies are free');
});

/** Eight servers of one slot each, and requests that would have them in orders of their own. */
function eightServers() {
  const choices = Array.from({ length: 8 }, (_, place) =>
    metersOf('key', [...share.meters.list, concurrencyMeter(1, undefined, deploymentOwner(`m/${place}`))]),
  );
  let turned = 0;
  const inSomeOrder = () => {
    turned += 3;
    return choices.map((_, place) => choices[(place * 5 + turned) % 8]!);
  };
  return { choices, inSomeOrder };
}

test('where one has to ask for slots, one that comes back is given out with one question', async () => {
  const clock = manualClock();
  const { choices, inSomeOrder } = eightServers();
  const taken = new Set<unknown>();
  let asked = 0;
  const rooms = new WaitingRooms({
    clock,
    seats: {
      isShared: true,
      isFree: () => undefined,
      underWay: () => 0,
      async take(meters) {
        asked += 1;
        const quotas = meters.list.map(() => ({ remaining: 0, resetMs: 0 }));
        if (taken.has(meters)) return { admitted: false, index: 1, retryAfterMs: 1000, quotas };
        taken.add(meters);
        return { admitted: true, quotas, grant: { at: 0, settle: () => void taken.delete(meters) } };
      },
    },
  });
  const seated: Grant[] = [];
  for (let count = 0; count < 30; count += 1)
    rooms.enter(
      { ...demand(choices[0]!, clock.monotonic()), choices: inSomeOrder() },
      { outcome: (told) => told.kind === 'seated' && seated.push(told.grant), failed: assert.fail },
    );
  const calm = async () => {
    for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
  };
  await calm();
  const holding = seated.splice(0);
  assert.equal(holding.length, 8);
  for (let count = 0; count < 12; count += 1) {
    asked = 0;
    const place = (count * 3) % 8;
    holding[place]!.settle(done);
    await calm();
    assert.equal(seated.length, 1);
    assert.equal(asked, 1);
    holding[place] = seated.pop()!;
  }
  rooms.close();
});

test('those who wait for the same servers stand in one line, in whatever order they would have them', () => {
  const clock = manualClock();
  const { choices, inSomeOrder } = eightServers();
  const seats = ledgerSeats(new Ledger(clock), clock);
  let looked = 0;
  const rooms = new WaitingRooms({
    clock,
    seats: {
      ...seats,
      isFree(slots) {
        looked += 1;
        return seats.isFree(slots);
      },
    },
  });
  const seated: Grant[] = [];
  for (let count = 0; count < 1000; count += 1)
    rooms.enter(
      { ...demand(choices[0]!, clock.monotonic()), choices: inSomeOrder() },
      { outcome: (told) => told.kind === 'seated' && seated.push(told.grant), failed: assert.fail },
    );
  assert.equal(seated.length, 8);
  looked = 0;
  seated[4]!.settle(done);
  assert.equal(seated.length, 9);
  assert.ok(looked < 100, `992 wait, and slots were looked at ${looked} times`);
  rooms.close();
});
