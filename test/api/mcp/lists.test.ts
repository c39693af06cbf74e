import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RpcFault } from '../../../src/api/mcp/json-rpc-errors.ts';
import {
  type CursorSeal,
  type ListQuery,
  listPage,
  type ServerItems,
} from '../../../src/api/mcp/lists/client-list-pages.ts';
import type { ListKind } from '../../../src/api/mcp/lists/list-item-validation.ts';
import {
  ListReader,
  listWords,
  maxListBytes,
  maxListedItems,
} from '../../../src/api/mcp/lists/server-list-reader.ts';
import { ServerFault } from '../../../src/api/mcp/server-messages.ts';
import { examples, sdkFault, specFault } from '../../helpers/mcp/judges.ts';

const seal: CursorSeal = {
  seal: (text) => Buffer.from(text).toString('base64url'),
  open: (cursor) => {
    const text = Buffer.from(cursor, 'base64url').toString();
    return text.startsWith('[') ? text : undefined;
  },
};

/** A list that a server answers with in one page. */
function pageOf(kind: ListKind, items: readonly (string | object)[], more: object = {}) {
  const texts = items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));
  const rest = JSON.stringify(more).slice(1);
  const resultText = `{"${listWords[kind].member}":[${texts.join(',')}]${rest === '}' ? '' : ','}${rest}`;
  return { result: JSON.parse(resultText) as Record<string, unknown>, resultText };
}

function listOf(kind: ListKind, items: readonly (string | object)[], server = 'srv') {
  const reader = new ListReader(server, kind);
  assert.equal(reader.take(pageOf(kind, items)), undefined);
  return reader;
}

function shown(lists: readonly ServerItems[], query: Partial<ListQuery> = {}) {
  const text = listPage(lists, {
    kind: 'tools',
    isAmong: true,
    isClientOlder: false,
    allows: () => true,
    cursor: undefined,
    seal,
    ttlMs: 60_000,
    ...query,
  });
  return { text, result: JSON.parse(text) as Record<string, unknown> };
}

const types = {
  tools: ['Tool', 'ListToolsResult'],
  prompts: ['Prompt', 'ListPromptsResult'],
  resources: ['Resource', 'ListResourcesResult'],
  templates: ['ResourceTemplate', 'ListResourceTemplatesResult'],
} as const;

const kinds = Object.keys(types) as ListKind[];

const oddly = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 5 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(null, true, 0.5, {}, [], '2026-01-01T00:00:00Z', '2026-01-01') },
);
const words = fc.string({ maxLength: 5 });
const schema = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(words, fc.oneof(fc.constant({ type: 'number' }), fc.boolean())),
    required: fc.array(words),
    $ref: fc.constant('#'),
    anyOf: fc.constant([{ $ref: '#' }]),
    $schema: words,
  },
  { requiredKeys: ['type'] },
);
const instant = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
  .map((date) => date.toISOString());
const icon = fc.record(
  { src: words, sizes: fc.array(words), theme: fc.constantFrom('dark', 'light'), mimeType: words },
  { requiredKeys: ['src'] },
);

/** What an item may hold, whatever it is. */
const members = {
  name: words,
  uri: words,
  uriTemplate: words,
  title: words,
  description: words,
  mimeType: words,
  size: fc.integer(),
  inputSchema: schema,
  outputSchema: fc.oneof(schema, fc.constant({}), fc.constant({ type: 'array' })),
  annotations: fc.record(
    {
      title: words,
      readOnlyHint: fc.boolean(),
      openWorldHint: fc.boolean(),
      audience: fc.constantFrom(['user'], ['user', 'assistant'], []),
      priority: fc.constantFrom(0, 0.5, 1),
      lastModified: instant,
    },
    { requiredKeys: [] },
  ),
  icons: fc.array(icon, { maxLength: 2 }),
  arguments: fc.array(
    fc.record({ name: words, required: fc.boolean(), title: words }, { requiredKeys: ['name'] }),
  ),
  execution: fc.record({ taskSupport: fc.constantFrom('optional', 'required') }, { requiredKeys: [] }),
  _meta: fc.constant({ a: 1 }),
};

/** Somewhere in an item another value. */
function withOdd(
  value: Record<string, unknown>,
  path: readonly number[],
  odd: unknown,
): Record<string, unknown> {
  const [first = 0, ...rest] = path;
  const names = Object.keys(value);
  const name = names[first % Math.max(1, names.length)] ?? 'x';
  const inner = value[name];
  const goesOn = rest.length > 0 && typeof inner === 'object' && inner !== null;
  return { ...value, [name]: goesOn ? withOdd(inner as Record<string, unknown>, rest, odd) : odd };
}

/** Items as bad servers list them: right, or wrong in one or two places. */
const item = fc
  .tuple(
    fc.record(members, { requiredKeys: ['name', 'uri', 'uriTemplate', 'inputSchema'] }),
    fc.array(fc.tuple(fc.array(fc.nat(), { minLength: 1, maxLength: 3 }), oddly), { maxLength: 2 }),
  )
  .map(([right, odds]) =>
    odds.reduce<Record<string, unknown>>((value, [path, odd]) => withOdd(value, path, odd), right),
  );

/** What the specification and the SDKs of both eras have against an item. Schemas of tools are made to fit older clients. */
function judged(kind: ListKind, value: unknown): readonly string[] {
  const [type] = types[kind];
  return [
    specFault('2026-07-28', type, value),
    kind === 'tools' ? undefined : specFault('2025-11-25', type, value),
    sdkFault('modern', type, value),
    sdkFault('older', type, value),
  ].filter((fault) => fault !== undefined);
}

test('a list with hostile items is one that official clients take, and nothing that they take is left out', () => {
  let offered = 0;
  let refused = 0;
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.array(item, { maxLength: 6 }), (kind, items) => {
      const [, list] = types[kind];
      const { items: kept, leftOut } = listOf(kind, items);
      assert.equal(kept.length + leftOut.length, items.length);
      offered += kept.length;
      refused += leftOut.length;
      for (const isAmong of [true, false]) {
        const { result } = shown([{ server: 'srv', items: kept }], { kind, isAmong });
        assert.equal(specFault('2026-07-28', list, result), undefined);
        assert.equal(sdkFault('modern', list, result), undefined);
        const older = shown([{ server: 'srv', items: kept }], { kind, isAmong, isClientOlder: true }).result;
        assert.equal(sdkFault('older', list, older), undefined);
        for (const version of ['2025-11-25', '2025-06-18', '2025-03-26'])
          assert.equal(specFault(version, list, older), undefined);
      }
      const names = new Set(kept.map(({ name }) => name));
      for (const one of items) {
        const name = one[listWords[kind].key];
        if (judged(kind, one).length === 0 && name !== '')
          assert.ok(names.has(name as string), JSON.stringify(one));
      }
    }),
    { numRuns: 400 },
  );
  assert.ok(offered > 200 && refused > 200, `${offered} ${refused}`);
});

test('what the specification shows of lists stays as it is at one server', () => {
  for (const kind of kinds) {
    const [type] = types[kind];
    const all = Object.values(examples[type] ?? {}).map((example, at) => ({
      ...example,
      [listWords[kind].key]: `x${at}:y`,
    }));
    const { items, leftOut } = listOf(kind, all);
    assert.deepEqual(leftOut, []);
    const { result } = shown([{ server: 'srv', items }], { kind, isAmong: false });
    assert.deepEqual(result[listWords[kind].member], all);
  }
});

test('numbers, hints and the order of members stay as the server wrote them', () => {
  const text =
    '{ "inputSchema": {"type":"object","properties":{"n":{"default":1.0,"maximum":12345678901234567890}}},"annotations":{"readOnlyHint":false,"destructiveHint": false}, "name" : "t" , "_meta":{"x":1e2}}';
  const { items } = listOf('tools', [text]);
  for (const isClientOlder of [true, false]) {
    const own = shown([{ server: 'srv', items }], { isAmong: false, isClientOlder }).text;
    assert.ok(own.includes(text), own);
    const among = shown([{ server: 'srv', items }], { isClientOlder }).text;
    assert.ok(among.includes(text.replace('"t"', '"srv__t"')), among);
  }
});

test('of two tools of one name the first is offered', () => {
  const tool = (description: string) => ({ name: 't', description, inputSchema: { type: 'object' } });
  const { items, leftOut } = listOf('tools', [tool('first'), tool('second')]);
  assert.match(items[0]!.texts.own, /first/);
  assert.deepEqual(leftOut, [{ name: 't', why: 'another one before it has its name' }]);
  const twice = listOf('tools', ['{"name":"a","name":"b","inputSchema":{"type":"object"}}']);
  assert.deepEqual(twice.leftOut, [{ name: 'b', why: 'its `name` stands twice' }]);
});

test('names beyond 128 characters, in other scripts and with $ref cycles are offered under short names', () => {
  const cycle = {
    type: 'object',
    properties: { a: { $ref: '#/properties/b' }, b: { $ref: '#/properties/a' } },
  };
  const names = ['x'.repeat(129), 'x'.repeat(130), '検索.する', '🚀', 'a b', 'a_b', 'ok'];
  const { items, leftOut } = listOf(
    'tools',
    names.map((name) => ({ name, inputSchema: cycle })),
  );
  assert.deepEqual(leftOut, []);
  assert.deepEqual(
    items.map(({ name }) => name),
    names,
  );
  const { result } = shown([{ server: 'srv', items }]);
  const offered = (result['tools'] as { name: string; inputSchema: object }[]).map(({ name }) => name);
  assert.equal(new Set(offered).size, names.length);
  for (const name of offered) assert.match(name, /^[A-Za-z0-9_-]{1,48}$/);
  assert.equal(offered.at(-1), 'srv__ok');
});

test('a tool whose headers no client could send is left out', () => {
  const tool = (name: string, properties: object, more: object = {}) => ({
    name,
    inputSchema: { type: 'object', properties, ...more },
  });
  const said = (header: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': header });
  const bad = [
    tool('empty', { a: said('') }),
    tool('space', { a: said('a b') }),
    tool('break', { a: said('a\r\nb') }),
    tool('text', { a: said(7) }),
    tool('number', { a: said('A', 'number') }),
    tool('double', { a: said('A'), b: said('a') }),
    tool('items', { a: { type: 'array', items: said('A') } }),
    tool('any', {}, { anyOf: [{ properties: { a: said('A') } }] }),
    tool('defs', {}, { $defs: { a: said('A') } }),
  ];
  const good = [
    tool('plain', { a: said('A'), b: { type: 'object', properties: { c: said('B', 'integer') } } }),
    tool('data', { a: { type: 'object', default: { 'x-mcp-header': 'A' } } }),
    tool('named', { 'x-mcp-header': { type: 'string' } }),
  ];
  const { items, leftOut } = listOf('tools', [...bad, ...good]);
  assert.deepEqual(
    leftOut.map(({ name }) => name),
    bad.map(({ name }) => name),
  );
  assert.deepEqual(
    items.map(({ headerParams }) => headerParams),
    [
      [
        { header: 'mcp-param-a', path: ['a'] },
        { header: 'mcp-param-b', path: ['b', 'c'] },
      ],
      [],
      [],
    ],
  );
});

test('a list has its bounds, and pages that end', () => {
  const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
  const many = Array.from({ length: 10_000 }, (_, at) => tool(`t${at}`));
  const reader = new ListReader('srv', 'tools');
  const fails = (page: object, words: RegExp) =>
    assert.throws(
      () => new ListReader('srv', 'tools').take(page as never),
      (error) => error instanceof ServerFault && words.test(error.message),
    );
  fails(pageOf('tools', many), /more than 1000 `tools`/);
  fails(
    pageOf('tools', [{ ...tool('t'), description: 'x'.repeat(maxListBytes) }]),
    /more than 1048576 bytes/,
  );
  fails({ result: {}, resultText: '{}' }, /holds no `tools`/);
  fails({ result: undefined, resultText: undefined }, /holds no `tools`/);
  fails(pageOf('tools', [], { nextCursor: 7 }), /cursor is no text/);
  assert.equal(reader.take(pageOf('tools', many.slice(0, 500), { nextCursor: '' })), '');
  assert.throws(() => reader.take(pageOf('tools', [], { nextCursor: '' })), /do not end/);
  const endless = new ListReader('srv', 'tools');
  assert.throws(() => {
    for (let at = 0; at < 1000; at += 1) endless.take(pageOf('tools', [], { nextCursor: `c${at}` }));
  }, /do not end/);
  const split = new ListReader('srv', 'tools');
  split.take(pageOf('tools', many.slice(0, maxListedItems / 2), { nextCursor: 'x', ttlMs: 9000 }));
  split.take(pageOf('tools', many.slice(maxListedItems / 2 - 1, maxListedItems - 1), { ttlMs: 5000 }));
  assert.equal(split.items.length, maxListedItems - 1);
  assert.equal(split.leftOut.length, 1);
  assert.equal(split.ttlMs, 5000);
  assert.equal(listOf('tools', []).ttlMs, 0);
});

test('pages of all servers together hold what is allowed, each item once and in the order of the file', () => {
  const lists = ['a', 'b', 'c'].map((server) => ({
    server,
    items: listOf(
      'tools',
      Array.from({ length: 900 }, (_, at) => ({ name: `t${at}`, inputSchema: { type: 'object' } })),
      server,
    ).items,
  }));
  const allows: ListQuery['allows'] = (server, { name }) => server !== 'b' || name.endsWith('7');
  const names: string[] = [];
  let cursor: unknown;
  let pages = 0;
  do {
    const { result } = shown(lists, { allows, cursor });
    names.push(...(result['tools'] as { name: string }[]).map(({ name }) => name));
    cursor = result['nextCursor'];
    pages += 1;
  } while (cursor !== undefined);
  const expected = lists.flatMap(({ server, items }) =>
    items.filter((one) => allows(server, one)).map(({ offered }) => offered),
  );
  assert.deepEqual(names, expected);
  assert.equal(pages, 2);
});

test('a cursor that is none, of another list or of a server that is gone is refused', () => {
  const lists = [{ server: 'a', items: listOf('tools', [], 'a').items }];
  for (const cursor of [7, '', 'x', seal.seal('["prompts","a",0]'), seal.seal('["tools","b",0]')]) {
    assert.throws(
      () => shown(lists, { cursor }),
      (error) => error instanceof RpcFault && error.rpcCode === -32602 && error.status === 200,
    );
  }
  assert.deepEqual(shown(lists, { cursor: seal.seal('["tools","a",99]') }).result['tools'], []);
});

test('a template whose scheme is a variable is offered at its server alone', () => {
  const { items } = listOf('templates', [
    { uriTemplate: '{scheme}://x', name: 'any' },
    { uriTemplate: 'file:///{path}', name: 'file' },
  ]);
  const at = (isAmong: boolean) =>
    (
      shown([{ server: 'srv', items }], { kind: 'templates', isAmong }).result['resourceTemplates'] as {
        uriTemplate: string;
      }[]
    ).map(({ uriTemplate }) => uriTemplate);
  assert.deepEqual(at(false), ['{scheme}://x', 'file:///{path}']);
  assert.deepEqual(at(true), ['srv+file:///{path}']);
});
