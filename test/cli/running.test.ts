/** What commands learn from a running gateway over TLS. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { certificateFor } from '../helpers/certificate.ts';
import { hello, liveText } from '../helpers/live.ts';
import { dirOf, freePort } from '../helpers/ports.ts';
import { readToken, serve } from '../helpers/serve.ts';
import { gateway } from './recorder.ts';

async function start(t: TestContext, tls: string, files: Readonly<Record<string, string>> = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-running-'));
  // The gateway ends after it, and may write until then.
  t.after(() => rmSync(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  const text = liveText({ more: 'keys_file: keys.yaml' }).replace('read_token', `tls: ${tls}, read_token`);
  for (const [name, content] of Object.entries({
    'gateway.yaml': text,
    'keys.yaml': 'keys: {}\n',
    ...files,
  })) {
    writeFileSync(join(dir, name), content, { mode: 0o600 });
  }
  const file = join(dir, 'gateway.yaml');
  const served = await serve(t, '', { file, env: { STATE_DIRECTORY: dir } });
  const [admin] = /(?<=admin on )https:\S+/.exec(served.said.err) ?? [];
  return { served, dir, at: ['--config', file, '--admin', admin!] };
}

test('an authority of ones own is named with --ca, as the message says', async (t) => {
  const { dir, at } = await start(t, '{ self_signed: true }');
  const refused = await gateway(['usage', ...at]);
  assert.equal(refused.exitCode, 2);
  assert.match(
    refused.err,
    /certificate is not trusted .*; name the authority that signed it with --ca FILE/,
  );
  const told = await gateway(['usage', ...at, '--ca', join(dir, 'dev-ca.pem')]);
  assert.equal(told.exitCode, 0, told.err);
  assert.match(told.out, /^test\s+no limits/m);
});

test('the certificate that the file names is trusted by itself, and no other', async (t) => {
  const own = await certificateFor('admin.gateway.test');
  const { dir, at } = await start(t, '{ cert: admin.pem, key: admin.key }', {
    'admin.pem': own.cert,
    'admin.key': own.key,
  });
  assert.equal((await gateway(['usage', ...at])).exitCode, 0);
  const other = join(dir, 'other.yaml');
  const { cert, key } = await certificateFor('admin.gateway.test');
  writeFileSync(join(dir, 'other.pem'), cert);
  writeFileSync(join(dir, 'other.key'), key, { mode: 0o600 });
  const text = liveText().replace('read_token', 'tls: { cert: other.pem, key: other.key }, read_token');
  writeFileSync(other, text);
  const refused = await gateway(['usage', '--config', other, ...at.slice(2)]);
  assert.match(refused.err, /certificate is not trusted/);
});

test('the list says when a key was used last, and a disabled one is refused', async (t) => {
  const { served, dir, at } = await start(t, '{ self_signed: true }');
  const asking = [...at, '--ca', join(dir, 'dev-ca.pem')];
  const made = await gateway(['key', 'create', 'a', ...asking]);
  assert.match(made.err, /has taken it/);
  const call = () =>
    served.call('/v1/chat/completions', { method: 'POST', key: made.out.trim(), body: hello });
  assert.equal((await call()).status, 200);
  let row: { last_used: string | null } | undefined;
  for (let tries = 0; row?.last_used == null && tries < 200; tries += 1) {
    const { out } = await gateway(['key', 'list', ...asking, '--format', 'json']);
    row = JSON.parse(out).find(({ id }: { id: string }) => id === 'a');
  }
  assert.ok(Math.abs(Date.parse(row?.last_used ?? '') - Date.now()) < 60_000);
  assert.match((await gateway(['key', 'disable', 'a', ...asking])).err, /is disabled in .*\n.* has taken it/);
  assert.equal((await call()).status, 401);
  assert.match((await gateway(['key', 'enable', 'a', ...asking])).err, /has taken it/);
  assert.equal((await call()).status, 200);
});

test('who has no token, or a wrong one, is told which one is meant and where it was taken from', async (t) => {
  const dir = dirOf(t);
  const file = join(dir, 'gateway.yaml');
  const admin = `"127.0.0.1:${await freePort()}", token: "\${OPS_TOKEN}"`;
  writeFileSync(file, liveText({ admin }).replace(readToken, '"${OPS_READ_TOKEN}"'));
  const env = { OPS_TOKEN: 'ops-admin-token-0123456789', OPS_READ_TOKEN: readToken };
  await serve(t, '', { file, env: { ...env, STATE_DIRECTORY: dir } });
  const ask = (command: string[], given: Readonly<Record<string, string>>) =>
    gateway([...command, '--config', file], { env: given });
  const cases = [
    [
      ['status'],
      {},
      /no token: set OPS_READ_TOKEN here too, which `admin.read_token` of the file names, or GATEWAY_READ_TOKEN$/m,
    ],
    [['drain', 'first/one'], {}, /no token: set OPS_TOKEN here too, .*, or GATEWAY_ADMIN_TOKEN$/m],
    [
      ['status'],
      { OPS_READ_TOKEN: 'another-token-0123456789' },
      /answered 401: This is not the `admin\.token`, `admin\.read_token` or `admin\.content_token` of this gateway\. It was given that of `admin\.read_token` in the file; --token-file names another\.$/m,
    ],
    [['status'], { GATEWAY_READ_TOKEN: 'another-token-0123456789' }, /that of GATEWAY_READ_TOKEN; /m],
    [['usage', '--token-file', file], {}, /--token-file \S+: it holds no token/],
  ] as const;
  for (const [command, given, said] of cases) {
    const { exitCode, err } = await ask([...command], given);
    assert.equal(exitCode, 2, err);
    assert.match(err, said);
  }
  // What the messages say to set is enough.
  assert.equal((await ask(['status'], { OPS_READ_TOKEN: readToken })).exitCode, 0);
  assert.equal((await ask(['status'], { GATEWAY_READ_TOKEN: readToken })).exitCode, 0);
});

test('when a key was used last is known after a restart too', async (t) => {
  const state = dirOf(t);
  const file = join(state, 'gateway.yaml');
  writeFileSync(file, liveText({ admin: `"127.0.0.1:${await freePort()}"` }));
  const options = { file, env: { STATE_DIRECTORY: state } };
  const first = await serve(t, '', options);
  assert.equal((await first.call('/v1/chat/completions', { body: hello })).status, 200);
  first.child.kill('SIGTERM');
  await first.ended;
  await serve(t, '', options);
  const { out } = await gateway(['key', 'list', '--config', file, '--format', 'json'], {
    env: { GATEWAY_READ_TOKEN: readToken },
  });
  const [row] = JSON.parse(out) as readonly [{ readonly last_used: string | null }];
  assert.ok(Math.abs(Date.parse(row.last_used ?? '') - Date.now()) < 120_000, String(row.last_used));
});
