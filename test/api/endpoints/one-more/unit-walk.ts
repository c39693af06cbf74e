/**
 * What a made-up unit, `sheets`, has to be able to do once its file and its line are there. `one-more.test.ts` runs this in
 * a copy of the project.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { folderWith } from '../../../cli/files.ts';
import { gateway as command } from '../../../cli/recorder.ts';
import { json, startBackend } from '../../../helpers/backend.ts';
import { until } from '../../../helpers/gate.ts';
import { startGateway } from '../../../helpers/gateway.ts';

const token = 'admin-token-of-the-walk-0123';
const secret = 'sk-test-0123456789abcdef';

function text(url: string, price = '{ per_sheet: 0.002 }'): string {
  return `
version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", token: ${token} }
backends: { dear: { url: "${url}" }, cheap: { url: "${url}" } }
endpoints: { scan: { path: /v1/scan, usage: { sheets: /sheets }, estimate: { sheets: 2 } } }
models:
  scanner:
    balance: lowest_cost
    deployments:
      - { backend: dear, price: { per_sheet: 0.5 }, endpoints: { scan: [] } }
      - { backend: cheap, price: ${price}, endpoints: { scan: [] } }
keys:
  test: { secret: ${secret}, endpoints: [scan], rate_limit: { budget: 1 USD/day } }
`;
}

async function fileWith(t: TestContext, content: string): Promise<string> {
  return join(await folderWith(t, { 'gateway.yaml': content }), 'gateway.yaml');
}

test('files price it, tests of prices count it, and a budget asks for its price', async (t) => {
  const url = 'https://example.com';
  const tests = (usd: string) =>
    `tests:\n  - name: ten sheets\n    usage: { deployment: scanner/cheap, sheets: 10 }\n    expect: { cost: ${usd} USD }\n`;
  const good = await command(['check', await fileWith(t, text(url) + tests('0.02'))]);
  assert.equal(good.exitCode, 0, good.out + good.err);
  const bad = await command(['check', await fileWith(t, text(url) + tests('0'))]);
  assert.match(bad.out + bad.err, /cost 0\.02 USD/);
  const unpriced = await command(['check', await fileWith(t, text(url, '{ per_image: 1 }'))]);
  assert.match(unpriced.out + unpriced.err, /`price: \{ per_sheet: \.\.\. \}`/);
  const other = await fileWith(t, text(url, '{ per_sheet: 0.003 }'));
  const compared = await command(['diff', await fileWith(t, text(url)), other]);
  assert.match(compared.out, /price\.per_sheet/, compared.out + compared.err);
});

test('a request goes where it costs least, and costs it everywhere', async (t) => {
  const backend = await startBackend(t, json({ sheets: 10 }));
  const { call, gateway, logs } = await startGateway(t, text(backend.url));
  const reply = await call('/v1/scan', { key: secret, body: { model: 'scanner' } });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers['x-gateway-deployment'], 'cheap');
  const line = () => logs.find(({ msg }) => msg === 'request');
  await until(() => line() !== undefined, 'a line of the request');
  assert.deepEqual([line()!['sheets'], line()!['cost_usd']], [10, 0.02]);
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`http://127.0.0.1:${gateway.adminAddress?.port}${path}`, { headers })).text();
  };
  assert.match(await ask('/metrics'), /gateway_units_total\{[^}]*unit="sheets"\} 10$/m);
  assert.match(await ask('/api/openapi.json'), /"sheets"/);
  const { dir } = gateway.config.state;
  const file = await fileWith(t, `${text(backend.url)}state: { dir: ${JSON.stringify(dir)} }\n`);
  await until(async () => {
    const { out } = await command(['usage', 'export', '--config', file, '--by', 'key', '--format', 'json']);
    return /"sheets": 10\b/.test(out) && /"cost_usd": 0\.02\b/.test(out);
  }, 'usage is kept');
});
