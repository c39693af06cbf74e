import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TranslatedRequest } from '../../../src/api/translation/translated-request.ts';
import { loadText } from '../../helpers/gateway.ts';

const request = {
  model: 'm',
  max_tokens: 5,
  messages: [{ role: 'user', content: `Grüße ${'x'.repeat(50_000)}` }],
  metadata: { user_id: 'u' },
};

/** The translations of one model's deployments, in their order. */
async function translations() {
  const { models } = await loadText(`version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
backends:
  a: { url: "http://127.0.0.1:9", flavor: vllm }
  b: { url: "http://127.0.0.1:10", flavor: vllm, paths: { chat_completions: /other } }
  c: { url: "http://127.0.0.1:11", flavor: openai }
models:
  m:
    deployments:
      - { backend: a, endpoints: { messages: { via: chat_completions } } }
      - { backend: b, endpoints: { messages: { via: chat_completions } } }
      - { backend: c, endpoints: { messages: { via: chat_completions } } }
`);
  return models.get('m')!.deployments.map((deployment) => deployment.translations!.messages!);
}

test('Deployments that are asked alike are told the same once, wherever they are reached', async () => {
  const [a, b, c] = await translations();
  const read = TranslatedRequest.read('messages', Buffer.from(JSON.stringify(request)));
  assert.notEqual(a!.path, b!.path);
  assert.equal(read.said(a!, 'up'), read.said(b!, 'up'));
  assert.notEqual(read.said(a!, 'up'), read.said(c!, 'up'));
  assert.notEqual(read.said(a!, 'up'), read.said(a!, 'other'));
  assert.deepEqual(read.said(a!, 'up').dropped, ['metadata.user_id']);
});

test('The bytes of a body are made when they are asked for, and one body is held at a time', async () => {
  const [a, , c] = await translations();
  const read = TranslatedRequest.read('messages', Buffer.from(JSON.stringify(request)));
  const first = read.said(a!, 'up');
  const { body } = first;
  const second = read.said(c!, 'much longer name of the model');
  assert.equal(first.body, body, 'they stay as long as nobody else is told');
  assert.notEqual(JSON.parse(second.body.toString()).model, JSON.parse(body.toString()).model);
  assert.notEqual(first.body, body, 'they are made anew');
  assert.deepEqual(first.body, body);
  assert.ok(read.heldBytes >= second.body.length && read.heldBytes < 1.1 * second.body.length);
});
