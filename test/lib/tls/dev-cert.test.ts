import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect, createServer } from 'node:tls';
import { devCertificate, makeCertificates } from '../../../src/lib/tls/dev-cert.ts';

const dayMs = 24 * 3600_000;
const now = Date.now();

async function folder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'gateway-cert-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test('a client that trusts dev-ca.pem and nothing else completes a handshake', async (t) => {
  const { cert, key, caFile } = await devCertificate(join(await folder(t), 'state'));
  const server = createServer({ cert, key }, (socket) => socket.end('hello'));
  server.listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));

  const { port } = server.address() as AddressInfo;
  const ca = await readFile(caFile, 'utf8');
  for (const servername of ['localhost', '']) {
    const greeted = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, ca, servername }, () => assert.ok(socket.authorized));
      socket.setEncoding('utf8').once('data', resolve).once('error', reject);
    });
    assert.equal(greeted, 'hello');
  }
});

test('the certificate is good for localhost and both loopback addresses, and for serving only', async () => {
  const { cert, ca } = await makeCertificates(now);
  const leaf = new X509Certificate(cert);
  assert.equal(leaf.checkHost('localhost'), 'localhost');
  assert.equal(leaf.checkIP('127.0.0.1'), '127.0.0.1');
  assert.equal(leaf.checkIP('::1'), '::1');
  assert.equal(leaf.checkHost('example.com'), undefined);
  assert.equal(leaf.ca, false);
  assert.deepEqual(leaf.keyUsage, ['1.3.6.1.5.5.7.3.1']); // id-kp-serverAuth, RFC 5280 4.2.1.12
  assert.equal(leaf.publicKey.asymmetricKeyDetails?.namedCurve, 'prime256v1');
  assert.equal(new X509Certificate(ca).ca, true);
});

test('both certificates carry the key identifiers that strict verifiers ask for', async () => {
  const { cert, ca } = await makeCertificates(now);
  const subjectKeyIdentifier = '0603551d0e'; // 2.5.29.14 in DER
  const authorityKeyIdentifier = '0603551d23'; // 2.5.29.35
  const leaf = new X509Certificate(cert).raw.toString('hex');
  assert.ok(leaf.includes(subjectKeyIdentifier));
  assert.ok(leaf.includes(authorityKeyIdentifier));
  assert.ok(new X509Certificate(ca).raw.toString('hex').includes(subjectKeyIdentifier));
});

test('the key of the authority is kept nowhere', async (t) => {
  const dir = await folder(t);
  await devCertificate(dir, now);
  assert.deepEqual((await readdir(dir)).sort(), ['dev-ca.pem', 'dev-server.pem']);
  const all =
    (await readFile(join(dir, 'dev-ca.pem'), 'utf8')) + (await readFile(join(dir, 'dev-server.pem'), 'utf8'));
  assert.equal(all.match(/BEGIN PRIVATE KEY/g)?.length, 1);
});

test('nobody else may read the key or the folder', async (t) => {
  const dir = join(await folder(t), 'made', 'here');
  await devCertificate(dir, now);
  assert.equal((await stat(dir)).mode & 0o777, 0o700);
  assert.equal((await stat(join(dir, 'dev-server.pem'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(dir, 'dev-ca.pem'))).mode & 0o777, 0o644);
});

test('a certificate is used again for 30 days, and is then good for long enough to run on', async (t) => {
  const dir = await folder(t);
  const first = await devCertificate(dir, now);
  assert.deepEqual(await devCertificate(dir, now + 29 * dayMs), first);
  assert.ok(Date.parse(new X509Certificate(first.cert).validTo) > now + 300 * dayMs);

  const second = await devCertificate(dir, now + 31 * dayMs);
  assert.notEqual(second.cert, first.cert);
  assert.ok(
    new X509Certificate(second.cert).verify(new X509Certificate(await readFile(second.caFile)).publicKey),
  );
});

test('a certificate from the future is replaced', async (t) => {
  const dir = await folder(t);
  const first = await devCertificate(dir, now + 10 * dayMs);
  assert.notEqual((await devCertificate(dir, now)).cert, first.cert);
});

for (const [what, damage] of [
  ['is empty', () => ''],
  ['is cut', (text: string) => text.slice(0, text.length / 2)],
  ['is not PEM', () => 'something else'],
  ['holds garbage in PEM', (text: string) => text.replaceAll(/^M.*$/gm, 'AAAA')],
] as const) {
  test(`a bundle that ${what} is replaced`, async (t) => {
    const dir = await folder(t);
    const first = await devCertificate(dir, now);
    const bundle = join(dir, 'dev-server.pem');
    await writeFile(bundle, damage(await readFile(bundle, 'utf8')));
    const second = await devCertificate(dir, now);
    assert.notEqual(second.cert, first.cert);
    assert.deepEqual(await devCertificate(dir, now), second);
  });
}

test('a key that does not belong to the certificate is replaced with it', async (t) => {
  const dir = await folder(t);
  const first = await devCertificate(dir, now);
  const bundle = join(dir, 'dev-server.pem');
  const { key } = await makeCertificates(now);
  await writeFile(bundle, (await readFile(bundle, 'utf8')).replace(first.key, key));
  assert.notEqual((await devCertificate(dir, now)).cert, first.cert);
});

test('a lost dev-ca.pem comes back as it was', async (t) => {
  const dir = await folder(t);
  const { caFile, cert } = await devCertificate(dir, now);
  const before = await readFile(caFile, 'utf8');
  await rm(caFile);
  assert.equal((await devCertificate(dir, now)).cert, cert);
  assert.equal(await readFile(caFile, 'utf8'), before);
});

test('those who start at once get the same certificate', async (t) => {
  const dir = await folder(t);
  const all = await Promise.all(Array.from({ length: 6 }, () => devCertificate(dir, now)));
  for (const each of all) assert.deepEqual(each, all[0]);
  const ca = new X509Certificate(await readFile(join(dir, 'dev-ca.pem')));
  assert.ok(new X509Certificate(all[0]?.cert ?? '').verify(ca.publicKey));
  assert.deepEqual((await readdir(dir)).sort(), ['dev-ca.pem', 'dev-server.pem']);
});

test('a lock that a dead process left does not keep anybody waiting', async (t) => {
  const dir = await folder(t);
  const lock = join(dir, 'dev-server.pem.lock');
  await writeFile(lock, '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  assert.ok((await devCertificate(dir, now)).cert);
});

test('a folder that can not be made is named, with the field that chooses it', async (t) => {
  const file = join(await folder(t), 'file');
  await writeFile(file, '');
  await assert.rejects(
    devCertificate(join(file, 'state'), now),
    /keeping the development certificate in .*file\/state: .*state\.dir/,
  );
});
