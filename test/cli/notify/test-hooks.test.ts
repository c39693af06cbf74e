import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { configText } from '../../helpers/gateway.ts';
import { hookSecret, startHook } from '../../helpers/hook.ts';
import { scratchFolder } from '../../helpers/scratch.ts';
import { gateway } from '../recorder.ts';

function fileOf(t: TestContext, more: string): string {
  const models = '{ m: { deployments: [ { backend: a, endpoints: { chat_completions: [] } } ] } }';
  const file = join(scratchFolder(t), 'gateway.yaml');
  writeFileSync(file, configText({ backends: '{ a: { simulator: {} } }', models, more }));
  return file;
}

test('each hook of the file gets one message that says it is a test, and what it answered is told', async (t) => {
  const [well, ill] = [await startHook(t), await startHook(t)];
  ill.answer(403);
  const hooks = [
    `{ url: "${well.url}", secret: "\${HOOK_SECRET}" }`,
    `{ url: "\${SLACK}", form: slack }`,
    '{ url: "http://127.0.0.1:1/", secret: "${HOOK_SECRET}", on: [reload_rejected] }',
  ];
  const file = fileOf(t, `notify: { hooks: [${hooks.join(', ')}] }`);
  const env = { HOOK_SECRET: hookSecret, SLACK: `${ill.url}/T0/B0/canary` };
  const { exitCode, out, err } = await gateway(['notify', 'test', '--config', file], { env });
  assert.equal(exitCode, 1, err);
  assert.deepEqual(
    out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/)),
    [
      ['HOOK', 'HOST', 'FORM', 'RESULT'],
      ['1', '127.0.0.1', 'json', 'delivered'],
      ['2', '127.0.0.1', 'slack', 'failed (HTTP 403)'],
      ['3', '127.0.0.1', 'json', 'failed (ECONNREFUSED)'],
    ],
  );
  assert.ok(!`${out}${err}`.includes('canary'));
  const [{ body, headers }] = well.received as [(typeof well.received)[number]];
  const { type, data } = new Webhook(hookSecret).verify(body, headers) as {
    type: string;
    data: { state: string };
  };
  assert.deepEqual([type, data.state], ['test', 'test']);
});

test('a file that tells nobody says so', async (t) => {
  const { exitCode, out } = await gateway(['notify', 'test', '--config', fileOf(t, '')]);
  assert.equal(exitCode, 0);
  assert.equal(out, 'The file has no `notify`: nobody gets messages.\n');
});
