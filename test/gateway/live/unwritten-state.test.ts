/** A `state.dir` that does not take what is to be kept: requests go on, and operators are told while it lasts. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { GatewayAnswer } from '../../../src/admin/contract/gateway.ts';
import { gateway } from '../../cli/recorder.ts';
import { until } from '../../helpers/gate.ts';
import { secret } from '../../helpers/gateway.ts';
import { hello } from '../../helpers/live.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { seriesValue } from '../../helpers/promtool.ts';
import { readToken, serve } from '../../helpers/serve.ts';

const token = 'live-admin-token-0123';

function text(adminPort: number): string {
  return [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    `admin: { address: "127.0.0.1:${adminPort}", read_token: ${readToken}, token: ${token} }`,
    'workers: 1',
    'backends: { one: { simulator: {} } }',
    'models:',
    '  first:',
    '    deployments:',
    '      - { backend: one, price: { input: 1, output: 1 }, endpoints: { chat_completions: [] } }',
    `keys: { test: { secret: ${secret}, rate_limit: { budget: 1 USD/day } } }`,
  ].join('\n');
}

test('files of state.dir that can not be written are told by status, metrics and API until they can', async (t) => {
  const dir = dirOf(t);
  const file = join(dir, 'gateway.yaml');
  writeFileSync(file, text(await freePort()));
  // A folder in the place of a file can't be replaced by one, whoever tries.
  const taken = ['budgets.json', 'usage.sqlite', 'drained.json'].map((name) => join(dir, name));
  for (const path of taken) mkdirSync(join(path, 'in-the-way'), { recursive: true });
  const served = await serve(t, '', { file, env: { STATE_DIRECTORY: dir } });
  const { status } = await served.call('/v1/chat/completions', { body: hello });
  assert.equal(status, 200);

  const unwritten = async () => {
    const answer = JSON.parse((await served.admin('/api/gateway')).text) as GatewayAnswer;
    return answer.unwritten.map(({ what }) => what).sort();
  };
  const expected = ['what keys used', 'what was spent of budgets'];
  await until(async () => (await unwritten()).length === 2, 'both are noticed', 10_000);
  assert.deepEqual(await unwritten(), expected);
  const metric = async () => seriesValue((await served.admin('/metrics')).text, 'gateway_unwritten_files');
  assert.equal(await metric(), 2);
  const told = await gateway(['status', '--config', file]);
  assert.equal(told.exitCode, 0, told.err);
  assert.match(
    told.out,
    /^state +what was spent of budgets can not be written to \S+budgets\.json since \S+: E\w+/m,
  );
  assert.match(told.out, /^state +what keys used can not be written to \S+usage\.sqlite since \S+: ./m);

  const drained = await gateway(['drain', 'first/one', '--config', file]);
  assert.equal(drained.exitCode, 2);
  assert.match(drained.err, /Nothing was changed: it can't be written to \S+ \(E\w+.*\)\. Make room there/);
  assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 200);

  for (const path of taken) rmSync(path, { recursive: true });
  await until(async () => (await unwritten()).length === 0, 'all is written', 10_000);
  assert.equal(await metric(), 0);
  assert.doesNotMatch((await gateway(['status', '--config', file])).out, /^state /m);
});
