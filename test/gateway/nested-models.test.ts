import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { completion, json, startBackend, type TestBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const limited = 'sk-limited-0123456789abcdef';
const refusing = 'sk-refusing-0123456789abcdef';
const poor = 'sk-poor-0123456789abcdef';
const batching = 'sk-batching-0123456789abcdef';
const guarded = 'sk-guarded-0123456789abcdef';

const answer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-up',
  content: [{ type: 'text', text: 'hi' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: 3, output_tokens: 2 },
};

const messages = [{ role: 'user', content: 'hello' }];
const advisor = (model: unknown) => ({ type: 'advisor_20260301', name: 'advisor', model });
const request = (more: object) => ({ model: 'haiku', max_tokens: 16, messages, ...more });

async function gatewayFor(t: TestContext, upstream: TestBackend, other: TestBackend, more = '') {
  const on = (backend: string, model: string, extra = '') =>
    `{ backend: ${backend}, model: ${model}, endpoints: { messages: [], count_tokens: [], responses: [], chat_completions: [] }${extra} }`;
  return startGateway(
    t,
    configText({
      backends: `{ a: { url: "${upstream.url}" }, b: { url: "${other.url}" } }`,
      models: `{
        haiku: { deployments: [ ${on('b', 'claude-haiku-b', ', priority: 2, price: { input: 1, output: 1 }')}, ${on('a', 'claude-haiku-up', ', price: { input: 1, output: 1 }')} ] },
        opus: { deployments: [ ${on('a', 'claude-opus-up', ', price: { input: 5, output: 5 }')} ] },
        far: { deployments: [ ${on('b', 'claude-far', ', price: { input: 1, output: 1 }')} ] },
        image: { deployments: [ { backend: a, model: gpt-image-up, endpoints: { images: [] } } ] } }`,
      keys: `{
        test: { secret: sk-test-0123456789abcdef, endpoints: [all] },
        limited: { secret: ${limited}, models: [haiku] },
        refusing: { secret: ${refusing}, nested_models: refuse },
        poor: { secret: ${poor}, rate_limit: { budget: 5 USD/day } },
        batching: { secret: ${batching}, models: [haiku], endpoints: [messages, message_batches] },
        guarded: { secret: ${guarded} } }`,
      more: `never: [ { name: guarded, request: { key: guarded, endpoint: embeddings }, reaches: { backend: b } } ]\n${more}`,
    }),
  );
}

async function both(t: TestContext) {
  const a = await startBackend(t, json(answer));
  const b = await startBackend(t, json(answer));
  return { a, b, gateway: await gatewayFor(t, a, b) };
}

const sent = ({ seen }: TestBackend) => JSON.parse(seen.at(-1)!.body.toString());

test('an advisor goes to the backend that has it, by the name it has there, and every other byte stays', async (t) => {
  const { a, b, gateway } = await both(t);
  const body = `{"model":"haiku","max_tokens":16,"messages":[{"role":"user","content":"h"}], "tools": [{"name":"f","input_schema":{"type":"object"}},  {"type":"advisor_20260301","name":"advisor","m\\u006fdel" : "op\\u0075s","max_uses":2}]}`;
  const headers = { 'content-type': 'application/json' };
  const reply = await gateway.call('/v1/messages', { body, headers });
  assert.equal(reply.status, 200, reply.text);
  assert.equal(b.seen.length, 0);
  assert.equal(
    a.seen[0]!.body.toString(),
    body.replace('haiku', 'claude-haiku-up').replace('op\\u0075s', 'claude-opus-up'),
  );
});

test('a model that a key may not use is refused in words that clients go on after, and nothing is sent', async (t) => {
  const { a, b, gateway } = await both(t);
  const tools = [{ name: 'f', input_schema: { type: 'object' } }, {}, advisor('opus')];
  const reply = await gateway.call('/v1/messages', { body: request({ tools }), key: limited });
  assert.equal(reply.status, 400);
  assert.deepEqual(JSON.parse(reply.text).error, {
    type: 'invalid_request_error',
    message: "tools.2: Input tag 'advisor_20260301' is not allowed: the key may not use opus",
    code: 'nested_model_refused',
    param: 'tools.2.model',
  });
  assert.equal(a.seen.length + b.seen.length, 0);
});

test('each place of each dialect is held to the models of the key', async (t) => {
  const { a, b, gateway } = await both(t);
  const chat = { model: 'haiku', messages };
  const cases: readonly (readonly [string, object])[] = [
    ['/v1/messages', request({ fallbacks: [{ model: 'haiku' }, { model: 'opus' }] })],
    ['/v1/messages', request({ fallbacks: ['opus'] })],
    ['/v1/messages', request({ fallbacks: 'default' })],
    ['/v1/messages', request({ tools: [{ type: 'custom', name: 'f', input_schema: {}, model: 'opus' }] })],
    ['/v1/messages/count_tokens', request({ tools: [advisor('opus')] })],
    ['/v1/responses', { model: 'haiku', input: 'h', tools: [{ type: 'image_generation', model: 'image' }] }],
    [
      '/v1/responses',
      { model: 'haiku', input: 'h', tools: [{ type: 'image_generation', svg: { model: 'opus' } }] },
    ],
    ['/v1/responses', { model: 'haiku', input: 'h', allowed_fallback_models: ['opus'] }],
    ['/v1/responses', { model: 'haiku', input: 'h', tools: [{ type: 'later', model: 'opus' }] }],
    ['/v1/chat/completions', { ...chat, plugins: [{ id: 'fusion', model: 'opus' }] }],
    ['/v1/chat/completions', { ...chat, plugins: [{ id: 'fusion', analysis_models: ['haiku', 'opus'] }] }],
    [
      '/v1/chat/completions',
      { ...chat, tools: [{ type: 'openrouter:fusion', parameters: { model: 'opus' } }] },
    ],
  ];
  for (const [path, body] of cases) {
    const reply = await gateway.call(path, { body, key: limited });
    assert.equal(reply.status, 400, `${path} ${JSON.stringify(body)}: ${reply.text}`);
    assert.equal(JSON.parse(reply.text).error.code, 'nested_model_refused', reply.text);
  }
  assert.equal(a.seen.length + b.seen.length, 0);
});

test('what a key may use is renamed at each place', async (t) => {
  const { a, gateway } = await both(t);
  const call = async (path: string, body: object) => {
    const reply = await gateway.call(path, { body });
    assert.equal(reply.status, 200, reply.text);
    return sent(a);
  };
  const fallen = await call('/v1/messages', request({ fallbacks: [{ model: 'opus', max_tokens: 4 }] }));
  assert.deepEqual(fallen.fallbacks, [{ model: 'claude-opus-up', max_tokens: 4 }]);
  const tool = { type: 'image_generation', model: 'image', svg: { model: 'opus' } };
  const drawn = await call('/v1/responses', { model: 'haiku', input: 'h', tools: [tool] });
  assert.deepEqual(drawn.tools, [{ ...tool, model: 'gpt-image-up', svg: { model: 'claude-opus-up' } }]);
  assert.equal((await call('/v1/messages', request({ fallbacks: 'default' }))).fallbacks, 'default');
  const counted = await call('/v1/messages/count_tokens', request({ tools: [advisor('opus')] }));
  assert.equal(counted.tools[0].model, 'claude-opus-up');
});

test('a body that names a model in odd ways is refused, and says where', async (t) => {
  const { a, b, gateway } = await both(t);
  const plain = `"model":"haiku","max_tokens":1,"messages":[{"role":"user","content":"h"}]`;
  const tool = (fields: string) =>
    `{${plain},"tools":[{"type":"advisor_20260301","name":"advisor",${fields}}]}`;
  const cases: readonly (readonly [string, RegExp])[] = [
    [tool('"model":"nobody"'), /the model nobody does not exist/],
    [tool('"model":""'), /does not exist/],
    [tool(`"model":"${'x'.repeat(100_000)}"`), /^.{0,300}does not exist$/],
    [tool('"model":"far"'), /far is not served where the model that was asked for is/],
    [tool('"model":7'), /Input tag 'advisor_20260301' is not allowed: the name of a model is a string/],
    [tool('"model":["opus"]'), /the name of a model is a string/],
    [tool('"model":"opus","model":"haiku"'), /names a model twice/],
    [tool('"model":"opus","model":null'), /names a model twice/],
    [`{${plain},"tools":[{"type":"advisor_1","model":"opus"}],"tools":[]}`, /`tools` occurs twice/],
    [`{${plain},"Fallbacks":[{"model":"opus"}]}`, /`fallbacks` but for its case/],
  ];
  for (const [body, words] of cases) {
    const isFar = body.includes('"far"');
    const headers = { 'content-type': 'application/json' };
    const reply = await gateway.call('/v1/messages', { body, headers, key: limited });
    const open = await gateway.call('/v1/messages', { body, headers });
    if (!isFar) assert.equal(reply.status, 400, reply.text);
    if (isFar) assert.equal(open.status, 200, open.text);
    else {
      assert.equal(open.status, 400, open.text);
      assert.match(JSON.parse(open.text).error.message, words);
    }
  }
  assert.deepEqual([a.seen.length, b.seen.length], [0, 1]);
});

test('ten thousand tools with a model are looked through, and the one that is not allowed is found', async (t) => {
  const { a, gateway } = await both(t);
  const tools = Array.from({ length: 10_000 }, () => advisor('opus'));
  const reply = await gateway.call('/v1/messages', { body: request({ tools }) });
  assert.equal(reply.status, 200, reply.text);
  assert.ok(sent(a).tools.every(({ model }: { model: string }) => model === 'claude-opus-up'));
  const last = await gateway.call('/v1/messages', {
    body: request({ tools: [...tools, advisor('nobody')] }),
  });
  assert.match(JSON.parse(last.text).error.message, /^tools\.10000: /);
});

test('a key can refuse all of it, and what leaves the choice to the vendor is for keys without bounds', async (t) => {
  const { a, b, gateway } = await both(t);
  const said = async (key: string, more: object) => {
    const reply = await gateway.call('/v1/messages', { body: request(more), key });
    const { error } = JSON.parse(reply.text);
    return error === undefined ? reply.status : `${reply.status} ${error.param} ${error.message}`;
  };
  assert.equal(
    await said(refusing, { tools: [advisor('haiku')] }),
    "400 tools.0.model tools.0: Input tag 'advisor_20260301' is not allowed: the key may name no models within a request",
  );
  assert.match(String(await said(refusing, { fallbacks: 'default' })), /^400 fallbacks /);
  assert.match(
    String(await said(limited, { fallbacks: 'default' })),
    /^400 fallbacks .*may use some models only/,
  );
  assert.match(String(await said(poor, { fallbacks: 'default' })), /^400 fallbacks .*has a budget/);
  assert.match(String(await said(guarded, { fallbacks: 'default' })), /^400 fallbacks .*held by `never`/);
  assert.equal(a.seen.length + b.seen.length, 0);
  assert.equal(await said(refusing, { tools: [], fallbacks: null }), 200);
  assert.equal(await said(poor, { tools: [advisor('opus')] }), 200);
});

test('a translated deployment is passed over for an advisor, and fallbacks are left out there', async (t) => {
  const chat = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ c: { url: "${chat.url}", flavor: generic } }`,
      models:
        '{ haiku: { deployments: [ { backend: c, model: up, endpoints: { chat_completions: [], messages: { via: chat_completions } } } ] } }',
    }),
  );
  const advised = await gateway.call('/v1/messages', { body: request({ tools: [advisor('haiku')] }) });
  assert.equal(advised.status, 400);
  assert.match(
    JSON.parse(advised.text).error.message,
    /^tools\.0: Input tag 'advisor_20260301' is not allowed: /,
  );
  const fallen = await gateway.call('/v1/messages', { body: request({ fallbacks: [{ model: 'haiku' }] }) });
  assert.equal(fallen.status, 200, fallen.text);
  assert.equal(sent(chat).fallbacks, undefined);
});

test('requests of a message batch are held to the models of the key, and renamed where the batch goes', async (t) => {
  const a = await startBackend(t, json({ id: 'msgbatch_1', type: 'message_batch' }));
  const gateway = await gatewayFor(
    t,
    a,
    a,
    'stateful: { ids: signed, endpoints: [message_batches] }\nendpoints: { message_batches: { backends: [a], price: { per_request: 0 } } }',
  );
  const batch = (more: object) => ({
    requests: [
      { custom_id: '1', params: request({}) },
      { custom_id: '2', params: request(more) },
    ],
  });
  const call = (body: object, key?: string) =>
    gateway.call('/v1/messages/batches', { body, ...(key !== undefined && { key }) });
  const made = await call(batch({ tools: [advisor('opus')], fallbacks: [{ model: 'haiku' }] }));
  assert.equal(made.status, 200, made.text);
  const { tools, fallbacks, model } = sent(a).requests[1].params;
  assert.deepEqual(
    [model, tools[0].model, fallbacks[0].model],
    ['claude-haiku-up', 'claude-opus-up', 'claude-haiku-up'],
  );
  for (const more of [{ tools: [advisor('nobody')] }, { tools: [advisor('far')] }, { fallbacks: ['far'] }]) {
    const refused = await call(batch(more));
    assert.equal(refused.status, 400, refused.text);
    assert.equal(JSON.parse(refused.text).error.code, 'nested_model_refused');
  }
  const disguised = await call(batch({ Model: 'opus' }));
  assert.match(JSON.parse(disguised.text).error.message, /`requests.\*.params.model` but for its case/);
  const other = await call(batch({ tools: [advisor('opus')] }), batching);
  assert.match(JSON.parse(other.text).error.message, /the key may not use opus/);
  const open = await call(batch({ fallbacks: 'default' }), batching);
  assert.match(JSON.parse(open.text).error.message, /^fallbacks: .*may use some models only/);
  assert.equal(a.seen.length, 1);
});
