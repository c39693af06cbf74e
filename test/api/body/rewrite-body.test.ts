import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readJsonBody } from '../../../src/api/body/json-body.ts';
import type { BodyChanges } from '../../../src/api/body/rewrite-body.ts';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import { runs } from '../../helpers/full.ts';
import { memberText, objectText, valueText } from './json-text.ts';

function rewrite(text: string, changes: BodyChanges): string {
  const { chunks, length } = readJsonBody(Buffer.from(text), endpoints.responses).encode(changes);
  const whole = Buffer.concat(chunks);
  assert.equal(whole.length, length);
  return whole.toString();
}

function named(key: string, ...others: string[]): fc.Arbitrary<string> {
  return fc.constantFrom(JSON.stringify(key), ...others);
}

const names = fc.constantFrom('"a"', '"gpt-4o"', '"m\\u0061x"');
const model = memberText(named('model', '"mod\\u0065l"'), names);
const models = memberText(
  named('models'),
  fc.array(names, { minLength: 1, maxLength: 3 }).map((all) => `[ ${all.join(' , ')}\n]`),
);
const tags = memberText(named('tags', '"\\u0074ags"'), fc.constantFrom('["vision"]', '[ ]', 'null'));
const streamOptions = memberText(
  named('stream_options'),
  fc.constantFrom(
    'null',
    '{}',
    '{ }',
    '{"x":1}',
    '{ "include_usage" : null, "x":1 }',
    '{"x":{},"include_usage":null}',
  ),
);
const document = fc
  .subarray([tags, streamOptions], { minLength: 0 })
  .chain((extra) => fc.constantFrom([model], [models], [model, models]).map((must) => [...must, ...extra]))
  .chain((members) => objectText([...members, memberText(fc.constant('"input"'), valueText)]));

test('what a backend gets is the object without our fields, with its own name of the model', () => {
  fc.assert(
    fc.property(document, fc.boolean(), (text, includeUsage) => {
      const { tags: _tags, models, ...expected } = JSON.parse(text) as Record<string, unknown>;
      expected['model'] = 'up"stream/é';
      if (includeUsage) {
        expected['stream_options'] = {
          ...(expected['stream_options'] as object | null),
          include_usage: true,
        };
      }
      assert.deepEqual(JSON.parse(rewrite(text, { model: 'up"stream/é', includeUsage })), expected);
    }),
    { numRuns: runs(1000) },
  );
});

test('every byte that stays is one that came, in its order', () => {
  fc.assert(
    fc.property(document, (text) => {
      const { chunks } = readJsonBody(Buffer.from(text), endpoints.responses).encode({ model: 'NEW' });
      let at = 0;
      for (const chunk of chunks) {
        const piece = chunk.toString();
        if (piece === '"NEW"' || piece === '"model":"NEW"') continue;
        const found = text.indexOf(piece, at);
        assert.ok(found >= at, piece);
        at = found + piece.length;
      }
    }),
  );
});

test('a body that needs no change is passed as the very same buffer', () => {
  const body = Buffer.from('{ "model" : "m", "n": 12345678901234567890 }\n');
  const scanned = readJsonBody(body, endpoints.responses);
  const { chunks, length } = scanned.encode({ model: 'm', includeUsage: false });
  assert.equal(chunks.length, 1);
  assert.equal(chunks[0], body);
  assert.equal(length, body.length);
  const asked = readJsonBody(
    Buffer.from('{"model":"m","stream_options":{"include_usage":true}}'),
    endpoints.responses,
  );
  assert.equal(asked.encode({ includeUsage: true }).chunks[0], asked.bytes);
});

test('fields are cut out wherever they stand', () => {
  for (const [before, after] of [
    ['{"model":"m","tags":[]}', '{"model":"M"}'],
    ['{"tags":[],"model":"m"}', '{"model":"M"}'],
    ['{ "tags" : [] , "model" : "m" }', '{ "model" : "M" }'],
    ['{"model":"m","tags":[],"n":1.0}', '{"model":"M","n":1.0}'],
    ['{"model":"m", "tags":[], "models":["a"] }', '{"model":"M" }'],
    ['{"models":["a"],"tags":[],"model":"m"}', '{"model":"M"}'],
    ['{"tags":[],"model":"m","models":["a"]}', '{"model":"M"}'],
    ['{"models":["a"]}', '{"model":"M"}'],
    ['{"tags":[],"models":["a"]}', '{"model":"M"}'],
    ['{"models" : ["a"] ,"tags":[] }', '{"model":"M"  }'],
    ['{"a":0,"models":["a"],"tags":[],"b":-0}', '{"a":0,"model":"M","b":-0}'],
    ['{"model":null,"models":["a"]}', '{"model":"M"}'],
  ] as const) {
    assert.equal(rewrite(before, { model: 'M' }), after);
  }
});

test('usage is asked for where the request leaves it unset, or says no', () => {
  const ask = { model: 'm', includeUsage: true };
  for (const [before, after] of [
    ['{"model":"m"}', '{"stream_options":{"include_usage":true},"model":"m"}'],
    ['{"model":"m","stream_options":null}', '{"model":"m","stream_options":{"include_usage":true}}'],
    ['{"model":"m","stream_options":{ }}', '{"model":"m","stream_options":{"include_usage":true }}'],
    [
      '{"model":"m","stream_options":{"x":1.0}}',
      '{"model":"m","stream_options":{"include_usage":true,"x":1.0}}',
    ],
    ['{"model":"m","stream_options":"x"}', '{"model":"m","stream_options":"x"}'],
    [
      '{"model":"m","stream_options":{"include_usage":false}}',
      '{"model":"m","stream_options":{"include_usage":true}}',
    ],
    [
      '{"model":"m","stream_options":{"include_usage": null}}',
      '{"model":"m","stream_options":{"include_usage": true}}',
    ],
    [
      '{"model":"m","tags":[],"stream_options":null}',
      '{"model":"m","stream_options":{"include_usage":true}}',
    ],
  ] as const) {
    assert.equal(rewrite(before, ask), after);
  }
});
