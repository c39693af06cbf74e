import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AttemptEnd, type LiveDeployment, LiveDeployments } from '../../src/routing/live-deployments.ts';
import type { Outcome } from '../../src/routing/outcomes.ts';

const settings = { failures: 2, windowMs: 30_000, openMs: 10_000, maxOpenMs: 120_000 };
const one: LiveDeployment = { key: 'm/a', backend: 'a', server: 'https://one.example:443' };
const moved: LiveDeployment = { ...one, server: 'https://two.example:443' };

const end = (outcome: Outcome, more: Partial<AttemptEnd> = {}): AttemptEnd => ({
  outcome,
  firstByteMs: undefined,
  retryAfterMs: undefined,
  ...more,
});

/** A clock that a test sets, and what is learned by it. */
function learning() {
  const clock = { now: 0 };
  return { clock, live: new LiveDeployments(() => clock.now) };
}

test('an attempt is in flight from its beginning to its end', () => {
  const { live } = learning();
  const view = live.view([one]);
  const first = view.begin('m/a', settings);
  const second = view.begin('m/a', settings);
  assert.equal(view.inFlight('m/a'), 2);
  assert.equal(live.inFlight, 2);
  view.end(first, end('answered', { firstByteMs: 40 }), settings);
  view.end(second, end('abandoned'), settings);
  assert.equal(live.inFlight, 0);
  assert.equal(view.latencyMs('m/a'), 40);
});

test('failures in a row take a deployment out, and its time over it is admitted again', () => {
  const { clock, live } = learning();
  const view = live.view([one]);
  for (const _ of [1, 2]) view.end(view.begin('m/a', settings), end('failed'), settings);
  assert.equal(view.healthState('m/a'), 'out');
  clock.now = 10_000;
  assert.equal(view.healthState('m/a'), 'healthy');
  const trial = view.begin('m/a', settings);
  assert.equal(view.healthState('m/a'), 'out');
  view.end(trial, end('answered'), settings);
  assert.equal(view.healthState('m/a'), 'healthy');
});

test('what was learned outlives a reload of the same deployment, and ends with its server', () => {
  const { live } = learning();
  const before = live.view([one]);
  for (const _ of [1, 2]) before.end(before.begin('m/a', settings), end('failed'), settings);
  const same = live.view([one]);
  live.retain([one]);
  assert.equal(same.healthState('m/a'), 'out');
  const after = live.view([moved]);
  live.retain([moved]);
  assert.equal(after.healthState('m/a'), 'healthy');
});

test('an attempt that began before its deployment was changed is booked where it began', () => {
  const { live } = learning();
  const before = live.view([one]);
  const begun = before.begin('m/a', settings);
  const after = live.view([moved]);
  live.retain([moved]);
  before.end(begun, end('failed'), settings);
  assert.equal(before.inFlight('m/a'), 0);
  assert.equal(after.inFlight('m/a'), 0);
});

test('a backend that says it is down is out, whatever its answers said', () => {
  const { live } = learning();
  const probed = { isDown: true };
  const view = live.view([one], () => probed);
  assert.equal(view.healthState('m/a'), 'out');
  probed.isDown = false;
  assert.equal(view.healthState('m/a'), 'healthy');
});

test('one request a second is let through to a chain that has nothing else', () => {
  const { clock, live } = learning();
  const view = live.view([one]);
  assert.deepEqual([view.takeLastResort(), view.takeLastResort()], [true, false]);
  clock.now = 999;
  assert.equal(view.takeLastResort(), false);
  clock.now = 1000;
  assert.equal(view.takeLastResort(), true);
});

test('further attempts are counted by what made them necessary', () => {
  const { live } = learning();
  const view = live.view([one]);
  for (const reason of ['lost', 'failed', 'lost'] as const) view.countRetry(reason);
  assert.deepEqual(
    [...live.retries],
    [
      ['lost', 2],
      ['failed', 1],
    ],
  );
});
