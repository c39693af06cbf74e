import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, json, startBackend } from '../helpers/backend.ts';
import { begin, configText, readReply, secret, startGateway } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';

const path = '/v1/messages/count_tokens';
const messages = [{ role: 'user', content: 'hello' }];
const body = { model: 'claude', messages };
const message = {
  id: 'm',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'hi' }],
  usage: { input_tokens: 1, output_tokens: 1 },
};
const secrets = { chat: 'sk-chat-0123456789', narrow: 'sk-narrow-0123456789', other: 'sk-other-0123456789' };

/** Answers messages well, and counts tokens as it is told. */
const counting =
  (count: Answer): Answer =>
  (seen, response, request) =>
    seen.url.startsWith(path) ? count(seen, response, request) : json(message)(seen, response, request);

const config = (urls: readonly string[], limit = '') =>
  configText({
    backends: `{ ${urls.map((url, place) => `b${place}: { url: "${url}" }`).join(', ')} }`,
    models: `{ claude: { fallbacks: [spare], deployments: [ ${urls
      .map(
        (_, place) =>
          `{ backend: b${place}, priority: ${place}, endpoints: { messages: [], count_tokens: [] } }`,
      )
      .join(
        ', ',
      )} ] }, spare: { deployments: [ { backend: b0, endpoints: { messages: [], count_tokens: [] } } ] } }`,
    keys: `{ test: { secret: ${secret}${limit} }, other: { secret: ${secrets.other} }, narrow: { secret: ${secrets.narrow}, endpoints: [messages] }, chat: { secret: ${secrets.chat}, endpoints: [chat_completions] } }`,
  });

const count = async (gateway: Inside, key = secret, sent: object = body) =>
  readReply(await begin(gateway, path, { key, body: sent }));
const ask = async (gateway: Inside, key = secret) =>
  readReply(await begin(gateway, '/v1/messages', { key, body: { ...body, max_tokens: 5 } }));

test('a count goes to the backend as it came, query and betas too, and its answer back', async (t) => {
  const backend = await startBackend(t, counting(json({ input_tokens: 11 })));
  const gateway = await startInside(t, config([backend.url]));
  const sent = Buffer.from(`{ "model":"claude", "messages" : ${JSON.stringify(messages)}, "later": 1.50 }`);
  const headers = { 'anthropic-beta': 'token-counting-2024-11-01', 'anthropic-version': '2023-06-01' };
  const reply = await readReply(await begin(gateway, `${path}?beta=true`, { body: sent, headers }));
  assert.deepEqual([reply.status, reply.text], [200, '{"input_tokens":11}']);
  const [seen] = backend.seen;
  assert.equal(seen?.url, `${path}?beta=true`);
  assert.equal(seen?.headers['anthropic-beta'], headers['anthropic-beta']);
  assert.deepEqual(seen?.body, sent);
});

test('a backend that can not count is nothing to messages, whatever it answers', async (t) => {
  for (const status of [404, 500, 503]) {
    const error = { type: 'error', error: { type: 'api_error', message: 'not here' } };
    const bad = counting(json(error, status));
    const backends = [await startBackend(t, bad), await startBackend(t, bad)] as const;
    const gateway = await startInside(t, config(backends.map(({ url }) => url)));
    for (let round = 0; round < 12; round += 1) {
      const { status: got } = await count(gateway, round % 2 === 0 ? secret : secrets.other);
      assert.ok(got === status || got === 503, String(got));
      const reply = await ask(gateway);
      assert.deepEqual([reply.status, reply.headers['x-gateway-deployment']], [200, 'b0']);
    }
    const { live } = gateway.keep.served!;
    assert.equal(live.health('claude/b0').circuit.state, 'closed');
    assert.equal(live.health('claude/b0', 'counting').circuit.state, status === 404 ? 'closed' : 'open');
  }
});

test('a count is a request and no tokens, with the limit headers of messages', async (t) => {
  const backend = await startBackend(t, counting(json({ input_tokens: 11 })));
  const gateway = await startInside(
    t,
    config([backend.url], ', rate_limit: { requests: 3/min, tokens: 20/min }'),
  );
  const long = { ...body, messages: [{ role: 'user', content: 'x'.repeat(10_000) }] };
  for (const left of ['2', '1', '0']) {
    const { status, headers } = await count(gateway, secret, long);
    assert.equal(status, 200);
    assert.equal(headers['anthropic-ratelimit-requests-remaining'], left);
    assert.equal(headers['anthropic-ratelimit-tokens-remaining'], '20');
  }
  assert.equal((await count(gateway)).status, 429);
});

test('whoever may call messages may count, and nobody else', async (t) => {
  const backend = await startBackend(t, counting(json({ input_tokens: 11 })));
  const gateway = await startInside(t, config([backend.url]));
  assert.equal((await count(gateway, secrets.narrow)).status, 200);
  const refused = await count(gateway, secrets.chat);
  assert.equal(refused.status, 403);
  assert.equal(refused.json.error.type, 'permission_error');
  assert.equal(backend.seen.length, 1);
});

test('no other model counts in its place: a chain in the body is refused, fallbacks are not followed', async (t) => {
  const down = await startBackend(t, counting(json({}, 503)));
  const gateway = await startInside(t, config([down.url]));
  const several = await count(gateway, secret, { ...body, models: ['spare'] });
  assert.equal(several.status, 400);
  assert.match(several.json.error.message, /`models` must be left out/);
  assert.equal((await count(gateway)).status, 503);
  assert.equal(down.seen.length, 1);
});

test('a key with a budget counts on a deployment without a price, and it costs 0, which is not to be without a price', async (t) => {
  const backend = await startBackend(t, counting(json({ input_tokens: 11 })));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ b: { url: "${backend.url}" } }`,
      models: '{ claude: { deployments: [ { backend: b, endpoints: { count_tokens: [] } } ] } }',
      keys: `{ test: { secret: ${secret}, rate_limit: { budget: 1 USD/day } } }`,
    }),
  );
  const reply = await gateway.call(path, { body });
  assert.deepEqual([reply.status, reply.json], [200, { input_tokens: 11 }]);
  const line = gateway.logs.findLast(({ msg }) => msg === 'request')!;
  assert.equal(line['cost_usd'], 0);
});
