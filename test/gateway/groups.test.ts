import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { explain } from '../../src/check/explain/explain.ts';
import { globsOfAll } from '../../src/check/prove/common-globs.ts';
import { compileGlob } from '../../src/lib/glob.ts';
import { configText, loadText, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { liveText } from '../helpers/live.ts';
import { serve } from '../helpers/serve.ts';

const keys = {
  a: 'sk-test-group-a-0123456789',
  b: 'sk-test-group-b-0123456789',
  c: 'sk-test-group-c-0123456789',
};
const chat = { messages: [{ role: 'user', content: 'Say hello.' }], max_tokens: 50 };

function groupsText(groups: string, { of = 'research', rule = '{ requests: 1000/min }' } = {}): string {
  return configText({
    backends: '{ local: { simulator: {} } }',
    models: ['gpt-large', 'gpt-small', 'claude-small']
      .map(
        (id) =>
          `\n  ${id}: { deployments: [{ backend: local, price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [streaming], messages: [] } }] }`,
      )
      .join(''),
    keys: `
  a: { secret: ${keys.a}, group: ${of}, rate_limit: ${rule} }
  b: { secret: ${keys.b}, group: ${of}, models: ["*-small"], endpoints: [chat_completions] }
  c: { secret: ${keys.c} }`,
    more: `groups: ${groups}`,
  });
}

const call = (gateway: TestGateway, key: string, model = 'gpt-small') =>
  gateway.call('/v1/chat/completions', { key, body: { model, ...chat } });

test('a group is one limit over all its keys, and so is each group above it', async (t) => {
  const gateway = await startGateway(
    t,
    groupsText(
      `{ research: { rate_limit: { requests: 3/min }, group: unit }, unit: { group: company }, company: { rate_limit: { requests: 100/min } } }`,
    ),
  );
  for (const key of [keys.a, keys.b, keys.a]) assert.equal((await call(gateway, key)).status, 200);
  const refused = await call(gateway, keys.b);
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error.code, 'rate_limit_exceeded');
  assert.match(
    refused.json.error.message,
    /^The group "research" of this key is limited to 3 requests per minute; try again in /,
  );
  assert.equal(refused.headers['x-ratelimit-limit-requests'], '3');
  assert.equal((await call(gateway, keys.c)).status, 200);
});

test('the budget of the outermost of three groups refuses the keys of the innermost', async (t) => {
  const gateway = await startGateway(
    t,
    groupsText(
      '{ research: { group: unit }, unit: { group: company }, company: { rate_limit: { budget: 0.01 USD/day } } }',
    ),
  );
  assert.equal((await call(gateway, keys.a)).status, 200);
  const refused = await call(gateway, keys.b);
  assert.equal(refused.status, 429);
  assert.equal(refused.json.error.code, 'budget_exceeded');
  assert.match(
    refused.json.error.message,
    /^The budget of the group "company" of this key, 0.01 USD per day, is spent/,
  );
});

test('a key may use what it and all its groups allow, and sees no other models', async (t) => {
  const gateway = await startGateway(
    t,
    groupsText(
      '{ research: { models: ["gpt-*"], group: company }, company: { endpoints: [chat_completions] } }',
    ),
  );
  const seen = async (key: string) => {
    const { json } = await gateway.call('/v1/models', { key });
    return (json.data as readonly { id: string }[]).map(({ id }) => id);
  };
  assert.deepEqual(await seen(keys.a), ['gpt-large', 'gpt-small']);
  assert.deepEqual(await seen(keys.b), ['gpt-small']);
  assert.equal((await seen(keys.c)).length, 3);
  assert.equal((await call(gateway, keys.b, 'gpt-large')).status, 403);
  assert.equal((await call(gateway, keys.b, 'claude-small')).status, 403);
  const messages = (key: string) =>
    gateway.call('/v1/messages', { key, body: { model: 'gpt-small', ...chat } });
  assert.equal((await messages(keys.a)).status, 403);
  assert.equal((await messages(keys.c)).status, 200);
});

test('explain goes by what the groups of a key allow', async () => {
  const config = await loadText(groupsText('{ research: { models: ["gpt-*"] } }'));
  const outcome = (model: string) => {
    const question = {
      endpoint: 'chat_completions',
      model,
      models: [],
      tags: [],
      key: 'b',
      down: [],
    } as const;
    return explain(config, question).outcome;
  };
  assert.equal(outcome('gpt-small').status, 200);
  assert.equal(outcome('claude-small').status, 403);
});

test('two workers count for one group, and views show it', async (t: TestContext) => {
  const served = await serve(
    t,
    liveText({
      keys: `{ a: { secret: ${keys.a}, group: research }, b: { secret: ${keys.b}, group: research } }`,
      more: 'groups: { research: { rate_limit: { requests: 20/min }, group: company }, company: { rate_limit: { concurrency: 50 } } }',
    }),
  );
  const body = { model: 'first', messages: chat.messages };
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const key = index % 2 === 0 ? keys.a : keys.b;
      return (await served.call('/v1/chat/completions', { body, key })).status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 200).length, 20, statuses.join(' '));
  const limits = JSON.parse((await served.admin('/api/limits')).text);
  assert.deepEqual(
    limits.groups.map(
      ({ id, group, limits: [limit] }: { id: string; group: string; limits: { used: number }[] }) => [
        id,
        group,
        limit!.used,
      ],
    ),
    [
      ['research', 'company', 20],
      ['company', null, 0],
    ],
  );
  assert.equal(limits.keys[0].group, 'research');
  const metrics = (await served.admin('/metrics')).text;
  assert.match(
    metrics,
    /gateway_group_limit_used\{limit="requests_per_minute",group="research",models=""\} 20\n/,
  );
});

test('what several lists of patterns allow together is found, one of each kind', () => {
  for (const lists of [
    [['gpt-*'], ['*-mini']],
    [['a*b*c'], ['*x*']],
    [['*'], ['gpt-4o', 'o*']],
  ]) {
    const globs = globsOfAll(lists);
    assert.notEqual(globs.length, 0);
    for (const glob of globs)
      for (const list of lists)
        assert.ok(
          list.some((one) => compileGlob(one)(glob.replaceAll('*', '-'))),
          `${glob} in ${list}`,
        );
  }
  assert.deepEqual(globsOfAll([['gpt-*'], ['claude-*']]), []);
  assert.deepEqual(globsOfAll([['*-a'], ['*-b']]), []);
});
