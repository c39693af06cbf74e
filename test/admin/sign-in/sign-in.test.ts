import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { SessionAnswer } from '../../../src/admin/contract/session.ts';
import { servedText, startAdmin, type TestAdmin, token } from '../../helpers/admin.ts';
import {
  dashboardClient,
  type PeopleIssuer,
  PlainBrowser,
  startPeopleIssuer,
} from '../../helpers/people-issuer.ts';
import { freePort } from '../../helpers/ports.ts';

interface House {
  readonly admin: TestAdmin;
  readonly issuer: PeopleIssuer;
  /** Moves the clock of sessions. */
  pass(minutes: number): void;
  /** A browser that has gone through a sign-in. */
  signedIn(name: string, browser?: PlainBrowser): Promise<PlainBrowser>;
}

async function house(t: TestContext, { refresh = true } = {}): Promise<House> {
  const origin = `http://127.0.0.1:${await freePort()}`;
  const issuer = await startPeopleIssuer(t, { origin, givesRefreshTokens: refresh });
  issuer.people.set('ada', {
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada',
    groups: ['platform', 'all'],
  });
  issuer.people.set('bob', { email: 'bob@example.com', email_verified: true, groups: ['support-eu'] });
  issuer.people.set('eve', { email: 'ada@example.com', email_verified: false, groups: [] });
  let nowMs = Date.now();
  const text = `${servedText}
admin:
  address: "${origin.slice('http://'.length)}"
  token: ${token}
  oidc:
    issuer: ${issuer.issuer}
    client_id: ${dashboardClient.id}
    client_secret: ${JSON.stringify(dashboardClient.secret)}
    scopes: [openid, profile, email, groups]
    roles: { admin: { groups: platform }, read: { groups: ["support-*"] } }
`;
  const admin = await startAdmin(t, text, undefined, () => nowMs);
  return {
    admin,
    issuer,
    pass: (minutes) => (nowMs += minutes * 60_000),
    async signedIn(name, browser = new PlainBrowser()) {
      const begun = await browser.get(`${admin.url}/dashboard/login?return=%2Fdashboard%2Fkeys%3Fsearch%3Da`);
      const back = await browser.passIssuer(begun.headers.get('location')!, name);
      const done = await browser.get(back);
      assert.equal(done.status, 200, done.headers.get('location') ?? '');
      assert.match(await done.text(), /url=\/dashboard\/keys\?search=a"/);
      return browser;
    },
  };
}

async function session(admin: TestAdmin, browser: PlainBrowser): Promise<SessionAnswer> {
  return (await browser.get(`${admin.url}/api/session`)).json() as Promise<SessionAnswer>;
}

const ofPage = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

test('a person signs in at the issuer, with the role that the first of their claims gives', async (t) => {
  const { admin, signedIn } = await house(t);
  const ada = await session(admin, await signedIn('ada'));
  assert.deepEqual([ada.may, ada.person], ['change', { name: 'ada@example.com', subject: 'ada' }]);
  const bob = await session(admin, await signedIn('bob'));
  assert.deepEqual([bob.may, bob.person], ['read', { name: 'bob@example.com', subject: 'bob' }]);
});

test('the role `read` sees everything and changes nothing, and is told so in a sentence', async (t) => {
  const { admin, signedIn } = await house(t);
  const bob = await signedIn('bob');
  assert.equal((await bob.get(`${admin.url}/api/keys`)).status, 200);
  assert.equal((await bob.get(`${admin.url}/metrics`)).status, 200);
  const drain = `${admin.url}/api/deployments/fast%2Fa/drain`;
  const refused = await bob.get(drain, { method: 'POST', headers: ofPage, body: '{}' });
  assert.equal(refused.status, 403);
  assert.match(await refused.text(), /Your role here is `read`: it sees everything and changes nothing\./);
  const ada = await signedIn('ada');
  assert.ok((await ada.get(drain, { method: 'POST', headers: ofPage, body: '{}' })).ok);
});

test('who has no role is not let in, and the log says so', async (t) => {
  const { admin } = await house(t);
  const browser = new PlainBrowser();
  const begun = await browser.get(`${admin.url}/dashboard/login`);
  const done = await browser.get(await browser.passIssuer(begun.headers.get('location')!, 'eve'));
  assert.deepEqual([done.status, done.headers.get('location')], [303, '/dashboard?sign_in=no_role']);
  assert.equal((await session(admin, browser)).may, null);
  assert.ok(admin.logs.some(({ audit }) => audit === 'sign-in refused'));
});

test('every change has an audit line with the person, and no line has a token', async (t) => {
  const { admin, issuer, signedIn } = await house(t);
  const ada = await signedIn('ada');
  const opened = ada.cookie(admin.url, '__Host-gw_session')!;
  await ada.get(`${admin.url}/api/deployments/fast%2Fa/drain`, {
    method: 'POST',
    headers: ofPage,
    body: '{}',
  });
  await ada.get(`${admin.url}/api/session`, { method: 'DELETE', headers: ofPage, body: '{}' });
  const lines = admin.logs.filter(({ audit }) => audit !== undefined);
  assert.deepEqual(
    lines.map(({ audit, by, subject }) => [audit, by, subject]),
    ['signed in', 'deployment drained', 'signed out'].map((what) => [what, 'ada@example.com', 'ada']),
  );
  const all = JSON.stringify(admin.logs);
  for (const secret of [opened, dashboardClient.secret, 'eyJ', 'code='])
    assert.ok(!all.includes(secret), secret);
  assert.ok(issuer.asked.includes('POST /token'));
});

test('signing out goes on at the issuer, which comes back to the dashboard', async (t) => {
  const { admin, issuer, signedIn } = await house(t);
  const ada = await signedIn('ada');
  const out = await ada.get(`${admin.url}/api/session`, { method: 'DELETE', headers: ofPage, body: '{}' });
  const { continue_at } = (await out.json()) as { continue_at: string };
  const url = new URL(continue_at);
  assert.equal(`${url.origin}${url.pathname}`, `${issuer.issuer}/session/end`);
  assert.equal(url.searchParams.get('post_logout_redirect_uri'), `${admin.url}/dashboard`);
  assert.match(url.searchParams.get('id_token_hint')!, /^eyJ/);
  assert.equal((await ada.get(continue_at)).status, 200);
  assert.equal((await session(admin, ada)).may, null);
});

test('a session whose role was taken away ends within a quarter of an hour', async (t) => {
  const { admin, issuer, pass, signedIn } = await house(t);
  const ada = await signedIn('ada');
  issuer.people.set('ada', { groups: ['all'] });
  pass(14);
  assert.equal((await session(admin, ada)).may, 'change');
  pass(1);
  assert.equal((await session(admin, ada)).may, null);
  assert.equal((await ada.get(`${admin.url}/api/keys`)).status, 401);
  assert.ok(admin.logs.some(({ audit, subject }) => audit === 'session ended' && subject === 'ada'));
});

test('a role that has become another one holds within a quarter of an hour', async (t) => {
  const { admin, issuer, pass, signedIn } = await house(t);
  const ada = await signedIn('ada');
  issuer.people.set('ada', { email: 'ada@example.com', groups: ['support-us'] });
  pass(15);
  const [first, second] = await Promise.all([session(admin, ada), session(admin, ada)]);
  assert.deepEqual([first.may, second.may], ['read', 'read']);
  assert.equal(issuer.asked.filter((path) => path === 'POST /token').length, 2, 'both waited for one look');
});

test('a person whom the issuer knows no more is out at the next look', async (t) => {
  const { admin, issuer, pass, signedIn } = await house(t);
  const ada = await signedIn('ada');
  issuer.people.delete('ada');
  pass(15);
  assert.equal((await session(admin, ada)).may, null);
});

test('an issuer that is down ends no session and lets the token in; the session ends with its time', async (t) => {
  const { admin, issuer, pass, signedIn } = await house(t);
  const ada = await signedIn('ada');
  await issuer.stop();
  pass(15);
  assert.equal((await session(admin, ada)).may, 'change');
  const signIn = { method: 'POST', body: JSON.stringify({ token }) };
  assert.equal((await admin.call('/api/session', signIn)).status, 204);
  await issuer.start();
  pass(1);
  assert.equal((await session(admin, ada)).may, 'change');
  for (let minutes = 16; minutes < 479; minutes += 29) {
    pass(29);
    await session(admin, ada);
  }
  pass(29);
  assert.equal((await session(admin, ada)).may, null, 'eight hours are over');
});

test('a session that nobody uses ends after half an hour', async (t) => {
  const { admin, pass, signedIn } = await house(t);
  const ada = await signedIn('ada');
  pass(30);
  assert.equal((await session(admin, ada)).may, null);
});

test('without a refresh token the role holds for the session', async (t) => {
  const { admin, issuer, pass, signedIn } = await house(t, { refresh: false });
  const ada = await signedIn('ada');
  issuer.people.set('ada', { groups: [] });
  pass(20);
  assert.equal((await session(admin, ada)).may, 'change');
});

test('whoever is not signed in is told the ways to, and whether the issuer answers', async (t) => {
  const { admin, issuer } = await house(t);
  const name = new URL(issuer.issuer).host;
  const nobody = new PlainBrowser();
  assert.deepEqual((await session(admin, nobody)).sign_in, { token: true, issuer: { name, answers: true } });
});

test('an issuer that is down is told on the sign-in page, and nobody is sent there', async (t) => {
  const { admin, issuer } = await house(t);
  await issuer.stop();
  const nobody = new PlainBrowser();
  assert.equal((await session(admin, nobody)).sign_in.issuer?.answers, false);
  const begun = await nobody.get(`${admin.url}/dashboard/login`);
  assert.equal(begun.headers.get('location'), '/dashboard?sign_in=issuer_unavailable');
});
