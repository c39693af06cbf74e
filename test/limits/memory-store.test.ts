import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryStore } from '../../src/limits/memory-store.ts';
import { metersOf, rateMeter } from '../../src/limits/rules.ts';
import { ofEndUser, storeContract } from './limit-store.contract.ts';
import { manualClock } from './manual-clock.ts';

function opened() {
  const clock = manualClock();
  const store = memoryStore({ clock });
  return { store, budgets: store, advance: clock.advance, settled: () => Promise.resolve() };
}

storeContract('memory store', opened);
storeContract('memory store of end users', opened, undefined, { grouped: ofEndUser });

test('hammered for three minutes, no window of a minute holds more than 60 and 170 get through', () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const meters = metersOf('hammered', [rateMeter('requests', 60, 60_000)]);
  const admissions: number[] = [];
  for (let at = 0; at < 180_000; at += 37) {
    const verdict = store.spend({ meters, tokens: 0 });
    if ('admitted' in verdict && verdict.admitted) admissions.push(clock.monotonic());
    clock.advance(37);
  }
  assert.ok(admissions.length >= 170, String(admissions.length));
  for (const [index, at] of admissions.entries()) {
    const next = admissions[index + 60];
    assert.ok(next === undefined || next - at > 60_000, `61 within ${next! - at} ms`);
  }
});

test('a wall clock that jumps moves no window', () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const meters = metersOf('jump', [rateMeter('requests', 1, 60_000)]);
  store.spend({ meters, tokens: 0 });
  for (const jump of [3_600_000, -7_200_000]) {
    clock.jumpWall(jump);
    const verdict = store.spend({ meters, tokens: 0 });
    assert.ok('admitted' in verdict && !verdict.admitted && verdict.retryAfterMs <= 60_600);
  }
});

test('accounts that anybody can open are kept up to a number', () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const of = (address: number) => metersOf(`address ${address}`, [rateMeter('requests', 1, 1000)], true);
  const isAdmitted = (address: number) => {
    const verdict = store.spend({ meters: of(address), tokens: 0 });
    return 'admitted' in verdict && verdict.admitted;
  };
  assert.equal(isAdmitted(0), true);
  assert.equal(isAdmitted(0), false);
  for (let address = 1; address <= 10_000; address += 1) isAdmitted(address);
  assert.equal(isAdmitted(10_000), false);
  assert.equal(isAdmitted(0), true);
});

test('what was counted elsewhere is taken over', () => {
  const clock = manualClock();
  const store = memoryStore({ clock });
  const meters = metersOf('known', [rateMeter('requests', 20, 60_000)]);
  const remaining = (added: number, atLeast: number) => {
    const known = { added: [added], atLeast: [atLeast], at: clock.monotonic() };
    const verdict = store.spend({ meters, tokens: 0, known });
    return 'quotas' in verdict ? verdict.quotas[0]?.remaining : undefined;
  };
  assert.deepEqual([remaining(3, 7), remaining(0, 7), remaining(4, 7)], [12, 11, 6]);
});
