/** Deployments that an operator takes out while the gateway serves. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gateway } from '../../cli/recorder.ts';
import { until } from '../../helpers/gate.ts';
import { secret } from '../../helpers/gateway.ts';
import { hello } from '../../helpers/live.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

const token = 'live-admin-token-0123';

function text(adminPort: number): string {
  return [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    `admin: { address: "127.0.0.1:${adminPort}", read_token: ${readToken}, token: ${token} }`,
    'workers: 2',
    'backends: { one: { simulator: {} }, two: { simulator: {} } }',
    'models:',
    '  first:',
    '    deployments:',
    '      - { backend: one, endpoints: { chat_completions: [] } }',
    '      - { backend: two, priority: 1, endpoints: { chat_completions: [] } }',
    `keys: { test: { secret: ${secret} } }`,
  ].join('\n');
}

/** What answers so many requests on fresh connections, of which each worker gets some. */
async function answeredBy(served: Served): Promise<readonly unknown[]> {
  const names = new Set<unknown>();
  for (let count = 0; count < 4; count += 1) {
    const { status, headers } = await served.call('/v1/chat/completions', { body: hello });
    names.add(status === 200 ? headers['x-gateway-deployment'] : status);
  }
  return [...names];
}

test('a drained deployment gets no request of any worker, also after a restart, until it is resumed', async (t) => {
  const dir = dirOf(t);
  const file = join(dir, 'gateway.yaml');
  writeFileSync(file, text(await freePort()));
  const first = await serve(t, '', { file, env: { STATE_DIRECTORY: dir } });
  assert.deepEqual(await answeredBy(first), ['one']);
  const drained = await gateway(['drain', 'first/one', '--config', file]);
  assert.equal(drained.exitCode, 0, drained.err);
  const told = JSON.parse((await gateway(['drain', 'first/one', '--config', file, '--format', 'json'])).out);
  assert.deepEqual([told.deployment, told.drained.by], ['first/one', 'token']);
  assert.match(drained.out, /^first\/one is drained since \S+ \(by token\); gateway resume undoes that\n$/);
  await until(async () => String(await answeredBy(first)) === 'two', 'both workers know');
  assert.deepEqual((JSON.parse((await first.admin('/status')).text) as { drained: unknown }).drained, [
    'first/one',
  ]);
  const { text: metrics } = await first.admin('/metrics');
  assert.match(metrics, /^gateway_deployment_drained\{model="first",deployment="one"\} 2$/m);
  await until(() => first.logs.some((line) => line['audit'] === 'deployment drained'), 'it is in the log');
  first.child.kill('SIGTERM');
  await first.ended;

  const second = await serve(t, '', { file, env: { STATE_DIRECTORY: dir } });
  assert.deepEqual(await answeredBy(second), ['two']);
  await gateway(['drain', 'first/two', '--config', file]);
  await until(async () => String(await answeredBy(second)) === '503', 'there is no last resort');
  for (const name of ['first/one', 'first/two']) {
    const resumed = await gateway(['resume', name, '--config', file]);
    assert.deepEqual([resumed.exitCode, resumed.out], [0, `${name} takes requests again\n`]);
  }
  await until(async () => String(await answeredBy(second)) === 'one', 'it is back');
});
