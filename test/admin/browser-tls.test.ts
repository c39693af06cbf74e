import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { openPage, startBrowser } from '../helpers/browser.ts';
import { begin, readReply } from '../helpers/gateway.ts';
import { serve } from '../helpers/serve.ts';

const token = 'browser-admin-token-0123';
const gatewayYaml = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token}, tls: { self_signed: true } }
workers: 1
backends: { local: { simulator: {} } }
models:
  demo: { deployments: [{ backend: local, endpoints: { chat_completions: [] } }] }
keys_file: keys.yaml
`;

test('over TLS an operator signs in, makes a key and signs out, and the session stays with this host', async (t) => {
  const served = await serve(t, gatewayYaml, { files: { 'keys.yaml': 'keys: {}\n' } });
  const url = /admin on (https:\/\/[\d.:]+)/.exec(served.said.err)?.[1];
  assert.ok(url, served.said.err);
  const { port } = new URL(url);
  const checked = await readReply(
    await begin({ port: Number(port), ca: served.ca }, '/livez', { method: 'GET' }),
  );
  assert.equal(checked.status, 200, 'a client that trusts the CA needs no exception');

  const { page, faults } = await openPage(t, await startBrowser(t), { anyCertificate: true });
  await page.goto(`${url}/dashboard`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const [cookie, ...others] = await page.context().cookies();
  assert.deepEqual(others, []);
  const { name, secure, httpOnly, sameSite, path, domain } = cookie!;
  assert.deepEqual(
    { name, secure, httpOnly, sameSite, path, domain },
    {
      name: '__Host-gw_session',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      domain: '127.0.0.1',
    },
  );
  assert.equal(await page.evaluate('document.cookie'), '');

  await page.getByRole('navigation').getByRole('link', { name: 'Keys', exact: true }).click();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('over-tls');
  await page.getByRole('button', { name: 'Make the key' }).click();
  const secret = (await page.locator('[data-secret]').textContent()) ?? '';
  const reply = await served.call('/v1/chat/completions', {
    key: secret,
    body: { model: 'demo', messages: [{ role: 'user', content: 'Hello' }] },
  });
  assert.equal(reply.status, 200);
  await page.getByRole('button', { name: 'I have saved it' }).click();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token').waitFor();
  assert.deepEqual(await page.context().cookies(), []);
  assert.deepEqual(faults, []);

  const plain = await new Promise<number | string>((done) => {
    get({ host: '127.0.0.1', port, path: '/dashboard' }, (answer) =>
      done(answer.resume().statusCode ?? 0),
    ).on('error', ({ code }: NodeJS.ErrnoException) => done(code ?? ''));
  });
  assert.ok(plain === 400 || plain === 'ECONNRESET', `plain HTTP gets ${plain}`);
});
