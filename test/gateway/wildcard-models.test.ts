import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { configText, secret, startGateway } from '../helpers/gateway.ts';

const key = 'sk-test-wildcards-0123456789';
const messages = [{ role: 'user', content: 'hello' }];

test('a model whose id ends in * takes every id that no other entry takes, and sends on what it stood for', async (t) => {
  const backend = await startBackend(t, json(completion('hi')));
  const entry = (model: string) =>
    `{ deployments: [{ backend: main${model}, endpoints: { chat_completions: [] } }] }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models: `
  "openai/*": ${entry(', model: "*"')}
  "openai/o*": ${entry(', model: "vendor-o*"')}
  "any/*": ${entry('')}
  "one/*": ${entry(', model: fixed')}
  "openai/own [1m]": ${entry(', model: own')}`,
      keys: `{ all: { secret: ${secret} }, some: { secret: ${key}, models: ["openai/gpt-4*", any/thing], rate_limit: { per_model: { "openai/gpt-4o": { requests: 1/min } } } } }`,
    }),
  );
  const ask = (model: string, by = secret) =>
    gateway.call('/v1/chat/completions', { key: by, body: { model, messages } });
  const sent = () => JSON.parse(backend.seen.at(-1)!.body.toString()).model;

  for (const [model, upstream, shown] of [
    ['openai/gpt-4o', 'gpt-4o', 'openai/*'],
    ['openai/o1', 'vendor-o1', 'openai/o*'],
    ['any/thing/else', 'any/thing/else', 'any/*'],
    ['one/thing', 'fixed', 'one/*'],
    ['openai/own [1m]', 'own', 'openai/own [1m]'],
  ]) {
    const { status, headers, text } = await ask(model!);
    assert.equal(status, 200, text);
    assert.deepEqual([sent(), headers['x-gateway-model']], [upstream, shown]);
  }
  assert.equal((await ask('other')).status, 404);

  assert.equal((await ask('openai/o1', key)).status, 403);
  assert.equal((await ask('openai/gpt-4o', key)).status, 200);
  assert.equal((await ask('openai/gpt-4o', key)).status, 429);
  assert.equal((await ask('openai/gpt-4.1', key)).status, 200);

  const list = await gateway.call('/v1/models');
  const ids = list.json.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids, ['openai/*', 'openai/o*', 'any/*', 'one/*', 'openai/own [1m]']);
  assert.equal((await gateway.call('/v1/models/openai%2Fgpt-4o', { key })).json.id, 'openai/gpt-4o');
  assert.equal((await gateway.call('/v1/models/openai/o1', { key })).status, 404);
  assert.equal((await gateway.call('/v1/models/openai%2Fown%20%5B1m%5D')).json.id, 'openai/own [1m]');
});

test('what a request uses counts on the limits of the id that it was used of, whichever one entry tried first', async (t) => {
  const backend = await startBackend(t, (seen, response, request) => {
    const isThere = JSON.parse(seen.body.toString()).model === 'gpt-4o';
    const answer = isThere
      ? completion('hi')
      : { error: { message: 'no such model', code: 'model_not_found' } };
    return json(answer, isThere ? 200 : 404)(seen, response, request);
  });
  const perModel = 'per_model: { "openai/gpt-4o": { requests: 2/min, tokens: 1000000/day } }';
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ main: { url: "${backend.url}" } }`,
      models:
        '{ "openai/*": { deployments: [{ backend: main, model: "*", endpoints: { chat_completions: [] } }] } }',
      keys: `{ all: { secret: ${secret}, rate_limit: { ${perModel} } } }`,
    }),
  );
  const ask = (...models: readonly string[]) =>
    gateway.call('/v1/chat/completions', { body: { models, messages } });
  const first = await ask('openai/none', 'openai/gpt-4o');
  assert.deepEqual([first.status, first.json.choices[0].message.content], [200, 'hi']);
  const second = await ask('openai/gpt-4o');
  assert.equal(second.status, 200);
  assert.equal(second.headers['x-ratelimit-remaining-requests'], '0');
  assert.equal((await ask('openai/none', 'openai/gpt-4o')).status, 404);
  assert.equal((await ask('openai/gpt-4o')).status, 429);
});
