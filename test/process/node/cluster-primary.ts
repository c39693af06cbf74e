/** Started by a test: a primary that tells what it and its worker say to each other about a connection, and its end. */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

if (cluster.isPrimary) {
  const worker = cluster.fork();
  const said: unknown[] = [];
  const send = worker.process.send as (...args: unknown[]) => boolean;
  worker.process.send = (...args: unknown[]) => {
    const [message, handle] = args as [object, { close?: unknown } | undefined];
    said.push({ from: 'primary', hasHandle: typeof handle?.close === 'function', ...message });
    return send.apply(worker.process, args);
  };
  worker.process.on('internalMessage', (message: object) => said.push({ from: 'worker', ...message }));
  const [{ port }] = (await once(worker, 'listening')) as [AddressInfo];
  const client = connect(port, '127.0.0.1');
  await once(client, 'close');
  await once(worker, 'exit');
  process.send?.(said, () => process.exit());
} else {
  const server = createServer((socket) => {
    socket.end();
    server.close(() => process.exit());
  }).listen(0, '127.0.0.1');
}
