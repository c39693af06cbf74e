import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFull } from '../helpers/full.ts';
import { calledEndpoints } from './fault-matrix.ts';
import { abortStreams, cutEverywhere, outage, restarts, unreadStream } from './fault-measures.ts';

/** Every byte would take a while here: the fault benchmark cuts at each. */
const step = isFull ? 23 : 53;

for (const way of ['fin', 'reset'] as const) {
  for (const endpoint of calledEndpoints) {
    test(`${endpoint}: a stream cut by ${way} is never a clean end without the full text, nor a client that waits`, async (t) => {
      const { streams, falselyComplete, untold, slowestMs } = await cutEverywhere(t, endpoint, way, step);
      assert.ok(streams > 20);
      assert.deepEqual({ falselyComplete, untold }, { falselyComplete: 0, untold: 0 });
      assert.ok(slowestMs < 1000, `${slowestMs} ms`);
    });
  }
}

test('while every deployment fails attempts are bounded, and answers come at once when circuits are open', async (t) => {
  // What is promised holds in each try; for the time one in which the machine was free is enough.
  let quickestMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && quickestMs >= 50; tries += 1) {
    const { attempts, allowedAttempts, refusals, p99RefusalMs } = await outage(t, 50, 3);
    assert.ok(attempts <= allowedAttempts, `${attempts} of ${allowedAttempts}`);
    assert.ok(refusals > 100);
    quickestMs = Math.min(quickestMs, p99RefusalMs);
  }
  assert.ok(quickestMs < 50, `${quickestMs} ms, on a machine that runs other tests too`);
});

test('300 clients that leave their streams are 300 closes at the backend within a second', async (t) => {
  let quickestMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && quickestMs >= 1000; tries += 1) {
    const { closes, withinMs } = await abortStreams(t, 300);
    assert.equal(closes, 300);
    quickestMs = Math.min(quickestMs, withinMs);
  }
  assert.ok(quickestMs < 1000, `${quickestMs} ms, on a machine that runs other tests too`);
});

test('a backend that is restarted five times beside a good one costs no client an error', async (t) => {
  const { errors, retries } = await restarts(t, 5, 20);
  assert.equal(errors, 0);
  assert.ok(Object.keys(retries).length > 0, 'requests had to go elsewhere');
});

test('50 MB for a client that does not read cost the process less than 8 MB', async (t) => {
  const { grownBytes, sentBytes } = await unreadStream(t, 50_000_000, 8_000_000);
  assert.ok(sentBytes < 40_000_000, `the backend was not stopped: ${sentBytes}`);
  assert.ok(grownBytes < 8_000_000, `${grownBytes} bytes`);
});
