import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalText, parseWritten } from '../../../src/lib/json/written-json.ts';
import { runs } from '../../helpers/full.ts';

const canonical = (text: string) => canonicalText(parseWritten(text)!);

test('one value has one text: names in order, no space, strings in their shortest form', () => {
  // The example of RFC 8785, 3.2.3, of names; emoji stand where their first half is.
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const text = `{ ${names.map((name) => `${JSON.stringify(name)} : [ ]`).join(' , ')} }`;
  assert.equal(
    canonical(text),
    '{"\\r":[],"1":[],"\u0080":[],"\u00f6":[],"\u20ac":[],"\ud83d\ude00":[],"\ufb33":[]}',
  );
  assert.equal(canonical('\n{"b":"\\u0041\\/","a":[true , null,-0 ]}\t'), '{"a":[true,null,-0],"b":"A/"}');
  assert.equal(canonical('{"__proto__":{"a":1},"\\"]}":"\\\\"}'), '{"\\"]}":"\\\\","__proto__":{"a":1}}');
  assert.equal(canonical('"\\ud800"'), '"\\ud800"');
});

test('numbers stay as they are written', () => {
  const numbers =
    '[1,1.0,1.00,1e2,1E+2,100,18446744073709551615,-9223372036854775808,0.1000000000000000055511]';
  assert.equal(canonical(numbers.replaceAll(',', ' , ')), numbers);
});

test('an object in which a name stands twice has no canonical text, wherever it is', () => {
  for (const text of ['{"a":1,"a":1}', '[{"b":{"a":1,"\\u0061":2}}]', '{"__proto__":1,"__proto__":2}'])
    assert.equal(parseWritten(text), undefined);
});

test('whatever the order and the space, the same value has the same text, and another value another', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .sort(([a], [b]) => (a < b ? 1 : -1))
        .map(([name, inner]) => [name, shuffled(inner)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const text = canonical(JSON.stringify(one));
      assert.equal(canonical(JSON.stringify(shuffled(one), null, 3)), text);
      assert.equal(canonical(text), text);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(one)));
      if (canonical(JSON.stringify(other)) === text)
        assert.equal(JSON.stringify(shuffled(other)), JSON.stringify(shuffled(one)));
    }),
    { numRuns: runs(500) },
  );
});
