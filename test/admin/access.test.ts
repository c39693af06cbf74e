import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Authenticator } from '../../src/admin/access/caller.ts';
import { idleMs, longestMs, Sessions } from '../../src/admin/access/sessions.ts';
import { Throttle } from '../../src/admin/access/throttle.ts';
import type { AdminRefusal } from '../../src/admin/http/admin-refusal.ts';
import type { AdminConfig } from '../../src/config/types/admin.ts';
import { readToken, servedText, startAdmin, type TestAdmin, token } from '../helpers/admin.ts';

const own = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };

/** What a browser on the dashboard sends. */
function signIn({ url }: TestAdmin, as: string, headers: Record<string, string> = own): Promise<Response> {
  return fetch(`${url}/api/session`, { method: 'POST', headers, body: JSON.stringify({ token: as }) });
}

async function cookieOf(t: TestContext): Promise<{ admin: TestAdmin; cookie: string }> {
  const admin = await startAdmin(t);
  const answer = await signIn(admin, token);
  assert.equal(answer.status, 204);
  return { admin, cookie: answer.headers.get('set-cookie')!.split(';')[0]! };
}

async function codeOf(answer: Response): Promise<string> {
  const { error } = (await answer.json()) as { error: { code: string } };
  return `${answer.status} ${error.code}`;
}

test('the session cookie is held to this host, hidden from scripts and sent from this site only', async (t) => {
  const admin = await startAdmin(t);
  const [cookie = ''] = (await signIn(admin, token)).headers.getSetCookie();
  assert.match(cookie, /^__Host-gw_session=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
});

test('a session reads and changes, and ends with signing out', async (t) => {
  const { admin, cookie } = await cookieOf(t);
  const read = () => fetch(`${admin.url}/api/gateway`, { headers: { cookie } });
  assert.equal((await read()).status, 200);
  const session = await fetch(`${admin.url}/api/session`, { headers: { cookie } });
  assert.equal(((await session.json()) as { may: string }).may, 'change');
  const out = await fetch(`${admin.url}/api/session`, { method: 'DELETE', headers: { ...own, cookie } });
  assert.match(out.headers.get('set-cookie') ?? '', /Max-Age=0/);
  assert.equal(await codeOf(await read()), '401 sign_in_required');
});

test('signing in again gives a new id, and the one before is over', async (t) => {
  const { admin, cookie } = await cookieOf(t);
  const again = await signIn(admin, token, { ...own, cookie });
  assert.notEqual(again.headers.get('set-cookie')?.split(';')[0], cookie);
  assert.equal((await fetch(`${admin.url}/api/gateway`, { headers: { cookie } })).status, 401);
});

test('two session cookies are none', async (t) => {
  const { admin, cookie } = await cookieOf(t);
  const two = await fetch(`${admin.url}/api/gateway`, {
    headers: { cookie: `__Host-gw_session=x; ${cookie}` },
  });
  assert.equal(two.status, 401);
});

test('the read token signs in to look, and changes nothing', async (t) => {
  const admin = await startAdmin(t);
  const signed = await signIn(admin, readToken);
  assert.equal(signed.status, 204);
  const cookie = signed.headers.get('set-cookie')!.split(';')[0]!;
  const session = await fetch(`${admin.url}/api/session`, { headers: { cookie } });
  assert.equal(((await session.json()) as { may: string }).may, 'read');
  const own = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const look = await fetch(`${admin.url}/api/keys`, { headers: own });
  assert.equal(look.status, 200);
  const change = await fetch(`${admin.url}/api/keys`, { method: 'POST', body: '{"id":"new"}', headers: own });
  assert.equal(await codeOf(change), '403 read_only');
  const headers = { authorization: `Bearer ${readToken}` };
  assert.equal((await admin.call('/api/keys', { headers })).status, 200);
  const made = await admin.call('/api/keys', { method: 'POST', body: '{"id":"new"}', headers });
  assert.equal(await codeOf(made), '403 read_only');
});

test("a client's key is no credential here", async (t) => {
  const admin = await startAdmin(t);
  const answer = await admin.call('/api/keys', {
    headers: { authorization: 'Bearer sk-team-a-0123456789abcdef' },
  });
  assert.equal(await codeOf(answer), '401 invalid_api_key');
});

test('the sixth wrong sign-in of a minute is refused before its token is looked at', async (t) => {
  const admin = await startAdmin(t);
  for (let tries = 1; tries <= 5; tries += 1) {
    assert.equal(await codeOf(await signIn(admin, 'not-the-token-at-all')), '401 wrong_token');
  }
  const sixth = await signIn(admin, token);
  assert.ok(Number(sixth.headers.get('retry-after')) >= 55);
  assert.equal(await codeOf(sixth), '429 too_many_attempts');
  // A program that has the token is not locked out by it.
  assert.equal((await admin.call('/api/gateway')).status, 200);
});

test('sign-ins that succeed do not use up the tries', async (t) => {
  const admin = await startAdmin(t);
  for (let tries = 1; tries <= 8; tries += 1) assert.equal((await signIn(admin, token)).status, 204);
});

test('wrong tokens keep no right one out: they are counted alone, and answered in vain', async (t) => {
  const admin = await startAdmin(t);
  const wrong = () =>
    admin.call('/api/gateway', { headers: { authorization: 'Bearer not-the-token-at-all' } });
  for (let tries = 1; tries <= 30; tries += 1)
    assert.equal(await codeOf(await wrong()), '401 invalid_api_key');
  const throttled = await wrong();
  assert.ok(Number(throttled.headers.get('retry-after')) >= 50);
  assert.equal(await codeOf(throttled), '429 too_many_attempts');
  for (const right of [token, readToken]) {
    const headers = { authorization: `Bearer ${right}` };
    assert.equal((await admin.call('/api/gateway', { headers })).status, 200);
  }
});

test('who signed in from an address is not kept out of it by wrong tries from there, for a day', async () => {
  const config = { token, readToken } as AdminConfig;
  let now = 0;
  const authenticator = new Authenticator(config, new Sessions(), () => now);
  const tryFrom = (address: string, given: string) => {
    try {
      return typeof authenticator.signIn(given, address) === 'string' ? 'in' : '';
    } catch (error) {
      return (error as AdminRefusal).code;
    }
  };
  assert.equal(tryFrom('192.0.2.1', token), 'in');
  // Thirty in all: from now on wrong ones of anybody new are refused, and a right one never is.
  for (let host = 10; host < 16; host += 1) {
    for (let tries = 0; tries < 5; tries += 1) assert.equal(tryFrom(`192.0.2.${host}`, 'x'), 'wrong_token');
  }
  assert.equal(tryFrom('192.0.2.2', 'x'), 'too_many_attempts');
  assert.equal(tryFrom('192.0.2.2', token), 'in');
  assert.equal(tryFrom('192.0.2.10', token), 'too_many_attempts', 'its own wrong ones count');
  for (let tries = 0; tries < 30; tries += 1) assert.equal(tryFrom('192.0.2.1', 'x'), 'wrong_token');
  assert.equal(tryFrom('192.0.2.1', 'x'), 'too_many_attempts');
  assert.equal(tryFrom('192.0.2.1', token), 'in');
  now += 24 * 3_600_000;
  for (let tries = 0; tries < 5; tries += 1) assert.equal(tryFrom('192.0.2.1', 'x'), 'wrong_token');
  assert.equal(tryFrom('192.0.2.1', token), 'too_many_attempts');
});

const crossSite: Readonly<Record<string, Record<string, string>>> = {
  'another site': { ...own, 'sec-fetch-site': 'cross-site' },
  'another port of this host': { ...own, 'sec-fetch-site': 'same-site' },
  'an address that was typed': { ...own, 'sec-fetch-site': 'none' },
  'an older browser on another site': { 'content-type': 'application/json', origin: 'https://evil.example' },
  'a program without any word of its origin': { 'content-type': 'application/json' },
};
for (const [from, headers] of Object.entries(crossSite)) {
  test(`a change with a session from ${from} is refused`, async (t) => {
    const { admin, cookie } = await cookieOf(t);
    const answer = await fetch(`${admin.url}/api/keys/team-a`, {
      method: 'DELETE',
      headers: { ...headers, cookie },
    });
    assert.equal(await codeOf(answer), '403 cross_site');
  });
}

test('an older browser on the dashboard itself is known by its origin', async (t) => {
  const { admin, cookie } = await cookieOf(t);
  const headers = { 'content-type': 'application/json', origin: admin.url, cookie };
  const answer = await fetch(`${admin.url}/api/session`, { method: 'DELETE', headers });
  assert.equal(answer.status, 200);
});

test('a form, which can only send other content types, changes nothing', async (t) => {
  const { admin, cookie } = await cookieOf(t);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const headers = { ...own, 'content-type': type, cookie };
    const answer = await fetch(`${admin.url}/api/keys`, { method: 'POST', headers, body: '{"id":"x"}' });
    assert.equal(await codeOf(answer), '415 unsupported_media_type');
  }
});

test('every answer, refusals too, forbids what the dashboard does not need', async (t) => {
  const admin = await startAdmin(t);
  for (const path of ['/livez', '/dashboard/nothing', '/api/gateway', '/metrics']) {
    const { headers } = await fetch(`${admin.url}${path}`);
    assert.equal(
      headers.get('content-security-policy'),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    );
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('access-control-allow-origin'), null);
  }
});

test('where no token is set nothing exists but the probes', async (t) => {
  const admin = await startAdmin(t, `${servedText}\nadmin: { address: "127.0.0.1:0" }`);
  const statusOf = async (path: string) => (await fetch(`${admin.url}${path}`)).status;
  assert.equal(await statusOf('/livez'), 200);
  assert.equal(await statusOf('/readyz'), 200);
  for (const path of ['/dashboard', '/api/session', '/api/keys', '/metrics', '/status']) {
    assert.equal(await statusOf(path), 404, path);
  }
});

test('behind a proxy that ends TLS, what did not come through it is refused, probes aside', async (t) => {
  const behind =
    'admin: { address: "127.0.0.1:0", token: admin-token-of-the-tests, tls: { terminated_by: [127.0.0.1/32] } }';
  const admin = await startAdmin(t, `${servedText}\n${behind}`);
  assert.equal((await fetch(`${admin.url}/livez`)).status, 200);
  assert.equal(await codeOf(await admin.call('/api/gateway')), '400 https_required');
  const through = await admin.call('/api/gateway', { headers: { 'x-forwarded-proto': 'https' } });
  assert.equal(through.status, 200);
  assert.equal(through.headers.get('strict-transport-security'), 'max-age=31536000');
});

test('every change and every sign-in leaves an audit line without a secret', async (t) => {
  const admin = await startAdmin(t);
  await signIn(admin, 'a-wrong-token-0123456');
  await signIn(admin, token);
  const lines = admin.logs.filter(({ audit }) => audit !== undefined);
  assert.deepEqual(
    lines.map(({ audit, by, client }) => ({ audit, by: String(by).replace(/ \w{8}$/, ' X'), client })),
    [
      { audit: 'sign-in refused', by: 'nobody', client: '127.0.0.1' },
      { audit: 'signed in', by: 'session X', client: '127.0.0.1' },
    ],
  );
  assert.doesNotMatch(JSON.stringify(admin.logs), /a-wrong-token|admin-token-of/);
});

test('a session ends when it is not used, and after a day of work in any case', () => {
  let now = 0;
  const sessions = new Sessions(() => now);
  const id = sessions.open();
  now += idleMs - 1;
  assert.ok(sessions.find(id, true));
  now += idleMs - 1;
  assert.ok(sessions.find(id, false), 'what a page asks by itself is answered,');
  now += 1;
  assert.equal(sessions.find(id, true), undefined, 'but keeps nothing open');

  const busy = sessions.open();
  for (let used = 0; used < longestMs; used += idleMs / 2) {
    assert.ok(sessions.find(busy, true));
    now += idleMs / 2;
  }
  assert.equal(sessions.find(busy, true), undefined);
});

test('the throttle counts per address and in all, an IPv6 network as one, and forgets after its window', () => {
  let now = 0;
  const throttle = new Throttle({ perAddress: 2, inAll: 4, windowMs: 1000 }, () => now);
  assert.equal(throttle.take('2001:db8::1'), 0);
  now = 100;
  assert.equal(throttle.take('2001:db8:0:0:ffff::2'), 0);
  assert.equal(throttle.take('2001:db8::3'), 900);
  assert.equal(throttle.take('2001:db8:0:1::3'), 0);
  assert.equal(throttle.take('192.0.2.1'), 0);
  assert.equal(throttle.take('192.0.2.2'), 900, 'four in all');
  throttle.release('192.0.2.1');
  assert.equal(throttle.take('192.0.2.2'), 0);
  now = 1000;
  assert.equal(throttle.take('2001:db8::1'), 0);
});
