import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, delta, startBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const messages = [{ role: 'user', content: 'hello' }];

test('a path names the model of the deployment, and streams have one of their own', async (t) => {
  const backend = await startBackend(t, ({ body }, response) => {
    const { stream } = JSON.parse(body.toString()) as { stream?: boolean };
    response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
    response.end(stream ? `${delta('hi', 'stop')}data: [DONE]\n\n` : JSON.stringify(completion('hi')));
  });
  const serving = 'endpoints: { chat_completions: [] }';
  const gateway = await startGateway(
    t,
    configText({
      backends: `{
        one: { url: "${backend.url}", query: { api-version: "2025-04-01-preview" }, paths: { chat_completions: "/openai/deployments/{model}/chat/completions" } },
        two: { url: "${backend.url}", paths: { chat_completions: { whole: "/m/{model}/invoke", stream: "/m/{model}:stream" } } } }`,
      models: `{
        fast: { deployments: [ { backend: one, model: "gpt 4o/eu", ${serving} } ] },
        large: { deployments: [ { backend: two, model: "a@1:0", ${serving} } ] },
        "any/*": { deployments: [ { backend: two, model: "v-*", ${serving} } ] } }`,
    }),
  );
  const asked = async (model: string, stream: boolean) => {
    const reply = await gateway.call('/v1/chat/completions', { body: { model, stream, messages } });
    assert.equal(reply.status, 200, reply.text);
    const { url, body } = backend.seen.at(-1)!;
    return { url, model: (JSON.parse(body.toString()) as { model: string }).model };
  };
  const azure = '/openai/deployments/gpt%204o%2Feu/chat/completions?api-version=2025-04-01-preview';
  assert.deepEqual(await asked('fast', false), { url: azure, model: 'gpt 4o/eu' });
  assert.deepEqual(await asked('fast', true), { url: azure, model: 'gpt 4o/eu' });
  assert.deepEqual(await asked('large', false), { url: '/m/a@1:0/invoke', model: 'a@1:0' });
  assert.deepEqual(await asked('large', true), { url: '/m/a@1:0:stream', model: 'a@1:0' });
  assert.deepEqual(await asked('any/x/../y', false), { url: '/m/v-x%2F..%2Fy/invoke', model: 'v-x/../y' });
});
