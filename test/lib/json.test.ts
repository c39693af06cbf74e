import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseObject } from '../../src/lib/json.ts';

test('a JSON object is parsed, whatever blanks JSON has before it', () => {
  for (const text of ['{"a":1}', ' \t\r\n{"a":1}', '{"a":1} ']) assert.deepEqual(parseObject(text), { a: 1 });
});

test('anything else is none', () => {
  for (const text of [
    '',
    ' ',
    '[DONE]',
    '[{}]',
    '1',
    'null',
    '"{}"',
    '{',
    '{"a":1}{',
    '\u00a0{}',
    '\ufeff{}',
  ]) {
    assert.equal(parseObject(text), undefined, JSON.stringify(text));
  }
});

test('what JSON.parse takes for an object is one, and nothing else', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), fc.constantFrom('', ' ', '\n\t '), (json, blank) => {
      let value: unknown;
      try {
        value = JSON.parse(blank + json);
      } catch {}
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      assert.deepEqual(parseObject(blank + json), isObject ? value : undefined);
    }),
  );
});
