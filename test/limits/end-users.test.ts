import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { EndUsersConfig } from '../../src/config/types/keys.ts';
import type { LimitSet } from '../../src/config/types/limits.ts';
import { EndUserAccounts, mostEndUsers } from '../../src/limits/accounts/end-user-accounts.ts';
import { EndUserLimits } from '../../src/limits/accounts/end-user-limits.ts';
import { hostClock } from '../../src/limits/clock.ts';
import { Ledger } from '../../src/limits/ledger.ts';
import { refusalError } from '../../src/limits/limit-refusal.ts';
import type { LimitStore } from '../../src/limits/limit-store.ts';
import { memoryStore } from '../../src/limits/memory-store.ts';
import { budgetMeter, concurrencyMeter, type Meters, metersOf, rateMeter } from '../../src/limits/rules.ts';
import { isFull } from '../helpers/full.ts';
import { manualClock } from './manual-clock.ts';

const nothing: LimitSet = {
  requests: [],
  tokens: [],
  concurrency: undefined,
  waitMs: undefined,
  budget: undefined,
};
const keysOwn = metersOf('app', [rateMeter('requests', 1e9, 60_000)]);

function endUsers(rule: Partial<LimitSet> = { requests: [{ limit: 2, windowMs: 60_000 }] }): EndUserLimits {
  const limits = { ...nothing, ...rule, sockets: undefined, perModel: new Map() };
  const config: EndUsersConfig = { from: [{ in: 'body', field: 'user' }], rule: undefined, limits };
  return new EndUserLimits('app', config, () => () => true);
}

async function isAdmitted(store: LimitStore, meters: Meters): Promise<boolean> {
  return (await store.spend({ meters, tokens: 0 })).admitted;
}

test('each end user counts for itself, those that are not named count as one, and the key counts all', async () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const users = endUsers();
  const of = (name?: string) => users.of(name).metersFor('m', keysOwn);
  for (const name of ['ada', 'bob', undefined]) {
    assert.ok(await isAdmitted(store, of(name)));
    assert.ok(await isAdmitted(store, of(name)));
    assert.equal(await isAdmitted(store, of(name)), false);
  }
  assert.equal((await store.read(keysOwn))[0]!.remaining, 1e9 - 6);
  const meters = of('ada');
  const verdict = await store.spend({ meters, tokens: 0 });
  assert.ok(!verdict.admitted);
  assert.match(
    refusalError(meters, verdict).message,
    /^This end user of the key is limited to 2 requests per minute/,
  );
});

test('a name of more than 256 bytes is known by its digest, each by its own', async () => {
  const store = memoryStore({ clock: manualClock() });
  const users = endUsers({ requests: [{ limit: 1, windowMs: 60_000 }] });
  const long = 'x'.repeat(10_240);
  const accountOf = (name: string) => users.of(name).metersFor('m', keysOwn).list.at(-1)!.owner!.account;
  assert.equal(accountOf(`${'y'.repeat(255)}1`).length, 'user app '.length + 256);
  assert.match(accountOf(`${long}1`), /^user app sha256:[0-9a-f]{64}$/);
  assert.match(accountOf('\u00fc'.repeat(129)), /sha256/);
  for (const end of ['1', '2'])
    assert.ok(await isAdmitted(store, users.of(long + end).metersFor('m', keysOwn)));
  assert.equal(await isAdmitted(store, users.of(`${long}1`).metersFor('m', keysOwn)), false);
});

test('of end users on whom nothing counts the least used is forgotten, and where nobody is idle new ones share', () => {
  const clock = manualClock();
  const ledger = new Ledger(clock);
  const store = memoryStore({ clock, ledger });
  const users = endUsers({ requests: [{ limit: 1, windowMs: 60_000 }] });
  const spend = (name: string) => {
    const verdict = store.spend({ meters: users.of(name).metersFor('m', keysOwn), tokens: 0 });
    assert.ok(!(verdict instanceof Promise));
    return verdict.admitted;
  };
  for (let user = 0; user < mostEndUsers; user += 1) assert.ok(spend(`user-${user}`));
  // Nobody is idle: the next share one limit, and those that are remembered keep theirs.
  assert.deepEqual([spend('late-1'), spend('late-2'), spend('user-5')], [true, false, false]);
  clock.advance(61_000);
  assert.deepEqual([spend('late-1'), spend('late-2'), spend('user-99999')], [true, true, true]);
  assert.deepEqual([spend('late-1'), spend('late-2'), spend('user-99999')], [false, false, false]);
});

test('who was used last is forgotten last', () => {
  const accounts = new EndUserAccounts(manualClock(), 4);
  const opened = ['a', 'b', 'c', 'd'].map((name) => accounts.open(name));
  opened[0]!.touch();
  accounts.open('e');
  assert.deepEqual(
    opened.map(({ isClosed }) => isClosed),
    [false, true, false, false],
  );
  assert.equal(accounts.size, 4);
});

/** Of them 100,000 are remembered. */
const many = isFull ? 1_000_000 : 150_000;

test('a million end users with names of ten kilobytes are no more than are remembered', () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const users = endUsers({ requests: [{ limit: 5, windowMs: 60_000 }] });
  const long = 'z'.repeat(10_000);
  const began = process.memoryUsage().heapUsed;
  for (let user = 0; user < many; user += 1) {
    const name = user % 50 === 0 ? long + user : `user-${user}`;
    void store.spend({ meters: users.of(name).metersFor('m', keysOwn), tokens: 0 });
    if (user % 1000 === 0) clock.advance(1000);
  }
  const grown = process.memoryUsage().heapUsed - began;
  assert.ok(grown < 200 * 1024 * 1024, `${Math.round(grown / 1024 / 1024)} MiB`);
});

test('whoever gets the number of one that was forgotten begins with nothing counted', () => {
  const clock = manualClock();
  const accounts = new EndUserAccounts(clock, 1);
  const meters = [
    rateMeter('requests', 5, 60_000),
    concurrencyMeter(5),
    budgetMeter(1, 'day'),
    budgetMeter(1, 'total'),
  ];
  const first = accounts.open('first');
  const [requests, slots, day, total] = meters.map((meter) => first.counter(meter));
  requests!.add(clock.monotonic(), 3);
  slots!.add(0, 1);
  day!.add(0, 7);
  total!.add(0, 8);
  total!.held = 1;
  assert.ok(accounts.open('second').isShared);
  clock.advance(86_400_000);
  slots!.add(0, -1);
  assert.ok(accounts.open('second').isShared, 'a budget in all never ends');
  total!.add(0, -8);
  total!.held = 0;
  const second = accounts.open('second');
  assert.deepEqual([second.isShared, first.isClosed, second.isClosed], [false, true, false]);
  assert.deepEqual(
    meters.map((meter) => second.counter(meter).used()),
    [0, 0, 0, 0],
  );
  assert.ok(accounts.open('first').isShared === false, 'nothing counts for the second');
});

test('names of any length are each their own', () => {
  const accounts = new EndUserAccounts(manualClock());
  const meter = concurrencyMeter(5);
  const names = ['x'.repeat(31), 'x'.repeat(32), `${'x'.repeat(31)}y`, 'x'.repeat(256), '\u00fc'.repeat(31)];
  for (const [index, name] of names.entries())
    accounts
      .open(name)
      .counter(meter)
      .add(0, index + 1);
  assert.deepEqual(
    names.map((name) => accounts.open(name).counter(meter).used()),
    [1, 2, 3, 4, 5],
  );
  assert.equal(accounts.size, 5);
});

/** Bytes in use, on the heap and beside it, once all garbage is collected. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test('a hundred thousand end users with two rates take less than 32 MiB, whatever their names', () => {
  const accounts = new EndUserAccounts(hostClock);
  const meters = [rateMeter('requests', 1000, 86_400_000), rateMeter('tokens', 1000, 86_400_000)];
  const began = bytesInUse();
  for (let user = 0; user < mostEndUsers; user += 1) {
    const account = accounts.open(`${'someone-in-particular'.repeat(user % 12)}-${user}`);
    for (const meter of meters) account.counter(meter).add(hostClock.monotonic(), 1);
  }
  const grown = bytesInUse() - began;
  assert.equal(accounts.size, mostEndUsers);
  assert.ok(grown < 32 * 1024 * 1024, `${Math.round(grown / 1024 / 1024)} MiB`);
});

test('a slot of an end user that shared is given back where it was taken', () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const users = endUsers({ requests: [{ limit: 9, windowMs: 60_000 }], concurrency: 1 });
  const spend = (name?: string) => {
    const verdict = store.spend({ meters: users.of(name).metersFor('m', keysOwn), tokens: 0 });
    assert.ok(!(verdict instanceof Promise));
    return verdict;
  };
  for (let user = 0; user < mostEndUsers; user += 1) {
    const verdict = spend(`user-${user}`);
    if (verdict.admitted) verdict.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  }
  const shared = spend('late');
  assert.ok(shared.admitted);
  assert.equal(spend(undefined).admitted, false);
  clock.advance(61_000);
  assert.ok(spend('late').admitted, 'it has one of its own by now');
  shared.grant.settle({ attempted: true, tokens: 0, costNanoUsd: 0 });
  assert.ok(spend(undefined).admitted);
  assert.equal(spend('late').admitted, false);
});
