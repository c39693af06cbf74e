import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BudgetChange } from '../../../src/limits/budget-change.ts';
import { Ledger } from '../../../src/limits/ledger.ts';
import { costOn } from '../../../src/limits/limit-store.ts';
import { type Meter, metersOf } from '../../../src/limits/rules.ts';
import { CountedSince } from '../../../src/supervisor/state/counts-since-told.ts';

const minuteMs = 60_000;

function clocks(aheadMs: number) {
  const at = { ms: 1_800_000_000_000 };
  return { at, clock: { wall: () => at.ms, monotonic: () => at.ms - aheadMs } };
}

const list: readonly Meter[] = [
  { id: 'requests/min', kind: 'requests', limit: 100, windowMs: minuteMs } as Meter,
  { id: 'tokens/min', kind: 'tokens', limit: 1000, windowMs: minuteMs } as Meter,
  { id: 'budget/day', kind: 'budget', limit: 10_000, period: 'day' } as Meter,
];
const meters = metersOf('key a', list, false);

/** A ledger, and another one of a process that began at another time, which is told what the first one counts. */
function pair() {
  const { at, clock } = clocks(1_000_000);
  const first = new Ledger(clock);
  const second = new Ledger({ wall: clock.wall, monotonic: () => at.ms - 7_654_321 });
  const since = new CountedSince(first, clock.wall);
  return {
    at,
    book(tokens: number, sign: 1 | -1 = 1, moment = clock.monotonic()) {
      const { counters } = first.bind(meters);
      for (const [place, meter] of meters.list.entries())
        if (meter.kind !== 'budget') counters[place]!.add(moment, sign * costOn(meter, { tokens }));
    },
    spend: (nanoUsd: number) => first.bind(meters).counters[2]!.add(0, nanoUsd),
    change: (change: BudgetChange) => first.changeBudgets(metersOf('key a', [list[2]!]), change),
    tell: () => second.add(since.next()),
    left: (ledger: 'first' | 'second') =>
      (ledger === 'first' ? first : second)
        .quotas((ledger === 'first' ? first : second).bind(meters))
        .map(({ remaining }) => remaining),
  };
}

test('what is told in differences adds up to what was counted, settlements that take back too', () => {
  const { at, book, spend, tell, left } = pair();
  const begun = at.ms - 1_000_000;
  book(50);
  spend(40);
  tell();
  assert.deepEqual(left('second'), [99, 950, 9960]);
  at.ms += 2000;
  book(20);
  spend(5);
  // The first request used less than it had reserved, all of it in the moment of then.
  book(50, -1, begun);
  book(30, 1, begun);
  spend(-15);
  tell();
  assert.deepEqual(left('second'), left('first'));
  tell();
  assert.deepEqual(left('second'), left('first'), 'nothing is told twice');
  at.ms += minuteMs - 1000;
  assert.deepEqual(left('second'), left('first'), 'what was told leaves its window when it would have');
  tell();
  assert.deepEqual(left('second'), left('first'));
});

test('what is taken back in full is taken back, and what has left its window is not', () => {
  const { at, book, tell, left } = pair();
  const begun = at.ms - 1_000_000;
  book(50);
  tell();
  book(50, -1, begun);
  tell();
  assert.deepEqual(left('second').slice(0, 2), [100, 1000]);
  book(50);
  tell();
  at.ms += 2 * minuteMs;
  tell();
  assert.deepEqual(left('second').slice(0, 2), [100, 1000]);
});

test('a budget whose period is over while it is told does not count in the next', () => {
  const { at, spend, tell, left } = pair();
  spend(40);
  tell();
  at.ms += 86_400_000;
  tell();
  assert.equal(left('second')[2], 10_000);
  spend(7);
  tell();
  assert.equal(left('second')[2], 9993);
});

test('a credit and a reset of a budget that was told of are told too', () => {
  const { spend, change, tell, left } = pair();
  spend(4000);
  tell();
  change({ kind: 'credit', nanoUsd: 5000 });
  tell();
  assert.equal(left('second')[2], 11_000);
  change({ kind: 'reset' });
  tell();
  tell();
  assert.equal(left('second')[2], 10_000);
  assert.deepEqual(left('second'), left('first'));
});
