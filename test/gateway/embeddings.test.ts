import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { json, startBackend } from '../helpers/backend.ts';
import { gate } from '../helpers/gate.ts';
import { begin, configText, readReply, secret } from '../helpers/gateway.ts';
import { startInside } from '../helpers/inside.ts';

const path = '/v1/embeddings';
const body = { model: 'text', input: 'hello' };
const answer = (embedding: unknown, tokens: number) => ({
  object: 'list',
  data: [{ object: 'embedding', index: 0, embedding }],
  model: 'theirs',
  usage: { prompt_tokens: tokens, total_tokens: tokens },
});
const narrow = 'sk-narrow-0123456789';
const four = 'sk-four-0123456789';

const config = (url: string, limit = '') =>
  configText({
    backends: `{ b: { url: "${url}" } }`,
    models: `{ text: { fallbacks: [spare], deployments: [ { backend: b, endpoints: { embeddings: [], chat_completions: [] } } ] }, spare: { deployments: [ { backend: b, endpoints: { embeddings: [], chat_completions: [] } } ] } }`,
    keys: `{ test: { secret: ${secret}, endpoints: [stateless]${limit} }, narrow: { secret: ${narrow}, endpoints: [embeddings] }, four: { secret: ${four} } }`,
  });

test('embeddings go as they came and come as they are, and count what they used', async (t) => {
  const backend = await startBackend(t, json(answer([0.5, -0.25], 7)));
  const gateway = await startInside(t, config(backend.url, ', rate_limit: { tokens: 1000/day }'));
  const sent = Buffer.from('{ "model":"text", "input": [[1, 2], [3]], "max_tokens": 900, "later":1.50 }');
  const reply = await readReply(await begin(gateway, path, { body: sent }));
  assert.equal(reply.status, 200);
  assert.deepEqual(JSON.parse(reply.text), answer([0.5, -0.25], 7));
  assert.deepEqual(backend.seen[0]?.body, sent);
  // No output is reserved, and what the answer reported is what counts.
  assert.equal(reply.headers['x-ratelimit-remaining-tokens'], String(1000 - Math.ceil(sent.length / 4)));
  const next = await readReply(await begin(gateway, path, { body: sent }));
  assert.equal(next.headers['x-ratelimit-remaining-tokens'], String(1000 - 7 - Math.ceil(sent.length / 4)));
});

test('of an answer of 16 MB the usage at its end counts, and its beginning does not wait for it', async (t) => {
  const rest = gate();
  const whole = JSON.stringify(answer('A'.repeat(16 * 1024 * 1024), 40_960));
  const backend = await startBackend(t, async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length });
    response.write(whole.slice(0, 2 * 1024 * 1024));
    await rest.opened;
    response.end(whole.slice(2 * 1024 * 1024));
  });
  const gateway = await startInside(t, config(backend.url, ', rate_limit: { tokens: 100000/day }'));
  const response = await begin(gateway, path, { body });
  const [first] = (await once(response, 'data')) as [Buffer];
  assert.ok(first.length > 0);
  rest.open();
  let length = first.length;
  for await (const chunk of response) length += (chunk as Buffer).length;
  assert.equal(length, whole.length);
  const next = await begin(gateway, path, { body });
  next.destroy();
  const reserved = Math.ceil(JSON.stringify(body).length / 4);
  assert.equal(next.headers['x-ratelimit-remaining-tokens'], String(100_000 - 40_960 - reserved));
});

test('a key has to be granted embeddings: by name, or by a word for several', async (t) => {
  const backend = await startBackend(t, json(answer([1], 1)));
  const gateway = await startInside(t, config(backend.url));
  const statuses = [];
  for (const key of [secret, narrow, four]) {
    statuses.push((await readReply(await begin(gateway, path, { key, body }))).status);
  }
  assert.deepEqual(statuses, [200, 200, 403]);
  const chat = { model: 'text', messages: [{ role: 'user', content: 'hi' }] };
  const refused = await readReply(await begin(gateway, '/v1/chat/completions', { key: narrow, body: chat }));
  assert.equal(refused.status, 403);
});

test('no other model embeds in its place, and a text has to be there', async (t) => {
  const down = await startBackend(t, json({ error: { message: 'busy' } }, 503));
  const gateway = await startInside(t, config(down.url));
  assert.equal((await readReply(await begin(gateway, path, { body }))).status, 503);
  assert.equal(down.seen.length, 1);
  const several = await readReply(await begin(gateway, path, { body: { ...body, models: ['spare'] } }));
  assert.equal(several.status, 400);
  assert.equal(several.json.error.param, 'models');
  for (const input of [undefined, null, 5, {}]) {
    const { status, json: refusal } = await readReply(
      await begin(gateway, path, { body: { model: 'text', input } }),
    );
    assert.deepEqual([status, refusal.error.param], [400, 'input']);
  }
  assert.equal(down.seen.length, 1);
});

test('who packs vectors is preferred where that is asked for, and can be required', async (t) => {
  const backend = await startBackend(t, json(answer([1], 1)));
  const deployments = `[ { backend: b, id: plain, endpoints: { embeddings: [], chat_completions: [] } }, { backend: b, id: packs, priority: 1, endpoints: { embeddings: [base64], chat_completions: [] } } ]`;
  const gateway = await startInside(
    t,
    configText({
      backends: `{ b: { url: "${backend.url}" } }`,
      models: `{ text: { deployments: ${deployments} } }`,
      keys: `{ test: { secret: ${secret}, endpoints: [embeddings] } }`,
      more: 'routing: { infer: prefer }',
    }),
  );
  const deploymentOf = async (more: object) =>
    (await readReply(await begin(gateway, path, { body: { ...body, ...more } }))).headers[
      'x-gateway-deployment'
    ];
  assert.equal(await deploymentOf({}), 'plain');
  assert.equal(await deploymentOf({ encoding_format: 'float' }), 'plain');
  assert.equal(await deploymentOf({ encoding_format: 'base64' }), 'packs');
  assert.equal(await deploymentOf({ tags: ['embeddings:base64'] }), 'packs');
  assert.equal(await deploymentOf({ tags: ['base64'] }), 'packs');
});

test('what embeddings fail at is nothing to chat completions of the same deployment', async (t) => {
  const backend = await startBackend(t, json({ error: { message: 'busy' } }, 500));
  const gateway = await startInside(
    t,
    configText({
      backends: `{ b: { url: "${backend.url}" } }`,
      models: `{ text: { deployments: [ { backend: b, id: one, endpoints: { embeddings: [], chat_completions: [] } }, { backend: b, id: two, endpoints: { embeddings: [], chat_completions: [] } } ] } }`,
      keys: `{ test: { secret: ${secret}, endpoints: [all] } }`,
    }),
  );
  for (let count = 0; count < 8; count += 1) await readReply(await begin(gateway, path, { body }));
  const { live } = gateway.keep.served!;
  assert.equal(live.health('text/one', 'embeddings').circuit.state, 'open');
  assert.equal(live.health('text/one').circuit.state, 'closed');
});

test('a conversation is embedded as a text is, as vLLM takes it, and one of the two has to be there', async (t) => {
  const backend = await startBackend(t, json(answer([1], 3)));
  const gateway = await startInside(t, config(backend.url));
  const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:,x' } }] }];
  const reply = await readReply(await begin(gateway, path, { body: { model: 'text', messages } }));
  assert.deepEqual([reply.status, reply.json], [200, answer([1], 3)]);
  assert.deepEqual(JSON.parse(backend.seen[0]!.body.toString()), { model: 'text', messages });
  for (const [wrong, param] of [
    [{}, 'input'],
    [{ messages: [] }, 'messages'],
    [{ messages: ['hello'] }, 'messages'],
    [{ Messages: messages, input: 'x' }, 'messages'],
  ] as const) {
    const refused = await readReply(await begin(gateway, path, { body: { model: 'text', ...wrong } }));
    assert.deepEqual([refused.status, refused.json.error.param], [400, param]);
  }
});
