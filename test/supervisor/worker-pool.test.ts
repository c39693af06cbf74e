import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { openLog } from '../../src/observe/log/log.ts';
import { type ConfigTransfer, pack } from '../../src/process/config-transfer.ts';
import { WorkerLost, WorkerPool, type WorkerPoolPace } from '../../src/supervisor/worker-pool.ts';
import { WorkerProcess } from '../../src/supervisor/worker-process.ts';
import type { Shape } from '../../src/supervisor/worker-shape.ts';
import { until } from '../helpers/gate.ts';
import { loadText } from '../helpers/gateway.ts';
import { childrenOf, liveText } from '../helpers/live.ts';
import { dirOf, freePort } from '../helpers/ports.ts';

const backoff = { firstDelayMs: 1, longestDelayMs: 10, tooMany: 20, windowMs: 60_000 };
const startLimitMs = 20_000;

/** The processes that are workers of this process. */
function pids(): readonly number[] {
  return childrenOf(process.pid)
    .filter(({ command }) => command.includes('worker-main'))
    .map(({ pid }) => pid);
}

async function parcelFor(
  t: TestContext,
  port: number,
  models: readonly string[] = ['first'],
): Promise<ConfigTransfer> {
  const listen = `{ address: "127.0.0.1:${port}", tls: { self_signed: true } }`;
  return pack(await loadText(liveText({ listen, models, more: `state: { dir: ${dirOf(t)} }` })));
}

async function crewOf(
  t: TestContext,
  size: number,
  pace: Partial<WorkerPoolPace> = {},
  ahead?: WorkerProcess,
): Promise<{
  workers: WorkerPool;
  transfer: ConfigTransfer;
  port: number;
  shape: Shape;
  loops: () => number;
}> {
  let loops = 0;
  const events = {
    crashLoop: () => {
      loops += 1;
    },
    requests: () => {},
    limits: () => () => {},
    credentials: () => [],
    credentialRefused: () => {},
    keySets: () => [],
    servers: () => [],
    unknownKey: () => {},
    settle: async ({ question }: { readonly question: number }) => ({ question, isFirst: true }),
  };
  const workers = new WorkerPool(openLog('silent'), events, {
    // To start takes seconds on a busy machine, and a worker that answers nothing meanwhile does not hang.
    pace: { pingEveryMs: 1000, hungAfterPings: 60, backoff, ...pace },
    ahead,
  });
  t.after(async () => {
    workers.kill();
    await until(() => pids().length === 0, 'the workers have ended', startLimitMs);
  });
  const port = await freePort();
  const transfer = await parcelFor(t, port);
  const shape = { size, joins: false, replaces: false, drainMs: 1000 };
  await change(workers, transfer, shape);
  return { workers, transfer, port, shape: { ...shape, joins: true }, loops: () => loops };
}

/** Brings all workers to a change, or none. */
async function change(workers: WorkerPool, transfer: ConfigTransfer, shape: Shape): Promise<void> {
  const prepared = await workers.prepare(transfer, shape);
  await prepared.commit();
}

test('a worker that hangs is replaced', async (t) => {
  const { workers } = await crewOf(t, 2, { pingEveryMs: 800, hungAfterPings: 10 });
  const [hanging = 0] = pids();
  process.kill(hanging, 'SIGSTOP');
  await until(() => workers.restarts === 1, 'it is missed', startLimitMs);
  await until(() => workers.serving === 2, 'it is replaced', startLimitMs);
  assert.ok(!pids().includes(hanging));
});

test('a change that loses a worker on the way is no change, and can be tried again', async (t) => {
  const { workers, port, shape } = await crewOf(t, 2);
  const next = await parcelFor(t, port, ['first', 'second']);
  const [victim = 0] = pids();
  process.kill(victim, 'SIGSTOP'); // so that it can't be done before it is killed
  const changed = change(workers, next, shape);
  process.kill(victim, 'SIGKILL');
  await assert.rejects(changed, WorkerLost);
  assert.ok(workers.available >= 1);
  await until(() => workers.serving === 2, 'it is replaced', startLimitMs);
  await change(workers, next, shape);
  assert.equal(workers.serving, 2);
});

test('a worker that starts while there is a change catches up with it', async (t) => {
  const { workers, port, shape } = await crewOf(t, 2);
  const next = await parcelFor(t, port, ['first', 'second']);
  const [victim = 0] = pids();
  process.kill(victim, 'SIGKILL');
  await until(() => workers.restarts === 1, 'it is missed');
  await change(workers, next, shape);
  assert.ok(workers.available >= 1);
  await until(() => workers.serving === 2, 'both serve the change', startLimitMs);
});

test('what one worker refuses none of them does, and workers that were started for it end', async (t) => {
  const { workers } = await crewOf(t, 1);
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => void other.close());
  await once(other, 'listening');
  const taken = (other.address() as { port: number }).port;
  const changed = change(workers, await parcelFor(t, taken), {
    size: 3,
    joins: false,
    replaces: false,
    drainMs: 0,
  });
  await assert.rejects(changed, /listen\.address: .*EADDRINUSE/);
  assert.deepEqual([workers.size, workers.serving], [1, 1]);
  await until(() => pids().length === 1, 'the others have ended', startLimitMs);
});

test('a change that is prepared and discarded is no change, and another one can follow', async (t) => {
  const { workers, port, shape } = await crewOf(t, 1);
  const [before] = pids();
  const next = await parcelFor(t, port, ['first', 'second']);
  const prepared = await workers.prepare(next, { ...shape, size: 2 });
  assert.equal(pids().length, 2);
  prepared.discard();
  assert.deepEqual([workers.size, workers.serving], [1, 1]);
  await until(() => pids().length === 1, 'the other one has ended', startLimitMs);
  assert.deepEqual(pids(), [before]);
  await change(workers, next, shape);
  assert.deepEqual(
    workers.processes.map(({ revision }) => revision),
    [next.revision],
  );
});

test('workers that die again and again are given up', async (t) => {
  const { workers, loops } = await crewOf(t, 1, { backoff: { ...backoff, tooMany: 4 } });
  for (let killed = 0; killed < 4; killed += 1) {
    await until(() => pids().length === 1, 'there is one to kill', startLimitMs);
    process.kill(pids()[0]!, 'SIGKILL');
    await until(() => workers.restarts === killed + 1, 'it is missed', startLimitMs);
  }
  assert.equal(loops(), 1);
});

test('a worker that hangs does not hold up the end', async (t) => {
  const { workers } = await crewOf(t, 1);
  process.kill(pids()[0]!, 'SIGSTOP');
  const since = performance.now();
  await workers.drain(0, 100);
  assert.ok(performance.now() - since < 5000);
});

test('a process that was started ahead is the first worker', async (t) => {
  const ahead = new WorkerProcess();
  const { workers } = await crewOf(t, 2, {}, ahead);
  assert.equal(workers.serving, 2);
  assert.equal(pids().length, 2);
  assert.ok(pids().includes(ahead.pid!));
});

test('a process that was started ahead and has died is a lost worker', async (t) => {
  const ahead = new WorkerProcess();
  const ended = once(ahead.worker, 'exit');
  ahead.kill();
  await ended;
  await assert.rejects(crewOf(t, 1, {}, ahead), WorkerLost); // the supervisor tries again
});
