import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { keepAliveOf, keepFreeSockets } from '../../../src/http/node/free-sockets.ts';
import { fullTurnFromNow, whenTurned } from '../../../src/lib/event-loop-turns.ts';
import { until } from '../../helpers/gate.ts';

const name = 'backend';

/** A server that answers with these headers, and an agent that keeps connections to it for so long. */
async function pair(
  t: TestContext,
  { idleMs = 60_000, headers = {} as Record<string, string>, letsGoOfHeaders = false } = {},
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
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = Object.assign(new Agent({ keepAlive: true }), { getName: () => name });
  keepFreeSockets(agent, name, { idleMs });
  t.after(() => {
    agent.destroy();
    server.close();
    server.closeAllConnections();
  });
  async function ask(): Promise<{ port: number; reused: boolean }> {
    const sent = request({ port, host: '127.0.0.1', agent });
    sent.end();
    const [answer] = await once(sent, 'response');
    const from = (sent.socket as Socket).localPort!;
    if (letsGoOfHeaders) answer.rawHeaders = keepAliveOf(answer.rawHeaders);
    answer.resume();
    await once(sent, 'close');
    return { port: from, reused: sent.reusedSocket };
  }
  return { agent, open, ask, free: () => agent.freeSockets[name]?.length ?? 0 };
}

function fullTurn(): Promise<void> {
  return new Promise((resolve) => whenTurned(fullTurnFromNow(), resolve));
}

test('a connection is handed out again, the one that became free last first', async (t) => {
  const { ask, free, open } = await pair(t);
  await Promise.all([ask(), ask(), ask()]);
  assert.equal(free(), 3);
  await fullTurn();
  const first = await ask();
  await fullTurn();
  const second = await ask();
  assert.equal(first.reused, true);
  assert.deepEqual(second, first);
  assert.equal(open.size, 3);
});

test('a free connection that nobody wants is given up', async (t) => {
  const { ask, free, open } = await pair(t, { idleMs: 500 });
  await Promise.all([ask(), ask()]);
  assert.equal(free(), 2);
  await until(() => open.size === 0, 'both are closed');
  assert.equal(free(), 0);
  assert.equal((await ask()).reused, false);
});

test('a backend that announces less is believed', async (t) => {
  const { ask, open } = await pair(t, { headers: { 'Keep-Alive': 'timeout=2, max=100' } });
  await ask();
  assert.equal((await ask()).reused, true);
  await until(() => open.size === 0, 'it is closed before the backend would');
});

test('of the headers of an answer that has not ended no more is needed than that', async (t) => {
  const { ask, open } = await pair(t, {
    headers: { 'x-one': '1', 'Keep-Alive': 'timeout=2' },
    letsGoOfHeaders: true,
  });
  await ask();
  assert.equal((await ask()).reused, true);
  await until(() => open.size === 0, 'it is closed before the backend would');
  assert.deepEqual(keepAliveOf(['x-one', '1', 'Keep-Alive', 'timeout=2', 'x-two', '2']), [
    'Keep-Alive',
    'timeout=2',
  ]);
  assert.deepEqual(keepAliveOf(['x-one', '1']), []);
});

test('what is announced for a moment only is not kept at all', async (t) => {
  const { ask, free } = await pair(t, { headers: { 'keep-alive': 'timeout=1' } });
  assert.equal((await ask()).reused, false);
  assert.equal(free(), 0);
  assert.equal((await ask()).reused, false);
});

test('a connection that ended while it was free is not handed out', async (t) => {
  const { ask, free, open } = await pair(t);
  await Promise.all([ask(), ask()]);
  for (const socket of open) socket.destroy();
  await until(() => free() === 0, 'the agent has heard of it');
  assert.equal((await ask()).reused, false);
});
