import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { completion, startBackend, type TestBackend } from '../helpers/backend.ts';
import { configText, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { wireOver } from '../helpers/wire.ts';

const models = `
  fast:
    owned_by: vendor
    created: 2024-07-18
    deployments:
      - { backend: one, capabilities: [streaming], endpoints: { chat_completions: [vision], responses: [] } }
      - { backend: two, priority: 1, endpoints: { chat_completions: [vision, pdf_input, streaming], messages: [vision] } }
  plain:
    deployments:
      - { backend: one, endpoints: { chat_completions: [], messages: [] } }
  legacy:
    deployments:
      - { backend: two, endpoints: { completions: [streaming] } }
  vendor/big:v1:
    fallbacks: [fast]
    deployments:
      - { backend: two, endpoints: { chat_completions: [reasoning] } }
  hidden:
    deployments:
      - { backend: one, endpoints: { chat_completions: [audio_input] } }`;

const keys = `
  test: { secret: sk-test-0123456789abcdef }
  some: { secret: sk-some-0123456789abcdef, models: [fast, "vendor/*"], endpoints: [messages] }`;

interface Setting {
  readonly gateway: TestGateway;
  readonly one: TestBackend;
  readonly two: TestBackend;
}

async function start(t: TestContext, more = ''): Promise<Setting> {
  const named = (name: string) =>
    startBackend(t, (_seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completion(name)));
    });
  const [one, two] = [await named('one'), await named('two')];
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ one: { url: "${one.url}" }, two: { url: "${two.url}" } }`,
      models,
      keys,
      more,
    }),
  );
  return { gateway, one, two };
}

const messages = [{ role: 'user', content: 'hello' }];
const chatPath = '/v1/chat/completions';

/** Which backend answered a chat request. */
async function answeredBy(
  { gateway }: Setting,
  body: object,
  headers: Record<string, string> = {},
  path = chatPath,
): Promise<string> {
  const reply = await gateway.call(path, { body: { model: 'fast', messages, ...body }, headers });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(reply.headers['x-gateway-deployment'], reply.json.choices[0].message.content);
  return reply.json.choices[0].message.content;
}

/** The whole answer to a request for tags that nobody has. */
async function refused({ gateway, one, two }: Setting, body: object, headers: Record<string, string> = {}) {
  const before = one.seen.length + two.seen.length;
  const reply = await gateway.call(chatPath, { body: { model: 'fast', messages, ...body }, headers });
  assert.equal(reply.status, 503, reply.text);
  assert.equal(one.seen.length + two.seen.length, before);
  return reply;
}

test('without tags the first deployment answers, with tags the first that has them all', async (t) => {
  const setting = await start(t);
  assert.equal(await answeredBy(setting, {}), 'one');
  assert.equal(await answeredBy(setting, {}, { 'x-router-tags': 'streaming' }), 'one');
  assert.equal(await answeredBy(setting, {}, { 'x-router-tags': 'vision' }), 'two');
  assert.equal(
    await answeredBy(setting, {}, { 'x-router-tags': 'chat_completions:vision,streaming' }),
    'one',
  );
  assert.equal(
    await answeredBy(
      setting,
      {},
      { 'x-router-tags': ' chat_completions:pdf_input , ,chat_completions:streaming,' },
    ),
    'two',
  );
  assert.equal(await answeredBy(setting, { tags: ['chat_completions:pdf_input'] }), 'two');
});

test('a scoped tag counts for its own endpoint, whichever is called', async (t) => {
  const setting = await start(t);
  assert.equal(await answeredBy(setting, { tags: ['messages:vision'] }), 'two');
  assert.equal(await answeredBy(setting, { tags: ['responses:streaming'] }), 'one');
});

test('tags in two headers count together', async (t) => {
  const setting = await start(t);
  const wire = wireOver(await setting.gateway.connect());
  const body = JSON.stringify({ model: 'fast', messages });
  wire.write(
    `POST ${chatPath} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer sk-test-0123456789abcdef\r\nContent-Type: application/json\r\nx-router-tags: chat_completions:streaming\r\nX-Router-Tags: chat_completions:pdf_input\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  assert.equal((await wire.answer()).headers['x-gateway-deployment'], 'two');
  wire.socket.destroy();
});

test('tags in the body replace those in the header, an empty list too, null not', async (t) => {
  const setting = await start(t);
  const header = { 'x-router-tags': 'vision' };
  assert.equal(await answeredBy(setting, { tags: ['streaming'] }, header), 'one');
  assert.equal(await answeredBy(setting, { tags: [] }, header), 'one');
  assert.equal(await answeredBy(setting, { tags: null }, header), 'two');
  assert.equal(
    await answeredBy(setting, { tags: ['streaming'] }, { 'x-router-tags': 'x'.repeat(200) }),
    'one',
  );
});

test('tags and models are not sent to the backend', async (t) => {
  const setting = await start(t);
  await answeredBy(setting, { tags: ['streaming'], models: ['plain'] }, { 'x-router-tags': 'vision' });
  const [seen] = setting.one.seen;
  assert.deepEqual(JSON.parse(seen!.body.toString()), { model: 'fast', messages });
  assert.equal(seen?.headers['x-router-tags'], undefined);
});

test('tags that no deployment has give the error of the interface, exactly', async (t) => {
  const reply = await refused(await start(t), { tags: ['vision', 'web_search'] });
  assert.deepEqual(Object.keys(reply.json), ['error']);
  const { message, ...rest } = reply.json.error;
  assert.deepEqual(Object.keys(reply.json.error), ['message', 'type', 'code']);
  assert.deepEqual(rest, { type: 'None', code: '503' });
  assert.match(message, /^No available model deployment meets the routing requirements: /);
  assert.match(message, /web_search/);
  assert.equal(reply.headers['content-type'], 'application/json');
  assert.equal(reply.headers['x-gateway-error'], '503');
  assert.equal(reply.headers['x-should-retry'], 'false');
  assert.equal(reply.headers['retry-after'], undefined);
});

test('a misspelled tag, a generic tag that holds on some endpoints only, and a spread of tags fail the same way', async (t) => {
  const setting = await start(t);
  for (const tags of [
    ['visoin'],
    ['pdf_input'],
    ['messages:vision', 'responses:streaming'],
    ['completions:streaming'],
    ['Vision'],
    ['chat_completions:'],
    [''],
  ]) {
    const reply = await refused(setting, { tags });
    assert.equal(reply.json.error.code, '503', tags.join());
  }
  assert.match((await refused(setting, { tags: ['visoin'] })).json.error.message, /did you mean `vision`/);
});

test('on messages the error of the tags keeps its type and code', async (t) => {
  const { gateway } = await start(t);
  const reply = await gateway.call('/v1/messages', {
    body: { model: 'plain', messages, max_tokens: 1, tags: ['vision'] },
  });
  assert.equal(reply.status, 503);
  const { request_id, error, ...rest } = reply.json;
  assert.deepEqual(rest, { type: 'error' });
  assert.equal(request_id, reply.headers['request-id']);
  assert.deepEqual([error.type, error.code], ['None', '503']);
});

test('generic_tags: called_endpoint makes a generic tag mean the endpoint that is called', async (t) => {
  const setting = await start(t, 'routing: { generic_tags: called_endpoint }');
  assert.equal(await answeredBy(setting, { tags: ['vision'] }), 'one');
  assert.equal(await answeredBy(setting, { tags: ['pdf_input'] }), 'two');
  assert.equal(await answeredBy(setting, { tags: ['vision'] }, {}, '/v1/messages'), 'two');
});

test('the chain is model, its fallbacks, then models; who has no eligible deployment is passed over', async (t) => {
  const setting = await start(t);
  assert.equal(
    await answeredBy(setting, { model: 'plain', models: ['vendor/big:v1'], tags: ['reasoning'] }),
    'two',
  );
  assert.equal(await answeredBy(setting, { model: 'vendor/big:v1', tags: ['streaming'] }), 'one');
  assert.equal(
    await answeredBy(setting, { model: 'plain', models: ['fast'], tags: ['chat_completions:pdf_input'] }),
    'two',
  );
  assert.equal(await answeredBy(setting, { model: 'nothing', models: ['nobody', 'plain'] }), 'one');
  assert.equal(
    await answeredBy(setting, { model: null, models: ['vendor/big:v1'], tags: ['streaming'] }),
    'one',
  );
  const { gateway } = setting;
  const alone = await gateway.call(chatPath, { body: { models: ['plain'], messages } });
  assert.equal(alone.headers['x-gateway-model'], 'plain');
});

test('a chain of which nothing is known is a 404, one of which something is not allowed a 403', async (t) => {
  const { gateway, one, two } = await start(t);
  const path = '/v1/messages';
  const key = 'sk-some-0123456789abcdef';
  const codeOf = async (body: object) => {
    const reply = await gateway.call(path, { key, body: { messages, ...body } });
    return [reply.status, reply.json.error.code];
  };
  assert.deepEqual(await codeOf({ model: 'a', models: ['b'] }), [404, 'model_not_found']);
  assert.deepEqual(await codeOf({ model: 'plain' }), [403, 'model_not_allowed']);
  assert.deepEqual(await codeOf({ model: 'a', models: ['plain'] }), [403, 'model_not_allowed']);
  assert.equal(one.seen.length + two.seen.length, 0);
});

test('a model that does not serve the endpoint is a 404 that says which it serves, with tags the 503', async (t) => {
  const { gateway } = await start(t);
  const without = await gateway.call(chatPath, { body: { model: 'legacy', messages } });
  assert.equal(without.status, 404);
  assert.equal(without.json.error.code, 'model_not_found');
  assert.match(without.json.error.message, /completions/);
  const withTags = await gateway.call(chatPath, { body: { model: 'legacy', messages, tags: ['streaming'] } });
  assert.equal(withTags.status, 503);
  assert.equal(withTags.json.error.type, 'None');
});

const fast = {
  id: 'fast',
  object: 'model',
  created: Date.parse('2024-07-18') / 1000,
  owned_by: 'vendor',
  tags: [
    'chat_completions:pdf_input',
    'chat_completions:streaming',
    'chat_completions:vision',
    'messages:vision',
    'responses:streaming',
    'streaming',
    'vision',
  ],
};
const big = {
  id: 'vendor/big:v1',
  object: 'model',
  created: 0,
  owned_by: 'gateway',
  tags: ['chat_completions:reasoning', 'reasoning'],
};

test('the model list has the tags that each model can be asked for, and none where there are none', async (t) => {
  const { gateway } = await start(t);
  const reply = await gateway.call('/v1/models');
  assert.equal(reply.status, 200);
  assert.deepEqual(reply.json, {
    object: 'list',
    data: [
      fast,
      { id: 'plain', object: 'model', created: 0, owned_by: 'gateway' },
      { id: 'legacy', object: 'model', created: 0, owned_by: 'gateway', tags: ['streaming'] },
      big,
      {
        id: 'hidden',
        object: 'model',
        created: 0,
        owned_by: 'gateway',
        tags: ['audio_input', 'chat_completions:audio_input'],
      },
    ],
  });
});

test('the list shows the models of the key, whatever endpoints it may call', async (t) => {
  const { gateway } = await start(t);
  const key = 'sk-some-0123456789abcdef';
  const reply = await gateway.call('/v1/models', { key });
  assert.deepEqual(reply.json, { object: 'list', data: [fast, big] });
  for (const id of ['plain', 'hidden', 'nothing']) {
    const one = await gateway.call(`/v1/models/${id}`, { key });
    assert.equal(one.status, 404);
    assert.equal(one.json.error.code, 'model_not_found');
  }
});

test('one model is found by its id, raw or with any of it percent-encoded once', async (t) => {
  const { gateway } = await start(t);
  for (const written of [
    'vendor/big:v1',
    'vendor%2Fbig:v1',
    'vendor%2fbig:v1',
    'vendor/big%3Av1',
    '%76endor%2Fbig%3av1',
  ]) {
    const reply = await gateway.call(`/v1/models/${written}`);
    assert.equal(reply.status, 200, written);
    assert.deepEqual(reply.json, big);
  }
  for (const written of [
    'vendor',
    'vendor/',
    'vendor//big:v1',
    'vendor%252Fbig:v1',
    'vendor/big%253Av1',
    'vendor/big%3',
    'vendor/big%ff',
    'FAST',
    'fast/',
    'fast%20',
  ]) {
    assert.equal((await gateway.call(`/v1/models/${written}`)).status, 404, written);
  }
});

test('HEAD has the head of GET', async (t) => {
  const { gateway } = await start(t);
  for (const path of ['/v1/models', '/v1/models/fast']) {
    const get = await gateway.call(path);
    const head = await gateway.call(path, { method: 'HEAD' });
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    assert.equal(head.headers['content-length'], get.headers['content-length']);
    assert.equal(head.headers['content-type'], 'application/json');
  }
});
