import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { hello, liveText } from '../../helpers/live.ts';
import { freePort } from '../../helpers/ports.ts';
import { serve } from '../../helpers/serve.ts';

test('however few requests come to each worker, all of them leave a dead backend alone', async (t) => {
  const port = await freePort();
  const backend = `{ url: "http://127.0.0.1:${port}" }`;
  const more = 'routing: { circuit: { failures: 3, open: 1h, max_open: 1h } }';
  const served = await serve(t, liveText({ backend, more }));
  for (let count = 0; count < 3; count += 1) {
    assert.equal((await served.call('/v1/chat/completions', { body: hello })).status, 502);
  }
  const open = 'gateway_deployment_circuits{model="first",deployment="one",state="open"} 2';
  await until(async () => (await served.admin('/metrics')).text.includes(open), 'both workers know');
});
