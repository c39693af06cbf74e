/**
 * Started by a test: a primary with one worker, which at a word stops taking connections in one way or another. With
 * `unwatched` nobody closes what is on its way.
 */
import cluster from 'node:cluster';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Handoffs } from '../../../src/process/node/connection-handoffs.ts';

/** Time for a client to connect while the worker can't know of it. */
const busyMs = 500;

if (cluster.isPrimary) {
  const worker = cluster.fork();
  if (!process.argv.includes('unwatched')) new Handoffs().watch(worker, () => false);
  worker.on('listening', ({ port }) => process.send?.(port));
  worker.on('message', (said) => process.send?.(said));
  process.on('message', (said) => worker.send(said as string));
  process.on('disconnect', () => process.exit());
} else {
  const server = createServer().listen(0, '127.0.0.1');
  process.once('message', async () => {
    process.send?.('busy');
    await sleep(50);
    const until = performance.now() + busyMs;
    while (performance.now() < until);
    if (process.argv.includes('dies')) process.kill(process.pid, 'SIGKILL');
    server.close();
  });
}
