import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configText, startGateway } from '../helpers/gateway.ts';

const deployments = 'deployments: [{ backend: main, endpoints: { messages: [] } }]';
const anthropic = { 'anthropic-version': '2023-06-01' };

test("a client of Anthropic's gets the models page by page, in its own form, and so its errors", async (t) => {
  const gateway = await startGateway(
    t,
    configText({
      backends: '{ main: { simulator: {} } }',
      models: `{
        a: { ${deployments}, display_name: Model A, description: For code, created: "2026-02-05" },
        b: { ${deployments} }, c: { ${deployments} }, d: { ${deployments} }, hidden: { ${deployments} }
      }`,
      keys: '{ test: { secret: sk-test-0123456789abcdef, models: [a, b, c, d] } }',
    }),
  );
  const get = async (path: string, headers: Readonly<Record<string, string>> = anthropic) =>
    gateway.call(path, { method: 'GET', headers });
  const page = async (query: string) => {
    const { json, status } = await get(`/v1/models${query}`);
    assert.equal(status, 200, JSON.stringify(json));
    const { data, has_more, first_id, last_id } = json;
    return [data.map(({ id }: { id: string }) => id).join(''), has_more, first_id, last_id];
  };
  assert.deepEqual(await page(''), ['abcd', false, 'a', 'd']);
  assert.deepEqual(await page('?limit=1000'), ['abcd', false, 'a', 'd']);
  assert.deepEqual(await page('?limit=2'), ['ab', true, 'a', 'b']);
  assert.deepEqual(await page('?limit=2&after_id=b'), ['cd', false, 'c', 'd']);
  assert.deepEqual(await page('?limit=2&before_id=d'), ['bc', true, 'b', 'c']);
  assert.deepEqual(await page('?limit=3&before_id=c'), ['ab', false, 'a', 'b']);
  assert.deepEqual(await page('?after_id=d'), ['', false, null, null]);

  const one = await get('/v1/models/a');
  const known = {
    type: 'model',
    id: 'a',
    display_name: 'Model A',
    created_at: '2026-02-05T00:00:00Z',
    lifecycle: 'active',
    capabilities: null,
    deprecated_at: null,
    line: null,
    max_input_tokens: null,
    max_tokens: null,
    retires_at: null,
    description: 'For code',
  };
  assert.deepEqual(one.json, known);
  assert.deepEqual((await get('/v1/models')).json.data[0], known);
  assert.equal((await get('/v1/models')).json.data[1].display_name, 'b');

  for (const query of [
    'limit=0',
    'limit=1001',
    'limit=x',
    'after_id=hidden',
    'before_id=zz',
    'after_id=a&before_id=b',
  ]) {
    const { status, json } = await get(`/v1/models?${query}`);
    assert.equal(status, 400, query);
    assert.deepEqual([json.type, json.error.type], ['error', 'invalid_request_error'], query);
  }
  assert.equal((await get('/v1/models/hidden')).json.type, 'error');

  // Others have the list as it was, with what it says for people.
  const { object, data } = (await get('/v1/models?limit=1', {})).json;
  assert.deepEqual([object, data.length], ['list', 4]);
  assert.deepEqual(data[0], {
    id: 'a',
    object: 'model',
    created: 1770249600,
    owned_by: 'gateway',
    display_name: 'Model A',
    description: 'For code',
  });
  assert.equal((await get('/v1/models/hidden', {})).json.error.code, 'model_not_found');
});
