import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Applicant, Slots } from '../../../src/http/client/slots.ts';
import { until } from '../../helpers/gate.ts';

function applicants(): { readonly log: string[]; apply(name: string): Applicant } {
  const log: string[] = [];
  return {
    log,
    apply: (name) => ({
      start: () => void log.push(`${name} starts`),
      refuse: () => void log.push(`${name} is refused`),
    }),
  };
}

test('those who find every connection taken start in the order they came', () => {
  const { log, apply } = applicants();
  const slots = new Slots(1, 1000);
  for (const name of ['a', 'b', 'c']) slots.enter(apply(name));
  assert.deepEqual(log, ['a starts']);
  assert.deepEqual([slots.taken, slots.waiting], [1, 2]);
  slots.release();
  slots.release();
  assert.deepEqual(log, ['a starts', 'b starts', 'c starts']);
  slots.release();
  assert.deepEqual([slots.taken, slots.waiting], [0, 0]);
});

test('one that waits too long is refused and takes no place', async () => {
  const { log, apply } = applicants();
  const slots = new Slots(1, 10);
  slots.enter(apply('a'));
  slots.enter(apply('b'));
  await until(() => log.length === 2, 'b is refused');
  assert.deepEqual(log, ['a starts', 'b is refused']);
  slots.release();
  assert.deepEqual([slots.taken, slots.waiting], [0, 0]);
});

test('one that withdraws is never heard of again', () => {
  const { log, apply } = applicants();
  const slots = new Slots(1, 10);
  const second = apply('b');
  slots.enter(apply('a'));
  slots.enter(second);
  slots.withdraw(second);
  slots.withdraw(second);
  slots.release();
  assert.deepEqual(log, ['a starts']);
  assert.deepEqual([slots.taken, slots.waiting], [0, 0]);
});
