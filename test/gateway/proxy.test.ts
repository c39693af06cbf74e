/** Backends that are reached through a proxy of the company. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadTls } from '../../src/process/loaded-tls.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { begin, configText, readReply } from '../helpers/gateway.ts';
import { type Inside, startInside, stateDir } from '../helpers/inside.ts';
import { hello, liveText } from '../helpers/live.ts';
import { serve } from '../helpers/serve.ts';

const serving = 'endpoints: { chat_completions: [streaming] }';

/** A proxy that opens tunnels to any host, on this one, or answers with a status. */
async function startProxy(t: TestContext, status?: number) {
  const asked: { readonly authority: string; readonly headers: IncomingMessage['headers'] }[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_request, response) => response.writeHead(400).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push({ authority: url, headers });
    socket.on('error', () => {});
    if (status !== undefined) {
      socket.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const port = Number(url.slice(url.lastIndexOf(':') + 1));
    const far = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(far).pipe(socket);
    });
    far.on('error', () => socket.destroy());
    sockets.add(far);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: (server.address() as AddressInfo).port, asked };
}

function start(t: TestContext, backend: string): Promise<Inside> {
  const backends = `{ a: ${backend} }`;
  return startInside(
    t,
    configText({ backends, models: `{ m: { deployments: [ { backend: a, ${serving} } ] } }` }),
  );
}

async function ask(gateway: Inside) {
  const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
  return readReply(await begin(gateway, '/v1/chat/completions', { body }));
}

test('a backend is reached through a tunnel that is used again, and the proxy is told who asks', async (t) => {
  const backend = await startBackend(t, json(completion('through')));
  const proxy = await startProxy(t);
  const gateway = await start(
    t,
    `{ url: "http://models.internal:${backend.port}", plaintext: true, proxy: "http://gateway:s%40cret@127.0.0.1:${proxy.port}" }`,
  );
  for (const _ of [1, 2]) assert.equal((await ask(gateway)).json.choices[0].message.content, 'through');
  const [tunnel] = proxy.asked;
  assert.equal(proxy.asked.length, 1);
  assert.equal(tunnel!.authority, `models.internal:${backend.port}`);
  const given = Buffer.from('gateway:s@cret').toString('base64');
  assert.equal(tunnel!.headers['proxy-authorization'], `Basic ${given}`);
  const [seen] = backend.seen;
  assert.equal(seen!.headers['host'], `models.internal:${backend.port}`);
  assert.equal(seen!.headers['proxy-authorization'], undefined);
});

test('TLS goes through the tunnel to the backend itself, and so does the question whether it is well', async (t) => {
  const { tls, caFile } = await loadTls({ kind: 'self_signed' }, join(stateDir, 'proxied'));
  const backend = await startBackend(t, json(completion('through')), tls);
  const proxy = await startProxy(t);
  const gateway = await start(
    t,
    `{ url: "https://localhost:${backend.port}", tls: { ca: "${caFile}" }, proxy: "http://127.0.0.1:${proxy.port}", health: { path: /health, interval: 100ms } }`,
  );
  assert.equal((await ask(gateway)).json.choices[0].message.content, 'through');
  await until(() => backend.seen.some(({ url }) => url === '/health'), 'its health is asked');
  const authorities = new Set(proxy.asked.map(({ authority }) => authority));
  assert.deepEqual([...authorities], [`localhost:${backend.port}`]);
  assert.ok(proxy.asked.length >= 2);
});

test('a proxy that refuses, or is away, is a backend that can not be reached', async (t) => {
  const proxy = await startProxy(t, 407);
  const refused = await start(
    t,
    `{ url: "https://models.example", proxy: "http://127.0.0.1:${proxy.port}" }`,
  );
  const reply = await ask(refused);
  assert.equal(reply.json.error.code, 'upstream_unreachable');
  const said = refused.logs.find(({ msg }) => msg === 'an attempt failed');
  assert.match(String(said?.['detail']), /the proxy answered 407/);
});

test('serve says that a proxy of the environment is not used, once it could be', async (t) => {
  const backend = '{ url: "https://models.example" }';
  const env = { HTTPS_PROXY: 'http://user:hidden@proxy.example:3128' };
  const served = await serve(t, liveText({ workers: 1, backend }), { env });
  assert.match(served.said.err, /warning: HTTPS_PROXY is set and not used for one; say `proxy: environment`/);
  assert.doesNotMatch(served.said.err, /hidden/);
  for (const said of ['none', 'environment']) {
    const other = `{ url: "https://models.example", proxy: ${said} }`;
    const quiet = await serve(t, liveText({ workers: 1, backend: other }), { env });
    assert.doesNotMatch(quiet.said.err, /HTTPS_PROXY/);
  }
});

test('what the environment says of proxies is followed where the file asks for it', async (t) => {
  const backend = await startBackend(t, json(completion('through')));
  const proxy = await startProxy(t);
  const text = `{ url: "http://models.internal:${backend.port}", plaintext: true, proxy: environment }`;
  const served = await serve(t, liveText({ workers: 1, backend: text }), {
    env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'other.internal' },
  });
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  assert.equal(proxy.asked.length, 1);
});
