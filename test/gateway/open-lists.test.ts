/**
 * Headers that begin with `anthropic-`, names of betas and fields of bodies are open lists: Claude Code sends new ones before
 * anybody here knows them ("Gateway protocol reference", "Feature pass-through").
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, message, startBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

test('what nobody knows of messages goes on, natively and in the envelope of a cloud', async (t) => {
  const backend = await startBackend(t, json(message));
  const serving = (name: string) =>
    `${name}: { deployments: [{ backend: ${name}, model: theirs, endpoints: { messages: [] } }] }`;
  const { url } = backend;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ native: { url: "${url}" }, bedrock: { url: "${url}", wire: bedrock }, vertex: { url: "${url}", wire: vertex, project: p-1, location: global } }`,
      models: `{ ${['native', 'bedrock', 'vertex'].map(serving).join(', ')} }`,
    }),
  );
  const unknown = {
    made_up: { deep: [1, 2.0, 'x'] },
    thinking: { type: 'adaptive', made_up: true },
    messages: [{ role: 'user', content: [{ type: 'text', text: 'hi', made_up: null }], made_up: 'y' }],
  };
  const headers = {
    'anthropic-version': '2023-06-01',
    'anthropic-beta': 'made-up-2031-01-01,other-2031-02-02',
    'anthropic-made-up': 'header',
  };
  for (const model of ['native', 'bedrock', 'vertex']) {
    const body = { model, max_tokens: 9, ...unknown };
    const { status } = await gateway.call('/v1/messages?beta=true', { body, headers });
    assert.equal(status, 200, model);
    const { headers: got, body: bytes } = backend.seen.at(-1)!;
    const sent = JSON.parse(bytes.toString());
    for (const [field, value] of Object.entries(unknown))
      assert.deepEqual(sent[field], value, `${model} ${field}`);
    assert.equal(got['anthropic-made-up'], 'header', model);
    // Bedrock has the names of betas in the body.
    const betas = model === 'bedrock' ? sent['anthropic_beta']?.join() : got['anthropic-beta'];
    assert.equal(betas, headers['anthropic-beta'], model);
  }
});
