/** docs/money.md: its commands run, against a gateway that serves its configuration. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { keptDays } from '../src/admin/usage/usage-db.ts';
import { certainties } from '../src/observe/usage.ts';
import { until } from './helpers/gate.ts';
import { gatewayProgram } from './helpers/program.ts';
import { serve } from './helpers/serve.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/money.md'), 'utf8');
const adminUrl = 'http://127.0.0.1:9901';

function blocks(language: string): readonly string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , content]) => content ?? '');
}

/** The configuration shown, where it can run: ports of its own, and a simulator for the vendor. */
function runnable(yaml: string): string {
  return yaml
    .replace('0.0.0.0:8443', '127.0.0.1:0')
    .replace('{ cert: cert.pem, key: key.pem }', '{ self_signed: true }')
    .replace('127.0.0.1:9901', '127.0.0.1:0')
    .replace('"${GATEWAY_READ_TOKEN}"', 'live-read-token-0123')
    .replace('"${GATEWAY_ADMIN_TOKEN}"', 'live-admin-token-0123')
    .replace(/openai: \{ url.*\}/, 'openai: { simulator: {} }')
    .replace('"${TEAM_A_KEY}"', 'sk-team-a-0123456789abcdef');
}

async function served(t: TestContext) {
  const gateway = await serve(t, runnable(blocks('yaml')[0]!));
  const sent = request(`https://127.0.0.1:${gateway.port}/v1/chat/completions`, {
    method: 'POST',
    // The page names a `state.dir`, and so the certificate is one of its own.
    ca: readFileSync(join(gateway.dir, 'state/dev-ca.pem')),
    headers: { authorization: 'Bearer sk-team-a-0123456789abcdef', 'content-type': 'application/json' },
  });
  sent.end(JSON.stringify({ model: 'smart', messages: [{ role: 'user', content: 'Hello' }] }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  assert.equal(response.resume().statusCode, 200);
  await until(async () => {
    const { text } = await gateway.admin('/api/usage?by=group,upstream_model');
    const [row] = JSON.parse(text).rows;
    return row?.group === 'research' && row.upstream_model === 'gpt-4.1';
  }, 'the request is counted');
  return gateway;
}

test('every command of the page on money runs on the configuration that it shows', async (t) => {
  const gateway = await served(t);
  const { text } = await gateway.admin('/api/usage?by=day');
  const [{ day, cost_usd: usd }] = JSON.parse(text).rows;
  const write = (name: string, content: string) => writeFileSync(join(gateway.dir, name), content);
  write('old.yaml', readFileSync(gateway.file, 'utf8').replace('output: 8', 'output: 10'));
  write(
    'costs.csv',
    `start_time_iso,end_time_iso,amount_value,amount_currency,line_item\n${day}T00:00:00+00:00,,${usd},usd,"gpt-4.1-2025-04-14, output"\n`,
  );
  write('bill.csv', `Day;SKU;Amount\n${day};gpt-4.1;"${String(usd).replace('.', ',')}"\n`);
  const admin = /admin on (http:\/\/[\d.:]+)/.exec(gateway.said.err)![1]!;
  const lines = blocks('sh')
    .join('')
    .replaceAll(adminUrl, admin)
    .replace('--config gateway.yaml --key', `--config gateway.yaml --admin ${admin} --key`)
    .replace(/^(gateway usage (?:credit|reset) .*)$/gm, `$1 --admin ${admin}`)
    .replaceAll('gateway.yaml', gateway.file)
    .replace(/^gateway /gm, `"${process.execPath}" "${gatewayProgram}" `);
  const env = { ...process.env, GATEWAY_READ_TOKEN: 'live-read-token-0123' };
  const { stdout } = await promisify(execFile)('bash', ['-ec', lines], { cwd: gateway.dir, env });
  assert.match(stdout, /^team-a +100 USD per month/m);
  assert.match(stdout, /^team-a: 100 USD per month, -\d+\.\d+ USD spent, 1\d\d\.\d+ USD left$/m);
  assert.match(stdout, /^group research: 500 USD per month, 0\.00 USD spent, 500\.00 USD left$/m);
  assert.match(stdout, /^\S+ +gpt-4\.1 .* invoiced as gpt-4\.1-2025-04-14$/m);
  assert.match(stdout, /smart\/openai +1 +\S+ +\S+ +\S+ +-[\d.]+ %/);
  for (const file of ['month.csv', 'days.json', 'compared.csv', 'usage.csv']) {
    assert.ok(existsSync(join(gateway.dir, file)), file);
  }
  assert.match(readFileSync(join(gateway.dir, 'month.csv'), 'utf8'), /^team-a,research,measured,1,/m);
});

test('the page on money says what the code has', () => {
  const shown = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, word]) => word);
  assert.deepEqual(shown, certainties);
  assert.match(page, new RegExp(`for ${keptDays} days in `));
  assert.ok(readFileSync(join(root, 'README.md'), 'utf8').includes('(docs/money.md)'));
});
