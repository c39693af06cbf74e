import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Applicant, Connections } from '../../../src/http/client/connections.ts';
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
  const connections = new Connections(1, 1000);
  for (const name of ['a', 'b', 'c']) connections.enter(apply(name));
  assert.deepEqual(log, ['a starts']);
  assert.deepEqual([connections.taken, connections.waiting], [1, 2]);
  connections.release();
  connections.release();
  assert.deepEqual(log, ['a starts', 'b starts', 'c starts']);
  connections.release();
  assert.deepEqual([connections.taken, connections.waiting], [0, 0]);
});

test('one that waits too long is refused and takes no place', async () => {
  const { log, apply } = applicants();
  const connections = new Connections(1, 10);
  connections.enter(apply('a'));
  connections.enter(apply('b'));
  await until(() => log.length === 2, 'b is refused');
  assert.deepEqual(log, ['a starts', 'b is refused']);
  connections.release();
  assert.deepEqual([connections.taken, connections.waiting], [0, 0]);
});

test('one that withdraws is never heard of again', () => {
  const { log, apply } = applicants();
  const connections = new Connections(1, 10);
  const second = apply('b');
  connections.enter(apply('a'));
  connections.enter(second);
  connections.withdraw(second);
  connections.withdraw(second);
  connections.release();
  assert.deepEqual(log, ['a starts']);
  assert.deepEqual([connections.taken, connections.waiting], [0, 0]);
});

test('one that has to wait is in line when somebody is asked to leave, and may be the one that does', async () => {
  const { log, apply } = applicants();
  const connections = new Connections(1, 1000);
  const late = apply('late');
  let hasEntered = false;
  connections.whenShort(() => {
    assert.ok(hasEntered, 'its caller knows that it waits');
    connections.withdraw(late);
  });
  connections.enter(apply('a'));
  connections.enter(late);
  hasEntered = true;
  await until(() => connections.waiting === 0, 'it has left');
  connections.release();
  assert.deepEqual(log, ['a starts']);
});
