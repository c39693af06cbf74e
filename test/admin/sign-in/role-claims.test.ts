import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, roleTest } from '../../../src/admin/sign-in/role-claims.ts';

const holds = (conditions: Parameters<typeof roleTest>[0], claims: Record<string, unknown>) =>
  roleTest(conditions)(claims);

test('a claim holds where its value, or one value of its list, is one of those or matches one', () => {
  assert.ok(holds({ groups: ['a', 'b-*'] }, { groups: ['x', 'b-1'] }));
  assert.ok(holds({ tenant: ['7'] }, { tenant: 7 }));
  assert.ok(holds({ admin: ['true'] }, { admin: true }));
  assert.ok(!holds({ groups: ['a'] }, { groups: ['A', 'ab'] }));
  assert.ok(!holds({ groups: ['*'] }, {}), 'a claim that is not there');
  assert.ok(!holds({ groups: ['*'] }, { groups: [{ name: 'a' }, null] }), 'what is no text');
});

test('several claims all have to hold', () => {
  const both = { groups: ['a'], tenant: ['t'] };
  assert.ok(holds(both, { groups: 'a', tenant: 't' }));
  assert.ok(!holds(both, { groups: 'a' }));
});

test('a name with dots is that claim, or else a way into one; nothing that objects inherit is one', () => {
  const roles = { 'realm_access.roles': ['admin'] };
  assert.ok(holds(roles, { realm_access: { roles: ['admin'] } }));
  assert.ok(holds(roles, { 'realm_access.roles': 'admin' }));
  assert.ok(holds({ 'https://example.com/roles': ['admin'] }, { 'https://example.com/roles': ['admin'] }));
  assert.ok(!holds({ 'constructor.name': ['*'] }, {}));
  assert.ok(!holds({ toString: ['*'] }, {}));
});

test('an address that nobody has verified is none', () => {
  const address = { email: ['*@example.com'] };
  assert.ok(holds(address, { email: 'a@example.com', email_verified: true }));
  for (const email_verified of [false, undefined, 'true', 1]) {
    assert.ok(!holds(address, { email: 'a@example.com', email_verified }), String(email_verified));
  }
});

test('an address is verified where the place that names it says so', () => {
  const mine = { email: 'me@example.com', email_verified: true };
  assert.deepEqual(claimsOf({ email: 'boss@example.com' }, { email_verified: true }), {
    email: 'boss@example.com',
  });
  assert.deepEqual(claimsOf(mine, { email: 'boss@example.com' }), { email: 'boss@example.com' });
  assert.deepEqual(claimsOf({ sub: 'a', email_verified: true }, mine), { sub: 'a', ...mine });
  assert.deepEqual(claimsOf(mine, { groups: ['a'] }), { ...mine, groups: ['a'] });
});
