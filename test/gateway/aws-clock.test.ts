import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startAmazonServer } from '../credentials/aws/amazon-server.ts';
import { exampleKeys } from '../credentials/aws/held-keys.ts';
import { Amazon } from '../credentials/sources/aws/amazon.ts';
import { startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText } from '../helpers/gateway.ts';
import { hello } from '../helpers/live.ts';
import { seriesValue } from '../helpers/promtool.ts';
import { readToken, serve } from '../helpers/serve.ts';

const aheadSeconds = 3600;
const session = {
  kind: 'aws_keys',
  accessKeyId: 'ASIAEXAMPLEKEY000001',
  secretAccessKey: 'canary-secret-1',
  sessionToken: 'canary-session-1',
} as const;

test('a gateway whose clock is an hour off serves Amazon as it is delivered, and says so once', async (t) => {
  const url = await startAmazonServer(t, [exampleKeys, session], aheadSeconds);
  const amazon = new Amazon();
  const { url: container } = await startBackend(t, amazon.container);
  const { accessKeyId, secretAccessKey } = exampleKeys;
  const served = await serve(
    t,
    `${configText({
      backends: `{ file: { url: "${url}", auth: { aws: { region: eu-central-1, access_key: ${accessKeyId}, secret_key: ${secretAccessKey} } } },
        found: { url: "${url}", auth: { aws: { region: us-east-1, from: [container] } } } }`,
      models:
        '{ first: { deployments: [ { backend: file, endpoints: { chat_completions: [] } } ] }, second: { deployments: [ { backend: found, endpoints: { chat_completions: [] } } ] } }',
    })}\nadmin: { address: "127.0.0.1:0", read_token: ${readToken} }\nworkers: 1\n`,
    {
      env: {
        AWS_CONTAINER_CREDENTIALS_FULL_URI: container,
        AWS_CONTAINER_AUTHORIZATION_TOKEN: 'pod-token',
      },
    },
  );
  for (const model of ['first', 'second', 'first', 'second']) {
    const reply = await served.call('/v1/chat/completions', { body: { ...hello, model } });
    assert.equal(reply.status, 200, reply.text);
  }
  const { text } = await served.admin('/metrics');
  for (const region of ['eu-central-1', 'us-east-1']) {
    assert.equal(seriesValue(text, `gateway_credential_clock_corrections_total{region="${region}"}`), 1);
    const lines = () =>
      served.logs.filter((line) => line.region === region && line.msg.startsWith('the clock of'));
    await until(() => lines().length > 0, 'it is told');
    assert.equal(lines().length, 1);
    assert.ok(Math.abs((lines()[0]!['ahead_s'] as number) - aheadSeconds) < 5);
  }
  assert.equal(seriesValue(text, 'gateway_retries_total{reason="credentials_stale"}'), 2);
});
