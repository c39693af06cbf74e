import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { CoarseTimer } from '../../src/lib/coarse-timer.ts';
import { until } from '../helpers/gate.ts';

test('each goes off once, not before its time, and what was taken back never', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ inMs: fc.nat({ max: 60 }), isCleared: fc.boolean() }), {
        minLength: 1,
        maxLength: 20,
      }),
      async (wishes) => {
        const rung: number[] = [];
        const begun = performance.now();
        const alarms = wishes.map(({ inMs }, index) => {
          const alarm = new CoarseTimer();
          alarm.set(begun + inMs, () => {
            assert.ok(performance.now() >= begun + inMs, 'too early');
            rung.push(index);
          });
          return alarm;
        });
        for (const [index, { isCleared }] of wishes.entries()) if (isCleared) alarms[index]!.clear();
        const expected = wishes.flatMap(({ isCleared }, index) => (isCleared ? [] : [index]));
        await until(() => rung.length >= expected.length, 'all have gone off');
        assert.deepEqual(
          rung.toSorted((a, b) => a - b),
          expected,
        );
      },
    ),
    { numRuns: 10 },
  );
});

test('one that is set again goes off at the later moment, with what was said last', async () => {
  const heard: string[] = [];
  const alarm = new CoarseTimer();
  const now = performance.now();
  alarm.set(now, () => heard.push('first'));
  alarm.set(now + 120, () => heard.push('second'));
  await until(() => heard.length > 0, 'it goes off');
  assert.ok(performance.now() >= now + 120);
  await sleep(120);
  assert.deepEqual(heard, ['second']);
});

test('what goes off may set itself anew and take others back', async () => {
  const heard: string[] = [];
  const [one, two] = [new CoarseTimer(), new CoarseTimer()];
  const soon = performance.now() + 1;
  one.set(soon, () => {
    heard.push('one');
    two.clear();
    if (heard.length < 3) one.set(performance.now(), () => heard.push('again'));
  });
  two.set(soon, () => {
    heard.push('two');
    one.clear();
    if (heard.length < 3) two.set(performance.now(), () => heard.push('again'));
  });
  await until(() => heard.length === 2, 'one goes off twice');
  await sleep(120);
  assert.equal(heard.length, 2);
  assert.equal(heard[1], 'again');
});
