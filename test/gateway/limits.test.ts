import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../helpers/gate.ts';
import { type CallOptions, configText, startGateway, type TestGateway } from '../helpers/gateway.ts';

const hash = `sha256:${'0'.repeat(64)}`;

/** A gateway with the simulator behind it, and one key with a rule. */
function gatewayText(rule: string, { key = '', more = '' } = {}): string {
  return configText({
    backends: '{ local: { simulator: {} } }',
    models: `
  fast: { deployments: [{ backend: local, price: { input: 1, output: 1 }, endpoints: { chat_completions: [streaming], completions: [], messages: [], responses: [] } }] }
  fault-500: { deployments: [{ backend: local, price: { input: 1, output: 1 }, endpoints: { chat_completions: [streaming] } }] }`,
    keys: `{ test: { secret: sk-test-limits-0123456789, rate_limit: ${rule} ${key} }, other: { hash: "${hash}", rate_limit: { requests: 1/s } } }`,
    more,
  });
}

const key = 'sk-test-limits-0123456789';
const chat = { model: 'fast', messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 50 };
const call = (gateway: TestGateway, path: string, body: unknown, options: CallOptions = {}) =>
  gateway.call(path, { key, body, ...options });

test('a limited key is told where it stands, and refused with what to do about it', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ requests: [2/min, 100/day], tokens: 100000/min }'));
  const first = await call(gateway, '/v1/chat/completions', chat);
  assert.equal(first.status, 200, first.text);
  assert.equal(first.headers['x-ratelimit-limit-requests'], '2');
  assert.equal(first.headers['x-ratelimit-remaining-requests'], '1');
  assert.match(String(first.headers['x-ratelimit-reset-requests']), /^(1m[01]s|60s)$/);
  assert.equal(first.headers['x-ratelimit-limit-tokens'], '100000');
  await call(gateway, '/v1/chat/completions', chat);
  const refused = await call(gateway, '/v1/chat/completions', chat);
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error.type, 'rate_limit_error');
  assert.equal(refused.json.error.code, 'rate_limit_exceeded');
  assert.match(refused.json.error.message, /^This key is limited to 2 requests per minute; try again in /);
  assert.equal(refused.headers['x-ratelimit-remaining-requests'], '0');
  assert.equal(refused.headers['x-gateway-error'], 'rate_limit_exceeded');
  const after = Number(refused.headers['retry-after']);
  assert.ok(after >= 55 && after <= 61, String(after));
  assert.ok(Number(refused.headers['retry-after-ms']) <= after * 1000);
});

test('the messages family is told in its own words', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ requests: 1/min, tokens: 100000/min }'));
  const { headers } = await call(gateway, '/v1/messages', chat);
  assert.equal(headers['anthropic-ratelimit-requests-limit'], '1');
  assert.equal(headers['anthropic-ratelimit-requests-remaining'], '0');
  assert.match(String(headers['anthropic-ratelimit-requests-reset']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.equal(headers['x-ratelimit-limit-requests'], undefined);
  const refused = await call(gateway, '/v1/messages', chat);
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error.type, 'rate_limit_error');
});

test('every answer of a limited key carries its headers, and what was not attempted costs nothing', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ requests: 5/min }'));
  const answers = [
    await call(gateway, '/v1/chat/completions', { model: 'none', messages: chat.messages }),
    await call(gateway, '/v1/chat/completions', { model: 'fast' }),
    await call(gateway, '/v1/chat/completions', { ...chat, tags: ['vision'] }),
    await call(gateway, '/v1/nothing', chat),
    await gateway.call('/v1/models', { key }),
  ];
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers['x-ratelimit-remaining-requests']]),
    [
      [404, '5'],
      [400, '5'],
      [503, '5'],
      [404, '5'],
      [200, '5'],
    ],
  );
  const { headers } = await call(gateway, '/v1/chat/completions', chat);
  assert.equal(headers['x-ratelimit-remaining-requests'], '4');
});

test('tokens are settled with what the backend reports, on whole answers and on every stream', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ tokens: 100000/min }'));
  const bodies = {
    '/v1/chat/completions': { ...chat, max_tokens: 20_000 },
    '/v1/completions': { model: chat.model, prompt: 'Say hello.', max_tokens: 20_000 },
    '/v1/messages': { ...chat, max_tokens: 20_000 },
    '/v1/responses': { model: chat.model, input: 'Say hello.', max_output_tokens: 20_000 },
  };
  let before = 100_000;
  for (const [path, body] of Object.entries(bodies)) {
    for (const stream of [false, true]) {
      const answer = await call(gateway, path, { ...body, stream });
      assert.equal(answer.status, 200, answer.text);
      const left = await remainingTokens(gateway);
      assert.ok(left < before && left > before - 500, `${path} ${stream}: ${before} -> ${left}`);
      before = left;
    }
  }
});

test('the usage that was asked for on the gateway’s account is kept from the client', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ tokens: 100000/min }'));
  const plain = await call(gateway, '/v1/chat/completions', { ...chat, stream: true });
  assert.doesNotMatch(plain.text, /"prompt_tokens"/);
  assert.match(plain.text, /data: \[DONE\]\n\n$/);
  assert.equal(plain.headers['x-ratelimit-limit-tokens'], '100000');
  const asked = await call(gateway, '/v1/chat/completions', {
    ...chat,
    stream: true,
    stream_options: { include_usage: true },
  });
  assert.match(asked.text, /"prompt_tokens"/);
});

test('an error answer costs a request and no tokens', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ requests: 10/min, tokens: 100000/min }'));
  await call(gateway, '/v1/chat/completions', { ...chat, model: 'fault-500' });
  const { headers } = await gateway.call('/v1/models', { key });
  assert.equal(await remainingTokens(gateway), 100_000 - 5);
  assert.equal(headers['x-ratelimit-limit-requests'], '10');
});

test('where nothing is counted the headers tell what the last request used, not what was reserved for it', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ requests: 10/min, tokens: 100000/min }'));
  const body = { ...chat, max_tokens: 20_000 };
  const lines = () => gateway.logs.filter(({ msg }) => msg === 'request');
  const { headers } = await call(gateway, '/v1/chat/completions', body);
  assert.ok(Number(headers['x-ratelimit-remaining-tokens']) < 80_000);
  await until(() => lines().length === 1, 'it is over');
  const { input_tokens: input, output_tokens: output } = lines()[0]!;
  const left = String(100_000 - Number(input) - Number(output));
  for (const [status, answered] of [
    [200, gateway.call('/v1/models', { key })],
    [404, call(gateway, '/v1/nothing', chat)],
    [404, call(gateway, '/v1/chat/completions', { ...chat, model: 'none' })],
    [400, call(gateway, '/v1/chat/completions', { model: 'fast' })],
    [503, call(gateway, '/v1/chat/completions', { ...chat, tags: ['vision'] })],
  ] as const) {
    const reply = await answered;
    assert.deepEqual(
      [reply.status, reply.headers['x-ratelimit-remaining-tokens']],
      [status, left],
      reply.text,
    );
    assert.equal(reply.headers['x-ratelimit-remaining-requests'], '9');
  }
});

/** What is left, by a request that costs five tokens of its estimate and is then settled. */
async function remainingTokens(gateway: TestGateway): Promise<number> {
  const probe = await call(gateway, '/v1/chat/completions', {
    model: 'fault-500',
    messages: [{ role: 'u' }],
    max_tokens: 1,
  });
  const estimate =
    Math.ceil(JSON.stringify({ model: 'fault-500', messages: [{ role: 'u' }], max_tokens: 1 }).length / 4) +
    1;
  return Number(probe.headers['x-ratelimit-remaining-tokens']) + estimate - 5;
}

test('a budget refuses once it is reached, for good, and says so', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ budget: 0.00001 USD/month }'));
  assert.equal((await call(gateway, '/v1/chat/completions', chat)).status, 200);
  const refused = await call(gateway, '/v1/chat/completions', chat);
  assert.equal(refused.status, 429, refused.text);
  assert.equal(refused.json.error.code, 'budget_exceeded');
  assert.equal(refused.headers['x-should-retry'], 'false');
  assert.equal(refused.headers['retry-after'], undefined);
});

test('per-model limits hold beside the common ones, for the first usable model', async (t) => {
  const rule = '{ requests: 3/min, per_model: { "fa*t": { requests: 1/min } } }';
  const gateway = await startGateway(t, gatewayText(rule));
  assert.equal((await call(gateway, '/v1/chat/completions', chat)).status, 200);
  const refused = await call(gateway, '/v1/chat/completions', chat);
  assert.match(refused.json.error.message, /1 request per minute on fa\*t/);
  const other = await call(gateway, '/v1/chat/completions', { ...chat, model: 'fault-500' });
  assert.notEqual(other.status, 429);
});

test('a request without a maximum is let through as long as tokens are left, one with too large a one is told', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ tokens: 400/min }'));
  const { max_tokens: _, ...open } = chat;
  for (let asked = 0; asked < 3; asked += 1) {
    assert.equal((await call(gateway, '/v1/chat/completions', open)).status, 200);
  }
  const refused = await call(gateway, '/v1/chat/completions', { ...chat, max_tokens: 390 });
  assert.equal(refused.status, 429);
  assert.match(
    refused.json.error.message,
    /^This key is limited to 400 tokens per minute; \d+ of them are left, and this request may use \d+: lower `max_tokens`, or try again in /,
  );
});

test('a model that is reached by way of another one is held by its own limits', async (t) => {
  const rule = '{ per_model: { fast: { requests: 1/min } } }';
  const gateway = await startGateway(t, gatewayText(rule));
  const byWay = () =>
    call(gateway, '/v1/chat/completions', { ...chat, model: 'fault-500', models: ['fast'] });
  const first = await byWay();
  assert.equal(first.status, 200);
  assert.equal(first.headers['x-gateway-model'], 'fast');
  assert.equal(first.headers['x-ratelimit-remaining-requests'], '0');
  for (let more = 0; more < 3; more += 1) {
    const next = await byWay();
    assert.deepEqual([next.status, next.headers['x-gateway-model']], [500, 'fault-500']);
  }
  assert.equal((await call(gateway, '/v1/chat/completions', chat)).status, 429);
});

test('a model whose limits are reached is passed over for the next one', async (t) => {
  const rule = '{ per_model: { fast: { requests: 1/min }, fault-500: { requests: 1/min } } }';
  const gateway = await startGateway(t, gatewayText(rule));
  const ask = () => call(gateway, '/v1/chat/completions', { ...chat, models: ['fault-500'] });
  assert.equal((await ask()).headers['x-gateway-model'], 'fast');
  assert.equal((await ask()).headers['x-gateway-model'], 'fault-500');
  const refused = await ask();
  assert.equal(refused.status, 429);
  assert.match(refused.json.error.message, /1 request per minute on fast/);
});

test('a key without a rule has no headers, and no stage of limits in its path', async (t) => {
  const gateway = await startGateway(
    t,
    configText({
      backends: '{ local: { simulator: {} } }',
      models: '{ fast: { deployments: [{ backend: local, endpoints: { chat_completions: [streaming] } }] } }',
    }),
  );
  const { headers } = await gateway.call('/v1/chat/completions', { body: chat });
  assert.equal(Object.keys(headers).filter((name) => name.includes('ratelimit')).length, 0);
});

test('a key is used from where it may be, and asks for its tags', async (t) => {
  const away = await startGateway(
    t,
    gatewayText('{ requests: 5/min }', { key: ', allow_from: [10.0.0.0/8]' }),
  );
  const refused = await call(away, '/v1/chat/completions', chat);
  assert.equal(refused.status, 403);
  assert.equal(refused.json.error.code, 'address_not_allowed');
  const tagged = await startGateway(
    t,
    gatewayText('{ requests: 5/min }', { key: ', allow_from: [127.0.0.0/8, "::1"], tags: [vision]' }),
  );
  const unmet = await call(tagged, '/v1/chat/completions', chat);
  assert.equal(unmet.status, 503);
  assert.equal(unmet.json.error.code, '503');
});

test('keys that are not valid are refused ever the same, too many of them from one address at once', async (t) => {
  const gateway = await startGateway(t, gatewayText('{ requests: 100/min }'));
  const wrong = () => gateway.call('/v1/models', { key: 'sk-wrong' });
  const answers = await Promise.all(Array.from({ length: 30 }, wrong));
  const statuses = answers.map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, 20);
  const refused = answers.find(({ status }) => status === 429)!;
  assert.equal(refused.json.error.code, 'too_many_failures');
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal((await gateway.call('/v1/models', { key })).status, 200);
  const lines = gateway.logs.filter(({ code }) => code === 'too_many_failures');
  assert.equal(lines.length, 0);
  assert.equal(gateway.logs.filter(({ requests }) => requests !== undefined).length, 1);
});
