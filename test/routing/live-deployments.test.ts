import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HealthNote } from '../../src/routing/health-notes.ts';
import { type LiveDeployment, LiveDeployments } from '../../src/routing/live-deployments.ts';
import type { AttemptEnd, LiveView } from '../../src/routing/live-view.ts';
import { type Outcome, outcomeOfStatus } from '../../src/routing/outcomes.ts';
import { until } from '../helpers/gate.ts';

const settings = { failures: 2, windowMs: 30_000, openMs: 10_000, maxOpenMs: 120_000 };
const one: LiveDeployment = {
  key: 'm/a',
  backend: 'a',
  server: 'https://one.example:443',
  family: 'generation',
};
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

test('what a deployment answers counts for one family of endpoints, that it can not be reached for all', () => {
  const { live } = learning();
  const view = live.view([one]);
  const some = ['generation', 'counting', 'embeddings'] as const;
  const states = () => some.map((family) => [family, view.healthState('m/a', family)].join(' '));
  const fails = (outcome: Outcome) =>
    view.end(view.begin('m/a', settings, 'key', 'counting'), end(outcome, { isAnswer: true }), settings);
  for (const _ of [1, 2]) fails('failed');
  assert.deepEqual(states(), ['generation healthy', 'counting out', 'embeddings healthy']);
  assert.equal([...live.states()][0]?.circuit, 'closed');
  const limited = end('rate_limited', { retryAfterMs: 1000 });
  view.end(view.begin('m/a', settings, 'key', 'embeddings'), limited, settings);
  assert.deepEqual(states(), ['generation healthy', 'counting out', 'embeddings last']);
  for (const _ of [1, 2]) fails('not_connected');
  assert.deepEqual(states(), ['generation out', 'counting out', 'embeddings out']);
});

test('an hour in which nothing but counts of tokens fails is nothing to what generates', () => {
  const { clock, live } = learning();
  const view = live.view([one]);
  for (const outcome of [outcomeOfStatus(404), outcomeOfStatus(500)]) {
    for (let second = 0; second < 3600; second += 1) {
      clock.now += 1000;
      view.end(view.begin('m/a', settings, 'key', 'counting'), end(outcome, { isAnswer: true }), settings);
      assert.equal(view.healthState('m/a'), 'healthy', `${outcome} after ${second} s`);
    }
    assert.equal(view.healthState('m/a', 'counting'), outcome === 'failed' ? 'out' : 'healthy');
  }
});

test('failures to reach a server are no row where it answers something else in between', () => {
  const { live } = learning();
  const view = live.view([one]);
  for (const _ of [1, 2, 3]) {
    view.end(view.begin('m/a', settings, 'key', 'counting'), end('not_connected'), settings);
    view.end(view.begin('m/a', settings, 'key'), end('answered'), settings);
  }
  assert.equal(view.healthState('m/a', 'counting'), 'healthy');
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

/** Two processes of one host, each told what the other learns. */
function atEndOfTurn() {
  const clock = { now: 0 };
  const sides = [new LiveDeployments(() => clock.now), new LiveDeployments(() => clock.now)] as const;
  const views = sides.map((side) => side.view([one]));
  const told: HealthNote[] = [];
  for (const [index, side] of sides.entries()) {
    side.teller.follow((notes) => {
      told.push(...notes);
      sides[1 - index]!.hear(notes, settings);
    });
  }
  const [first, second] = views as [LiveView, LiveView];
  return { clock, first, second, told };
}

const fail = (view: LiveView, more: Partial<AttemptEnd> = {}, by?: string) =>
  view.end(view.begin('m/a', settings, by), end('not_connected', more), settings);

test('failures that two processes see between them open the circuit in both, and the success of one closes it', async () => {
  const { clock, first, second, told } = atEndOfTurn();
  fail(first);
  await until(() => told.length === 1, 'the first is told');
  fail(second);
  assert.equal(second.healthState('m/a'), 'out');
  await until(() => first.healthState('m/a') === 'out', 'the other is told');
  clock.now = 10_000;
  second.end(second.begin('m/a', settings), end('answered'), settings);
  await until(() => first.health('m/a').circuit.state === 'closed', 'it is told of the success');
});

test('what is told is of one family of endpoints', async () => {
  const { first, second, told } = atEndOfTurn();
  for (const _ of [1, 2]) {
    first.end(first.begin('m/a', settings, 'key', 'counting'), end('failed', { isAnswer: true }), settings);
  }
  await until(() => told.filter(({ kind }) => kind === 'failure').length === 2, 'it is told');
  assert.equal(second.healthState('m/a', 'counting'), 'out');
  assert.equal(second.healthState('m/a'), 'healthy');
});

test('what changes nothing is not told, however often it happens', async () => {
  const { first, told } = atEndOfTurn();
  for (let count = 0; count < 100; count += 1) {
    first.end(first.begin('m/a', settings, 'key'), end('answered'), settings);
  }
  fail(first);
  await until(() => told.some(({ kind }) => kind === 'failure'), 'a failure is told');
  assert.deepEqual(
    told.map((note) => (note.kind === 'used' ? `used ${note.isAnswered}` : note.kind)),
    ['used false', 'used true', 'failure'],
  );
});

test('that a deployment answers is known where others asked it', async () => {
  const { first, second, told } = atEndOfTurn();
  const begun = second.begin('m/a', settings, 'other');
  assert.equal(second.isProven(begun), false);
  first.end(first.begin('m/a', settings, 'key'), end('answered'), settings);
  await until(() => told.length >= 2, 'it is told');
  assert.equal(second.isProven(begun), true);
});
