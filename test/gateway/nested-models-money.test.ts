import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

const answer = (usage: object) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-up',
  content: [{ type: 'text', text: 'hi' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage,
});

const request = (more: object = {}) => ({
  model: 'haiku',
  max_tokens: 16,
  messages: [{ role: 'user', content: 'hello' }],
  ...more,
});
const advised = request({ tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'opus' }] });
const run = (type: string, input: number, output: number, model?: string) => ({
  type,
  input_tokens: input,
  output_tokens: output,
  ...(model !== undefined && { model }),
});

async function gatewayFor(t: TestContext, usage: object, { limit = '', stream = false } = {}) {
  const whole = answer(usage);
  const event = (type: string, more: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
  const backend = await startBackend(
    t,
    stream
      ? (_seen, response) => {
          const { usage: _usage, ...start } = whole;
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(
            event('message_start', {
              message: { ...start, content: [], usage: { input_tokens: 1, output_tokens: 0 } },
            }) +
              event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
              event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'hi' } }) +
              event('content_block_stop', { index: 0 }) +
              event('message_delta', { delta: { stop_reason: 'end_turn' }, usage }) +
              event('message_stop', {}),
          );
        }
      : json(whole),
  );
  const deployment = (model: string, price: string) =>
    `{ deployments: [ { backend: a, model: ${model}, price: ${price}, endpoints: { messages: [] } } ] }`;
  return startGateway(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}" } }`,
      models: `{
        haiku: ${deployment('claude-haiku-up', '{ input: 1, output: 2 }')},
        opus: ${deployment('claude-opus-up', '{ input: 10, output: 20 }')},
        fable: ${deployment('claude-fable-up', '{ input: 100, output: 200, tiers: [ { above_input: 1000, input: 1000, output: 2000 } ] }')} }`,
      keys: `{ test: { secret: sk-test-0123456789abcdef${limit} } }`,
    }),
  );
}

/** The line of the last request: what its own model used and cost, and what the others did. */
async function counted(gateway: Awaited<ReturnType<typeof gatewayFor>>, body: object) {
  const before = gateway.logs.length;
  const reply = await gateway.call('/v1/messages', { body });
  assert.equal(reply.status, 200, reply.text);
  const line = () => gateway.logs.slice(before).find(({ msg }) => msg === 'request');
  await until(() => line() !== undefined, 'the request is logged');
  const { input_tokens, output_tokens, cost_usd, certainty, nested } = line()!;
  return { own: [input_tokens, output_tokens, cost_usd, certainty], nested };
}

const opus = (input: number, output: number, certainty = 'measured') => ({
  deployment: 'opus/a',
  input_tokens: input,
  output_tokens: output,
  certainty,
  cost_usd: (input * 10 + output * 20) / 1e6,
});

for (const stream of [false, true]) {
  test(`an advisor costs its own price, beside the model that was asked for${stream ? ', in a stream' : ''}`, async (t) => {
    const iterations = [
      run('message', 100, 10, 'claude-haiku-up'),
      run('advisor_message', 300, 50, 'claude-opus-up-20260301'),
      run('message', 200, 20),
    ];
    const usage = { input_tokens: 100, output_tokens: 30, iterations };
    const gateway = await gatewayFor(t, usage, { stream });
    assert.deepEqual(await counted(gateway, { ...advised, stream }), {
      own: [300, 30, 0.00036, 'measured'],
      nested: [opus(300, 50)],
    });
  });
}

test('where a fallback has answered, the figures of the whole are its own, and those that declined count by themselves', async (t) => {
  const iterations = [
    run('message', 100, 0),
    run('message', 100, 5, 'claude-opus-up'),
    run('fallback_message', 2000, 10, 'claude-fable-up'),
  ];
  const gateway = await gatewayFor(t, { input_tokens: 2000, output_tokens: 10, iterations });
  const fallbacks = [{ model: 'opus' }, { model: 'fable' }];
  assert.deepEqual(await counted(gateway, request({ fallbacks })), {
    own: [100, 0, 0.0001, 'measured'],
    nested: [opus(100, 5), { ...opus(2000, 10), deployment: 'fable/a', cost_usd: 2.02 }],
  });
});

test('lists that say nothing, or nonsense, leave what the answer says of the whole', async (t) => {
  const plain = [7, 3, 0.000013, 'measured'];
  const whole = { input_tokens: 7, output_tokens: 3 };
  for (const iterations of [
    [],
    null,
    'x',
    { type: 'advisor_message' },
    [null, 7, 'x', [], {}],
    [run('advisor_message', -5, -1, 'claude-opus-up')],
    [{ type: 'advisor_message', model: 'claude-opus-up', input_tokens: '9', output_tokens: 1e300 }],
    [run('message', 1, 1)],
    [run('message', 7, 3, 'another-name-of-it')],
    [{ ...run('compaction', 0, 0) }],
  ]) {
    const gateway = await gatewayFor(t, { ...whole, iterations });
    assert.deepEqual(
      await counted(gateway, advised),
      { own: plain, nested: undefined },
      JSON.stringify(iterations),
    );
  }
});

test('an advisor of a name that nobody has counts as the dearest it could be, and a compaction as the one asked for', async (t) => {
  const iterations = [
    run('message', 7, 3),
    run('compaction', 40, 2),
    run('advisor_message', 10, 1, 'unheard-of'),
    run('advisor_message', 10, 1),
  ];
  const gateway = await gatewayFor(t, { input_tokens: 7, output_tokens: 3, iterations });
  assert.deepEqual(await counted(gateway, advised), {
    own: [47, 5, 0.000057, 'measured'],
    nested: [opus(20, 2, 'estimated')],
  });
});

test('of a long list every run is counted, and one that is too long to be read is estimated', async (t) => {
  const listOf = (length: number) =>
    Array.from({ length }, () => run('advisor_message', 1, 1, 'claude-opus-up'));
  const whole = { input_tokens: 7, output_tokens: 3 };
  const gateway = await gatewayFor(t, { ...whole, iterations: listOf(5000) });
  assert.deepEqual(await counted(gateway, advised), {
    own: [7, 3, 0.000013, 'measured'],
    nested: [opus(1000, 1000), opus(4000, 4000, 'estimated')],
  });
  const flooded = await gatewayFor(t, { ...whole, iterations: listOf(200_000) });
  const { own } = await counted(flooded, advised);
  assert.equal(own[3], 'estimated');
});

test('budgets and limits of a model hold for what an advisor used', async (t) => {
  const usage = {
    input_tokens: 10,
    output_tokens: 1,
    iterations: [run('message', 10, 1), run('advisor_message', 100_000, 0, 'claude-opus-up')],
  };
  const paying = await gatewayFor(t, usage, { limit: ', rate_limit: { budget: 0.5 USD/day }' });
  assert.equal((await paying.call('/v1/messages', { body: advised })).status, 200);
  const spent = await paying.call('/v1/messages', { body: request() });
  assert.equal(spent.status, 429, spent.text);
  assert.equal(JSON.parse(spent.text).error.code, 'budget_exceeded');

  const perModel = ', rate_limit: { per_model: { opus: { tokens: 50000/h }, haiku: { tokens: 50000/h } } }';
  const limited = await gatewayFor(t, usage, { limit: perModel });
  assert.equal((await limited.call('/v1/messages', { body: advised })).status, 200);
  const refused = await limited.call('/v1/messages', { body: advised });
  assert.equal(refused.status, 429, refused.text);
  assert.equal((await limited.call('/v1/messages', { body: request() })).status, 200);
});

test('what an advisor may use is reserved: all of the request and its answer, each time that it may be asked', async (t) => {
  const gateway = await gatewayFor(
    t,
    { input_tokens: 7, output_tokens: 3 },
    {
      limit: ', rate_limit: { tokens: [20000/h] }',
    },
  );
  const uses = (max_uses?: number, max_tokens?: number) =>
    request({
      tools: [{ type: 'advisor_20260301', name: 'advisor', model: 'opus', max_uses, max_tokens }],
    });
  const fits = async (body: object) => (await gateway.call('/v1/messages', { body })).status;
  assert.equal(await fits(request()), 200);
  // 20,000 less the 10 that were used: four answers of 4,096 fit, five do not, and short ones do.
  assert.equal(await fits(uses(4)), 200);
  assert.equal(await fits(uses(5)), 429);
  assert.equal(await fits(uses(5, 1000)), 200);
  assert.equal(await fits(uses()), 200);
});

test('results of a message batch count advisors by their own price', async (t) => {
  const usage = {
    input_tokens: 100,
    output_tokens: 10,
    iterations: [run('message', 100, 10), run('advisor_message', 300, 50, 'claude-opus-up')],
  };
  const message = { ...answer(usage), model: 'claude-haiku-up' };
  const line = JSON.stringify({ custom_id: '1', result: { type: 'succeeded', message } });
  const backend = await startBackend(t, ({ url }, response) => {
    if (url.endsWith('/results')) {
      response.writeHead(200, { 'content-type': 'application/x-jsonl' });
      response.end(`${line}\n`);
    } else json({ id: 'msgbatch_1', type: 'message_batch' })({} as never, response, {} as never);
  });
  const deployment = (model: string, price: string) =>
    `{ deployments: [ { backend: a, model: ${model}, price: ${price}, endpoints: { messages: [] } } ] }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}" } }`,
      models: `{ haiku: ${deployment('claude-haiku-up', '{ input: 1, output: 2 }')}, opus: ${deployment('claude-opus-up', '{ input: 10, output: 20 }')} }`,
      keys: '{ test: { secret: sk-test-0123456789abcdef, endpoints: [all] } }',
      more: 'stateful: { ids: signed, endpoints: [message_batches] }\nendpoints: { message_batches: { backends: [a], price: { per_request: 0 } } }',
    }),
  );
  const made = await gateway.call('/v1/messages/batches', {
    body: { requests: [{ custom_id: '1', params: advised }] },
  });
  assert.equal(made.status, 200, made.text);
  const results = await gateway.call(`/v1/messages/batches/${JSON.parse(made.text).id}/results`, {
    method: 'GET',
  });
  assert.equal(results.status, 200, results.text);
  const told = () => gateway.logs.find(({ input }) => input === 400);
  await until(() => told() !== undefined, 'the results are counted');
  assert.deepEqual([told()!['output'], told()!['cost_usd']], [60, 0.00012 + 0.004]);
});
