/**
 * What has been published of attacks on clients of OpenID Connect, row by row: RFC 9700 (Best Current Practice for OAuth
 * 2.0 Security) section 4, RFC 9207 (mix-up), OpenID Connect Core sections 3.1.3.7, 5.3.2 and 16. What concerns resource
 * servers and issuers alone has no row.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { servedText, startAdmin, type TestAdmin, token } from '../../helpers/admin.ts';
import { type Lies, type LyingIssuer, startLyingIssuer } from '../../helpers/lying-issuer.ts';
import { PlainBrowser } from '../../helpers/people-issuer.ts';

const client = { id: 'gateway', secret: 'canary-secret-of-the-attacks' };

interface Scene {
  readonly admin: TestAdmin;
  readonly issuer: LyingIssuer;
  readonly browser: PlainBrowser;
  /** Where the browser is sent to sign in. */
  readonly begun: URL;
  pass(minutes: number): void;
  /** The address that a sound issuer sends the browser back to, changed by `alter`. */
  back(alter?: (query: URLSearchParams) => void): string;
  /** Begins another login in the same browser. */
  beginAgain(): Promise<URL>;
}

async function scene(t: TestContext, lies: Lies = {}, more = ''): Promise<Scene> {
  const issuer = await startLyingIssuer(t, client);
  issuer.lies = lies;
  let nowMs = Date.now();
  const text = `${servedText}
admin:
  address: "127.0.0.1:0"
  token: ${token}
  oidc:
    issuer: ${issuer.issuer}
    client_id: ${client.id}
    client_secret: ${client.secret}
    roles: { admin: { groups: platform } }
${more}`;
  const admin = await startAdmin(t, text, undefined, () => nowMs);
  const browser = new PlainBrowser();
  const begin = async () => {
    const answer = await browser.get(`${admin.url}/dashboard/login`);
    const to = new URL(answer.headers.get('location')!, admin.url);
    issuer.nonce = to.searchParams.get('nonce') ?? '';
    return to;
  };
  let begun = await begin();
  return {
    admin,
    issuer,
    browser,
    begun,
    pass: (minutes) => (nowMs += minutes * 60_000),
    back(alter = () => {}) {
      const query = new URLSearchParams({
        code: 'the-code',
        state: begun.searchParams.get('state')!,
        iss: issuer.issuer,
      });
      alter(query);
      return `${admin.url}/dashboard/callback?${query}`;
    },
    async beginAgain() {
      begun = await begin();
      return begun;
    },
  };
}

/** Nobody is signed in: the browser is back at the sign-in page, and whatever it holds opens nothing. */
async function assertOutside({ admin, browser }: Scene, answer: Response, word: string): Promise<void> {
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, `/dashboard?sign_in=${word}`]);
  assert.equal(browser.cookie(admin.url, '__Host-gw_session'), undefined);
  assert.equal((await browser.get(`${admin.url}/api/keys`)).status, 401);
}

test('without an attack the very same steps sign in, with PKCE by S256, and the verifier goes to the issuer alone', async (t) => {
  const all = await scene(t);
  const { begun, browser, admin, issuer } = all;
  const asked = Object.fromEntries(begun.searchParams);
  assert.equal(asked['response_type'], 'code');
  assert.equal(asked['code_challenge_method'], 'S256');
  assert.equal(asked['redirect_uri'], `${admin.url}/dashboard/callback`);
  assert.equal((await browser.get(all.back())).status, 200);
  assert.equal((await browser.get(`${admin.url}/api/keys`)).status, 200);
  const [exchange] = issuer.tokenRequests;
  assert.match(exchange!.get('code_verifier')!, /^[\w-]{43,}$/);
  assert.equal(exchange!.get('redirect_uri'), asked['redirect_uri']);
  const cookie = await browser.get(`${admin.url}/dashboard/login`);
  assert.match(
    cookie.headers.get('set-cookie')!,
    /^__Host-gw_login=.*; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  );
});

/** Answers that come back through the browser, which is the attacker's or led by one. */
const answers: readonly {
  readonly attack: string;
  readonly from: string;
  readonly alter: (query: URLSearchParams) => void;
  readonly word?: string;
}[] = [
  {
    attack: 'a state of somebody else',
    from: 'RFC 9700 4.7',
    alter: (query) => query.set('state', 'x'.repeat(43)),
  },
  { attack: 'no state', from: 'RFC 9700 4.7', alter: (query) => query.delete('state') },
  { attack: 'the state twice', from: 'RFC 9700 4.7', alter: (query) => query.append('state', 'other') },
  {
    attack: 'the answer of another issuer',
    from: 'RFC 9207 2.4',
    alter: (query) => query.set('iss', 'https://attacker.example'),
  },
  {
    attack: 'an answer without its issuer, which says that it names itself',
    from: 'RFC 9207 2.4',
    alter: (query) => query.delete('iss'),
  },
  {
    attack: 'the issuer twice',
    from: 'RFC 9207 2.4',
    alter: (query) => query.append('iss', 'https://attacker.example'),
  },
  { attack: 'no code', from: 'RFC 6749 4.1.2', alter: (query) => query.delete('code') },
  { attack: 'two codes', from: 'RFC 9700 4.5', alter: (query) => query.append('code', 'another') },
  {
    attack: 'a token of identity in the address',
    from: 'Core 16.16',
    alter: (query) => query.set('id_token', 'e30.e30.'),
  },
  {
    attack: 'a token of access in the address',
    from: 'RFC 9700 4.3.2',
    alter: (query) => {
      query.delete('code');
      query.set('access_token', 'stolen');
    },
  },
  {
    attack: 'a whole answer packed in `response`',
    from: 'JARM 2.4',
    alter: (query) => {
      query.delete('code');
      query.set('response', 'e30.e30.');
    },
  },
  {
    attack: 'an error that is put in the place of the answer',
    from: 'RFC 9700 4.11.2',
    word: 'refused',
    alter: (query) => {
      query.delete('code');
      query.set('error', 'access_denied');
      query.set('error_description', '<script>');
    },
  },
];

for (const { attack, from, alter, word = 'not_valid' } of answers) {
  test(`${from}: ${attack} signs nobody in, and no code goes to the issuer`, async (t) => {
    const all = await scene(t);
    await assertOutside(all, await all.browser.get(all.back(alter)), word);
    assert.equal(all.issuer.tokenRequests.length, 0);
    // Whoever has tried it has used the login up.
    await assertOutside(all, await all.browser.get(all.back()), 'begin_again');
  });
}

/** Tokens and answers that come from the issuer, or from whoever stands in its place. */
const tokens: readonly {
  readonly attack: string;
  readonly from: string;
  readonly lies: (issuer: string) => Lies;
  readonly word?: string;
}[] = [
  {
    attack: 'a code of another login (its nonce is not this one)',
    from: 'RFC 9700 4.5.3',
    lies: () => ({ claims: { nonce: 'of another login' } }),
  },
  {
    attack: 'a token of identity without the nonce',
    from: 'Core 3.1.3.7 (11)',
    lies: () => ({ claims: { nonce: undefined } }),
  },
  {
    attack: 'a token of identity of another issuer',
    from: 'Core 3.1.3.7 (2)',
    lies: () => ({ claims: { iss: 'https://attacker.example' } }),
  },
  {
    attack: 'a token of identity for another client',
    from: 'Core 3.1.3.7 (3), 16.8',
    lies: () => ({ claims: { aud: 'another client' } }),
  },
  {
    attack: 'one for several clients that does not say whose it is',
    from: 'Core 3.1.3.7 (4)',
    lies: () => ({ claims: { aud: ['gateway', 'another'], azp: undefined } }),
  },
  {
    attack: 'one that belongs to another of its clients',
    from: 'Core 3.1.3.7 (5)',
    lies: () => ({ claims: { aud: ['gateway', 'another'], azp: 'another' } }),
  },
  {
    attack: 'a token of identity that ran out',
    from: 'Core 3.1.3.7 (9)',
    lies: () => ({ claims: { exp: Math.floor(Date.now() / 1000) - 120 } }),
  },
  {
    attack: 'a token of identity without an end',
    from: 'Core 2',
    lies: () => ({ claims: { exp: undefined } }),
  },
  {
    attack: 'a token of identity without a subject',
    from: 'Core 2',
    lies: () => ({ claims: { sub: undefined } }),
  },
  {
    attack: 'a token of identity that nobody has signed',
    from: 'Core 16.3',
    lies: () => ({ signature: 'none' }),
  },
  { attack: 'a signature that was cut off', from: 'Core 16.3', lies: () => ({ signature: 'cut' }) },
  { attack: 'the signature of a stranger', from: 'Core 16.3', lies: () => ({ signature: 'of a stranger' }) },
  {
    attack: 'a symmetric signature in the place of the asymmetric one',
    from: 'Core 16.19, RFC 8725 3.1',
    lies: () => ({ signature: 'HMAC with the client secret' }),
  },
  {
    attack: 'user info of another person',
    from: 'Core 5.3.2, 16.11',
    lies: () => ({ userInfo: { sub: 'eve', groups: ['platform'] } }),
  },
  { attack: 'no token of identity', from: 'Core 3.1.3.3', lies: () => ({ noIdToken: true }) },
  {
    attack: 'a code that was used before',
    from: 'RFC 9700 4.5',
    word: 'refused',
    lies: () => ({ tokenAnswer: { status: 400, body: { error: 'invalid_grant' } } }),
  },
  {
    attack: 'a redirect that takes the code and the client secret elsewhere',
    from: 'RFC 9700 4.12, Core 16.22',
    lies: (issuer) => ({ tokenAnswer: { status: 307, body: {}, location: `${issuer}/elsewhere` } }),
  },
  {
    attack: 'an answer of more than a megabyte',
    from: 'RFC 9700 (availability)',
    lies: () => ({ tokenAnswer: { status: 200, body: { access_token: 'x'.repeat(2 ** 21) } } }),
  },
];

for (const { attack, from, lies, word = 'not_valid' } of tokens) {
  test(`${from}: ${attack} signs nobody in`, async (t) => {
    const all = await scene(t);
    all.issuer.lies = lies(all.issuer.issuer);
    await assertOutside(all, await all.browser.get(all.back()), word);
    assert.equal(all.issuer.tokenRequests.length, 1);
    assert.ok(all.admin.logs.some(({ audit }) => audit === 'sign-in refused'));
    assert.ok(!JSON.stringify(all.admin.logs).includes('the-code'), 'the code is in no log');
    assert.ok(!JSON.stringify(all.admin.logs).includes(client.secret), 'nor is the client secret');
  });
}

test('RFC 9700 4.4: metadata of another issuer sends nobody anywhere', async (t) => {
  const all = await scene(t, { metadata: { issuer: 'https://attacker.example' } });
  assert.equal(all.begun.pathname + all.begun.search, '/dashboard?sign_in=issuer_unavailable');
});

test('RFC 9700 4.5: a callback that comes again finds nothing to go on with', async (t) => {
  const all = await scene(t);
  const cookie = all.browser.cookie(all.admin.url, '__Host-gw_login')!;
  const address = all.back();
  assert.equal((await all.browser.get(address)).status, 200);
  const thief = new PlainBrowser();
  await thief.get(`${all.admin.url}/dashboard/login`);
  thief.setCookie(all.admin.url, '__Host-gw_login', cookie);
  await assertOutside({ ...all, browser: thief }, await thief.get(address), 'begin_again');
  assert.equal(all.issuer.tokenRequests.length, 1);
});

test('RFC 9700 4.7: an answer in a browser that did not begin the login signs nobody in', async (t) => {
  const all = await scene(t);
  const victim = new PlainBrowser();
  await assertOutside({ ...all, browser: victim }, await victim.get(all.back()), 'begin_again');
  assert.equal(all.issuer.tokenRequests.length, 0);
});

test('RFC 9700 4.7: a login that was altered, or has a second one beside it, is none', async (t) => {
  const all = await scene(t);
  const cookie = all.browser.cookie(all.admin.url, '__Host-gw_login')!;
  const middle = cookie.length >> 1;
  const altered = cookie.slice(0, middle) + (cookie[middle] === 'A' ? 'B' : 'A') + cookie.slice(middle + 1);
  const other = new PlainBrowser();
  for (const value of [altered, '', 'A'.repeat(20), `${cookie}; __Host-gw_login=${cookie}`]) {
    const headers = { cookie: `__Host-gw_login=${value}` };
    await assertOutside({ ...all, browser: other }, await other.get(all.back(), { headers }), 'begin_again');
  }
});

test('a login ends after ten minutes', async (t) => {
  const all = await scene(t);
  all.pass(10);
  await assertOutside(all, await all.browser.get(all.back()), 'begin_again');
});

test('a nonce and a state are made anew for every login', async (t) => {
  const all = await scene(t);
  const again = await all.beginAgain();
  for (const name of ['state', 'nonce', 'code_challenge']) {
    assert.notEqual(again.searchParams.get(name), all.begun.searchParams.get(name), name);
    assert.ok(again.searchParams.get(name)!.length >= 43, name);
  }
});

test('a session id from before the sign-in opens nothing after it', async (t) => {
  const all = await scene(t);
  assert.equal((await all.browser.get(all.back())).status, 200);
  const before = all.browser.cookie(all.admin.url, '__Host-gw_session')!;
  await all.beginAgain();
  assert.equal((await all.browser.get(all.back())).status, 200);
  assert.notEqual(all.browser.cookie(all.admin.url, '__Host-gw_session'), before);
  const headers = { cookie: `__Host-gw_session=${before}` };
  assert.equal((await fetch(`${all.admin.url}/api/keys`, { headers })).status, 401);
});

const elsewhere = [
  'https://attacker.example/dashboard',
  '//attacker.example/dashboard',
  '/\\attacker.example/dashboard',
  '/dashboard/../../attacker',
  '/dashboard/login',
  '/dashboard/callback?code=x',
  '/dashboard@attacker.example',
  'javascript:alert(1)//dashboard',
  '/api/session',
  '\t//attacker.example',
];
for (const wanted of elsewhere) {
  test(`RFC 9700 4.11.1: whoever wants to go on at ${JSON.stringify(wanted)} comes to the first page`, async (t) => {
    const all = await scene(t);
    const begun = await all.browser.get(
      `${all.admin.url}/dashboard/login?return=${encodeURIComponent(wanted)}`,
    );
    const state = new URL(begun.headers.get('location')!).searchParams;
    all.issuer.nonce = state.get('nonce')!;
    const done = await all.browser.get(all.back((query) => query.set('state', state.get('state')!)));
    assert.match(await done.text(), /content="0; url=\/dashboard">/);
  });
}

test('what is wanted to go on with is written as text into the page that goes on', async (t) => {
  const all = await scene(t);
  const wanted = encodeURIComponent('/dashboard/keys?search="><script>alert(1)</script>');
  const begun = await all.browser.get(`${all.admin.url}/dashboard/login?return=${wanted}`);
  const state = new URL(begun.headers.get('location')!).searchParams;
  all.issuer.nonce = state.get('nonce')!;
  const done = await all.browser.get(all.back((query) => query.set('state', state.get('state')!)));
  const page = await done.text();
  assert.match(page, /url=\/dashboard\/keys\?search=/);
  assert.ok(!page.includes('<script>'));
});

test('RFC 9700 4.2: no page tells another site of the address that the code was in, nor is it kept anywhere', async (t) => {
  const all = await scene(t);
  const done = await all.browser.get(all.back());
  assert.equal(done.headers.get('referrer-policy'), 'no-referrer');
  assert.equal(done.headers.get('cache-control'), 'no-store');
  assert.match(done.headers.get('content-security-policy')!, /default-src 'none'.*frame-ancestors 'none'/);
  assert.ok(!(await done.text()).includes('the-code'));
});

test('answers that do not hold are counted by address, and past twenty a minute no more go to the issuer', async (t) => {
  const all = await scene(t, { signature: 'none' });
  for (let tries = 0; tries < 20; tries += 1) {
    await assertOutside(all, await all.browser.get(all.back()), 'not_valid');
    await all.beginAgain();
  }
  await assertOutside(all, await all.browser.get(all.back()), 'too_many');
  assert.equal(all.issuer.tokenRequests.length, 20);
});

test('answers with a state that is not theirs count for nobody', async (t) => {
  const all = await scene(t);
  for (let tries = 0; tries < 30; tries += 1) {
    const wrong = all.back((query) => query.set('state', `guess-${tries}`));
    await assertOutside(all, await all.browser.get(wrong), 'not_valid');
    await all.beginAgain();
  }
  assert.equal(all.issuer.tokenRequests.length, 0);
  assert.equal((await all.browser.get(all.back())).status, 200);
});

test('a role that userinfo gave is gone once userinfo says nothing of it, that of an ID token stays', async (t) => {
  const may = async ({ admin, browser }: Scene) =>
    ((await (await browser.get(`${admin.url}/api/session`)).json()) as { may: string | null }).may;
  const groups = ['platform'];
  const byInfo = await scene(t, { claims: { groups: undefined }, userInfo: { groups }, refreshToken: 'one' });
  assert.equal((await byInfo.browser.get(byInfo.back())).status, 200);
  byInfo.pass(16);
  byInfo.issuer.lies = { noIdToken: true, userInfo: { groups }, refreshToken: 'two' };
  assert.equal(await may(byInfo), 'change');
  byInfo.pass(16);
  byInfo.issuer.lies = { noIdToken: true, refreshToken: 'three' };
  assert.equal(await may(byInfo), null);

  const byToken = await scene(t, { refreshToken: 'one' });
  assert.equal((await byToken.browser.get(byToken.back())).status, 200);
  byToken.pass(16);
  byToken.issuer.lies = { noIdToken: true, refreshToken: 'two' };
  assert.equal(await may(byToken), 'change');
});

test('by a name that is not its own nobody signs in, by that of `admin.oidc.url` they do', async (t) => {
  const all = await scene(t, {}, '    url: https://gateway.example.com:9901\n');
  const { request } = await import('node:http');
  const asked = (host: string) =>
    new Promise<number | undefined>((resolve) => {
      request(`${all.admin.url}/dashboard/login`, { headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
  assert.equal(await asked('rebound.attacker.example:9901'), 421);
  assert.equal(await asked('gateway.example.com:9901'), 302);
  assert.equal(
    all.begun.searchParams.get('redirect_uri'),
    'https://gateway.example.com:9901/dashboard/callback',
  );
});
