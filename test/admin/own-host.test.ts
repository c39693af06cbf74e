/** By which names a browser may call the operator's listener. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { servedText, startAdmin, token } from '../helpers/admin.ts';
import { certificateFor } from '../helpers/certificate.ts';
import { until } from '../helpers/gate.ts';
import { liveText } from '../helpers/live.ts';
import { serve } from '../helpers/serve.ts';

/** A request as a browser sends it that was led to a URL by a name; to what came of it. */
function ask(
  url: string,
  path: string,
  host: string | undefined,
  options: RequestOptions & {
    readonly ca?: string;
    readonly servername?: string;
    readonly body?: string;
  } = {},
): Promise<string> {
  const { headers, body, ...more } = options;
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(
      `${url}${path}`,
      { ...more, agent: false, setHost: false, headers: { ...(host && { host }), ...headers } },
      (response: IncomingMessage) => {
        text(response).then((said) => {
          const code = /"code": "(\w+)"/.exec(said)?.[1];
          resolve([response.statusCode, ...(code === undefined ? [] : [code])].join(' '));
        }, reject);
      },
    );
    request.on('error', reject).end(body);
  });
}

/** The configuration in a folder with files that their owner alone may read. */
function folderWith(t: TestContext, files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-names-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(dir, name), content, { mode: 0o600 });
  return join(dir, 'gateway.yaml');
}

const stranger = 'rebound.attacker.example:9901';
const misdirected = '421 misdirected_request';

test('a page, a sign-in and whatever has a session are refused by a name that anybody may have made', async (t) => {
  const { url } = await startAdmin(t);
  const asPage = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const signIn = { method: 'POST', headers: asPage, body: JSON.stringify({ token }) };
  assert.equal(await ask(url, '/api/session', stranger, signIn), misdirected);
  assert.equal(await ask(url, '/dashboard/app.css', stranger), misdirected);
  assert.equal(await ask(url, '/api/session', stranger), misdirected);
  const cookie = '__Host-gw_session=of-nobody';
  assert.equal(await ask(url, '/api/keys', stranger, { headers: { cookie } }), misdirected);
  const remove = { method: 'DELETE', headers: { ...asPage, cookie } };
  assert.equal(await ask(url, '/api/keys/team-a', stranger, remove), misdirected);
  for (const odd of [
    'localhost.attacker.example',
    'localhost@attacker.example',
    '[::1',
    '127.0.0.1.example',
  ]) {
    assert.equal(await ask(url, '/dashboard/app.css', odd), misdirected, odd);
  }
});

test('addresses and localhost are names of its own, with any port', async (t) => {
  const { url } = await startAdmin(t);
  for (const host of ['127.0.0.1', '192.0.2.7:9901', '[2001:db8::1]:9901', 'localhost:1', 'LOCALHOST']) {
    assert.equal(await ask(url, '/api/session', host), '200', host);
  }
});

test('probes and programs with a token are answered by any name', async (t) => {
  const { url } = await startAdmin(t);
  const headers = { authorization: `Bearer ${token}` };
  assert.equal(await ask(url, '/livez', stranger), '200');
  assert.equal(await ask(url, '/readyz', stranger), '200');
  assert.equal(await ask(url, '/api/gateway', stranger, { headers }), '200');
  assert.equal(await ask(url, '/status', stranger), '401 sign_in_required');
  // Where both come the token counts.
  const both = { ...headers, cookie: '__Host-gw_session=of-nobody' };
  assert.equal(await ask(url, '/api/gateway', stranger, { headers: both }), '200');
});

test('the names on the certificate are its own, those of a renewed one too', async (t) => {
  const { cert, key } = await certificateFor('admin.gateway.test', '*.ops.test');
  const config = liveText().replace('read_token', 'tls: { cert: admin.pem, key: admin.key }, read_token');
  const file = folderWith(t, { 'gateway.yaml': config, 'admin.pem': cert, 'admin.key': key });
  const served = await serve(t, '', { file });
  const [url] = /(?<=admin on )https:\S+/.exec(served.said.err) ?? [];
  const at = (host: string) =>
    ask(url!, '/api/session', host, { rejectUnauthorized: false } as RequestOptions);
  assert.equal(await at('admin.gateway.test:9901'), '200');
  assert.equal(await at('eu.ops.test'), '200');
  assert.equal(await at('new.gateway.test'), misdirected);

  const renewed = await certificateFor('new.gateway.test');
  writeFileSync(join(served.dir, 'admin.key'), renewed.key);
  writeFileSync(join(served.dir, 'admin.pem'), renewed.cert);
  await until(async () => (await at('new.gateway.test')) === '200', 'the new certificate is served');
  assert.equal(await at('admin.gateway.test'), misdirected);
});

test('behind a proxy that ends TLS the names are those that the proxy lets through', async (t) => {
  const behind = `admin: { address: "127.0.0.1:0", token: ${token}, tls: { terminated_by: [127.0.0.1/32] } }`;
  const { url } = await startAdmin(t, `${servedText}\n${behind}`);
  const headers = { 'x-forwarded-proto': 'https' };
  assert.equal(await ask(url, '/api/session', 'admin.corp.example', { headers }), '200');
});
