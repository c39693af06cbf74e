import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { HourlyTrust } from '../../../../src/http/client/connection/reuse-trust.ts';
import { loadTls } from '../../../../src/process/loaded-tls.ts';
import { askBy, poolTo } from '../../../helpers/asked-of-pool.ts';
import { until } from '../../../helpers/gate.ts';

const ok = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n';
const beginning = 'HTTP/1.1 200 OK\r\nContent-Length: 7\r\nX-Whose:';

/** A server that writes to each connection what a test says, and a pool that keeps connections to it. */
async function pair(
  t: TestContext,
  kind: 'plain' | 'TLS',
  answer: (socket: Socket, requests: number, path: string) => void,
  more: {
    readonly requests?: number;
    readonly ageMs?: number;
    readonly now?: () => number;
    readonly greeting?: string;
  } = {},
) {
  const strays: boolean[] = [];
  const trust = new HourlyTrust((isNews) => strays.push(isNews), more.now);
  const connections: Socket[] = [];
  const serve = (socket: Socket) => {
    connections.push(socket);
    let requests = 0;
    if (more.greeting !== undefined) socket.write(more.greeting);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      requests += 1;
      answer(socket, requests, bytes.toString().split(' ')[1]!);
    });
  };
  const folder = join(tmpdir(), `in-step-${process.pid}`);
  const { tls } = await loadTls({ kind: 'self_signed' }, folder);
  const server: Server =
    kind === 'plain' ? createServer(serve) : createTlsServer({ cert: tls!.cert, key: tls!.key }, serve);
  await once(server.listen(0, 'localhost'), 'listening');
  const { port } = server.address() as AddressInfo;
  const kept = { ageMs: more.ageMs, requests: more.requests, trust, awaitedMs: 100 };
  const pool =
    kind === 'plain'
      ? poolTo({ port }, kept, { now: more.now })
      : poolTo({ protocol: 'https:', port }, kept, {
          ca: readFileSync(join(folder, 'dev-ca.pem'), 'utf8'),
          now: more.now,
        });
  t.after(() => {
    pool.close();
    server.close();
    for (const socket of connections) socket.destroy();
  });
  return { ask: (path?: string) => askBy(pool, path), connections, strays, free: () => pool.free };
}

for (const kind of ['plain', 'TLS'] as const) {
  for (const [form, good] of [
    ['with a length', ok('ok')],
    ['in chunks', chunked],
  ] as const) {
    test(`${kind}: what comes behind an answer ${form} ends its connection`, async (t) => {
      const { ask, connections, strays } = await pair(t, kind, (socket) => socket.write(good + beginning));
      assert.deepEqual(await ask(), { text: 'ok', reused: false });
      assert.deepEqual(await ask(), { text: 'ok', reused: false });
      assert.equal(connections.length, 2);
      assert.deepEqual(strays, [true, false]);
    });

    test(`${kind}: an answer ${form} that comes in pieces of any size leaves its connection in use`, async (t) => {
      for (const size of [1, 2, 3, 5, 17]) {
        const { ask, strays } = await pair(t, kind, async (socket) => {
          socket.setNoDelay();
          for (let at = 0; at < good.length; at += size) {
            await new Promise((resolve) => socket.write(good.slice(at, at + size), resolve));
          }
        });
        assert.deepEqual(await ask(), { text: 'ok', reused: false });
        assert.deepEqual(await ask(), { text: 'ok', reused: true });
        assert.deepEqual(strays, []);
      }
    });
  }

  test(`${kind}: a second answer that comes when the connection is free is nobody's`, async (t) => {
    const { ask, free, connections } = await pair(t, kind, (socket) => socket.write(ok('mine')));
    await ask();
    assert.equal(free(), 1);
    connections[0]!.write(ok('nobody asked'));
    await until(() => connections[0]!.destroyed, 'it is closed');
    assert.deepEqual(await ask(), { text: 'mine', reused: false });
  });

  test(`${kind}: interim answers are no part of the one that they announce, in pieces of any size`, async (t) => {
    const interim = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n';
    for (const size of [1, 3, 46, 1000]) {
      const { ask, strays } = await pair(t, kind, async (socket) => {
        socket.setNoDelay();
        const all = interim + interim + ok('ok');
        for (let at = 0; at < all.length; at += size) {
          await new Promise((resolve) => socket.write(all.slice(at, at + size), resolve));
        }
      });
      assert.deepEqual(await ask(), { text: 'ok', reused: false });
      assert.deepEqual(await ask(), { text: 'ok', reused: true });
      assert.deepEqual(strays, []);
    }
  });

  test(`${kind}: a server that says of a free connection that its time is over is in step`, async (t) => {
    const { ask, strays, free, connections } = await pair(t, kind, (socket) => socket.write(ok('ok')));
    await ask();
    connections[0]!.end('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n');
    await until(() => free() === 0, 'it is closed');
    assert.deepEqual(strays, []);
  });

  for (const [how, served] of [
    ['twice at once', { answer: (socket: Socket, text: string) => socket.write(ok(text) + ok(text)) }],
    [
      'twice, one after the other',
      {
        answer(socket: Socket, text: string) {
          socket.write(ok(text));
          socket.write(ok(text));
        },
      },
    ],
    [
      'twice, a turn later',
      {
        answer(socket: Socket, text: string) {
          socket.write(ok(text));
          setImmediate(() => socket.write(ok(text)));
        },
      },
    ],
    [
      'unasked when it is connected to',
      {
        greeting: ok('nobody'),
        answer: (socket: Socket, text: string) => socket.write(ok(text)),
      },
    ],
  ] as const) {
    test(`${kind}: of a backend that answers ${how} at most one gets what is another's`, async (t) => {
      const said: string[] = [];
      const { greeting } = { greeting: undefined, ...served };
      const { ask, connections, strays } = await pair(
        t,
        kind,
        (socket, _requests, path) => served.answer(socket, path),
        greeting === undefined ? {} : { greeting },
      );
      const clients = Array.from({ length: 4 }, async (_, client) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const { text } = await ask(`/${client}-${turn}`);
          if (text !== 'nobody' && text !== `/${client}-${turn}`) said.push(text);
        }
      });
      await Promise.all(clients);
      assert.ok(said.length <= 1, `others' answers came: ${said}`);
      assert.equal(strays[0], true);
      assert.ok(connections.length > 30, `${connections.length} connections for 40 requests`);
    });
  }

  test(`${kind}: a backend that was out of step is trusted again after an hour`, async (t) => {
    const clock = { now: 0 };
    const { ask, strays, connections } = await pair(
      t,
      kind,
      (socket, requests) =>
        socket.write(connections.length === 1 && requests === 1 ? ok('ok') + beginning : ok('ok')),
      { now: () => clock.now },
    );
    const reused = async () => (await ask()).reused;
    assert.deepEqual([await reused(), await reused(), await reused()], [false, false, false]);
    assert.deepEqual(strays, [true]);
    clock.now = 3_600_000;
    assert.deepEqual([await reused(), await reused()], [false, true]);
  });

  test(`${kind}: a connection takes no more requests than it may`, async (t) => {
    const { ask, connections } = await pair(t, kind, (socket) => socket.write(ok('ok')), { requests: 2 });
    const reused: boolean[] = [];
    for (const _ of [1, 2, 3, 4]) reused.push((await ask()).reused);
    assert.deepEqual(reused, [false, true, false, true]);
    assert.equal(connections.length, 2);
  });
}

test('a connection that has become too old takes no further request, and is closed', async (t) => {
  const clock = { now: 0 };
  const options = { ageMs: 1000, now: () => clock.now };
  const { ask, connections } = await pair(t, 'plain', (socket) => socket.write(ok('ok')), options);
  await ask();
  clock.now = 799;
  assert.equal((await ask()).reused, true);
  clock.now = 1000;
  assert.equal((await ask()).reused, false);
  assert.equal(connections.length, 2);
  clock.now = 2000;
  await until(() => connections.every(({ destroyed }) => destroyed), 'both are closed');
});
