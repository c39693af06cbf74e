import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { greeting } from '../../../src/cli/serve/greeting.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { folderWith, valid } from '../files.ts';
import { gateway } from '../recorder.ts';

interface Bound {
  readonly host?: string;
  readonly adminPort?: number;
}

async function greet(text: string, { host = '127.0.0.1', adminPort }: Bound = {}): Promise<string> {
  const { config, problems } = await loadConfig('gateway.yaml', { requireSecrets: true, env: {}, text });
  assert.ok(config, JSON.stringify(problems));
  return greeting(
    { ...config, file: resolve('gateway.yaml') },
    {
      address: { host, port: 8443 },
      adminAddress: adminPort === undefined ? undefined : { host: '127.0.0.1', port: adminPort },
      caFile: config.listen.tls.kind === 'self_signed' ? '/var/lib/gateway/dev-ca.pem' : undefined,
    },
    '1.2.3',
  );
}

const otherKey = valid.replace(/sha256:\w+/, `sha256:${'ab'.repeat(32)}`);

test('it says where, what, and how to call it with the key of the quickstart', async () => {
  assert.deepEqual((await greet(valid)).split('\n'), [
    'gateway 1.2.3 listens on https://127.0.0.1:8443',
    'serving 2 models and 1 key from gateway.yaml',
    'call it:',
    '  curl --cacert /var/lib/gateway/dev-ca.pem https://127.0.0.1:8443/v1/chat/completions' +
      ' -H "Authorization: Bearer sk-quickstart" -H "Content-Type: application/json"' +
      ` -d '{"model":"large","messages":[{"role":"user","content":"Hello"}]}'`,
    '',
  ]);
});

test('another key is a variable for the shell to fill in', async () => {
  const said = await greet(otherKey);
  assert.match(said, /^call it \(export YOUR_KEY=\.\.\. first\):$/m);
  assert.ok(said.includes('"Authorization: Bearer $YOUR_KEY"'));
});

test('the call is one that the key may make', async () => {
  const said = await greet(otherKey.replace('models: [large, small]', 'models: [small]'));
  assert.ok(said.includes('/v1/messages -H'), said);
  assert.ok(
    said.includes(`-d '{"model":"small","max_tokens":100,"messages":[{"role":"user","content":"Hello"}]}'`),
  );
});

test('without a key that may call anything it says so', async () => {
  const said = await greet(otherKey.slice(0, otherKey.indexOf('keys:')));
  assert.match(said, /^no key may use any model yet: /m);
  assert.ok(!said.includes('curl'));
});

test('addresses that stand for all are called by the loopback address', async () => {
  assert.ok((await greet(otherKey, { host: '0.0.0.0' })).includes(' https://127.0.0.1:8443/v1/'));
  assert.ok((await greet(otherKey, { host: '::' })).includes(' https://[::1]:8443/v1/'));
});

test('the admin address is told when there is one', async () => {
  const said = await greet(`${valid}admin: { address: "127.0.0.1:9901" }\n`, { adminPort: 9901 });
  assert.match(said, /listens on https:\/\/127\.0\.0\.1:8443, admin on http:\/\/127\.0\.0\.1:9901$/m);
  assert.match(said, /^dashboard: http:\/\/127\.0\.0\.1:9901\/dashboard \(write admin\.token to sign in\)$/m);
});

test('where the dashboard is, and what opens it, is told, and no token but the one of the quickstart', async () => {
  const greeted = (more: string) =>
    greet(`${valid}admin: { address: "127.0.0.1:9901", ${more} }\n`, { adminPort: 9901 });
  const secret = 'an-admin-token-of-ours-0123';
  const own = await greeted(`token: ${secret}`);
  assert.match(
    own,
    /^dashboard: \S+\/dashboard \(sign in with admin\.token, or to look alone with admin\.read_token\)$/m,
  );
  assert.ok(!own.includes(secret));
  assert.match(await greeted(`read_token: ${secret}`), /\(sign in with admin\.read_token, to look alone\)$/m);
  assert.match(await greeted('token: quickstart-admin-token'), /\(sign in with quickstart-admin-token\)$/m);
});

test('behind a proxy the call goes to the proxy', async () => {
  const said = await greet(valid.replace('{ self_signed: true }', '{ terminated_by: [127.0.0.0/8] }'));
  assert.match(said, /listens on http:\/\/127\.0\.0\.1:8443 for the proxy that ends TLS$/m);
  assert.ok(said.includes('curl https://YOUR-PROXY/v1/chat/completions -H'));
});

test('a certificate made by init is called with its authority', async (t) => {
  const dir = await folderWith(t);
  await gateway(['init', dir, '--dev-cert']);
  const said = await greet(
    otherKey.replace(
      '{ self_signed: true }',
      `{ cert: "${join(dir, 'dev-cert.pem')}", key: "${join(dir, 'dev-key.pem')}" }`,
    ),
  );
  assert.ok(said.includes(`curl --cacert ${join(dir, 'dev-ca.pem')} https://127.0.0.1:8443/v1/`), said);
});

test('a certificate that is not good for the address is called by a name on it', async (t) => {
  const dir = await folderWith(t);
  await gateway(['init', dir, '--dev-cert']);
  const files = `{ cert: "${join(dir, 'dev-cert.pem')}", key: "${join(dir, 'dev-key.pem')}" }`;
  const said = await greet(otherKey.replace('{ self_signed: true }', files), { host: '10.0.0.7' });
  assert.ok(said.includes(' https://localhost:8443/v1/'), said);
});
