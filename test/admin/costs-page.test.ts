/** What finance looks at: spending of a time, budgets of groups, and who spends fastest. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPage, startBrowser } from '../helpers/browser.ts';
import { until } from '../helpers/gate.ts';
import { ownerOfFile, serve } from '../helpers/serve.ts';

const token = 'browser-admin-token-0123';
const gatewayYaml = `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token}, read_token: live-read-token-0123 }
workers: 1
backends: { vendor: { simulator: {} }, spare: { simulator: {} } }
models:
  fast:
    deployments:
      - { backend: vendor, model: gpt-4.1, price: { input: 1000, output: 2000 }, endpoints: { chat_completions: [] } }
  free:
    deployments:
      - { backend: spare, endpoints: { chat_completions: [] } }
groups:
  company: { rate_limit: { budget: 1000 USD/month } }
  research: { group: company, models: [fast], rate_limit: { budget: 50 USD/month } }
keys:
  team-a: { secret: sk-team-a-0123456789abcdef, group: research }
  team-b: { secret: sk-team-b-0123456789abcdef, group: research }
  visitor: { secret: sk-visitor-0123456789abcdef, models: [free] }
`;

/** Where a person who looks at the pictures finds them. */
const pictures = process.env['GATEWAY_PICTURES'];

const file = ownerOfFile();
const serving = serve(file, gatewayYaml);
const starting = startBrowser(file);

async function used(): Promise<void> {
  const served = await serving;
  const call = async (key: string, model: string, times: number) => {
    for (let i = 0; i < times; i += 1) {
      const { status } = await served.call('/v1/chat/completions', {
        body: { model, messages: [{ role: 'user', content: 'Hello' }], max_tokens: 20 },
        headers: { authorization: `Bearer sk-${key}-0123456789abcdef` },
      });
      assert.equal(status, 200);
    }
  };
  await call('team-a', 'fast', 4);
  await call('team-b', 'fast', 1);
  await call('visitor', 'free', 2);
  await until(async () => {
    const { text } = await served.admin('/api/usage?by=group,upstream_model');
    return JSON.parse(text).rows.length === 2;
  }, 'usage is kept');
}
const using = used();

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the page of costs shows who spent what, what is left and what has no price (${colorScheme})`, async (t) => {
    await using;
    const { said } = await serving;
    const url = /admin on (http:\/\/[\d.:]+)/.exec(said.err)![1]!;
    const { page, faults, accessibilityFaults } = await openPage(t, await starting, {
      colorScheme,
      width: 1024,
    });
    await page.goto(`${url}/dashboard/costs`);
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Costs' }).waitFor();
    await page.getByText('2 requests went to deployments without a price').waitFor();

    const budgets = page.getByRole('region', { name: 'Budgets of groups' });
    await budgets
      .getByRole('row', { name: /^research in company .* of \$50\.00 .*team-a \$[\d.]+, team-b/ })
      .waitFor();
    await budgets.getByRole('row', { name: /^company .* of \$1K .*team-a \$[\d.]+, team-b/ }).waitFor();
    const last = await budgets.getByRole('columnheader', { name: 'Keys that spent it' }).boundingBox();
    assert.ok(last !== null && last.x + last.width <= 1024, JSON.stringify(last));
    const spenders = page.getByRole('region', { name: 'Fastest spending keys', exact: true }).last();
    await spenders.getByRole('row').nth(1).getByText('team-a').waitFor();

    const search = () => new URL(page.url()).search;
    const costs = page.getByRole('region', { name: /^Costs by/ });
    await costs.getByRole('row', { name: /^research .*\$/ }).waitFor();
    await costs.getByRole('row', { name: /^no group .*2 without a price/ }).waitFor();
    await page.getByText("Vendor's models", { exact: true }).click();
    await costs.getByRole('row', { name: /^gpt-4\.1 / }).waitFor();
    await page.getByText('7 days', { exact: true }).click();
    await until(() => search() === '?by=Vendor%27s+models&period=7+days', 'what is shown is in the address');
    await page.reload();
    await costs.getByRole('row', { name: /^gpt-4\.1 / }).waitFor();
    assert.ok(await page.getByRole('radio', { name: '7 days' }).isChecked());

    assert.deepEqual(await accessibilityFaults(), []);
    const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await page.evaluate(over), 0, 'scrolls sideways');
    if (pictures !== undefined) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `costs-${colorScheme}.png`), fullPage: true });
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await until(async () => (await page.evaluate(over)) === 0, 'it fits a phone');
    assert.deepEqual(faults, []);
  });
}
