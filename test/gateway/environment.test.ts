import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { hello, liveText } from '../helpers/live.ts';
import { serve } from '../helpers/serve.ts';

test('what http-proxy-3 takes from the environment does not change how requests are sent', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const text = liveText({ workers: 1, backend: `{ url: "${backend.url}" }` });
  const gateway = await serve(t, text, { env: { FORCE_FETCH_PATH: 'true' } });
  const { status, json: answer } = await gateway.call('/v1/chat/completions', { body: hello });
  assert.equal(status, 200);
  assert.equal(answer.choices[0].message.content, 'hi');
  assert.equal(backend.seen[0]?.headers['connection'], 'keep-alive');
});
