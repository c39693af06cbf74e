import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BodyEdits } from '../../../src/api/body/body-edits.ts';
import { readJsonBody } from '../../../src/api/body/json-body.ts';
import { type BodyChanges, rewriteBody } from '../../../src/api/body/rewrite-body.ts';
import { endpoints } from '../../../src/api/endpoints/index.ts';
import type { RequestEdits } from '../../../src/config/types/backends.ts';
import { runs } from '../../helpers/full.ts';

const none: RequestEdits = { removeHeaders: [], remove: [], set: {}, defaults: {} };

function edited(text: string, edits: Partial<RequestEdits>, changes: BodyChanges = {}): string {
  const scanned = readJsonBody(Buffer.from(text), endpoints.responses);
  const own = BodyEdits.of({ ...none, ...edits });
  const { chunks, length } = rewriteBody(scanned, { ...changes, edits: own });
  const whole = Buffer.concat(chunks);
  assert.equal(whole.length, length);
  return whole.toString();
}

const cases: readonly [what: string, before: string, edits: Partial<RequestEdits>, after: string][] = [
  [
    'a field in the middle goes with its comma',
    '{"model":"m", "a":1, "b":2}',
    { remove: ['a'] },
    '{"model":"m", "b":2}',
  ],
  ['the last one goes with the comma before it', '{"model":"m", "a":1}', { remove: ['a'] }, '{"model":"m"}'],
  ['the first one', '{"a":1, "model":"m"}', { remove: ['a'] }, '{"model":"m"}'],
  ['three at the end', '{"model":"m","a":1,"b":2,"c":3}', { remove: ['a', 'b', 'c'] }, '{"model":"m"}'],
  [
    'beside the tags, which go anyway',
    '{"model":"m","a":1,"tags":[],"b":2}',
    { remove: ['a', 'b'] },
    '{"model":"m"}',
  ],
  ['one that stands twice goes twice', '{"a":1,"model":"m","a":2}', { remove: ['a'] }, '{"model":"m"}'],
  ['one written with escapes', '{"model":"m","\\u0061":1}', { remove: ['a'] }, '{"model":"m"}'],
  ['what is absent is nothing to do', '{"model":"m"}', { remove: ['a', 'b.c'] }, '{"model":"m"}'],
  ['inside an object', '{"model":"m","a":{"b":1,"c":2}}', { remove: ['a.b'] }, '{"model":"m","a":{"c":2}}'],
  ['all of an object', '{"model":"m","a":{ "b":1 }}', { remove: ['a.b'] }, '{"model":"m","a":{  }}'],
  [
    'not inside a list or a text',
    '{"model":"m","a":[{"b":1}],"c":"b"}',
    { remove: ['a.b', 'c.b'] },
    '{"model":"m","a":[{"b":1}],"c":"b"}',
  ],
  [
    'a value is replaced where it stands',
    '{"model":"m","a": [1] ,"b":2}',
    { set: { a: { x: 'é' } } },
    '{"model":"m","a": {"x":"é"} ,"b":2}',
  ],
  ['a value is put in', '{ "model":"m"}', { set: { a: null } }, '{"a":null, "model":"m"}'],
  [
    'one that stands twice is set once',
    '{"a":1,"model":"m","a":2}',
    { set: { a: 3 } },
    '{"model":"m","a":3}',
  ],
  [
    'objects are made on the way',
    '{"model":"m"}',
    { set: { 'a.b.c': 1, 'a.d': 2 } },
    '{"a":{"b":{"c":1},"d":2},"model":"m"}',
  ],
  ['also where null stands', '{"model":"m","a":null}', { set: { 'a.b': 1 } }, '{"model":"m","a":{"b":1}}'],
  ['into an object', '{"model":"m","a":{"x":1}}', { set: { 'a.b': 1 } }, '{"model":"m","a":{"b":1,"x":1}}'],
  ['into an empty one', '{"model":"m","a":{ }}', { set: { 'a.b': 1 } }, '{"model":"m","a":{"b":1 }}'],
  [
    'into one that is emptied',
    '{"model":"m","a":{"x":1}}',
    { set: { 'a.b': 1 }, remove: ['a.x'] },
    '{"model":"m","a":{"b":1}}',
  ],
  ['a list in the way stays', '{"model":"m","a":[]}', { set: { 'a.b': 1 } }, '{"model":"m","a":[]}'],
  ['a default where it is absent', '{"model":"m"}', { defaults: { a: 1 } }, '{"a":1,"model":"m"}'],
  ['or null', '{"model":"m","a":null}', { defaults: { a: 1 } }, '{"model":"m","a":1}'],
  [
    'and not where it is there',
    '{"model":"m","a":0,"b":{"c":false}}',
    { defaults: { a: 1, 'b.c': true } },
    '{"model":"m","a":0,"b":{"c":false}}',
  ],
];

for (const [what, before, edits, after] of cases) {
  test(`edits of a body: ${what}`, () => assert.equal(edited(before, edits), after));
}

test('edits go together with the name of the model and the question for usage', () => {
  assert.equal(
    edited(
      '{"tags":["vision"],"models":["a"],"x":1}',
      { remove: ['x'], set: { y: 2 } },
      { model: 'up', includeUsage: true },
    ),
    '{"y":2,"stream_options":{"include_usage":true},"model":"up"}',
  );
});

test('without an edit a body is the very same buffer', () => {
  assert.equal(BodyEdits.of(undefined), undefined);
  assert.equal(BodyEdits.of({ ...none, removeHeaders: ['x'] }), undefined);
  const body = Buffer.from('{"model":"m"}');
  const scanned = readJsonBody(body, endpoints.responses);
  const { chunks } = rewriteBody(scanned, { model: 'm', edits: BodyEdits.of({ ...none, remove: ['a'] }) });
  assert.equal(chunks[0], body);
});

/** What edits mean, on parsed data. */
function meaning(value: Record<string, unknown>, { remove, set, defaults }: RequestEdits): unknown {
  const copy = structuredClone(value);
  const objectAt = (path: string, makes: boolean): [Record<string, unknown>, string] | undefined => {
    const names = path.split('.');
    const last = names.pop()!;
    let at = copy;
    for (const name of names) {
      if (makes && (at[name] ?? null) === null) at[name] = {};
      const next = at[name];
      if (typeof next !== 'object' || next === null || Array.isArray(next)) return undefined;
      at = next as Record<string, unknown>;
    }
    return [at, last];
  };
  for (const path of remove) {
    const place = objectAt(path, false);
    if (place !== undefined) delete place[0][place[1]];
  }
  for (const [path, one] of Object.entries(set)) {
    const place = objectAt(path, true);
    if (place !== undefined) place[0][place[1]] = one;
  }
  for (const [path, one] of Object.entries(defaults)) {
    const place = objectAt(path, true);
    if (place !== undefined) place[0][place[1]] ??= one;
  }
  return copy;
}

test('whatever a body holds, it comes to what the edits say, and its size is known before', () => {
  const inner = fc.dictionary(
    fc.constantFrom('x', 'y', 'z'),
    fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant(null)),
  );
  const member = fc.oneof(inner, fc.jsonValue({ maxDepth: 2 }), fc.constant(null));
  const body = fc.record(
    { model: fc.constant('m'), a: member, b: member, c: member, max_tokens: fc.integer({ min: 1, max: 99 }) },
    { requiredKeys: ['model'] },
  );
  const action = fc.constantFrom('remove', 'set', 'defaults', 'none');
  const paths = ['a', 'b.x', 'b.y.z', 'c.z', 'c.x', 'max_tokens'];
  const plan = fc.tuple(
    ...paths.map(() => fc.tuple(action, fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.integer()))),
  );
  fc.assert(
    fc.property(body, plan, fc.boolean(), (value, actions, spaced) => {
      const edits = {
        removeHeaders: [],
        remove: [] as string[],
        set: {} as Record<string, unknown>,
        defaults: {} as Record<string, unknown>,
      };
      for (const [index, [what, one]] of actions.entries()) {
        const path = paths[index]!;
        // The configuration has seen to it that bounds are numbers.
        const put = path === 'max_tokens' ? 7 : one;
        if (what === 'remove') edits.remove.push(path);
        else if (what !== 'none') edits[what as 'set' | 'defaults'][path] = put;
      }
      const text = JSON.stringify(value, undefined, spaced ? 2 : undefined);
      const after = edited(text, edits);
      const wanted = JSON.parse(JSON.stringify(meaning(JSON.parse(text), edits)));
      assert.deepEqual(JSON.parse(after), wanted);
      const size = BodyEdits.of(edits)?.sizeOf(readJsonBody(Buffer.from(text), endpoints.responses));
      if (size === undefined) return;
      assert.equal(size.bytes, Buffer.byteLength(after));
      assert.equal(size.maxTokens, readJsonBody(Buffer.from(after), endpoints.responses).summary.maxTokens);
    }),
    { numRuns: runs(2000) },
  );
});
