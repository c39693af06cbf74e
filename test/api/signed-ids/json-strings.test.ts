import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonStrings } from '../../../src/api/signed-ids/json-strings.ts';
import { isObject } from '../../../src/lib/json.ts';
import { runs } from '../../helpers/full.ts';

/** Every string value with the names that lead to it, as a parser has them. */
function parsedStrings(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === 'string') return path.length === 0 ? [] : [`${path.join('.')}=${value}`];
  if (Array.isArray(value)) return value.flatMap((one) => parsedStrings(one, [...path, '*']));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => parsedStrings(one, [...path, name]));
}

test('every string of a document is found by its path, however its bytes are split', () => {
  const document = fc.json({ noUnicodeString: false, maxDepth: 4 });
  fc.assert(
    fc.property(document, fc.boolean(), fc.array(fc.nat(40), { minLength: 1 }), (written, spaced, sizes) => {
      const parsed: unknown = JSON.parse(written);
      const bytes = Buffer.from(spaced ? JSON.stringify(parsed, null, 2) : JSON.stringify(parsed));
      const found: string[] = [];
      const strings = new JsonStrings((path) => path.join('.'));
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const piece = bytes.subarray(at, at + (sizes[turn % sizes.length]! + 1));
        strings.scan(piece, { origin: at }, ({ what, value, from, end }) => {
          found.push(`${what}=${value}`);
          assert.equal(JSON.parse(`"${bytes.toString('utf8', from, end)}"`), value);
        });
        at += piece.length;
      }
      assert.deepEqual(found, parsedStrings(parsed));
    }),
    { numRuns: runs(1000) },
  );
});

test('names and values are taken without their escapes', () => {
  const found: string[] = [];
  const bytes = Buffer.from('{"file\\u005fid":"a\\"\\\\", "x":["\\\\"]}');
  new JsonStrings((path) => path.join('.')).scan(bytes, {}, ({ what, value }) =>
    found.push(`${what}=${value}`),
  );
  assert.deepEqual(found, ['file_id=a"\\', 'x.*=\\']);
});

test('another document begins afresh, whatever the one before broke off in', () => {
  const found: string[] = [];
  const strings = new JsonStrings((path) => path.join('.'));
  const scan = (text: string) =>
    strings.scan(Buffer.from(text), {}, ({ what, value }) => found.push(`${what}=${value}`));
  scan('{"a":{"b":"broken \\');
  strings.reset();
  scan('{"id":"x"}');
  assert.deepEqual(found, ['id=x']);
});
