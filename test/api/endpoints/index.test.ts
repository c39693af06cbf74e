import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTagHeader } from '../../../src/api/body/wanted-tags.ts';
import { dialectOf } from '../../../src/api/dialects/index.ts';
import {
  type Endpoint,
  endpointAt,
  endpointNames,
  endpoints,
  grantedByDefault,
  ownEndpoints,
  pathsOf,
} from '../../../src/api/endpoints/index.ts';
import { renderModel, renderModelList } from '../../../src/api/model-list.ts';

test('every endpoint is found under its name and at its path', () => {
  assert.deepEqual(Object.keys(endpoints), endpointNames);
  for (const name of endpointNames) {
    assert.equal(endpoints[name].name, name);
    // What backends keep is there only where the configuration says so.
    const isUsual = endpoints[name].answeredBy === 'deployments';
    assert.equal(endpointAt(endpoints[name].path), isUsual ? endpoints[name] : undefined);
  }
});

test('a key that lists no endpoints may call the four that there were from the beginning, and count for them', () => {
  const four = ['chat_completions', 'completions', 'messages', 'responses'];
  assert.deepEqual(grantedByDefault, [...four, 'count_tokens', 'responses_input_tokens'].sort());
});

test('tags have the prefixes of the interface, and generic ones hold under the same', () => {
  const always = Object.values(endpoints).filter(({ tags }) => tags.generic === 'always');
  assert.deepEqual(
    always.map(({ name }) => name),
    ['chat_completions', 'messages', 'responses'],
  );
  for (const { tags } of always) assert.equal(tags.prefix, true);
});

test('no two endpoints share a path or a name', () => {
  const all = [...Object.values(endpoints), ...ownEndpoints];
  // Whose client calls tells the two apart that may stand at one path.
  const isForAnthropic = (endpoint: Endpoint) => 'isForAnthropic' in endpoint && endpoint.isForAnthropic;
  for (const some of [all.filter(isForAnthropic), all.filter((one) => !isForAnthropic(one))]) {
    const paths = some.flatMap(pathsOf);
    assert.equal(new Set(paths).size, paths.length);
  }
  // What backends keep is found by its ids and methods (objects/object-calls.ts).
  const found = all.filter(({ answeredBy }) => answeredBy !== 'backends').flatMap(pathsOf);
  for (const path of found) assert.ok(pathsOf(endpointAt(path)!).includes(path), path);
  assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
});

test('the model list and its items are an endpoint that the gateway answers itself', () => {
  for (const path of ['/v1/models', '/v1/models/a', '/v1/models/a/b', '/v1/models//']) {
    assert.equal(endpointAt(path)?.name, 'models', path);
  }
  for (const path of ['/v1/models/', '/v1/modelsx', '/v1', '', '/v1/messages/a', '/v1/Models']) {
    assert.equal(endpointAt(path), undefined, path);
  }
});

test('what streams has a dialect that reads events', () => {
  for (const { name, answer } of Object.values(endpoints)) {
    assert.equal(dialectOf[name].stream !== undefined, answer.includes('events'), name);
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
  const one = {
    id: 'a/b',
    created: 5,
    ownedBy: 'openai',
    displayName: 'A',
    description: 'B',
    tags: ['vision'],
  };
  const other = {
    id: 'c',
    created: 0,
    ownedBy: 'gateway',
    displayName: undefined,
    description: undefined,
    tags: [],
  };
  const shown = {
    id: 'a/b',
    object: 'model',
    created: 5,
    owned_by: 'openai',
    display_name: 'A',
    description: 'B',
    tags: ['vision'],
  };
  assert.deepEqual(JSON.parse(renderModel(one).toString()), shown);
  assert.deepEqual(JSON.parse(renderModelList([one, other]).toString()), {
    object: 'list',
    data: [shown, { id: 'c', object: 'model', created: 0, owned_by: 'gateway' }],
  });
});
