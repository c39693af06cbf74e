import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type JsonNode, parseJson } from '../../../../src/api/translation/json/json-node.ts';
import { joined, literalOf, objectIn } from '../../../../src/api/translation/json/literal.ts';
import { runs } from '../../../helpers/full.ts';

function plain(node: JsonNode): unknown {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries([...node.members].map(([name, member]) => [name, plain(member)]));
    case 'array':
      return node.items.map(plain);
    default:
      return JSON.parse(node.raw);
  }
}

test('A JSON text is read as JSON.parse reads it, with or without blanks', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
      const value: unknown = JSON.parse(text);
      const written = JSON.stringify(value, undefined, indent);
      // A member `__proto__` is none of an object that is written out as one.
      fc.pre(!written.includes('__proto__'));
      assert.deepEqual(plain(parseJson(written)), JSON.parse(written));
      assert.equal(parseJson(written).raw, written);
    }),
    { numRuns: runs(1000) },
  );
});

test('Numbers, escapes and doubled keys stay as they were written', () => {
  const text = '{"n":[12345678901234567890,1.0,-0,1e400],"s":"\\u00e9\\/\\ud800","d":1,"d":2}';
  const node = parseJson(text);
  assert(node.kind === 'object');
  assert.equal(node.members.get('n')?.raw, '[12345678901234567890,1.0,-0,1e400]');
  assert.equal(node.members.get('s')?.raw, '"\\u00e9\\/\\ud800"');
  assert.equal(node.doubled, 'd');
});

test('What JSON does not know is refused', () => {
  const wrong = [
    '',
    '{',
    '{"a"}',
    '[1,]',
    '{"a":1,}',
    '01',
    '1.',
    '"\n"',
    '"\\x"',
    '"\\u12"',
    'nul',
    '1 2',
    '"',
    '\u00a01',
  ];
  for (const text of wrong) {
    assert.throws(() => JSON.parse(text), SyntaxError, text);
    assert.throws(() => parseJson(text), SyntaxError, text);
  }
  assert.throws(() => parseJson('['.repeat(300) + ']'.repeat(300)), /too deep/);
});

test('Strings that end in backslashes end where they do', () => {
  for (const value of ['\\', '\\\\', 'a\\"', '"\\\\"']) {
    const node = parseJson(`{"a":${JSON.stringify(value)},"b":1}`);
    assert.deepEqual(plain(node), { a: value, b: 1 });
  }
});

test('Strings are joined as they stand', () => {
  assert.equal(joined([literalOf('a\n'), literalOf('"b"')], '\n\n'), '"a\\n\\n\\n\\"b\\""');
  assert.equal(objectIn('[1]'), undefined);
  assert.equal(objectIn('{"a":'), undefined);
});
