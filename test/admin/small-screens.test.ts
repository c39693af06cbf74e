/** What a person at a phone and at a laptop can read and do: every page and every dialog. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { pages } from '../../dashboard/data/router.ts';
import { openPage, startBrowser } from '../helpers/browser.ts';
import { until } from '../helpers/gate.ts';
import { layoutFaults } from '../helpers/layout-faults.ts';
import { ownerOfFile, readToken, serve } from '../helpers/serve.ts';
import { modern } from '../helpers/tool-server.ts';

const token = 'browser-admin-token-0123';
const longModel = 'a-model-with-a-rather-long-name-that-somebody-chose';
const gatewayYaml = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token}, read_token: ${readToken} }
workers: 1
backends:
  vendor: { simulator: { latency: 1ms, tokens_per_second: 5000 } }
  a-spare-backend-in-another-region: { url: "http://127.0.0.1:9", rate_limit: { requests: 1000/min } }
models:
  ${longModel}:
    fallbacks: [other]
    deployments:
      - { backend: vendor, price: { input: 1000, output: 2000 }, rate_limit: { concurrency: 50 }, endpoints: { chat_completions: [streaming, vision, function_calling, parallel_function_calling, tool_choice, prompt_caching, web_search], messages: { via: chat_completions }, embeddings: [] } }
      - { backend: a-spare-backend-in-another-region, priority: 1, price: { input: 1, output: 1 }, endpoints: { chat_completions: [streaming], responses: [streaming] } }
  other: { deployments: [{ backend: a-spare-backend-in-another-region, price: { input: 1, output: 1 }, endpoints: { chat_completions: [] } }] }
rate_limits:
  small: { requests: [20/s, 600/min], tokens: 200000/min, concurrency: 10, budget: 50 USD/month }
groups:
  company: { rate_limit: { budget: 1000 USD/month } }
  research: { group: company, models: ["${longModel}", other], rate_limit: { budget: 500 USD/month, tokens: 1000000/h } }
mcp: { servers: { server-with-a-long-name: { simulator: true }, nobody-is-there: { url: "http://127.0.0.1:9", private: true } } }
keys:
  own: { secret: sk-own-0123456789abcdef, tools: ["*"] }
keys_file: keys.yaml
`;
const keysYaml = `keys:
  a-team-with-a-rather-long-name-of-its-own:
    secret: sk-long-0123456789abcdef
    models: ["${longModel}", other]
    group: research
    rate_limit: small
    expires: 2099-01-01
    owner: platform@example.com
    note: the nightly evaluation of the translated manuals
  z: { hash: "sha256:${'3'.repeat(64)}", disabled: true }
`;

/** Where a person who looks at the pictures finds them. */
const pictures = process.env['GATEWAY_PICTURES'];

const file = ownerOfFile();
const starting = startBrowser(file);
const serving = serve(file, gatewayYaml, { files: { 'keys.yaml': keysYaml } }).then(async (served) => {
  for (const model of [longModel, longModel, 'other']) {
    await served.call('/v1/chat/completions', {
      body: { model, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 20 },
      headers: { authorization: 'Bearer sk-long-0123456789abcdef' },
    });
  }
  await served.call('/v1/messages', {
    body: { model: longModel, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 20, top_k: 3 },
    headers: { authorization: 'Bearer sk-own-0123456789abcdef' },
  });
  await served.call('/mcp', { key: 'sk-own-0123456789abcdef', ...modern('tools/list') });
  const [url] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  assert.ok(url !== undefined);
  const credit = await fetch(`${url}/api/limits/a-team-with-a-rather-long-name-of-its-own/credit`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ usd: 19.98, of: 'key', reason: 'the batch had to run twice' }),
  });
  assert.equal(credit.status, 200, await credit.text());
  await until(
    async () => JSON.parse((await served.admin('/api/usage?by=key')).text).rows.length > 0,
    'usage is kept',
  );
  return { served, url };
});

interface Shown {
  readonly page: Page;
  check(name: string): Promise<void>;
}

/** Every dialog by the button that opens it, and what is on the page once it is open. */
const dialogs: Readonly<Record<string, readonly (readonly [open: string, heading: RegExp])[]>> = {
  '/dashboard/keys': [
    ['New key', /^New key$/],
    ['Change a-team-with-a-rather-long-name-of-its-own', /^Change “a-team/],
    ['Rotate a-team-with-a-rather-long-name-of-its-own', /new secret\?$/],
    ['Disable a-team-with-a-rather-long-name-of-its-own', /^Disable/],
    ['Enable z', /^Enable/],
    ['Revoke z', /^Revoke/],
  ],
};

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

async function walk({ page, check }: Shown, url: string): Promise<void> {
  await page.goto(`${url}/dashboard`);
  await page.getByLabel('Token').waitFor();
  await check('sign-in');
  await signIn(page, url);
  for (const [path, name] of Object.entries(pages)) {
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await until(async () => (await page.getByText('Loading…').count()) === 0, 'all of it is there');
    for (const summary of await page.locator('summary').all()) await summary.click();
    await check(name);
    for (const [opener, heading] of dialogs[path] ?? []) {
      await page.getByRole('button', { name: opener, exact: true }).click();
      await page.getByRole('heading', { level: 2, name: heading }).waitFor();
      await check(`${name}, ${opener.split(' ')[0]}`);
      await closeDialog(page);
    }
  }
  await page.getByRole('row').nth(1).getByRole('button').click();
  await page.getByRole('dialog').waitFor();
  await check('Live, a request');
  await closeDialog(page);
}

for (const width of [390, 1280]) {
  test(`at ${width} px nothing is covered and nothing cut, in both themes`, {
    timeout: 180_000,
  }, async (t) => {
    const { page, faults, accessibilityFaults } = await openPage(t, await starting, { width });
    const found: string[] = [];
    const picture = async (name: string) => {
      if (pictures === undefined) return;
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    };
    const check = async (name: string) => {
      const here = [...(await layoutFaults(page)), ...(await accessibilityFaults())];
      await picture(`${width}-light-${name}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      here.push(...(await accessibilityFaults('color-contrast')));
      await picture(`${width}-dark-${name}`);
      await page.emulateMedia({ colorScheme: 'light' });
      found.push(...here.map((fault) => `${name}: ${fault}`));
    };
    await walk({ page, check }, (await serving).url);
    assert.deepEqual(found, []);
    assert.deepEqual(faults, []);
  });
}

test('a key gets a group and other terms on the page', async (t) => {
  const { url } = await serving;
  const { page, faults } = await openPage(t, await starting, { width: 390 });
  await signIn(page, url);
  await page.goto(`${url}/dashboard/keys`);
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel(/^Name/).fill('phone');
  await page.getByLabel(/^Group(?!s)/).selectOption('research');
  await page.getByRole('button', { name: 'Make the key' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  const row = page.getByRole('region', { name: 'Keys', exact: true }).locator('tr', { hasText: 'phone' });
  await row.getByText('group research').waitFor();
  await row.getByText('not used yet').waitFor();

  await page.getByRole('button', { name: 'Change phone' }).click();
  await page.getByLabel(/^Group(?!s)/).selectOption('company');
  await page.getByLabel(/^Rate limit/).selectOption('small');
  await page.getByLabel(/^Owner/).fill('who@example.com');
  await page.getByRole('checkbox', { name: 'embeddings' }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row.getByText('group company').waitFor();
  await row.getByText('who@example.com').waitFor();

  await page.getByRole('button', { name: 'Change phone' }).click();
  assert.equal(await page.getByRole('checkbox', { name: 'embeddings' }).isChecked(), false);
  assert.ok(await page.getByRole('checkbox', { name: 'messages', exact: true }).isChecked());
  await page.getByLabel(/^Group(?!s)/).selectOption('');
  await page.getByLabel(/^Owner/).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row.getByText('who@example.com').waitFor({ state: 'detached' });
  assert.doesNotMatch(await row.innerText(), /group /);
  assert.deepEqual(faults, []);
});

test('why the last edit was rejected is told whole on every page', async (t) => {
  const { served, url } = await serving;
  const unknown = 'fall_backs_of_a_name_that_nobody_knows';
  await served.save(
    gatewayYaml.replace('workers: 1', `workers: 1\n${unknown}: { ${longModel}: [${longModel}] }`),
  );
  await served.reloaded('rejected');
  const { page, faults, accessibilityFaults } = await openPage(t, await starting, { width: 390 });
  await signIn(page, url);
  for (const path of ['/dashboard', '/dashboard/configuration']) {
    await page.goto(url + path);
    const told = page.getByRole('alert').filter({ hasText: 'The last edit was rejected' });
    await told.getByText(`there is no field "${unknown}" here`).waitFor();
    // Warnings, which the file had before, don't push it out of sight.
    assert.doesNotMatch(await told.innerText(), /GW1505/);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await layoutFaults(page), []);
    }
    assert.deepEqual(await accessibilityFaults(), []);
  }
  assert.deepEqual(faults, []);
});
