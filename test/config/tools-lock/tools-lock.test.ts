/** `tools.lock` as it is written and read: whatever servers say, and whatever somebody does to the file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDocument } from 'yaml';
import { Report } from '../../../src/config/problem-report.ts';
import { source } from '../../../src/config/text/source.ts';
import { lockChanges } from '../../../src/config/tools-lock/lock-changes.ts';
import { readToolsLock } from '../../../src/config/tools-lock/read-lock.ts';
import { lockEntry, type ServerEntries, type ToolsLock } from '../../../src/config/tools-lock/tools-lock.ts';
import { lockText } from '../../../src/config/tools-lock/write-lock.ts';
import { canonicalText, parseWritten } from '../../../src/lib/json/written-json.ts';
import { runs } from '../../helpers/full.ts';

interface Offered {
  readonly tools?: readonly object[];
  readonly templates?: readonly object[];
  readonly instructions?: string;
}

const entry = (value: unknown) => lockEntry(parseWritten(JSON.stringify(value))!);

function entries({ tools = [], templates = [], instructions }: Offered): ServerEntries {
  const named = (items: readonly object[], key: string) =>
    new Map(items.map((item) => [(item as Record<string, string>)[key]!, entry(item)]));
  return {
    instructions: instructions === undefined ? undefined : entry(instructions),
    tools: named(tools, 'name'),
    prompts: new Map(),
    templates: named(templates, 'uriTemplate'),
  };
}

const lockOf = (servers: Record<string, Offered>): ToolsLock =>
  new Map(Object.entries(servers).map(([name, offered]) => [name, entries(offered)]));

function read(text: string): { readonly lock: ToolsLock | undefined; readonly told: readonly string[] } {
  const report = new Report();
  const lock = readToolsLock(source('/tools.lock', 'tools.lock', text), report);
  return { lock, told: report.problems().map(({ line, message }) => `${line}: ${message}`) };
}

const plain = (lock: ToolsLock) =>
  [...lock].map(([name, server]) => [
    name,
    server.instructions && canonicalText(server.instructions.whole),
    ...(['tools', 'prompts', 'templates'] as const).map((kind) =>
      [...server[kind]].map(([key, { sha256, whole }]) => [key, sha256, canonicalText(whole)]),
    ),
  ]);

const sample = lockOf({
  github: {
    instructions: 'Be brief.\n\nAsk first.',
    tools: [
      {
        name: 'get_issue',
        description: 'Gets an issue.\n  Needs a number.\n\nSays what it says.\n',
        inputSchema: {
          type: 'object',
          properties: { n: { type: ['integer', 'null'], minimum: 1 } },
          required: ['n'],
        },
        anyOf: [{ const: 'a\nb' }, [], {}, [[1, 'x'.repeat(90)], [{ a: 1, b: 'c\nd' }]]],
      },
    ],
    templates: [{ uriTemplate: 'repo://{a}', name: 'a' }],
  },
  nothing: {},
});

test('a lock has a line for each value, and texts of several lines as such', () => {
  const text = lockText(sample);
  assert.match(
    text,
    /^ {4}instructions:\n {6}sha256: "[0-9a-f]{64}"\n {6}whole: \|-\n {8}Be brief\.\n\n {8}Ask first\.$/m,
  );
  assert.match(
    text,
    /^ {10}description: \|\n {12}Gets an issue\.\n {14}Needs a number\.\n\n {12}Says what it says\.$/m,
  );
  assert.match(text, /^ {16}type: \["integer", "null"\]$/m);
  assert.match(text, /^ {2}nothing: \{\}$/m);
  assert.deepEqual(plain(read(text).lock!), plain(sample));
  assert.deepEqual(plain(read(text.replaceAll('\n', '\r\n')).lock!), plain(sample));
});

test('every lock is YAML, and comes back as it was, whatever a server says', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc
      .array(
        fc.constantFrom('\n', ' ', '  ', 'a', '- ', '# b', ': ', '|', '"', '\\', '\t', '\u200b', '{', '<<'),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
    fc.constantFrom('__proto__', 'null', 'yes', '~', '<<', '-', '1', '---', '\u{e0041}', 'constructor'),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, value), { maxLength: 4 }), text, (items, instructions) => {
      const tools = items.map(([name, inner]) => ({ name, inner }));
      const lock = lockOf({ one: { tools, instructions }, two: { tools } });
      const written = lockText(lock);
      const { lock: again, told } = read(written);
      assert.deepEqual(told, []);
      assert.deepEqual(
        plain(again!),
        plain(
          new Map(
            [...lock].map(([name, server]) => [
              name,
              { ...server, tools: new Map([...server.tools].sort(([a], [b]) => (a < b ? -1 : 1))) },
            ]),
          ),
        ),
      );
      // No character hides in a line, and none is one that text files may not have.
      assert.doesNotMatch(written, /[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
      const { errors } = parseDocument(written, { uniqueKeys: false });
      assert.deepEqual(
        errors.map(({ message }) => message),
        [],
      );
    }),
    { numRuns: runs(500) },
  );
});

const edits: readonly [string, (text: string) => string, RegExp][] = [
  [
    'a word of a description',
    (text) => text.replace('Gets an issue', 'Gets any issue'),
    /^\d+: what stands below does not come to this digest/,
  ],
  ['a number', (text) => text.replace('minimum: 1', 'minimum: 1.0'), /^\d+: what stands below does not come/],
  ['a digest', (text) => text.replace(/sha256: "../, 'sha256: "zz'), /^7: what stands below/],
  [
    'the order',
    (text) =>
      text.replace(/( {10}description: \|\n(?: {12}.*\n|\n)+)( {10}inputSchema:\n(?: {12}.*\n)+)/, '$2$1'),
    /^\d+: this line is not as `gateway tools lock` writes it$/,
  ],
  [
    'a name',
    (text) => text.replace('      get_issue:', '      get_issues:'),
    /^\d+: `name` of what stands below is another name than "get_issues"$/,
  ],
  ['a comment', (text) => text.replace('  github:', '  github: # ours'), /^5: it is no value$/],
  [
    'a blank line',
    (text) => text.replace('    tools:\n', '\n    tools:\n'),
    /^7: what stands below does not come/,
  ],
  [
    'two of them',
    (text) => `${text}${text.slice(text.indexOf('  github:'))}`,
    /^\d+: "github" stands here for the second time$/,
  ],
  ['a conflict', (text) => text.replace('  github:', '<<<<<<< HEAD\n  github:'), /^5: a value is missing$/],
  [
    'its end',
    (text) => text.slice(0, text.lastIndexOf('        whole:')),
    /an entry has `sha256` and `whole`$/,
  ],
  [
    'a field',
    (text) => text.replace('    tools:\n', '    took:\n'),
    /^\d+: there is no field "took" here; possible: instructions, tools, prompts, templates$/,
  ],
  ['a kind', (text) => text.replace(/ {2}nothing: \{\}/, '  nothing: []'), /^\d+: this must have fields$/],
  [
    'indentation',
    (text) => text.replace('      get_issue:', '       get_issue:'),
    /^\d+: it is indented too far$/,
  ],
  ['the version', (text) => text.replace('version: 1', 'version: 2'), /^3: the version must be 1$/],
  ['nothing of it', () => '', /a value is missing|version must be 1/],
  ['another file', () => '{"version":1}', /^1: it is no `name: value`$/],
  ['anchors', (text) => text.replace('  nothing: {}', '  nothing: *a'), /^\d+: it is no value$/],
  ['deep nonsense', () => `version: 1\nservers: ${'['.repeat(100_000)}`, /^2: it is no value$/],
];

for (const [what, edit, expected] of edits) {
  test(`a lock of which somebody edits ${what} is not read`, () => {
    const text = lockText(sample);
    const edited = edit(text);
    assert.notEqual(edited, text);
    const { lock, told } = read(edited);
    assert.equal(lock, undefined);
    assert.equal(told.length, 1);
    assert.match(told[0]!, expected);
  });
}

test('a change is told with the places that differ', () => {
  const before = entries({
    instructions: 'a',
    tools: [
      { name: 'gone' },
      { name: 'same', b: 1, a: 2 },
      { name: 'other', inputSchema: { properties: { a: 1, b: 2 } }, x: [1] },
    ],
  });
  const now = entries({
    tools: [
      { name: 'same', a: 2, b: 1 },
      { name: 'other', inputSchema: { properties: { a: 1, b: '2', c: 3 } }, x: [1, 2] },
      { name: '__proto__' },
    ],
  });
  assert.deepEqual(lockChanges(before, now), [
    { kind: 'instructions', name: '', change: 'gone', places: [] },
    {
      kind: 'tools',
      name: 'other',
      change: 'changed',
      places: ['inputSchema.properties.b', 'inputSchema.properties.c', 'x'],
    },
    { kind: 'tools', name: '__proto__', change: 'new', places: [] },
    { kind: 'tools', name: 'gone', change: 'gone', places: [] },
  ]);
  assert.deepEqual(lockChanges(undefined, entries({})), []);
});

test('whatever somebody does to a lock, it is refused, or is what the gateway would write', () => {
  const whole = lockText(sample);
  const lines = whole.split('\n');
  const place = fc.nat({ max: lines.length - 1 });
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('drop'), at: place, other: place }),
    fc.record({ kind: fc.constant('copy'), at: place, other: place }),
    fc.record({ kind: fc.constant('swap'), at: place, other: place }),
    fc.record({ kind: fc.constant('indent'), at: place, other: place }),
    fc.record({ kind: fc.constant('cut'), at: place, other: place }),
  );
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (edits) => {
      const edited = [...lines];
      for (const { kind, at, other } of edits) {
        const line = edited[at] ?? '';
        if (kind === 'drop') edited.splice(at, 1 + (other % 3));
        else if (kind === 'copy') edited.splice(other, 0, line);
        else if (kind === 'swap') [edited[at], edited[other]] = [edited[other] ?? '', line];
        else if (kind === 'indent') edited[at] = other % 2 === 0 ? `  ${line}` : line.replace(/^ {2}/, '');
        else edited[at] = line.slice(0, other);
      }
      const text = edited.join('\n');
      const { lock, told } = read(text);
      assert.equal(told.length, lock === undefined ? 1 : 0);
      if (lock === undefined) return;
      accepted += 1;
      assert.equal(lockText(lock), text.endsWith('\n') ? text : `${text}\n`);
      for (const server of lock.values())
        for (const { sha256, whole: it } of server.tools.values()) assert.equal(lockEntry(it).sha256, sha256);
    }),
    { numRuns: runs(2000) },
  );
  // Some edits change nothing, or take a whole entry out.
  assert.ok(accepted < 400);
});
