import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { type Clock, hostClock } from '../../../src/limits/clock.ts';
import { leaseClient } from '../../../src/limits/lease/lease-client.ts';
import type { PrimaryMessage, WorkerMessage } from '../../../src/limits/lease/lease-messages.ts';
import { type LeaseServer, leaseServer } from '../../../src/limits/lease/lease-server.ts';
import { Ledger } from '../../../src/limits/ledger.ts';
import { type LimitStore, StoreFault, type Verdict } from '../../../src/limits/limit-store.ts';
import { periodAt } from '../../../src/limits/period.ts';
import {
  budgetMeter,
  concurrencyMeter,
  type Meters,
  metersOf,
  rateMeter,
} from '../../../src/limits/rules.ts';
import { until } from '../../helpers/gate.ts';
import { ofEndUser, storeContract } from '../limit-store.contract.ts';
import { manualClock } from '../manual-clock.ts';

interface TestWorker {
  readonly store: LimitStore;
  /** Tabs that the primary has of it. */
  readonly tabs: () => number;
  /** Messages that crossed the border, both ways. */
  readonly crossed: () => number;
  /** The process is gone: nothing of it arrives any more. */
  die(): void;
}

/** How a message travels: the order of one side's messages is kept, as a pipe keeps it. */
type Travel = (deliver: () => void) => void;

const atOnce: Travel = (deliver) => queueMicrotask(deliver);

function inOrder(wait: () => number): Travel {
  let last = Promise.resolve();
  return (deliver) => {
    const arrives = delay(wait());
    last = last.then(() => arrives).then(deliver);
  };
}

function addWorker(server: LeaseServer, clock?: Clock, travel: () => Travel = () => atOnce): TestWorker {
  let crossed = 0;
  let tabs = 0;
  let isDead = false;
  let toServer: (message: WorkerMessage) => void = () => {};
  let toWorker: (message: PrimaryMessage) => void = () => {};
  const there = travel();
  const back = travel();
  const detach = server.attach({
    send(message) {
      crossed += 1;
      const copy = structuredClone(message);
      back(() => isDead || toWorker(copy));
    },
    onMessage: (handler) => {
      toServer = handler;
    },
  });
  const store = leaseClient(
    {
      send(message) {
        crossed += 1;
        if (message.type === 'open') tabs += 1;
        if (message.type === 'close') tabs -= 1;
        const copy = structuredClone(message);
        there(() => isDead || toServer(copy));
      },
      onMessage: (handler) => {
        toWorker = handler;
      },
    },
    clock === undefined ? {} : { clock },
  );
  return {
    store,
    crossed: () => crossed,
    tabs: () => tabs,
    die() {
      isDead = true;
      detach();
    },
  };
}

function opened(t: TestContext) {
  const clock = manualClock();
  const ledger = new Ledger(clock);
  const { store } = addWorker(leaseServer({ clock, ledger }), clock);
  t.after(() => store.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return {
    store,
    budgets: ledger,
    settled: async (meters: Meters) => store.read(meters),
    async advance(ms: number) {
      // In steps as long as the store may be up to something, then at once.
      let left = ms;
      while (left > 0) {
        const step = ms - left < 500 ? Math.min(left, 25) : left;
        clock.advance(step);
        t.mock.timers.tick(Math.min(step, 1000));
        await new Promise((resolve) => setImmediate(resolve));
        left -= step;
      }
    },
  };
}

storeContract('leasing store', opened, 400);
storeContract('leasing store of end users', opened, 100, { grouped: ofEndUser });

const perMinute = (limit: number) => metersOf('key', [rateMeter('requests', limit, 60_000)]);

async function spendAll(workers: readonly TestWorker[], meters: Meters, count: number): Promise<Verdict[]> {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      workers[index % workers.length]!.store.spend({ meters, tokens: 0 }),
    ),
  );
}

const admittedIn = (verdicts: readonly Verdict[]) => verdicts.filter(({ admitted }) => admitted).length;

test('500 requests in two seconds over two workers: 60 a minute is exactly 60', async (t) => {
  const server = leaseServer();
  const workers = [1, 2].map(() => addWorker(server, undefined, () => inOrder(() => Math.random() * 3)));
  t.after(() => Promise.all(workers.map(({ store }) => store.close())));
  const meters = perMinute(60);
  const pending: Promise<Verdict>[] = [];
  for (let index = 0; index < 500; index += 1) {
    const worker = workers[Math.random() < 0.7 ? 0 : 1]!;
    pending.push(Promise.resolve(worker.store.spend({ meters, tokens: 0 })));
    if (index % 5 === 0) await delay(20);
  }
  assert.equal(admittedIn(await Promise.all(pending)), 60);
});

test('whatever the delays, several busy workers share a limit to the last unit and not beyond', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(4), { minLength: 1, maxLength: 20 }),
      async (limit, count, delays) => {
        let turn = 0;
        const wait = () => delays[turn++ % delays.length]!;
        const server = leaseServer();
        const workers = Array.from({ length: count }, () =>
          addWorker(server, undefined, () => inOrder(wait)),
        );
        const meters = perMinute(limit);
        let admitted = 0;
        for (let round = 0; round < 6; round += 1) {
          admitted += admittedIn(await spendAll(workers, meters, Math.ceil(limit / 3)));
          await delay(1);
        }
        await Promise.all(workers.map(({ store }) => store.close()));
        assert.equal(admitted, limit);
      },
    ),
    { numRuns: 15 },
  );
});

test('a busy worker asks for few of its requests', async (t) => {
  const server = leaseServer();
  const workers = [addWorker(server), addWorker(server)];
  t.after(() => Promise.all(workers.map(({ store }) => store.close())));
  const meters = perMinute(1_000_000);
  const [worker] = workers as [TestWorker, TestWorker];
  for (let index = 0; index < 2000; index += 1) await worker.store.spend({ meters, tokens: 0 });
  assert.ok(worker.crossed() < 200, `${worker.crossed()} messages`);
});

test('a worker that is seldom asked knows exactly what is left', async (t) => {
  const server = leaseServer();
  const workers = [addWorker(server), addWorker(server)];
  t.after(() => Promise.all(workers.map(({ store }) => store.close())));
  const left: number[] = [];
  for (const index of [0, 1, 1, 0]) {
    const verdict = await workers[index]!.store.spend({ meters: perMinute(60), tokens: 0 });
    left.push(verdict.quotas[0]!.remaining);
  }
  assert.deepEqual(left, [59, 58, 57, 56]);
});

test('leases that are not used go back', async (t) => {
  const server = leaseServer();
  const busy = addWorker(server);
  const other = addWorker(server);
  t.after(() => Promise.all([busy, other].map(({ store }) => store.close())));
  const meters = perMinute(1000);
  for (let index = 0; index < 50; index += 1) await busy.store.spend({ meters, tokens: 0 });
  await until(async () => (await other.store.read(meters))[0]!.remaining === 950, 'all but 50 is there');
});

test('slots and unused leases of a worker that dies come back, what it may have used counts', async (t) => {
  const clock = manualClock();
  const server = leaseServer({ clock });
  const dying = addWorker(server, clock);
  const living = addWorker(server, clock);
  t.after(() => living.store.close());
  const meters = metersOf('key', [rateMeter('requests', 100, 60_000), concurrencyMeter(50)]);
  for (let index = 0; index < 30; index += 1) {
    assert.equal((await dying.store.spend({ meters, tokens: 0 })).admitted, true);
  }
  dying.die();
  const [requests, slots] = await living.store.read(meters);
  assert.equal(slots!.remaining, 50);
  assert.ok(requests!.remaining <= 70 && requests!.remaining >= 40, String(requests!.remaining));
  clock.advance(61_000);
  assert.equal((await living.store.read(meters))[0]!.remaining, 100);
});

test('a slot that was freed in one worker is there in another', async (t) => {
  const server = leaseServer();
  const [one, two] = [1, 2].map(() => addWorker(server, undefined, () => inOrder(() => 1))) as [
    TestWorker,
    TestWorker,
  ];
  t.after(() => Promise.all([one, two].map(({ store }) => store.close())));
  const meters = metersOf('key', [concurrencyMeter(1)]);
  for (let round = 0; round < 10; round += 1) {
    const { store } = round % 2 === 0 ? one : two;
    const verdict = await store.spend({ meters, tokens: 0 });
    assert.ok(verdict.admitted, `round ${round}`);
    verdict.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  }
});

test('a budget that one worker has spent is spent for the others, also for those with a lease', async (t) => {
  const server = leaseServer();
  const [one, two] = [1, 2].map(() => addWorker(server)) as [TestWorker, TestWorker];
  t.after(() => Promise.all([one, two].map(({ store }) => store.close())));
  const meters = metersOf('key', [rateMeter('requests', 10_000, 60_000), budgetMeter(1, 'month')]);
  for (let index = 0; index < 100; index += 1) {
    assert.equal((await two.store.spend({ meters, tokens: 0 })).admitted, true);
  }
  const verdict = await one.store.spend({ meters, tokens: 0 });
  assert.ok(verdict.admitted);
  verdict.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 1_000_000_000 });
  await until(async () => !(await two.store.spend({ meters, tokens: 0 })).admitted, 'it is spent there too');
});

test('what another process spent of a budget is heard of by workers that are busy, and would not ask for long', async (t) => {
  const ledger = new Ledger(hostClock);
  const server = leaseServer({ ledger });
  const worker = addWorker(server);
  t.after(() => worker.store.close());
  const meters = metersOf('key', [budgetMeter(1, 'month')]);
  const spend = async () => (await worker.store.spend({ meters, tokens: 0 })).admitted;
  for (let index = 0; index < 100; index += 1) assert.equal(await spend(), true);
  const { from } = periodAt('month', Date.now());
  const spent = { account: 'key', id: 'budget:month', period: 'month', from, spentNanoUsd: 1e9 } as const;
  ledger.add({ budgets: [spent], windows: [] });
  await until(async () => !(await spend()), 'it is spent there too', 2500);
});

test('of very many end users few have a tab at a time, and what their requests came to is counted', async (t) => {
  const clock = manualClock();
  const ledger = new Ledger(clock);
  const { store, tabs } = addWorker(leaseServer({ clock, ledger }), clock);
  t.after(() => store.close());
  const users = 1000;
  const all = Array.from({ length: users + 1 }, (_, user) =>
    ofEndUser(`user-${user}`, [rateMeter('tokens', 1000, 60_000), concurrencyMeter(2)]),
  );
  const of = (user: number) => all[user]!;
  const streaming = await store.spend({ meters: of(users), tokens: 100 });
  let most = 0;
  for (let user = 0; user < users; user += 1) {
    const verdict = await store.spend({ meters: of(user), tokens: 100 });
    assert.ok(verdict.admitted);
    verdict.grant.settle({ attempted: true, tokens: user, costNanoUsd: 0 });
    most = Math.max(most, tabs());
  }
  assert.ok(most <= 250, `${most} at a time`);
  for (let user = 0; user < users; user += 100)
    assert.deepEqual(
      (await store.read(of(user))).map(({ remaining }) => remaining),
      [1000 - user, 2],
    );
  assert.ok(streaming.admitted);
  assert.equal((await store.read(of(users)))[1]!.remaining, 1, 'it is still in flight');
  streaming.grant.settle({ attempted: true, tokens: 7, costNanoUsd: 0 });
  assert.deepEqual(
    (await store.read(of(users))).map(({ remaining }) => remaining),
    [993, 2],
  );
});

test('models of one key share its common limits across tabs', async (t) => {
  const server = leaseServer();
  const worker = addWorker(server);
  t.after(() => worker.store.close());
  const common = rateMeter('requests', 100, 60_000);
  const small = metersOf('key', [common, rateMeter('requests', 80, 60_000, 'small-*')]);
  const large = metersOf('key', [common]);
  const verdicts = [...(await spendAll([worker], small, 70)), ...(await spendAll([worker], large, 70))];
  assert.equal(admittedIn(verdicts), 100);
});

test('a primary that hangs keeps nobody waiting for longer than it may take, and what it grants too late goes back', async () => {
  const answers: ((message: PrimaryMessage) => void)[] = [];
  const held: (() => void)[] = [];
  const server = leaseServer();
  let toServer: (message: WorkerMessage) => void = () => {};
  server.attach({
    send: (message) => {
      for (const take of answers) take(message);
    },
    onMessage: (handler) => {
      toServer = handler;
    },
  });
  const store = leaseClient(
    {
      send: (message) => void held.push(() => toServer(message)),
      onMessage: (handler) => void answers.push(handler),
    },
    { withinMs: 30 },
  );
  let hangs = true;
  const pumping = setInterval(() => {
    if (!hangs) for (const send of held.splice(0)) send();
  }, 1);
  const meters = metersOf('key', [concurrencyMeter(2)]);
  const asked = [1, 2, 3].map(() => store.spend({ meters, tokens: 0 }));
  for (const verdict of asked) await assert.rejects(Promise.resolve(verdict), StoreFault);
  hangs = false;
  const verdicts = [await store.spend({ meters, tokens: 0 }), await store.spend({ meters, tokens: 0 })];
  clearInterval(pumping);
  assert.deepEqual(
    verdicts.map(({ admitted }) => admitted),
    [true, true],
  );
});
