/**
 * Started by a test: a primary that holds the port of its worker, which dies. A client connects then, and the next worker
 * greets it. It says what the client heard, and how it is to connect once the port is released.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { HeldPorts, type ListenQuery } from '../../../src/process/node/held-ports.ts';
import { freePort } from '../../helpers/ports.ts';

if (cluster.isPrimary) {
  const port = await freePort();
  const held = new HeldPorts();
  const start = () => cluster.fork({ PORT: String(port) });
  const first = start();
  const asked = queryOf(first);
  await once(first, 'listening');
  const { key, query } = await asked;
  held.hold(key, first, query);
  first.process.kill('SIGKILL');
  await once(first, 'exit');
  const heard = heardAt(port);
  const second = start();
  const greeting = await heard;
  second.process.kill('SIGKILL');
  await once(second, 'exit');
  const isHeld = held.has(key);
  held.release(key);
  process.send?.({ isHeld, greeting, released: await heardAt(port) }, () => process.exit());
} else {
  createServer((socket) => socket.end('hello')).listen(Number(process.env['PORT']), '127.0.0.1');
}

/** What a worker asks of the cluster module to listen, and the key that it is answered. */
function queryOf({
  process: worker,
}: Worker): Promise<{ readonly key: unknown; readonly query: ListenQuery }> {
  return new Promise((resolve) => {
    let query: ListenQuery = {};
    const send = worker.send as (...args: unknown[]) => boolean;
    worker.prependListener('internalMessage', (message: ListenQuery) => {
      if (message['act'] === 'queryServer') query = message;
    });
    worker.send = (...args: unknown[]) => {
      const message = args[0] as ListenQuery;
      if (message['key'] !== undefined && message['act'] === undefined)
        resolve({ key: message['key'], query });
      return send.apply(worker, args);
    };
  });
}

/** What a client is sent there, or the code of what hinders it. */
async function heardAt(port: number): Promise<string> {
  const client = connect(port, '127.0.0.1');
  try {
    const [bytes] = (await once(client, 'data')) as [Buffer];
    return bytes.toString();
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
