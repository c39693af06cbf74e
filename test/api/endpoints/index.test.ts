import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { generateBodies } from '../../../scripts/generate-bodies.ts';
import { bodySchemas, expectations } from '../../../src/api/body/body-schemas.ts';
import { parseTagHeader } from '../../../src/api/body/wanted-tags.ts';
import { endpointByPath, endpoints } from '../../../src/api/endpoints/index.ts';
import { renderModel, renderModelList } from '../../../src/api/endpoints/model-list.ts';
import { endpointNames } from '../../../src/config/types.ts';

test('every endpoint of the configuration is registered under its name and its path', () => {
  assert.deepEqual(Object.keys(endpoints).sort(), [...endpointNames].sort());
  for (const name of endpointNames) {
    assert.equal(endpoints[name].name, name);
    assert.equal(endpointByPath.get(endpoints[name].path), endpoints[name]);
  }
  assert.deepEqual([...endpointByPath.keys()].sort(), [
    '/v1/chat/completions',
    '/v1/completions',
    '/v1/messages',
    '/v1/responses',
  ]);
});

test('the validators are the ones that the schemas make', async () => {
  for (const [path, text] of Object.entries(generateBodies())) {
    const file = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8');
    assert.equal(file, text, `${path} is stale: run npm run generate`);
  }
});

test('every field with a rule has words for the error', () => {
  for (const { properties } of Object.values(bodySchemas)) {
    for (const field of Object.keys(properties)) assert.ok(expectations[field], field);
  }
});

test('tags of the header are split, trimmed and named once', () => {
  assert.deepEqual(parseTagHeader('vision, chat_completions:streaming ,,\tvision,'), [
    'vision',
    'chat_completions:streaming',
  ]);
  assert.deepEqual(parseTagHeader(' , '), []);
  assert.equal(parseTagHeader(Array(1000).fill('vision').join()).length, 1);
  assert.equal(parseTagHeader(Array.from({ length: 32 }, (_, i) => `t${i}`).join()).length, 32);
});

test('too many tags in the header, or too long ones, are refused', () => {
  const many = Array.from({ length: 33 }, (_, i) => `t${i}`).join();
  for (const value of [many, 'x'.repeat(65)]) {
    assert.throws(() => parseTagHeader(value), {
      code: 'invalid_value',
      param: 'tags',
      message: /x-router-tags/,
    });
  }
  assert.equal(parseTagHeader('x'.repeat(64)).length, 1);
});

test('models are listed with the tags they can be asked for', () => {
  const one = { id: 'a/b', created: 5, ownedBy: 'openai', tags: ['vision'] };
  const other = { id: 'c', created: 0, ownedBy: 'gateway', tags: [] };
  const shown = { id: 'a/b', object: 'model', created: 5, owned_by: 'openai', tags: ['vision'] };
  assert.deepEqual(JSON.parse(renderModel(one).toString()), shown);
  assert.deepEqual(JSON.parse(renderModelList([one, other]).toString()), {
    object: 'list',
    data: [shown, { id: 'c', object: 'model', created: 0, owned_by: 'gateway' }],
  });
});
