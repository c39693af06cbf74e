import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLoopback, parseAddress, parseRange } from '../../../src/config/addresses.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { Report } from '../../../src/config/problem-report.ts';
import { parseDuration, parseSize, parseTime } from '../../../src/config/resolve/units.ts';
import { parseJson } from '../../../src/config/text/parse-json.ts';
import { source } from '../../../src/config/text/source.ts';
import { nearest } from '../../../src/lib/suggest.ts';
import { runs } from '../../helpers/full.ts';
import { minimal } from '../fixtures.ts';

test('durations and sizes have one grammar', () => {
  assert.deepEqual(
    ['250ms', '2s', '5m', '1h', '90d', '0s'].map(parseDuration),
    [250, 2000, 300_000, 3_600_000, 7_776_000_000, 0],
  );
  assert.deepEqual(
    ['512B', '64KiB', '32MiB', '1GiB'].map(parseSize),
    [512, 65_536, 33_554_432, 1_073_741_824],
  );
  for (const text of ['5', '5 s', '-1s', '1e3ms', '1.5s', '5S', '1D', '1w', '', 's', '1s '])
    assert.equal(parseDuration(text), undefined, text);
  for (const text of ['5', '1M', '1MB', '1mib', '1 MiB', '']) assert.equal(parseSize(text), undefined, text);
});

test('dates are days that exist, times have a zone', () => {
  assert.equal(parseTime('2027-01-01'), Date.UTC(2027, 0, 1));
  assert.equal(parseTime('2027-01-01T12:30:00Z'), Date.UTC(2027, 0, 1, 12, 30));
  assert.equal(parseTime('2027-01-01t12:30:00.5+02:00'), Date.UTC(2027, 0, 1, 10, 30, 0, 500));
  assert.equal(parseTime('2028-02-29'), Date.UTC(2028, 1, 29));
  for (const text of [
    '2027-02-29',
    '2027-13-01',
    '2027-1-1',
    '2027-01-01T00:00:00',
    '2027-01-01T25:00:00Z',
    'soon',
  ]) {
    assert.equal(parseTime(text), undefined, text);
  }
});

test('addresses are host and port, ranges are address and bits', () => {
  assert.deepEqual(parseAddress('0.0.0.0:8443'), { host: '0.0.0.0', port: 8443 });
  assert.deepEqual(parseAddress('[::1]:0'), { host: '::1', port: 0 });
  assert.deepEqual(parseAddress('gateway.internal:443'), { host: 'gateway.internal', port: 443 });
  for (const text of ['8443', ':8443', '::1:8443', '[1.2.3.4]:1', '1.2.3:1', 'a b:1', 'a:65536']) {
    assert.equal(parseAddress(text), undefined, text);
  }
  assert.deepEqual(['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '::1'].map(parseRange), [
    '10.0.0.0/8',
    '192.0.2.1/32',
    'fd00::/8',
    '::1/128',
  ]);
  for (const text of ['10.0.0.0/33', '10.0.0/8', '::/129', 'all', '10.0.0.0/'])
    assert.equal(parseRange(text), undefined, text);
  for (const host of ['127.0.0.1', '127.8.8.8', '::1', 'localhost', 'a.localhost', '::ffff:127.0.0.1'])
    assert.ok(isLoopback(host), host);
  for (const host of ['0.0.0.0', '::', '128.0.0.1', 'localhost.example']) assert.ok(!isLoopback(host), host);
});

test('a suggestion is close to what was written, or there is none', () => {
  const names = ['openai', 'anthropic', 'chat_completions'];
  assert.equal(nearest('openia', names), 'openai');
  assert.equal(nearest('OpenAI', names), 'openai');
  assert.equal(nearest('chat', names), 'chat_completions');
  assert.equal(nearest('gemini', names), undefined);
});

test('the JSON of a keys file is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[ -~]{0,8}$/), fc.jsonValue({ maxDepth: 4, noUnicodeString: true })),
      fc.nat(3),
      (value, indent) => {
        const text = JSON.stringify({ keys: value }, null, indent);
        const report = new Report();
        const tree = parseJson(source('/keys.json', 'keys.json', text), report);
        if (report.hasErrors()) return; // control characters and numbers that cannot be held are refused
        assert.equal(JSON.stringify(tree?.root.value), JSON.stringify(JSON.parse(text)));
      },
    ),
  );
});

test('JSON that JSON.parse refuses is refused', () => {
  fc.assert(
    fc.property(fc.nat(200), fc.constantFrom('', ',', '{', ']', '"', '\\', '1', ':', 'x'), (at, insert) => {
      const valid = '{"keys": {"a": {"hash": ["x\\n", "\\u0041"], "n": [1, -2.5e3, true, null]}}}';
      const text = valid.slice(0, at) + insert + valid.slice(at + 1);
      let accepted = true;
      try {
        JSON.parse(text);
      } catch {
        accepted = false;
      }
      const report = new Report();
      parseJson(source('/keys.json', 'keys.json', text), report);
      if (!accepted) assert.ok(report.hasErrors(), text);
    }),
  );
});

test('whatever a file holds, loading it ends in problems and never in an exception', async () => {
  const pieces = fc.constantFrom(
    'version: 1',
    'listen:',
    '  address: ',
    '{',
    '}',
    '[',
    ']',
    ': ',
    '- ',
    '\n',
    '  ',
    '*a',
    '&a ',
    '<<: ',
    '${X}',
    '!t ',
    '"',
    "'",
    '|',
    'null',
    '1',
    'backends:',
    'models:\n',
    'keys:\n',
    '\t',
    '?',
    '#',
    '%',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (parts) => {
      const { config, problems } = await loadConfig('-', {
        text: parts.join(''),
        env: {},
        requireSecrets: false,
      });
      assert.ok(config !== undefined || problems.length > 0);
    }),
    { numRuns: runs(500) },
  );
});

test('whatever one value is replaced with, the rest is checked and nothing is thrown', async () => {
  const full = `${minimal.replace('{ simulator: {} }', '{ url: "https://a.example", auth: { bearer: "${K}" }, headers: { a: b }, timeouts: { connect: 1s }, tls: { server_name: a } }')}admin: { address: "127.0.0.1:1", token: "\${K}" }
log: { level: info }
routing: { generic_tags: called_endpoint }
keys: { a: { secret: "\${K}", models: [fast], endpoints: [messages], expires: 2027-01-01, disabled: false } }
tests: [{ name: x, request: { endpoint: messages, model: fast, models: [fast], tags: [a], key: a }, down: [local], expect: { deployment: local, status: 200 } }]
`;
  const places = [...full.matchAll(/(?<=[:[] )[^\s,{}[\]]+|\{[^{}]*\}|\[[^[\]]*\]/g)];
  const values = fc.constantFrom(
    'null',
    '5',
    '-1.5',
    'true',
    'text',
    '[]',
    '{}',
    '[1]',
    '{ a: 1 }',
    '"${K}"',
    '"${MISSING}"',
    '[[]]',
    '[{}]',
    '""',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(places.length - 1), values), { minLength: 1, maxLength: 3 }),
      async (edits) => {
        let text = full;
        for (const [index, value] of edits.sort((a, b) => b[0] - a[0])) {
          const place = places[index]!;
          text = text.slice(0, place.index) + value + text.slice(place.index + place[0].length);
        }
        const { config, problems } = await loadConfig('-', {
          text,
          env: { K: '0123456789abcdef' },
          requireSecrets: false,
        });
        assert.ok(config !== undefined || problems.length > 0);
      },
    ),
    { numRuns: runs(1000) },
  );
});
