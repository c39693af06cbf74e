import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasSoundBraces, namesModel, pathFor } from '../../src/lib/model-path.ts';
import { runs } from '../helpers/full.ts';

test('a model stands in a path as one segment, with : and @ as they are', () => {
  for (const [model, segment] of [
    ['gpt-4o', 'gpt-4o'],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-opus-4-5@20251101', 'claude-opus-4-5@20251101'],
    ['arn:aws:bedrock:eu:1:inference-profile/x', 'arn:aws:bedrock:eu:1:inference-profile%2Fx'],
    ['arn:aws:bedrock:eu:1:inference-profile%2Fx', 'arn:aws:bedrock:eu:1:inference-profile%2Fx'],
    ['arn%3Aaws%3Abedrock%3Aeu%3A1%3Ainference-profile%2fx', 'arn:aws:bedrock:eu:1:inference-profile%2Fx'],
    ['a%2Fb', 'a%252Fb'],
    ["a b?c#d%e'(f)*!", 'a%20b%3Fc%23d%25e%27%28f%29%2A%21'],
    ['ü', '%C3%BC'],
    ['..', '%252E%252E'],
    ['.', '%252E'],
    ['\ud800', '%EF%BF%BD'],
  ] as const) {
    assert.equal(pathFor('/model/{model}/invoke', model), `/model/${segment}/invoke`);
    assert.equal(pathFor('/models/{model}:raw', model), `/models/${segment}:raw`);
  }
  assert.equal(pathFor('/v1/messages', 'm'), '/v1/messages');
});

test('whatever a model is called, the path has as many segments as were written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (model) => {
      const path = pathFor('/a/{model}/b', model);
      assert.match(path, /^\/a\/[\w.~:@%-]*\/b$/);
      if (model !== '') assert.equal(new URL(path, 'https://host').pathname, path);
      return path.split('/').length === 4;
    }),
    { numRuns: runs(500) },
  );
});

test('a path may name the model once, and holds no other braces', () => {
  assert.equal(namesModel('/a/{model}'), true);
  assert.equal(namesModel('/a/model'), false);
  for (const path of ['/a', '/a/{model}', '/a/{model}:raw']) assert.equal(hasSoundBraces(path), true, path);
  for (const path of ['/{model}/{model}', '/{deployment}', '/{', '/a}b']) {
    assert.equal(hasSoundBraces(path), false, path);
  }
});
