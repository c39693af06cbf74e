import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { makeCertificates } from '../../../src/lib/tls/dev-cert.ts';
import { startBackend, startHeldStream } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { begin, readReply, secret } from '../../helpers/gateway.ts';
import { hello, liveText, workersOf } from '../../helpers/live.ts';
import { startLoad } from '../../helpers/load.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { ownerOfFile, readToken, type Served, serve } from '../../helpers/serve.ts';

const owner = ownerOfFile();
let running: Promise<Served> | undefined;
function gateway(): Promise<Served> {
  running ??= serve(owner, liveText());
  return running;
}

function at(port: number): string {
  return `{ address: "127.0.0.1:${port}", tls: { self_signed: true } }`;
}

test('a new address is open before the old one closes, and a stream on the old one runs to its end', async (t) => {
  const served = await gateway();
  const rest = gate();
  const backend = await startHeldStream(t, rest);
  const url = `{ url: "${backend.url}" }`;
  await served.save(liveText({ backend: url }));
  await served.reloaded('applied');
  const stream = await begin(served, '/v1/chat/completions', { body: { ...hello, stream: true } });
  assert.equal(stream.statusCode, 200);

  const port = await freePort();
  await served.save(liveText({ backend: url, listen: at(port) }));
  await served.reloaded('applied');
  assert.equal((await served.call('/v1/models', { port })).status, 200);
  await until(
    () =>
      served.call('/v1/models').then(
        () => false,
        (error) => error.code === 'ECONNREFUSED',
      ),
    'the old address closes',
    20_000,
  );
  rest.open();
  const whole = await readReply(stream);
  assert.ok(whole.complete && whole.text.endsWith('data: [DONE]\n\n'), whole.text);
  await served.save(liveText());
  await served.reloaded('applied');
  running = Promise.resolve({ ...served, ...(await portOf(served)) });
});

/** Where it listens after it moved back to a port that the system chose. */
async function portOf(served: Served): Promise<Pick<Served, 'port' | 'call'>> {
  const port = await freePort();
  await served.save(liveText({ listen: at(port) }));
  await served.reloaded('applied');
  return { port, call: (path, options) => served.call(path, { port, ...options }) };
}

test('an address that cannot be opened rejects the change, and nothing of it happens', async (t) => {
  const served = await gateway();
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => void other.close());
  await new Promise((listening) => other.once('listening', listening));
  const { port } = other.address() as { port: number };
  const { revision } = await served.status();
  await served.save(liveText({ listen: at(port), models: ['first', 'second'], workers: 3 }));
  const record = await served.reloaded('rejected');
  assert.match(
    record?.problems ?? '',
    /^listen\.address: can't listen on 127\.0\.0\.1:\d+: another process .*EADDRINUSE/,
  );
  await served.save(liveText({ listen: at(served.port), admin: `"127.0.0.1:${port}"`, models: ['second'] }));
  assert.match((await served.reloaded('rejected'))?.problems ?? '', /^admin\.address: .*EADDRINUSE/);

  assert.equal((await served.status()).revision, revision);
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  await until(() => workersOf(served).length === 2, 'what was started for it has ended', 20_000);
});

test('what was made ready for a change that workers refuse is undone: listener, state.dir, credentials', async (t) => {
  const served = await gateway();
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => void other.close());
  await new Promise((listening) => other.once('listening', listening));
  const taken = (other.address() as { port: number }).port;
  const port = await freePort();
  const dir = dirOf(t);
  writeFileSync(join(dir, 'token'), 'first-token-0123456789', { mode: 0o600 });
  await served.save(
    liveText({
      listen: at(taken),
      admin: `"127.0.0.1:${port}"`,
      backend: `{ url: "http://127.0.0.1:${taken}", auth: { file: ${join(dir, 'token')} } }`,
      more: `state: { dir: ${join(dir, 'state')} }`,
    }),
  );
  assert.match((await served.reloaded('rejected'))?.problems ?? '', /^listen\.address: .*EADDRINUSE/);
  assert.equal(await adminStatus(port, readToken), undefined, 'the new admin listener is closed');
  assert.ok(!existsSync(join(dir, 'state', 'gateway.lock')), 'the new folder is free');
  assert.deepEqual((await served.status()).credentials, []);
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);
  const wasFetched = () => served.logs.some(({ msg }) => msg === 'a credential is there');
  await until(wasFetched, 'the credential was fetched for it', 10_000);
});

test('a port that the gateway has itself at another address is said to be its own', async () => {
  const served = await gateway();
  const listen = `{ address: "0.0.0.0:${served.port}", tls: { self_signed: true } }`;
  await served.save(liveText({ listen }));
  assert.match(
    (await served.reloaded('rejected'))?.problems ?? '',
    /EADDRINUSE\); it is this gateway itself/,
  );
});

test('one address begins and ceases to speak TLS', async () => {
  const served = await gateway();
  const before = workersOf(served);
  const plain = `{ address: "127.0.0.1:${served.port}", tls: { terminated_by: [127.0.0.1/32] } }`;
  await served.save(liveText({ listen: plain }));
  await served.reloaded('applied');
  await until(
    () => !before.some((pid) => workersOf(served).includes(pid)),
    'the workers before have ended',
    12_000,
  );
  assert.equal(await plainStatus(served.port), 200);
  await served.save(liveText({ listen: at(served.port) }));
  await served.reloaded('applied');
  await until(() => workersOf(served).length === 2, 'the plain workers have ended', 12_000);
  assert.equal((await served.call('/v1/models')).status, 200);
});

function plainStatus(port: number): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-proto': 'https' };
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path: '/v1/models', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

test('the number of workers grows and shrinks under load without a failed request', async (t) => {
  const served = await gateway();
  const load = startLoad(t, served, { connections: 8, body: hello, pauseMs: 10 });
  for (const workers of [4, 1, 2]) {
    await served.save(liveText({ listen: at(served.port), workers }));
    assert.deepEqual((await served.reloaded('applied'))?.changes, ['workers changed']);
    await until(() => workersOf(served).length === workers, `there are ${workers} workers`, 12_000);
  }
  await load.stop();
  assert.deepEqual(load.failures, []);
});

test('the admin listener moves, and takes other tokens', async () => {
  const served = await gateway();
  const port = await freePort();
  const moved = liveText({ listen: at(served.port), admin: `"127.0.0.1:${port}"` });
  await served.save(moved);
  await until(
    async () => (await adminStatus(port, readToken)) === 200,
    'it answers at the new address',
    20_000,
  );
  await served.save(moved.replaceAll(readToken, 'another-token-0123456'));
  await until(
    async () => (await adminStatus(port, 'another-token-0123456')) === 200,
    'the token is another',
    20_000,
  );
  assert.equal(await adminStatus(port, readToken), 401);
});

function adminStatus(port: number, token: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}` };
    httpRequest({ host: '127.0.0.1', port, path: '/status', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', () => resolve(undefined))
      .end();
  });
}

test('a certificate that has expired does not take the place of a valid one, and its end is a metric', async (t) => {
  const dir = dirOf(t);
  mkdirSync(dir, { recursive: true });
  const dayMs = 86_400_000;
  const valid = await makeCertificates();
  const expired = await makeCertificates(Date.now() - 400 * dayMs);
  const put = ({ cert, key }: typeof valid) => {
    writeFileSync(join(dir, 'tls.key'), key, { mode: 0o600 });
    writeFileSync(join(dir, 'tls.crt'), cert);
  };
  put(valid);
  const file = join(dir, 'gateway.yaml');
  const text = liveText({ listen: '{ address: "127.0.0.1:0", tls: { cert: tls.crt, key: tls.key } }' });
  writeFileSync(file, text);
  const served = await serve(t, text, { file });
  const ends = Date.parse(new X509Certificate(valid.cert).validTo) / 1000;
  const { text: metrics } = await served.admin('/metrics');
  assert.ok(metrics.includes(`gateway_certificate_expiry_seconds{listener="public"} ${ends}`), metrics);

  put(expired);
  const record = await served.reloaded('rejected', 10_000);
  assert.match(
    record!.problems!,
    /^listen\.tls\.cert: the new certificate expired at .* is valid and stays$/,
  );
  assert.equal(JSON.parse((await served.admin('/readyz?verbose')).text).last_reload.cause, 'files');
  assert.equal(await serialOf(served.port, valid.ca), new X509Certificate(valid.cert).serialNumber);
});

test('certificate, key and secrets of one mounted volume change together, and no connection is lost', async (t) => {
  const credentials: string[] = [];
  const backend = await startBackend(t, (seen, response) => {
    credentials.push(String(seen.headers['authorization']));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{}');
  });
  const sets = [await makeCertificates(), await makeCertificates()];
  const port = await freePort();
  const text = liveText({
    listen: `{ address: "127.0.0.1:${port}", tls: { cert: vol/tls.crt, key: vol/tls.key } }`,
    backend: `{ url: "${backend.url}", auth: { bearer: "\${file:vol/secret}" } }`,
  });
  const mount = join(dirOf(t), 'vol');
  mkdirSync(mount, { recursive: true });
  swap(mount, 0, sets[0]!, 'first-secret-0123456');
  for (const name of ['tls.crt', 'tls.key', 'secret']) symlinkSync(join('..data', name), join(mount, name));
  const file = join(mount, '..', 'gateway.yaml');
  writeFileSync(file, text);
  const served = await serve(t, text, { file });
  const trusting = { ...served, ca: sets[0]!.ca + sets[1]!.ca };
  const open = await tlsTo(port, trusting.ca);
  const load = startLoad(t, trusting, { connections: 4, body: hello, pauseMs: 10 });

  for (const generation of [1, 2, 3]) {
    const set = sets[generation % 2]!;
    swap(mount, generation, set, `secret-of-${generation}-0123456`);
    const record = await served.reloaded('applied', 10_000);
    assert.deepEqual(record?.changes, [
      'listen: tls.cert, tls.key changed',
      'backend one: auth.value changed',
    ]);
    assert.equal(await serialOf(port, trusting.ca), new X509Certificate(set.cert).serialNumber);
  }
  assert.equal((await readReply(await begin(trusting, '/v1/chat/completions', { body: hello }))).status, 200);
  assert.equal(credentials.at(-1), 'Bearer secret-of-3-0123456');
  await load.stop();
  assert.deepEqual(load.failures, []);
  assert.deepEqual((await served.status()).reloads.rejected, 0);
  open.write(`GET /v1/models HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${secret}\r\n\r\n`);
  const [answer] = await new Promise<[Buffer]>((resolve) => open.once('data', (data) => resolve([data])));
  assert.match(answer.toString(), /^HTTP\/1\.1 200 /);
  open.destroy();
});

function swap(
  mount: string,
  generation: number,
  { cert, key }: { readonly cert: string; readonly key: string },
  value: string,
): void {
  const folder = join(mount, `..gen-${generation}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'tls.crt'), cert);
  writeFileSync(join(folder, 'tls.key'), key, { mode: 0o600 });
  writeFileSync(join(folder, 'secret'), value, { mode: 0o600 });
  symlinkSync(`..gen-${generation}`, join(mount, '..data_tmp'));
  renameSync(join(mount, '..data_tmp'), join(mount, '..data'));
}

function tlsTo(port: number, ca: string): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: 'localhost', port, ca, servername: 'localhost' }, () => resolve(socket));
    socket.on('error', reject);
  });
}

async function serialOf(port: number, ca: string): Promise<string> {
  const socket = await tlsTo(port, ca);
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}
