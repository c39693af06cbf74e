import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { askBy, fullTurn, poolTo } from '../../../helpers/asked-of-pool.ts';
import { until } from '../../../helpers/gate.ts';

/** A server that answers with these headers, and a pool of connections to it that are kept for so long. */
async function pair(
  t: TestContext,
  { idleMs = 60_000, most = 100, headers = {} as Record<string, string> } = {},
) {
  const server = createServer({ keepAliveTimeout: 0 }, (_request, response) => {
    // Node's own hint would say how long this server waits.
    response.shouldKeepAlive = true;
    response.writeHead(200, { connection: 'keep-alive', 'content-length': '2', ...headers }).end('ok');
  });
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await once(server.listen(0, 'localhost'), 'listening');
  const pool = poolTo({ port: (server.address() as AddressInfo).port }, { idleMs, most });
  t.after(() => {
    pool.close();
    server.close();
    server.closeAllConnections();
  });
  return { pool, open, ask: async () => (await askBy(pool)).reused };
}

test('a connection is handed out again, the one that became free last first', async (t) => {
  const { ask, pool, open } = await pair(t);
  await Promise.all([ask(), ask(), ask()]);
  assert.equal(pool.free, 3);
  await fullTurn();
  assert.equal(await ask(), true);
  await fullTurn();
  assert.equal(await ask(), true);
  assert.equal(open.size, 3);
});

test('a request that comes before a free connection may be used waits for it', async (t) => {
  const { ask, open } = await pair(t);
  await ask();
  await fullTurn();
  // The second one opens one of its own: what it could wait for is taken.
  assert.deepEqual(await Promise.all([ask(), ask()]), [true, false]);
  assert.deepEqual(await Promise.all([ask(), ask()]), [true, true]);
  assert.equal(open.size, 2);
});

test('a free connection that nobody wants is given up', async (t) => {
  const { ask, pool, open } = await pair(t, { idleMs: 500 });
  await Promise.all([ask(), ask()]);
  assert.equal(pool.free, 2);
  await until(() => open.size === 0, 'both are closed');
  assert.equal(pool.free, 0);
  assert.equal(await ask(), false);
});

test('a backend that announces less is believed', async (t) => {
  const { ask, open } = await pair(t, { headers: { 'Keep-Alive': 'timeout=2, max=100' } });
  await ask();
  assert.equal(await ask(), true);
  await until(() => open.size === 0, 'it is closed before the backend would');
});

test('what is announced for a moment only is not kept at all', async (t) => {
  const { ask, pool } = await pair(t, { headers: { 'keep-alive': 'timeout=1' } });
  assert.equal(await ask(), false);
  assert.equal(pool.free, 0);
  assert.equal(await ask(), false);
});

test('an answer that says so is the last of its connection', async (t) => {
  const { ask, pool } = await pair(t, { headers: { Connection: 'Close' } });
  assert.deepEqual([await ask(), await ask(), pool.free], [false, false, 0]);
});

test('no more connections are kept than may be in use', async (t) => {
  const { ask, pool, open } = await pair(t, { most: 2 });
  await Promise.all([ask(), ask(), ask()]);
  assert.equal(pool.free, 2);
  await until(() => open.size === 2, 'the third is closed');
});

test('a connection that ended while it was free is not handed out', async (t) => {
  const { ask, pool, open } = await pair(t);
  await Promise.all([ask(), ask()]);
  for (const socket of open) socket.destroy();
  await until(() => pool.free === 0, 'the pool has heard of it');
  assert.equal(await ask(), false);
});

test('a pool that was closed ends each connection with its answer', async (t) => {
  const { ask, pool, open } = await pair(t);
  await ask();
  const last = ask();
  pool.close();
  assert.equal(await last, false);
  await until(() => open.size === 0, 'none is kept');
});
