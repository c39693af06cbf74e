import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ordinaryRequest } from '../../../src/api/clouds/cloud-request-body.ts';
import { type CloudAddress, cloudAddressAt } from '../../../src/api/endpoints/clouds/cloud-addresses.ts';
import { GatewayError } from '../../../src/errors.ts';
import { BytesInPieces } from '../../../src/lib/bytes/bytes-in-pieces.ts';
import { runs } from '../../helpers/full.ts';

const invoked: CloudAddress = { cloud: 'bedrock', endpoint: 'messages', model: 'a', streams: false };
const counted: CloudAddress = { cloud: 'bedrock', endpoint: 'count_tokens', model: 'a', streams: undefined };

function read(text: string, address = invoked) {
  const { body, version, betas } = ordinaryRequest(new BytesInPieces([Buffer.from(text)]), address);
  return { text: body.joined.toString(), version, betas };
}

test('paths of clouds name the endpoint, the model and the kind of answer', () => {
  const vertex = '/v1/projects/p-1/locations/us-east5/publishers/anthropic/models';
  const addresses = {
    '/model/a.b-v1%3A0/invoke': ['bedrock', 'messages', 'a.b-v1:0', false],
    '/model/a.b-v1:0/invoke-with-response-stream': ['bedrock', 'messages', 'a.b-v1:0', true],
    '/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.a/invoke': [
      'bedrock',
      'messages',
      'arn:aws:bedrock:us-east-1:1:inference-profile/us.a',
      false,
    ],
    '/model/%zz/invoke': ['bedrock', 'messages', '%zz', false],
    '/model/a/count-tokens': ['bedrock', 'count_tokens', 'a', undefined],
    [`${vertex}/claude-5@20260101:rawPredict`]: ['vertex', 'messages', 'claude-5@20260101', false],
    [`${vertex}/a:b:streamRawPredict`]: ['vertex', 'messages', 'a:b', true],
    [`${vertex}/a%3Bb:rawPredict`]: ['vertex', 'messages', 'a;b', false],
    [`${vertex}/count-tokens:rawPredict`]: ['vertex', 'count_tokens', undefined, undefined],
  } as const;
  for (const [path, [cloud, endpoint, model, streams]] of Object.entries(addresses)) {
    assert.deepEqual(cloudAddressAt(path), { cloud, endpoint, model, streams }, path);
  }
  for (const path of [
    '/model//invoke',
    '/model/a/b/invoke',
    '/model/a/converse',
    '/models/a/invoke',
    '/model/a/invoke/',
    `${vertex}/a:predict`,
    `${vertex}/a`,
    '/v1/projects/p/locations/l/publishers/google/models/a:rawPredict',
  ]) {
    assert.equal(cloudAddressAt(path), undefined, path);
  }
});

test('a body gets what the path says, and every other byte stays', () => {
  const cases = {
    '{"anthropic_version":"bedrock-2023-05-31","max_tokens":1}':
      '{"model":"a","stream":false,"max_tokens":1}',
    ' { "max_tokens": 1.0 , "anthropic_version" : "x" } ':
      ' {"model":"a","stream":false, "max_tokens": 1.0  } ',
    '{"anthropic_beta":["b"],"anthropic_version":"x"}': '{"model":"a","stream":false}',
    '{}': '{"model":"a","stream":false}',
    '{"model":"a","stream":false,"x":"\\u00e9"}': '{"model":"a","stream":false,"x":"\\u00e9"}',
    '{"a":1,"anthropic_version":"x","b":2,"anthropic_version":"y"}':
      '{"model":"a","stream":false,"a":1,"b":2}',
  };
  for (const [sent, expected] of Object.entries(cases)) {
    const { text } = read(sent);
    assert.deepEqual(JSON.parse(text), JSON.parse(expected), sent);
    assert.equal(text.replaceAll(' ', ''), expected.replaceAll(' ', ''), sent);
  }
});

test('any object comes to the same object with what the path says', () => {
  const field = fc.oneof(fc.constantFrom('model2', 'messages', 'anthropic_versions', 'x'), fc.string());
  const object = fc.dictionary(field, fc.jsonValue(), { noNullPrototype: true });
  const ours = fc.record(
    {
      anthropic_version: fc.constantFrom('bedrock-2023-05-31', '2023-06-01', 'x'),
      anthropic_beta: fc.array(fc.constantFrom('a-1', 'b-2')),
    },
    { requiredKeys: [], noNullPrototype: true },
  );
  fc.assert(
    fc.property(object, ours, fc.boolean(), fc.constantFrom(0, 1, 3), (others, own, ownFirst, indent) => {
      const { model: _model, stream: _stream, anthropic_version: _v, anthropic_beta: _b, ...rest } = others;
      const sent = ownFirst ? { ...own, ...rest } : { ...rest, ...own };
      const { text, betas, version } = read(JSON.stringify(sent, undefined, indent));
      // As it is once it was JSON: that has no -0.
      const expected = { model: 'a', stream: false, ...JSON.parse(JSON.stringify(rest)) };
      assert.deepEqual(JSON.parse(text), expected);
      assert.deepEqual(betas, own.anthropic_beta ?? []);
      assert.equal(version, '2023-06-01');
    }),
    { numRuns: runs(2000) },
  );
});

test('what contradicts the path, and what is no list of betas, is refused', () => {
  const refused = {
    '{"model":"b"}': 'model',
    '{"model":null}': 'model',
    '{"stream":true}': 'stream',
    '{"anthropic_beta":"a"}': 'anthropic_beta',
    '{"anthropic_beta":["a\\r\\nx: y"]}': 'anthropic_beta',
    '{"anthropic_beta":["a,b"]}': 'anthropic_beta',
    '{"anthropic_beta":[1]}': 'anthropic_beta',
  };
  for (const [sent, param] of Object.entries(refused)) {
    assert.throws(
      () => read(sent),
      (error) => error instanceof GatewayError && error.code === 'invalid_value' && error.param === param,
      sent,
    );
  }
  for (const sent of ['', '[]', '{"a":', '{"a":1}x'])
    assert.throws(() => read(sent), { code: 'invalid_json' }, sent);
});

test('what CountTokens wraps is read as it would have been sent', () => {
  const inner = '{"anthropic_version":"bedrock-2023-05-31","anthropic_beta":["a"],"messages":[]}';
  const wrapped = { input: { invokeModel: { body: Buffer.from(inner).toString('base64') } } };
  const { text, betas } = read(JSON.stringify(wrapped), counted);
  assert.equal(text, '{"model":"a","messages":[]}');
  assert.deepEqual(betas, ['a']);
  for (const sent of [
    '{}',
    '{"input":1}',
    '{"input":{"converse":{}}}',
    '{"input":{"invokeModel":{"body":1}}}',
  ])
    assert.throws(() => read(sent, counted), { code: 'invalid_value', param: 'input' }, sent);
  const nothing = { input: { invokeModel: { body: '' } } };
  assert.throws(() => read(JSON.stringify(nothing), counted), { code: 'invalid_json' });
});
