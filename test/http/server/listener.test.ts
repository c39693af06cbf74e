import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { type Listener, type ListenerLimits, openListener } from '../../../src/http/server/listener.ts';
import { makeCertificates } from '../../../src/lib/tls/dev-cert.ts';
import { openLog } from '../../../src/observe/log/log.ts';
import { wireOver } from '../../helpers/wire.ts';

async function open(t: TestContext, limits: Partial<ListenerLimits> = {}, secure = true): Promise<Listener> {
  const listener = await openListener({
    address: { host: '127.0.0.1', port: 0 },
    tls: secure ? await makeCertificates() : undefined,
    limits: { headersTimeoutMs: 10_000, keepAliveMs: 10_000, maxConnections: 100, ...limits },
    log: openLog('silent'),
    handle: (_request, response) => void response.end('hello'),
  });
  t.after(() => listener.destroy());
  t.after(() => void listener.close());
  return listener;
}

function tcp(t: TestContext, { address }: Listener): Socket {
  const socket = connect({ host: address.host, port: address.port });
  t.after(() => socket.destroy());
  return socket;
}

test('a handshake that is not done in time ends the connection, begun or not', async (t) => {
  const listener = await open(t, { handshakeTimeoutMs: 200 });
  for (const bytes of ['', '160301', '16030100ff01']) {
    const wire = wireOver(tcp(t, listener));
    if (bytes !== '') wire.write(Buffer.from(bytes, 'hex'));
    await wire.ended(2000);
    assert.equal(wire.rest(), '');
  }
});

test('closing ends what is idle at once, also a connection that has not said a word', async (t) => {
  const listener = await open(t, {}, false);
  const silent = wireOver(tcp(t, listener));
  const idle = wireOver(tcp(t, listener));
  idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.equal((await idle.answer()).body, 'hello');
  const closed = listener.close();
  await Promise.all([idle.ended(1000), silent.ended(1000), closed]);
});

test('an address that is taken is the reason of a failure', async (t) => {
  const { address } = await open(t, {}, false);
  await assert.rejects(
    openListener({
      address,
      tls: undefined,
      limits: { headersTimeoutMs: 1000, keepAliveMs: 1000, maxConnections: 10 },
      log: openLog('silent'),
      handle: () => {},
    }),
    { code: 'EADDRINUSE' },
  );
});

test('silent connections beyond any number do not keep others from an answer', async (t) => {
  const listener = await open(t, { maxConnections: 4 }, false);
  const silent = Array.from({ length: 12 }, () => wireOver(tcp(t, listener)));
  const asking = wireOver(tcp(t, listener));
  asking.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.equal((await asking.answer()).body, 'hello');
  await Promise.all(silent.slice(0, 9).map((wire) => wire.ended(2000)));
});

test('an answer that nobody takes keeps nobody from one either', async (t) => {
  const large = Buffer.alloc(64 * 1024 * 1024, 'x');
  const listener = await openListener({
    address: { host: '127.0.0.1', port: 0 },
    tls: undefined,
    limits: { headersTimeoutMs: 10_000, keepAliveMs: 10_000, maxConnections: 2 },
    log: openLog('silent'),
    handle: (request, response) => void response.end(request.url === '/large' ? large : 'hello'),
  });
  t.after(() => listener.destroy());
  t.after(() => void listener.close());
  for (let opened = 0; opened < 4; opened += 1) {
    const socket = tcp(t, listener).pause();
    socket.on('error', () => {});
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
  }
  const asking = wireOver(tcp(t, listener));
  asking.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.equal((await asking.answer()).body, 'hello');
});
