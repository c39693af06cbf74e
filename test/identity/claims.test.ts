import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleFinder } from '../../src/identity/claims.ts';
import { claimAt } from '../../src/lib/claims.ts';

const claims = {
  sub: 'repo:example/llm:ref:refs/heads/main',
  groups: ['staff', 'team-a', 7],
  scope: 'openid llm.use',
  email_verified: true,
  level: 2,
  'kubernetes.io': { namespace: 'prod', pod: { name: 'x' } },
  'https://example.com/roles': ['admin'],
  nested: { a: { b: ['c'] }, 'a.b': 'the longer name' },
  nothing: null,
};

/** Whether a rule with these conditions takes the claims. */
function takes(when: Readonly<Record<string, readonly string[]>>): boolean {
  const conditions = Object.entries(when).map(([claim, values]) => ({ claim, values }));
  return ruleFinder([{ when: conditions, key: 'a', each: undefined }])(claims) === 0;
}

test('dots lead into objects, and names with dots in them are found', () => {
  assert.equal(claimAt(claims, 'kubernetes.io.namespace'), 'prod');
  assert.equal(claimAt(claims, 'kubernetes.io.pod.name'), 'x');
  assert.deepEqual(claimAt(claims, 'https://example.com/roles'), ['admin']);
  assert.equal(claimAt(claims, 'nested.a.b'), 'the longer name');
  for (const path of [
    'sub.length',
    'groups.0',
    'constructor',
    '__proto__',
    'nested.constructor.name',
    'none',
    'nested.',
    '.',
  ]) {
    assert.equal(claimAt(claims, path), undefined, path);
  }
});

test('a condition is a value, a pattern or a list of them; of a list one entry has to match', () => {
  assert.ok(takes({ sub: ['repo:example/*:ref:refs/heads/main'] }));
  assert.ok(takes({ groups: ['team-*'] }));
  assert.ok(takes({ groups: ['7'] }));
  assert.ok(takes({ groups: ['x', 'staff'], email_verified: ['true'], level: ['2'] }));
  assert.ok(takes({}));
  assert.ok(!takes({ groups: ['x'] }));
  assert.ok(!takes({ groups: ['staff'], level: ['3'] }));
  assert.ok(!takes({ sub: ['REPO:*'] }));
});

test('a scope is a list with spaces in it', () => {
  assert.ok(takes({ scope: ['llm.use'] }));
  assert.ok(!takes({ scope: ['llm'] }));
  assert.ok(!takes({ scope: ['openid llm.use'] }));
});

test('a claim that is not there, empty or an object matches nothing, not even the pattern for anything', () => {
  for (const claim of ['none', 'nothing', 'nested', 'kubernetes.io'])
    assert.ok(!takes({ [claim]: ['*'] }), claim);
});

test('the first rule that matches counts', () => {
  const find = ruleFinder([
    { when: [{ claim: 'level', values: ['3'] }], key: 'a', each: undefined },
    { when: [{ claim: 'level', values: ['2'] }], key: 'b', each: undefined },
    { when: [], key: 'c', each: undefined },
  ]);
  assert.equal(find(claims), 1);
  assert.equal(find({}), 2);
});
