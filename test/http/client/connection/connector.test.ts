import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createServer, type TLSSocket, type TlsOptions } from 'node:tls';
import {
  Connector,
  ConnectTimeout,
  type WayConfig,
} from '../../../../src/http/client/connection/connector.ts';
import { type Pair, TestAuthority } from '../../../helpers/client-certificates.ts';
import { until } from '../../../helpers/gate.ts';

const authority = await TestAuthority.make();
const named: Pair = await authority.sign({
  subject: 'CN=backend',
  san: [
    { type: 'dns', value: 'backend.test' },
    { type: 'dns', value: 'localhost' },
    { type: 'ip', value: '127.0.0.1' },
  ],
});

/** A server of TLS that says `ready` to whoever connects. */
async function serve(t: TestContext, options: TlsOptions = {}) {
  const seen: { name: unknown; subject: string | undefined; isResumed: boolean }[] = [];
  const sockets: TLSSocket[] = [];
  const server = createServer({ ...named, ...options }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    seen.push({
      name: socket.servername,
      subject: socket.getPeerCertificate().subject?.CN as string | undefined,
      isResumed: socket.isSessionReused(),
    });
    socket.write('ready');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, seen, sockets };
}

function connectorTo(port: number, tls: object, hostname = 'localhost', connectMs = 5000): Connector {
  const way = { tls: { ca: authority.ca, ...tls }, proxy: 'direct', timeouts: { connectMs } } as WayConfig;
  return new Connector(way, { protocol: 'https:', hostname, port });
}

/** Opens a connection and reads the first piece of what comes. */
function open(connector: Connector): Promise<{ socket: Socket; text: string }> {
  return new Promise((resolve, reject) => {
    let socket: Socket | undefined;
    connector.open(
      (error, opened) => {
        if (error !== null) return reject(error);
        socket = opened;
        socket!.on('error', () => {});
      },
      (bytes) => resolve({ socket: socket!, text: bytes.toString() }),
    );
  });
}

test('a backend is told its name, and shown the certificate that is for it', async (t) => {
  const { port, seen } = await serve(t, { ca: authority.ca, requestCert: true, rejectUnauthorized: true });
  const own = await authority.sign({ subject: 'CN=gateway' });
  for (const connector of [
    connectorTo(port, own),
    connectorTo(port, { ...own, serverName: 'backend.test' }),
    // No address is a name.
    connectorTo(port, own, '127.0.0.1'),
  ]) {
    const { socket, text } = await open(connector);
    assert.equal(text, 'ready');
    socket.destroy();
  }
  assert.deepEqual(
    seen.map(({ name, subject }) => [name, subject]),
    [
      ['localhost', 'gateway'],
      ['backend.test', 'gateway'],
      [false, 'gateway'],
    ],
  );
});

test('a second connection resumes the session of the first, by either version of TLS', async (t) => {
  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    const { port, seen } = await serve(t, { minVersion: version, maxVersion: version });
    const connector = connectorTo(port, {});
    for (const _ of [1, 2, 3]) {
      const { socket } = await open(connector);
      const closed = once(socket, 'close');
      socket.end();
      await closed;
    }
    assert.deepEqual(
      seen.map(({ isResumed }) => isResumed),
      [false, true, true],
      version,
    );
  }
});

test('a backend whose certificate is for another name, or by another authority, gets no connection', async (t) => {
  const { port } = await serve(t);
  const other = await TestAuthority.make('CN=others');
  await assert.rejects(open(connectorTo(port, { serverName: 'other.test' })), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });
  await assert.rejects(open(connectorTo(port, { ca: other.ca })), (error: NodeJS.ErrnoException) =>
    /CERT|SIGNATURE|VERIFY/.test(error.code ?? ''),
  );
});

test('a connection that is not ready in time is given up, and so is one that nobody wants any more', async (t) => {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => void sockets.push(socket.on('error', () => {}).resume()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  await assert.rejects(open(connectorTo(port, {}, '127.0.0.1', 50)), ConnectTimeout);
  const before = sockets.length;
  const opening = connectorTo(port, {}, '127.0.0.1').open(() => assert.fail('it was given up'));
  await until(() => sockets.length > before, 'it has connected');
  opening.abort();
  await until(() => sockets.every(({ destroyed }) => destroyed), 'both are closed');
});
