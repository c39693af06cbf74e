import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { callerOwner, endUserOwner } from '../../src/limits/accounts/owners.ts';
import type { BudgetStore } from '../../src/limits/budget-change.ts';
import type { Admission, Grant, LimitStore, Settlement, Verdict } from '../../src/limits/limit-store.ts';
import { useOf } from '../../src/limits/limit-use.ts';
import {
  budgetMeter,
  concurrencyMeter,
  type Meter,
  type Meters,
  metersOf,
  nanoUsdPerUsd,
  rateMeter,
} from '../../src/limits/rules.ts';
import { runs } from '../helpers/full.ts';
import { exactModel } from './exact-model.ts';

/** A store whose time stands still until the test moves it. */
export interface OpenedStore {
  readonly store: LimitStore;
  /** Where the budgets are that it spends. */
  readonly budgets: BudgetStore;
  /** Milliseconds, both clocks. Starts at `startMs`. */
  advance(ms: number): Promise<void> | void;
  /** Resolves when everything that was settled on these meters has arrived. */
  settled(meters: Meters): Promise<unknown>;
}

/** Noon UTC, in a future so far off that no real server thinks a key has outlived its time. */
export const startMs = Date.UTC(2126, 10, 17, 12);

const minute = 60_000;
/** From when a window of a minute that was filled at once is free, at the latest. */
const minuteAndTwoBuckets = minute + 600;
/** A refusal is repeated for so long without asking. */
const heardWithin = 50;
const nothingUsed: Settlement = { attempted: true, tokens: 0, costNanoUsd: 0 };
const notAttempted: Settlement = { attempted: false, tokens: 0, costNanoUsd: 0 };
const used = (tokens: number, usd = 0): Settlement => ({
  attempted: true,
  tokens,
  costNanoUsd: usd * nanoUsdPerUsd,
});

/** Groups meters into what a request of an account has to pass. */
export type Grouped = (account: string, list: readonly Meter[]) => Meters;

/** In what a store differs from others, or is to be judged otherwise. */
export interface StoreTraits {
  /** Says whose the meters are that have no owner. */
  readonly grouped?: Grouped;
  /** For so many hours of the clock a budget knows what it booked from what is spent; for ever where it is absent. */
  readonly bookedHours?: number;
}

/** Meters of a key's end user, who is named as the account is. */
export const ofEndUser: Grouped = (account, list) => {
  const owner = endUserOwner('key', account);
  return metersOf(
    account,
    list.map((meter) => (meter.owner === undefined ? { ...meter, owner } : meter)),
  );
};

/**
 * What holds for every store, wherever it counts. Names of accounts are unique per test, as in one server.
 */
export function storeContract(
  name: string,
  open: (t: TestContext) => Promise<OpenedStore> | OpenedStore,
  count = 150,
  { grouped = metersOf, bookedHours }: StoreTraits = {},
): void {
  let accounts = 0;
  const account = (...list: Meter[]): Meters => {
    accounts += 1;
    return grouped(`${name.replaceAll(' ', '-')}-${accounts}`, list);
  };
  const admitted = (verdict: Verdict): Admission => {
    assert.equal(verdict.admitted, true);
    return verdict as Admission;
  };
  const refused = (verdict: Verdict) => {
    assert.equal(verdict.admitted, false);
    return verdict as Exclude<Verdict, Admission>;
  };

  test(`${name}: concurrent callers can not both take the last unit`, async (t) => {
    const { store } = await open(t);
    const meters = account(rateMeter('requests', 2, minute));
    const verdicts = await Promise.all([1, 2, 3].map(() => store.spend({ meters, tokens: 0 })));
    assert.equal(verdicts.filter((verdict) => verdict.admitted).length, 2);
  });

  test(`${name}: a window that was filled at once is free again after its length`, async (t) => {
    const { store, advance } = await open(t);
    const meters = account(rateMeter('requests', 1, minute));
    admitted(await store.spend({ meters, tokens: 0 }));
    await advance(minute);
    const { retryAfterMs } = refused(await store.spend({ meters, tokens: 0 }));
    assert.ok(retryAfterMs > 0 && retryAfterMs <= minuteAndTwoBuckets - minute, String(retryAfterMs));
    await advance(Math.ceil(retryAfterMs));
    admitted(await store.spend({ meters, tokens: 0 }));
  });

  test(`${name}: a refusal by one meter leaves the others as they were`, async (t) => {
    const { store } = await open(t);
    const meters = account(
      rateMeter('requests', 5, minute),
      rateMeter('tokens', 100, minute),
      concurrencyMeter(5),
    );
    admitted(await store.spend({ meters, tokens: 90 }));
    const refusal = refused(await store.spend({ meters, tokens: 20 }));
    assert.equal(refusal.index, 1);
    assert.deepEqual(
      refusal.quotas.map(({ remaining }) => remaining),
      [4, 10, 4],
    );
  });

  test(`${name}: of several full meters the one that frees last is named`, async (t) => {
    const { store } = await open(t);
    const meters = account(rateMeter('requests', 1, 1000), rateMeter('requests', 1, 3_600_000));
    admitted(await store.spend({ meters, tokens: 0 }));
    const { index, retryAfterMs } = refused(await store.spend({ meters, tokens: 0 }));
    assert.equal(index, 1);
    assert.ok(retryAfterMs >= 3_600_000);
  });

  test(`${name}: tokens that were not used are there again, those used beyond count`, async (t) => {
    const { store, settled } = await open(t);
    const meters = account(rateMeter('tokens', 1000, minute));
    const remaining = async () => (await store.read(meters))[0]!.remaining;
    const first = admitted(await store.spend({ meters, tokens: 900 }));
    assert.equal(first.quotas[0]!.remaining, 100);
    first.grant.settle(used(200));
    await settled(meters);
    assert.equal(await remaining(), 800);
    const second = admitted(await store.spend({ meters, tokens: 100 }));
    second.grant.settle(used(5000));
    await settled(meters);
    assert.equal(await remaining(), 0);
  });

  test(`${name}: a grant that is settled twice is settled once`, async (t) => {
    const { store, settled } = await open(t);
    const meters = account(rateMeter('tokens', 1000, minute), concurrencyMeter(2));
    const { grant } = admitted(await store.spend({ meters, tokens: 500 }));
    admitted(await store.spend({ meters, tokens: 100 }));
    grant.settle(used(0));
    grant.settle(used(0));
    await settled(meters);
    assert.deepEqual(
      (await store.read(meters)).map(({ remaining }) => remaining),
      [900, 1],
    );
  });

  test(`${name}: a request that is larger than the whole limit takes all of it`, async (t) => {
    const { store } = await open(t);
    const meters = account(rateMeter('tokens', 1000, minute));
    admitted(await store.spend({ meters, tokens: 50_000 }));
    refused(await store.spend({ meters, tokens: 1 }));
  });

  test(`${name}: a request that was never attempted costs nothing`, async (t) => {
    const { store, settled } = await open(t);
    const meters = account(
      rateMeter('requests', 1, minute),
      rateMeter('tokens', 10, minute),
      concurrencyMeter(1),
    );
    for (let round = 0; round < 3; round += 1) {
      admitted(await store.spend({ meters, tokens: 10 })).grant.settle(notAttempted);
      await settled(meters);
    }
    assert.deepEqual(
      (await store.read(meters)).map(({ remaining }) => remaining),
      [1, 10, 1],
    );
  });

  test(`${name}: slots come back when requests end and not with time`, async (t) => {
    const { store, advance, settled } = await open(t);
    const meters = account(concurrencyMeter(2));
    const { grant } = admitted(await store.spend({ meters, tokens: 0 }));
    admitted(await store.spend({ meters, tokens: 0 }));
    await advance(5000);
    refused(await store.spend({ meters, tokens: 0 }));
    grant.settle(nothingUsed);
    await settled(meters);
    admitted(await store.spend({ meters, tokens: 0 }));
  });

  test(`${name}: a budget refuses once it is reached, and opens with the next period`, async (t) => {
    const { store, advance, settled } = await open(t);
    const meters = account(budgetMeter(10, 'day'));
    const first = admitted(await store.spend({ meters, tokens: 0 }));
    const second = admitted(await store.spend({ meters, tokens: 0 }));
    first.grant.settle(used(0, 9.999999999));
    await settled(meters);
    admitted(await store.spend({ meters, tokens: 0 })).grant.settle(nothingUsed);
    second.grant.settle(used(0, 0.5));
    await settled(meters);
    const { index, retryAfterMs, quotas } = refused(await store.spend({ meters, tokens: 0 }));
    assert.deepEqual({ index, retryAfterMs }, { index: 0, retryAfterMs: 12 * 3_600_000 });
    assert.equal(quotas[0]!.remaining, 0);
    const [read] = await store.read(meters);
    assert.deepEqual([read!.remaining, Math.round(read!.over!)], [0, 499_999_999]);
    assert.equal(useOf(meters.list[0]!, read).used, 10.499999999);
    await advance(12 * 3_600_000);
    admitted(await store.spend({ meters, tokens: 0 }));
  });

  test(`${name}: money of requests under way is reserved, and what they don't use is there again`, async (t) => {
    const { store, advance, settled } = await open(t);
    const meters = account(budgetMeter(0.1, 'day'));
    const of = (usd: number) => ({ capped: usd * nanoUsdPerUsd, maximum: 1000 * nanoUsdPerUsd });
    const spend = () => store.spend({ meters, tokens: 0, money: of(0.02) });
    const verdicts: Verdict[] = [];
    for (let times = 0; times < 36; times += 1) verdicts.push(await spend());
    const grants = verdicts.filter((verdict) => verdict.admitted).map(({ grant }) => grant);
    assert.equal(grants.length, 5);
    const { index, retryAfterMs, isReserved } = refused(verdicts.at(-1)!);
    assert.deepEqual({ index, retryAfterMs, isReserved }, { index: 0, retryAfterMs: 2000, isReserved: true });
    grants[0]!.settle(used(0, 0.01));
    grants[1]!.settle(notAttempted);
    await settled(meters);
    grants.push(admitted(await spend()).grant, admitted(await spend()).grant);
    await settled(meters);
    assert.equal(refused(await spend()).isReserved, true);
    for (const grant of grants) grant.settle(used(0, 0.02));
    await settled(meters);
    // 0.01 and six times 0.02: one of them used more than was left for it.
    const over = refused(await spend());
    assert.deepEqual([over.isReserved ?? false, over.retryAfterMs], [false, 12 * 3_600_000]);
    assert.equal(over.quotas[0]!.remaining, 0);
    await advance(12 * 3_600_000);
    assert.equal((await store.read(meters))[0]!.remaining, 0.1 * nanoUsdPerUsd);
  });

  test(`${name}: a request that reserved more than was left gives back no more than there was`, async (t) => {
    const { store, settled } = await open(t);
    const meters = account(budgetMeter(1, 'day'));
    const money = { capped: 3 * nanoUsdPerUsd, maximum: 3 * nanoUsdPerUsd };
    const { grant } = admitted(await store.spend({ meters, tokens: 0, money }));
    grant.settle(notAttempted);
    await settled(meters);
    const { quotas } = admitted(await store.spend({ meters, tokens: 0 }));
    assert.equal(quotas[0]!.remaining, nanoUsdPerUsd);
  });

  test(`${name}: money reserved in a period that is over is not taken from the next one`, async (t) => {
    const { store, advance, settled } = await open(t);
    const meters = account(budgetMeter(1, 'day'));
    const money = { capped: 400_000_000, maximum: 400_000_000 };
    const grants = [0, 1].map(() => store.spend({ meters, tokens: 0, money }));
    await Promise.all(grants);
    await advance(12 * 3_600_000);
    admitted(await grants[0]!).grant.settle(used(0, 0.3));
    admitted(await grants[1]!).grant.settle(notAttempted);
    await settled(meters);
    assert.equal((await store.read(meters))[0]!.remaining, 700_000_000);
  });

  test(`${name}: a reset leaves what requests under way have reserved`, async (t) => {
    const { store, budgets, settled } = await open(t);
    const meters = account(budgetMeter(1, 'month'));
    const money = { capped: 400_000_000, maximum: 400_000_000 };
    const { grant } = admitted(await store.spend({ meters, tokens: 0, money }));
    admitted(await store.spend({ meters, tokens: 0 })).grant.settle(used(0, 0.5));
    await settled(meters);
    const [left] = await budgets.changeBudgets(meters, { kind: 'reset' });
    assert.equal(left!.remaining, 600_000_000);
    grant.settle(used(0, 0.1));
    await settled(meters);
    assert.equal((await store.read(meters))[0]!.remaining, 900_000_000);
  });

  test(`${name}: a monthly budget lasts to the end of the month in UTC`, async (t) => {
    const { store, settled } = await open(t);
    const meters = account(budgetMeter(1, 'month'));
    admitted(await store.spend({ meters, tokens: 0 })).grant.settle(used(0, 1));
    await settled(meters);
    const { retryAfterMs } = refused(await store.spend({ meters, tokens: 0 }));
    assert.equal(retryAfterMs, Date.UTC(2126, 11, 1) - startMs);
  });

  test(`${name}: a weekly budget lasts until Monday, 00:00 UTC, and one in all for ever`, async (t) => {
    const { store, advance, settled } = await open(t);
    const meters = account(budgetMeter(1, 'week'));
    const inAll = account(budgetMeter(2, 'total'));
    for (const each of [meters, inAll]) {
      admitted(await store.spend({ meters: each, tokens: 0 })).grant.settle(used(0, 1));
      await settled(each);
    }
    const { retryAfterMs } = refused(await store.spend({ meters, tokens: 0 }));
    assert.equal(new Date(startMs + retryAfterMs).toISOString(), '2126-11-18T00:00:00.000Z');
    await advance(retryAfterMs);
    admitted(await store.spend({ meters, tokens: 0 }));
    await advance(400 * 86_400_000);
    admitted(await store.spend({ meters: inAll, tokens: 0 })).grant.settle(used(0, 1));
    await settled(inAll);
    assert.equal(refused(await store.spend({ meters: inAll, tokens: 0 })).quotas[0]!.remaining, 0);
  });

  test(`${name}: a credit opens a budget that is spent, a reset makes it whole, and rates stay`, async (t) => {
    const { store, budgets, advance, settled } = await open(t);
    const meters = account(budgetMeter(10, 'month'), rateMeter('requests', 5, minute));
    const ofBudget = grouped(meters.account, [budgetMeter(10, 'month')]);
    const spend = async (usd: number) => {
      admitted(await store.spend({ meters, tokens: 0 })).grant.settle(used(0, usd));
      await settled(meters);
    };
    await spend(12);
    assert.equal(refused(await store.spend({ meters, tokens: 0 })).index, 0);
    const credit = { kind: 'credit', nanoUsd: 5 * nanoUsdPerUsd } as const;
    const [credited] = await budgets.changeBudgets(ofBudget, credit);
    assert.equal(credited!.remaining, 3 * nanoUsdPerUsd);
    await advance(heardWithin);
    await spend(4);
    refused(await store.spend({ meters, tokens: 0 }));
    const [whole] = await budgets.changeBudgets(ofBudget, { kind: 'reset' });
    assert.equal(whole!.remaining, 10 * nanoUsdPerUsd);
    await advance(heardWithin);
    const { quotas } = admitted(await store.spend({ meters, tokens: 0 }));
    assert.deepEqual(
      quotas.map(({ remaining }) => remaining),
      [10 * nanoUsdPerUsd, 2],
    );
  });

  test(`${name}: a credit of more than is spent leaves more than the budget, until its period ends`, async (t) => {
    const { store, budgets, advance, settled } = await open(t);
    const meters = account(budgetMeter(10, 'day'));
    const credit = { kind: 'credit', nanoUsd: 20 * nanoUsdPerUsd } as const;
    assert.equal((await budgets.changeBudgets(meters, credit))[0]!.remaining, 30 * nanoUsdPerUsd);
    admitted(await store.spend({ meters, tokens: 0 })).grant.settle(used(0, 29));
    await settled(meters);
    admitted(await store.spend({ meters, tokens: 0 })).grant.settle(used(0, 1));
    await settled(meters);
    refused(await store.spend({ meters, tokens: 0 }));
    await budgets.changeBudgets(meters, credit);
    await advance(12 * 3_600_000);
    assert.equal((await store.read(meters))[0]!.remaining, 10 * nanoUsdPerUsd);
  });

  test(`${name}: what each caller of a key has spent is changed for all of them, and for nobody else`, async (t) => {
    const { store, budgets, settled } = await open(t);
    const own = account(budgetMeter(10, 'day', 'gpt-*'));
    const key = own.account;
    const of = (by: string, value: string, meter = own.list[0]!) =>
      metersOf(key, [{ ...meter, owner: callerOwner(key, by, value) }]);
    const all = [of('main#sub', 'ada'), of('main#sub', 'b} *:x'), of('other#sub', ''), of('main#sub', 'eve')];
    const others = [
      own,
      metersOf(key, [{ ...own.list[0]!, owner: endUserOwner(key, 'ada') }]),
      metersOf(key, [{ ...own.list[0]!, owner: callerOwner(`${key}x`, 'main#sub', 'ada') }]),
      of('main#sub', 'ada', budgetMeter(10, 'day', 'gpt-5')),
    ];
    for (const meters of [...all.slice(0, 3), ...others]) {
      admitted(await store.spend({ meters, tokens: 0 })).grant.settle(used(0, 12));
      await settled(meters);
    }
    const left = async (list: readonly Meters[]) => {
      const read: number[] = [];
      for (const meters of list) read.push((await store.read(meters))[0]!.remaining / nanoUsdPerUsd);
      return read;
    };
    const credit = { kind: 'credit', nanoUsd: 5 * nanoUsdPerUsd } as const;
    assert.equal(await budgets.changeCallerBudgets(key, own, credit), 3);
    assert.deepEqual(await left(all), [3, 3, 3, 10]);
    assert.equal(await budgets.changeCallerBudgets(key, own, { kind: 'reset' }), 3);
    assert.deepEqual(await left(all), [10, 10, 10, 10]);
    assert.equal(await budgets.changeCallerBudgets(key, own, credit), 0, 'nothing is spent');
    assert.deepEqual(await left(others), [0, 0, 0, 0]);
  });

  test(`${name}: what a request used is corrected where and when it was counted, from plain data`, async (t) => {
    const { store, advance, settled } = await open(t);
    const meters = account(
      rateMeter('tokens', 100, minute),
      budgetMeter(10, 'day'),
      rateMeter('requests', 10, minute),
    );
    const { grant } = admitted(await store.spend({ meters, tokens: 80 }));
    grant.settle(used(80, 8));
    await settled(meters);
    const later = metersOf(meters.account, structuredClone(meters.list));
    const correct = async (tokens: number, usd: number) => {
      const costNanoUsd = usd * nanoUsdPerUsd;
      store.correct({ meters: later, at: grant.at, wallMs: startMs, tokens, costNanoUsd });
      await settled(later);
      return (await store.read(meters)).map(({ remaining }) => remaining);
    };
    await advance(30_000);
    assert.deepEqual(await correct(-60, -6), [80, 8 * nanoUsdPerUsd, 9]);
    assert.deepEqual(await correct(30, 3), [50, 5 * nanoUsdPerUsd, 9]);
    await advance(minuteAndTwoBuckets - 30_000);
    assert.deepEqual(await correct(40, 0), [100, 5 * nanoUsdPerUsd, 10]);
    // What was spent on another day leaves no more of this one; what was spent after all does count.
    await advance(86_400_000);
    assert.deepEqual(await correct(0, -2), [100, 10 * nanoUsdPerUsd, 10]);
    assert.deepEqual(await correct(0, 4), [100, 6 * nanoUsdPerUsd, 10]);
  });

  test(`${name}: a changed limit goes on with the same count`, async (t) => {
    const { store } = await open(t);
    const before = account(rateMeter('requests', 3, minute));
    const after = grouped(before.account, [rateMeter('requests', 5, minute)]);
    admitted(await store.spend({ meters: before, tokens: 0 }));
    assert.equal((await store.read(after))[0]!.remaining, 4);
  });

  test(`${name}: accounts do not see each other`, async (t) => {
    const { store } = await open(t);
    admitted(await store.spend({ meters: account(rateMeter('requests', 1, minute)), tokens: 0 }));
    admitted(await store.spend({ meters: account(rateMeter('requests', 1, minute)), tokens: 0 }));
  });

  test(`${name}: a group's limit is one for all its keys, and a refusal by it leaves what is the key's own`, async (t) => {
    const { store } = await open(t);
    accounts += 1;
    const group = { account: `group ${name}-${accounts}`, kind: 'group', name: 'research' } as const;
    const shared = rateMeter('requests', 3, minute, undefined, group);
    const [first, second] = [1, 2].map((key) =>
      grouped(`${name.replaceAll(' ', '-')}-${accounts}-${key}`, [rateMeter('requests', 2, minute), shared]),
    ) as [Meters, Meters];
    const remaining = async (meters: Meters) =>
      (await store.read(meters)).map((quota) => Math.round(quota.remaining));
    admitted(await store.spend({ meters: first, tokens: 0 }));
    admitted(await store.spend({ meters: first, tokens: 0 }));
    assert.equal(refused(await store.spend({ meters: first, tokens: 0 })).index, 0);
    admitted(await store.spend({ meters: second, tokens: 0 }));
    assert.equal(refused(await store.spend({ meters: second, tokens: 0 })).index, 1);
    assert.deepEqual(
      [await remaining(first), await remaining(second)],
      [
        [0, 0],
        [1, 0],
      ],
    );
  });

  test(`${name}: a deployment's limits are one for all keys, and count what a request came to there`, async (t) => {
    const { store, settled } = await open(t);
    accounts += 1;
    const owner = { account: `deployment ${name}-${accounts}`, kind: 'deployment', name: 'm/a' } as const;
    const shared = [
      rateMeter('requests', 3, minute, undefined, owner),
      rateMeter('tokens', 1000, minute, undefined, owner),
    ];
    const [first, second] = [1, 2].map((key) =>
      grouped(`${name.replaceAll(' ', '-')}-${accounts}-${key}`, [
        rateMeter('tokens', 2000, minute),
        ...shared,
      ]),
    ) as [Meters, Meters];
    const remaining = async (meters: Meters) =>
      (await store.read(meters)).map((quota) => Math.round(quota.remaining));
    const failedThere = admitted(await store.spend({ meters: first, tokens: 600 }));
    assert.equal(refused(await store.spend({ meters: second, tokens: 600 })).index, 2);
    failedThere.grant.settle({ ...used(500), ofDeployment: nothingUsed });
    await settled(first);
    const neverThere = admitted(await store.spend({ meters: second, tokens: 600 }));
    neverThere.grant.settle({ ...used(500), ofDeployment: notAttempted });
    await settled(second);
    const there = admitted(await store.spend({ meters: second, tokens: 600 }));
    there.grant.settle({ ...used(500), ofDeployment: used(500) });
    await settled(second);
    assert.deepEqual(
      [await remaining(first), await remaining(second)],
      [
        [1500, 1, 500],
        [1000, 1, 500],
      ],
    );
  });

  test(`${name}: what a key gives back its group has at once for the next one`, async (t) => {
    const { store } = await open(t);
    accounts += 1;
    const group = { account: `group ${name}-${accounts}`, kind: 'group', name: 'research' } as const;
    const shared = concurrencyMeter(1, undefined, group);
    const [first, second] = [1, 2].map((key) =>
      grouped(`${name.replaceAll(' ', '-')}-${accounts}-${key}`, [concurrencyMeter(5), shared]),
    ) as [Meters, Meters];
    const { grant } = admitted(await store.spend({ meters: first, tokens: 0 }));
    refused(await store.spend({ meters: second, tokens: 0 }));
    grant.settle(nothingUsed);
    admitted(await store.spend({ meters: second, tokens: 0 }));
  });

  test(`${name}: random rules, times and outcomes get the verdicts of a slow exact model`, async (t) => {
    const { store, advance, settled } = await open(t);
    let elapsed = 0;
    await fc.assert(
      fc.asyncProperty(anyRules, fc.array(anyStep, { maxLength: 40 }), async (list, steps) => {
        const meters = account(...list);
        const model = exactModel(meters, bookedHours);
        model.now = startMs + elapsed;
        const grants: { readonly real: Grant; readonly exact: Grant }[] = [];
        for (const step of steps) {
          if (step.kind === 'advance') {
            elapsed += step.ms;
            model.now = startMs + elapsed;
            await advance(step.ms);
          } else if (step.kind === 'settle') {
            const grant = grants[step.which % Math.max(1, grants.length)];
            grant?.real.settle(step.settlement);
            grant?.exact.settle(step.settlement);
            await settled(meters);
          } else {
            const { tokens, nanoUsd } = step;
            const money = nanoUsd === null ? undefined : { capped: nanoUsd, maximum: 2 * nanoUsd };
            const real = await store.spend({ meters, tokens, money });
            const exact = model.spend(tokens, nanoUsd ?? 0, startMs + elapsed);
            assert.deepEqual(plain(real), plain(exact));
            if (real.admitted && exact.admitted) grants.push({ real: real.grant, exact: exact.grant });
          }
        }
        for (const { real } of grants) real.settle(notAttempted);
      }),
      { numRuns: runs(count) },
    );
  });
}

/** A verdict without its grant, in whole milliseconds. */
function plain(verdict: Verdict) {
  const quotas = verdict.quotas.map(({ remaining, resetMs }) => [remaining, Math.round(resetMs)]);
  if (verdict.admitted) return { standings: quotas };
  const { index, retryAfterMs, isReserved = false } = verdict;
  return { standings: quotas, index, retryAfterMs: Math.round(retryAfterMs), isReserved };
}

const anyWindow = fc.constantFrom(1000, 60_000, 3_600_000, 86_400_000);
const anyRules = fc
  .record({
    requests: fc.uniqueArray(fc.record({ limit: fc.integer({ min: 1, max: 8 }), windowMs: anyWindow }), {
      selector: ({ windowMs }) => windowMs,
      maxLength: 3,
    }),
    tokens: fc.uniqueArray(fc.record({ limit: fc.integer({ min: 1, max: 3000 }), windowMs: anyWindow }), {
      selector: ({ windowMs }) => windowMs,
      maxLength: 2,
    }),
    concurrency: fc.option(fc.integer({ min: 1, max: 4 })),
    budget: fc.option(
      fc.record({
        usd: fc.integer({ min: 1, max: 5 }),
        period: fc.constantFrom('day' as const, 'week' as const, 'month' as const, 'total' as const),
      }),
    ),
  })
  .map(({ requests, tokens, concurrency, budget }): Meter[] => [
    ...requests.map(({ limit, windowMs }) => rateMeter('requests', limit, windowMs)),
    ...tokens.map(({ limit, windowMs }) => rateMeter('tokens', limit, windowMs)),
    ...(concurrency === null ? [] : [concurrencyMeter(concurrency)]),
    ...(budget === null ? [] : [budgetMeter(budget.usd, budget.period)]),
  ]);

const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('spend' as const),
      tokens: fc.nat(2500),
      nanoUsd: fc.option(fc.nat(2_000_000_000)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      which: fc.nat(40),
      settlement: fc.record({
        attempted: fc.boolean(),
        tokens: fc.nat(4000),
        costNanoUsd: fc.nat(3_000_000_000),
      }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('advance' as const),
      ms: fc.oneof(fc.nat(20), fc.nat(2000), fc.nat(70_000), fc.nat(4_000_000), fc.nat(100_000_000)),
    }),
  },
);
