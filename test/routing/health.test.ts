import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Health, healthStateOf, healthy, isUntroubled } from '../../src/routing/health.ts';
import { nextHealth } from './circuit-settings.ts';

const pause = (health: Health, forMs: number, now: number) =>
  nextHealth(health, { kind: 'pause', forMs }, now);

test('a pause puts a deployment last for as long as the backend asked, and does not exclude it', () => {
  const paused = pause(healthy, 7_000, 1_000);
  assert.equal(healthStateOf(paused, 7_999), 'last');
  assert.equal(healthStateOf(paused, 8_000), 'healthy');
});

test('what is untroubled is healthy at any time, and neither a pause nor an open circuit is untroubled', () => {
  const failed = nextHealth(healthy, { kind: 'failure', startedAt: 0 }, 0);
  for (const untroubled of [healthy, failed]) {
    assert.equal(isUntroubled(untroubled), true);
    for (const now of [0, 1_000_000]) assert.equal(healthStateOf(untroubled, now), 'healthy');
  }
  let open = failed;
  for (let at = 1; at < 5; at += 1) open = nextHealth(open, { kind: 'failure', startedAt: at }, at);
  assert.equal(isUntroubled(open), false);
  assert.equal(isUntroubled(pause(healthy, 1, 0)), false);
});

test('a later, shorter pause does not shorten an earlier one, a longer one lengthens it', () => {
  const paused = pause(healthy, 60_000, 0);
  assert.equal(pause(paused, 1_000, 10_000), paused);
  assert.equal(pause(paused, 60_000, 10_000).lastUntil, 70_000);
});

test('a pause of more than 300 s counts as 300 s', () => {
  assert.equal(pause(healthy, 86_400_000, 1_000).lastUntil, 301_000);
  assert.equal(pause(healthy, Number.POSITIVE_INFINITY, 0).lastUntil, 300_000);
});

test('an open circuit is out until its time is over, then stands as before for the one request', () => {
  let health = healthy;
  for (let at = 0; at < 5; at += 1) health = nextHealth(health, { kind: 'failure', startedAt: at }, at);
  assert.equal(healthStateOf(health, 5), 'out');
  assert.equal(healthStateOf(health, 10_003), 'out');
  assert.equal(healthStateOf(health, 10_004), 'healthy');
  const trying = nextHealth(health, { kind: 'attempt' }, 10_004);
  assert.equal(healthStateOf(trying, 10_005), 'out');
  assert.equal(healthStateOf(pause(health, 300_000, 0), 10_004), 'last');
});

test('an outcome leaves the pause as it is, and a pause the circuit', () => {
  const paused = pause(healthy, 60_000, 0);
  assert.equal(nextHealth(paused, { kind: 'success', startedAt: 1 }, 2), paused);
  const failed = nextHealth(paused, { kind: 'failure', startedAt: 1 }, 2);
  assert.equal(failed.lastUntil, 60_000);
  assert.deepEqual(pause(failed, 90_000, 3).circuit, { state: 'closed', failedAt: [2] });
});
