import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { grammarFault } from '../../../src/api/body/json-bytes/json-fault.ts';
import { scanObject } from '../../../src/api/body/scan-json.ts';
import { GatewayError } from '../../../src/errors.ts';
import { runs } from '../../helpers/full.ts';
import { memberText, objectText, valueText } from './json-text.ts';

const unlimited = {
  wanted: [],
  guarded: [],
  maxDepth: Number.POSITIVE_INFINITY,
  maxValues: Number.POSITIVE_INFINITY,
};
const objects = objectText([memberText(fc.constant('"x"'), valueText)]);

function fault(
  text: string | Buffer,
  options = { wanted: [] as string[], guarded: [], maxDepth: 128, maxValues: 200_000 },
): string {
  try {
    scanObject(Buffer.from(text as string), options);
  } catch (error) {
    assert.ok(error instanceof GatewayError);
    assert.equal(error.code, 'invalid_json');
    return error.message;
  }
  return 'none';
}

/** A parsed value with every long string replaced by its length class, to compare skeleton and original. */
function outline(value: unknown): unknown {
  if (typeof value === 'string') return value.length > 150 || / \[\+\d{10}\]$/.test(value) ? 'long' : value;
  if (Array.isArray(value)) return value.map(outline);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([key, member]) => [outline(key), outline(member)]);
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, member) => sum + countValues(member), 1);
}

test('any JSON object is read as JSON.parse reads it, but for long strings', () => {
  fc.assert(
    fc.property(objects, (text) => {
      // Repeated keys would hide values of the original in both.
      const { parsed } = scanObject(Buffer.from(text), unlimited);
      assert.deepEqual(outline(parsed), outline(JSON.parse(text)));
    }),
    { numRuns: runs(400) },
  );
});

test('what JSON.parse refuses after a change of one byte is refused, and nothing else', () => {
  const change = fc.record({
    at: fc.nat(),
    byte: fc.constantFrom(...Buffer.from('"\\{}[]:, \n1eu-.ntf/\u0000\u001f')),
    drop: fc.boolean(),
  });
  fc.assert(
    fc.property(objects, change, (text, { at, byte, drop }) => {
      const bytes = [...Buffer.from(text)];
      bytes.splice(at % bytes.length, 1, ...(drop ? [] : [byte]));
      const body = Buffer.from(bytes);
      let accepted = false;
      try {
        const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
        const value: unknown = JSON.parse(text);
        accepted = typeof value === 'object' && value !== null && !Array.isArray(value);
      } catch {
        // refused
      }
      assert.equal(fault(body) === 'none', accepted);
    }),
    { numRuns: runs(1500) },
  );
});

test('the same in a string that is long enough to be read another way', () => {
  const begin = 'é'.repeat(500);
  for (let at = 0; at < 80; at++) {
    const text = (middle: string) => `{"a":"${begin}${'z'.repeat(at)}${middle}${'z'.repeat(100 - at)}"}`;
    const place = 6 + 1000 + at;
    assert.equal(fault(text('\\n')), 'none');
    assert.equal(fault(text('\\"\\u00e9\u007f\u00ff')), 'none');
    assert.match(fault(text('"')), /unexpected text|ends too early|does not end/);
    assert.match(fault(text('\u001f')), new RegExp(`control character .* at byte ${place}\\.$`));
    assert.match(fault(text('\\x')), new RegExp(`escape that does not exist at byte ${place}\\.$`));
    assert.match(fault(`{"a":"${begin}${'z'.repeat(at)}`), /does not end at byte 5\.$/);
  }
});

test('a slice of a larger buffer at any offset is read within its bounds', () => {
  for (let offset = 0; offset < 9; offset++) {
    const text = `{"a":"${'x'.repeat(offset)}","b":"${'y'.repeat(20_000)}"}`;
    const around = Buffer.concat([Buffer.alloc(offset, '"'), Buffer.from(text), Buffer.from('"\\\u0001')]);
    const { parsed } = scanObject(around.subarray(offset, offset + text.length), unlimited);
    assert.equal(parsed['a'], 'x'.repeat(offset));
    assert.match(String(parsed['b']), /^y{64} \[\+\d{10}\]$/);
  }
});

test('a quote, a backslash or a control character is found at every place of a string', () => {
  for (let length = 0; length < 40; length++) {
    for (let at = 0; at <= length; at++) {
      const text = (middle: string) => `{"a":"${'é'.repeat(at)}${middle}${'z'.repeat(length - at)}"}`;
      assert.equal(fault(text('\\n')), 'none');
      assert.equal(fault(text('\u007f\u0080\u00ff')), 'none');
      assert.match(fault(text('"')), /unexpected text|ends too early|does not end/);
      assert.match(fault(text('\u001f')), new RegExp(`control character .* at byte ${6 + 2 * at}\\.$`));
      assert.match(fault(text('\\x')), new RegExp(`escape that does not exist at byte ${6 + 2 * at}\\.$`));
      assert.match(fault(text('\\u00g0')), new RegExp(`incomplete .u escape at byte ${6 + 2 * at}\\.$`));
    }
  }
});

test('what is not a JSON object is refused with a position and without a slice of the text', () => {
  const cases: [string | Buffer, RegExp][] = [
    ['', /: it is empty\.$/],
    [' \n', /: it is empty\.$/],
    ['\ufeff{}', /byte order mark.* at byte 0\.$/],
    ['[]', /does not begin with `\{` at byte 0/],
    [' "text"', /does not begin with `\{` at byte 1/],
    ['null', /does not begin with `\{`/],
    ['{"a":NaN}', /unexpected text at byte 5/],
    ['{"a":1,}', /unexpected text at byte 7/],
    ['{"a":01}', /unexpected text at byte 5/],
    ['{"a":1 // SECRET\n}', /unexpected text at byte 7/],
    ["{'a':1}", /unexpected text at byte 1/],
    ['{"a" "b"}', /unexpected text at byte 5/],
    ['{"a":[1}', /it ends too early|unexpected text at byte 7/],
    ['{"a":{]}', /unexpected text at byte 6/],
    ['{"a":1', /it ends too early at byte 6/],
    ['{"a":"SECRET', /a string does not end at byte 5/],
    ['{} {}', /something follows the object at byte 3/],
    ['{"model":"a"}{"model":"b"}', /something follows the object at byte 13/],
    ['{"a":1}\u00a0', /something follows the object at byte 7/],
    ['{"a":\u00a01}', /unexpected text at byte 5/],
    ['{"a":\u000b1}', /unexpected text at byte 5/],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), /: it is not UTF-8\.$/],
    [Buffer.from('{"a":"\ud800"}', 'utf16le'), /does not begin|not UTF-8/],
  ];
  for (const [text, message] of cases) {
    assert.match(fault(text), message);
    assert.doesNotMatch(fault(text), /SECRET/);
  }
});

test('the position of a fault behind long strings is the one in the body', () => {
  const head = `{"a":"${'x'.repeat(700)}","b":"${'é\\n'.repeat(400)}",`;
  assert.match(fault(`${head}!}`), new RegExp(`at byte ${Buffer.byteLength(head)}\\.$`));
});

test('the place of a fault is found in every text that JSON.parse refuses', () => {
  for (const [text, at] of [
    ['{"a":tru}', 5],
    ['{"a":truex}', 5],
    ['{"a":1.}', 5],
    ['{"a":[1,2', 9],
    ['{"a":[1 2]}', 8],
    ['{,}', 1],
    ['{"a":1]', 6],
    ['{"a":[],"b":}', 12],
  ] as const) {
    assert.equal(grammarFault(Buffer.from(text)), at, text);
  }
});

test('depth and number of values are bounded exactly', () => {
  const deep = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  assert.equal(fault(deep(128)), 'none');
  assert.match(fault(deep(129)), /more than 128 levels deep at byte/);
  assert.match(fault(`{"a":${'['.repeat(200_000)}`), /128 levels/);
  fc.assert(
    fc.property(objects, (text) => {
      const unique = JSON.stringify(JSON.parse(text));
      const count = countValues(JSON.parse(unique));
      assert.equal(fault(unique, { wanted: [], guarded: [], maxDepth: 1000, maxValues: count }), 'none');
      assert.match(
        fault(unique, { wanted: [], guarded: [], maxDepth: 1000, maxValues: count - 1 }),
        /more than \d+ values/,
      );
    }),
  );
});

test('files in a body are told from text', () => {
  const base64 = Buffer.from('any file at all, as long as it is long '.repeat(30)).toString('base64');
  const cases: [string, number][] = [
    ['data:image/png;base64,iVBORw0KGgo=', 1],
    [`data:application/pdf;base64,${base64}`, 1],
    [base64, 1],
    [base64.replace(/.{76}/g, '$&\n'), 1],
    [base64.slice(0, 100), 0],
    ['data: see below, please', 0],
    ['database,', 0],
    [`data:,${'text is not a file. '.repeat(40)}`, 0],
    [`data:text/plain,${'text is not a file. '.repeat(40)}`, 0],
    [`data:text/plain;base64,${'text is not base64. '.repeat(40)}`, 0],
    ['a long text, as people write it. '.repeat(30), 0],
    // Short enough for every byte to be read: of longer ones samples are, which may miss a few spaces.
    [base64.slice(0, 900), 1],
    [`${base64.slice(0, 900)} and a remark`, 0],
  ];
  for (const [text, blocks] of cases) {
    const json = JSON.stringify(text);
    const scan = scanObject(Buffer.from(`{"a":${json}}`), unlimited);
    assert.equal(scan.blocks, blocks, text.slice(0, 40));
    assert.equal(scan.blockBytes, blocks * (json.length - 2));
  }
});

test('a key is known by its text, however it is written', () => {
  const text = '{"mod\\u0065l":1,"other":{"model":2},"\\u0074\\u0061gs" : [] , "models ":3}';
  const { members } = scanObject(Buffer.from(text), { ...unlimited, wanted: ['model', 'tags', 'models'] });
  assert.deepEqual([...members.keys()], ['model', 'tags']);
  const tags = members.get('tags')!;
  assert.equal(text.slice(tags.valueAt, tags.end), '[]');
});

test('long strings never make a skeleton that says something else', () => {
  const long = 'x'.repeat(600);
  const text = `{"messages\\u0000${long}":1,"none\\n${long}":2,"messages\\u0001${long}":3,"effort":"none\\n${long}"}`;
  const { parsed } = scanObject(Buffer.from(text), unlimited);
  assert.equal(Object.keys(parsed).length, 4);
  assert.equal('messages' in parsed, false);
  assert.notEqual(parsed['effort'], 'none');
});
