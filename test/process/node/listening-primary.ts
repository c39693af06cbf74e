/** Started by a test: a primary whose worker listens, which says what it knows of the socket, and closes it. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { listeningAt, watchListening } from '../../../src/process/node/listening-handles.ts';

if (cluster.isPrimary) {
  watchListening();
  const worker = cluster.fork();
  const [{ port }] = (await once(worker, 'listening')) as [AddressInfo];
  const found = await listeningAt({ host: '127.0.0.1', port });
  const fd = found?.fd ?? -1;
  found?.close();
  const after = await listeningAt({ host: '127.0.0.1', port });
  process.send?.({ port, fd, isThere: after !== undefined });
  process.on('disconnect', () => process.exit());
} else {
  createServer().listen(0, '127.0.0.1');
}
