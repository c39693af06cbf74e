import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { until } from '../../helpers/gate.ts';
import { configText, startGateway } from '../../helpers/gateway.ts';

const answer = {
  model: 'theirs',
  answers: [{ type: 'choice', name: 'kind', choice: 'bug', confidence: 0.9, probabilities: [] }],
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 40, cache_write_tokens: 0 },
    output_tokens: 3,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 103,
  },
};

test('decisions pass as they are and count what they say, for keys that list them', async (t) => {
  const backend = await startBackend(t, json(answer));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models:
        '{ judge: { deployments: [{ backend: main, model: theirs, price: { input: 1, cached_input: 0.5, output: 10 }, endpoints: { decisions: [] } }] } }',
      keys: '{ test: { secret: sk-test-0123456789abcdef, endpoints: [decisions] }, other: { secret: sk-other-0123456789abcdef } }',
    }),
  );
  const questions = [
    { type: 'choice', instructions: 'What is it?', choices: [{ value: 'bug' }, { value: true }] },
  ];
  const body = { model: 'judge', input: 'It broke', questions, prompt_cache_key: 'k' };
  const call = (sent: object, key = 'sk-test-0123456789abcdef') =>
    gateway.call('/v1/decisions', { body: sent, key });

  const { status, json: got } = await call(body);
  assert.equal(status, 200);
  assert.deepEqual(got, answer);
  assert.deepEqual(JSON.parse(backend.seen[0]!.body.toString()), { ...body, model: 'theirs' });
  await until(() => gateway.logs.some(({ msg }) => msg === 'request'), 'the line is written');
  const { endpoint, input_tokens, cached_tokens, output_tokens, cost_usd } = gateway.logs.find(
    ({ msg }) => msg === 'request',
  )!;
  assert.deepEqual(
    { endpoint, input_tokens, cached_tokens, output_tokens, cost_usd },
    { endpoint: 'decisions', input_tokens: 100, cached_tokens: 40, output_tokens: 3, cost_usd: 0.00011 },
  );

  for (const wrong of [
    { ...body, input: undefined },
    { ...body, input: 1 },
    { ...body, questions: {} },
  ])
    assert.equal((await call(wrong)).status, 400, JSON.stringify(wrong));
  assert.equal((await call(body, 'sk-other-0123456789abcdef')).json.error.code, 'endpoint_not_allowed');
});
