/** What the dashboard shows on a narrow screen, and what it keeps in its addresses. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPage, startBrowser } from '../helpers/browser.ts';
import { until } from '../helpers/gate.ts';
import { serve } from '../helpers/serve.ts';

const token = 'browser-admin-token-0123';
const gatewayYaml = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token} }
workers: 1
backends: { local: { simulator: {} } }
models:
  a-model-with-a-rather-long-name: { deployments: [{ backend: local, endpoints: { chat_completions: [vision], messages: [] } }] }
  other: { deployments: [{ backend: local, endpoints: { chat_completions: [] } }] }
rate_limits:
  default: { requests: [20/s, 600/min], tokens: 200000/min, concurrency: 10 }
keys_file: keys.yaml
`;
const keysYaml = `keys:
  a-team-with-a-rather-long-name-of-its-own:
    hash: ["sha256:${'1'.repeat(64)}", "sha256:${'2'.repeat(64)} until 2099-01-01T00:00:00Z"]
    models: [a-model-with-a-rather-long-name, other]
    expires: 2099-01-01
  z: { hash: "sha256:${'3'.repeat(64)}" }
`;

/** Where a person who looks at the pictures finds them. */
const pictures = process.env['GATEWAY_PICTURES'];

test('at 1024 px everything that can be done to a key is in sight, and pages keep their state in their addresses', {
  timeout: 120_000,
}, async (t) => {
  const served = await serve(t, gatewayYaml, { files: { 'keys.yaml': keysYaml } });
  const [url] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  const { page, faults } = await openPage(t, await startBrowser(t), { width: 1024 });
  const picture = async (name: string) => {
    if (pictures === undefined) return;
    mkdirSync(pictures, { recursive: true });
    await page.screenshot({ path: join(pictures, `${name}.png`) });
  };
  await page.goto(`${url}/dashboard/keys`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
  for (const act of ['Rotate', 'Revoke']) {
    for (const key of ['a-team-with-a-rather-long-name-of-its-own', 'z']) {
      const box = await page.getByRole('button', { name: `${act} ${key}`, exact: true }).boundingBox();
      assert.ok(
        box !== null && box.x >= 0 && box.x + box.width <= 1024,
        `${act} ${key}: ${JSON.stringify(box)}`,
      );
    }
  }
  await page.getByText('2 secrets').waitFor();
  await picture('keys-1024');
  const search = () => new URL(page.url()).search;
  const fromAddress = (label: string) => page.getByLabel(label).first().inputValue();

  await page.getByLabel('Find a key').fill('z');
  await until(() => search() === '?search=z', 'the search is in the address');
  await page.reload();
  await page.getByRole('heading', { name: 'Keys found' }).waitFor();
  assert.equal(await fromAddress('Find a key'), 'z');

  await page.goto(`${url}/dashboard/live`);
  await page.getByLabel('Status').selectOption('429');
  await page.getByLabel('Model').fill('other');
  await page.getByLabel('Key').fill('z');
  await until(() => search() === '?status=429&model=other&key=z', 'the filter is in the address');
  await page.reload();
  await page.getByText('No such request among the latest').waitFor();
  assert.deepEqual(
    [await fromAddress('Key'), await fromAddress('Model'), await fromAddress('Status')],
    ['z', 'other', '429'],
  );
  await picture('live-1024');

  await page.goto(`${url}/dashboard/models?search=long`);
  await page.getByRole('heading', { level: 1, name: 'Models' }).waitFor();
  assert.equal(await fromAddress('Find a model'), 'long');

  await page.goto(`${url}/dashboard`);
  await page.getByText('1 hour', { exact: true }).click();
  await until(() => search() === '?window=1+hour', 'the window is in the address');
  await page.reload();
  await page.getByRole('radio', { name: '1 hour' }).waitFor();
  assert.ok(await page.getByRole('radio', { name: '1 hour' }).isChecked());

  await page.goto(`${url}/dashboard/routing?endpoint=messages&model=other&key=z&tags=vision,streaming`);
  await page.getByLabel('Endpoint').waitFor();
  assert.equal(await page.getByLabel('Endpoint').inputValue(), 'messages');
  assert.deepEqual([await fromAddress('Model'), await fromAddress('Key')], ['other', 'z']);
  await picture('routing-1024');
  assert.deepEqual(faults, []);
});

test('at 1280 px what can be done to a key covers nothing that is told of it', {
  timeout: 120_000,
}, async (t) => {
  const text = gatewayYaml
    .replace('{ requests: [20/s, 600/min]', '{ budget: 100 USD/month, requests: [20/s, 600/min]')
    .replaceAll('backend: local,', 'backend: local, price: { input: 1, output: 1 },');
  const keys = `keys:\n  team-a: { hash: "sha256:${'1'.repeat(64)}" }\n  team-b: { hash: "sha256:${'2'.repeat(64)}" }\n`;
  const served = await serve(t, text, { files: { 'keys.yaml': keys } });
  const [url] = /(?<=admin on )http:\S+/.exec(served.said.err) ?? [];
  const { page, faults } = await openPage(t, await startBrowser(t), { width: 1280 });
  await page.goto(`${url}/dashboard/keys`);
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const told = await page.getByRole('columnheader', { name: 'Requests, 1 h' }).boundingBox();
  const act = await page.getByRole('button', { name: 'Rotate team-a', exact: true }).boundingBox();
  assert.ok(told !== null && act !== null);
  assert.ok(told.x + told.width <= act.x, `${told.x + told.width} and ${act.x}`);
  assert.deepEqual(faults, []);
});
