import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Browser, openPage, startBrowser } from '../../helpers/browser.ts';
import { until } from '../../helpers/gate.ts';
import type { LogLine } from '../../helpers/gateway.ts';
import { dashboardClient, type PeopleIssuer, startPeopleIssuer } from '../../helpers/people-issuer.ts';
import { freePort } from '../../helpers/ports.ts';
import { ownerOfFile, readToken, type Served, serve } from '../../helpers/serve.ts';

const token = 'browser-admin-token-0123';
const file = ownerOfFile();
const starting = startBrowser(file);

interface Place {
  readonly served: Served;
  readonly issuer: PeopleIssuer;
  readonly url: string;
}

function textOf(url: string, issuer: string, secret: string): string {
  return `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin:
  address: "${url.slice('http://'.length)}"
  token: ${token}
  read_token: ${readToken}
  oidc:
    issuer: ${issuer}
    client_id: ${dashboardClient.id}
    client_secret: ${secret}
    scopes: [openid, profile, email, groups]
    roles: { admin: { groups: platform }, read: { groups: "support-*" } }
workers: 1
backends: { local: { simulator: {} } }
models:
  demo: { deployments: [{ backend: local, endpoints: { chat_completions: [streaming] } }] }
keys_file: keys.yaml
`;
}

async function place(): Promise<Place> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const issuer = await startPeopleIssuer(file, { origin: url });
  issuer.people.set('ada', { email: 'ada@example.com', email_verified: true, groups: ['platform'] });
  issuer.people.set('bob', { email: 'bob@example.com', email_verified: true, groups: ['support-eu'] });
  issuer.people.set('eve', { groups: [] });
  const served = await serve(file, textOf(url, issuer.issuer, '${OIDC_SECRET}'), {
    files: {
      'keys.yaml':
        'keys:\n  team-a: { hash: "sha256:ABCDabcd5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c5f2c" }\n',
    },
    env: { OIDC_SECRET: dashboardClient.secret },
  });
  return { served, issuer, url };
}
const opening = place();

async function signIn(
  { page }: Browser,
  { issuer, url }: Place,
  name: string,
  at = '/dashboard',
): Promise<void> {
  await page.goto(`${url}${at}`);
  await page.getByRole('link', { name: `Sign in with ${new URL(issuer.issuer).host}` }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Go' }).click();
}

async function visitor(t: TestContext, options?: Parameters<typeof openPage>[2]): Promise<Browser & Place> {
  const [browser, all] = [await openPage(t, await starting, options), await opening];
  return { ...browser, ...all };
}

test('a person signs in at the issuer, comes back to the page they wanted, changes something and signs out there, too', async (t) => {
  const all = await visitor(t);
  const { page, url, issuer } = all;
  await signIn(all, all, 'ada', '/dashboard/keys?search=team');
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  assert.equal(page.url(), `${url}/dashboard/keys?search=team`);
  await page.getByText('ada@example.com').waitFor();
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('team-of-ada');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByText('Every worker accepts it now.').waitFor();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const isMade = ({ audit }: LogLine) => audit === 'key created';
  await until(() => all.served.logs.some(isMade), 'the audit line is there');
  const made = all.served.logs.find(isMade);
  assert.deepEqual(
    [made?.['by'], made?.['subject'], made?.['key']],
    ['ada@example.com', 'ada', 'team-of-ada'],
  );
  await page.reload();
  await page.getByText('ada@example.com').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${issuer.issuer}/session/end*`);
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.waitForURL(`${url}/dashboard`);
  await page.getByRole('link', { name: /^Sign in with/ }).waitFor();
  assert.deepEqual(all.faults, []);
});

test('the role `read` sees the pages without a button that changes something', async (t) => {
  const all = await visitor(t);
  const { page } = all;
  await signIn(all, all, 'bob', '/dashboard/keys');
  await page.getByRole('row', { name: /^team-a/ }).waitFor();
  await page.getByText('bob@example.com · read only').waitFor();
  for (const name of ['New key', /^Rotate/, /^Revoke/, /^Disable/]) {
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name));
  }
  await page.getByRole('navigation').getByRole('link', { name: 'Models' }).click();
  await page.getByRole('heading', { name: 'demo' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Drain/ }).count(), 0);
  const refused = await page.evaluate(
    `fetch('/api/keys', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"id":"x"}' }).then((answer) => answer.status)`,
  );
  assert.equal(refused, 403);
});

test('who has no role is told so, and can use the token', async (t) => {
  const all = await visitor(t);
  const { page } = all;
  await signIn(all, all, 'eve');
  await page.getByText('The issuer knows you, but you have no role here').waitFor();
  await page.getByText('Use the admin token').click();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in with the token' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  assert.equal(page.url(), `${all.url}/dashboard`, 'what became of the sign-in is told once');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the sign-in page has no serious fault of accessibility (${colorScheme})`, async (t) => {
    const all = await visitor(t, { colorScheme, width: 360 });
    await all.page.goto(`${all.url}/dashboard?sign_in=no_role`);
    await all.page.getByRole('link', { name: /^Sign in with/ }).waitFor();
    await all.page.getByText('Use the admin token').click();
    assert.deepEqual(await all.accessibilityFaults(), []);
    assert.ok(await all.page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
    const folder = process.env['SIGN_IN_PICTURES'];
    if (folder !== undefined) await all.page.screenshot({ path: `${folder}/sign-in-${colorScheme}.png` });
  });
}

test('a client secret that is wrong is told as an issuer that does not serve, and a reload with the right one mends it', async (t) => {
  const all = await visitor(t);
  const { served, url, issuer, page } = all;
  const applied = (times: number) =>
    until(
      () =>
        served.logs.filter(
          ({ msg, changes }) => msg === 'reload applied' && String(changes).includes('client_secret'),
        ).length >= times,
      `${times} reloads`,
    );
  await served.save(textOf(url, issuer.issuer, '"${OIDC_SECRET}x"'));
  await applied(1);
  await signIn(all, all, 'ada');
  await page.getByText("The issuer refused the gateway's own credential").waitFor();
  const said = 'the issuer does not take what proves that it is this client';
  await until(() => served.logs.some(({ reason }) => reason === said), 'the log says why');
  await served.save(textOf(url, issuer.issuer, '${OIDC_SECRET}'));
  await applied(2);
  await page.getByRole('link', { name: /^Sign in with/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const shown = await page.evaluate<string>(`fetch('/api/config').then((answer) => answer.text())`);
  assert.ok(!shown.includes(dashboardClient.secret) && shown.includes('client_secret'));
  assert.ok(!JSON.stringify(served.logs).includes(dashboardClient.secret));
});

test('while the issuer is down the page says so and takes the token, and whoever was in stays in', async (t) => {
  const inside = await visitor(t);
  await signIn(inside, inside, 'ada');
  await inside.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  const { issuer, url } = inside;
  await issuer.stop();
  t.after(() => issuer.start());
  await inside.page.reload();
  await inside.page.getByText('ada@example.com').waitFor();
  const { page } = await visitor(t);
  // What is known of the issuer is at most half a minute old; whoever signs in then is told.
  await page.goto(`${url}/dashboard?sign_in=issuer_unavailable`);
  await page
    .getByText(`${new URL(issuer.issuer).host} does not answer. Until it does, sign in with the admin token.`)
    .waitFor();
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});
