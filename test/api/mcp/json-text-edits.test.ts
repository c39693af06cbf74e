import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  boundsFault,
  elementsAt,
  memberNamed,
  membersAt,
  objectText,
  valuesIn,
  withEdits,
} from '../../../src/api/mcp/json-text-edits.ts';

/** JSON text of a value with white space and escapes in places where a serializer puts none. */
function spaced(value: unknown, seed: number): string {
  let state = seed;
  const next = () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state;
  };
  const space = () => ['', ' ', '\n', '\t', '\r\n '][next() % 5]!;
  const string = (text: string) =>
    next() % 3 === 0
      ? `"${[...text].map((char) => [...char].map((c) => Array.from({ length: c.length }, (_, at) => `\\u${c.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')).join('')).join('')}"`
      : JSON.stringify(text);
  const write = (inner: unknown): string => {
    if (typeof inner === 'string') return string(inner);
    if (Array.isArray(inner))
      return `[${space()}${inner.map((one) => write(one) + space()).join(`,${space()}`)}]`;
    if (typeof inner === 'object' && inner !== null) {
      const members = Object.entries(inner).map(
        ([name, one]) => `${string(name)}${space()}:${space()}${write(one)}${space()}`,
      );
      return `{${space()}${members.join(`,${space()}`)}}`;
    }
    return JSON.stringify(inner);
  };
  return space() + write(value) + space();
}

const json = fc.tuple(fc.jsonValue({ maxDepth: 4 }), fc.nat()).map(([value, seed]) => {
  const text = spaced(value, seed);
  return { value: JSON.parse(text) as unknown, text };
});

/** Puts a value together again of the ranges that are found in its text. */
function reread(text: string, from: number, to: number): unknown {
  const value: unknown = JSON.parse(text.slice(from, to));
  if (Array.isArray(value)) return elementsAt(text, from).map((range) => reread(text, range.from, range.to));
  if (typeof value !== 'object' || value === null) return value;
  const members = membersAt(text, from).map((member) => [member.name, reread(text, member.from, member.to)]);
  return Object.fromEntries(members) as unknown;
}

test('members and elements are found wherever they stand', () => {
  fc.assert(
    fc.property(json, ({ value, text }) => {
      assert.deepEqual(reread(text, 0, text.length), value);
    }),
  );
});

test('a member that stands twice is found twice, and the last one counts', () => {
  const text = '{"a":1,"\\u0061": [2.0] ,"b":{"a":3}}';
  assert.deepEqual(
    membersAt(text).map(({ name, from, to }) => [name, text.slice(from, to)]),
    [
      ['a', '1'],
      ['a', '[2.0]'],
      ['b', '{"a":3}'],
    ],
  );
  assert.equal(memberNamed(text, 'a')?.from, text.indexOf('[2.0]'));
  assert.equal(memberNamed(text, 'c'), undefined);
});

test('a place leads through members and elements alike, and to nothing where there is none', () => {
  const text = '{"x":[{"u":"1"},{"u":"2"},7,[]],"y":{"p":{"u":"3"},"q":{"u":"4"}}}';
  const at = (...place: string[]) => valuesIn(text, place).map(({ from, to }) => text.slice(from, to));
  assert.deepEqual(at('x', '*', 'u'), ['"1"', '"2"']);
  assert.deepEqual(at('y', '*', 'u'), ['"3"', '"4"']);
  assert.deepEqual(at('z', '*', 'u'), []);
  assert.deepEqual(at('x', 'u'), []);
});

test('edits change what they are about and no other character', () => {
  const text = '{ "n": 12345678901234567890, "f":1.0,"s":"\\/" }';
  const { from, to } = memberNamed(text, 'f')!;
  assert.equal(
    withEdits(text, [
      { from, to, text: '2.50' },
      { from: 0, to: 1, text: '{"a":1,' },
    ]),
    '{"a":1, "n": 12345678901234567890, "f":2.50,"s":"\\/" }',
  );
  assert.equal(withEdits(text, []), text);
  assert.equal(objectText({ a: '1.0', b: undefined, 'c"': '[]' }), '{"a":1.0,"c\\"":[]}');
});

test('what is too deep or too much is told before it is parsed, of JSON and of anything else', () => {
  assert.equal(boundsFault('[[[1]]]', 3, 10), undefined);
  assert.match(boundsFault('[[[[1]]]]', 3, 10)!, /3 levels/);
  assert.match(boundsFault('['.repeat(4_000_000), 200, 1e9)!, /200 levels/);
  assert.match(boundsFault(`[${'1,'.repeat(11)}1]`, 3, 10)!, /10 values/);
  assert.equal(boundsFault('"[[[[,,,,,,,,,,,,,,"', 3, 10), undefined);
  assert.equal(boundsFault('"[[[[', 3, 10), undefined);
  fc.assert(
    fc.property(fc.string(), (text) => {
      boundsFault(text, 5, 20);
    }),
  );
});
