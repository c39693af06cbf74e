import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestIdFrom, uuidV7 } from '../../../src/http/server/request-id.ts';

const version7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

for (const id of ['a', 'A-Z_0.9:x', 'x'.repeat(128), '0190b3a4-1111-7222-8333-444455556666']) {
  test(`"${id.slice(0, 40)}" is kept`, () => assert.equal(requestIdFrom(id, 1), id));
}

for (const id of ['', 'x'.repeat(129), 'a b', 'a\n', '\na', 'a,b', 'a/b', 'a"b', 'a%20', 'ä', 'a\u0000']) {
  test(`${JSON.stringify(id.slice(0, 40))} is replaced`, () => assert.match(requestIdFrom(id, 1), version7));
}

test('of two ids neither is kept', () => assert.match(requestIdFrom('one', 2), version7));
test('none is made up for', () => assert.match(requestIdFrom(undefined, 0), version7));

test('a UUIDv7 begins with the time in milliseconds', () => {
  const id = uuidV7(0x0190_b3a4_c5d6);
  assert.match(id, version7);
  assert.equal(id.slice(0, 13), '0190b3a4-c5d6');
  assert.ok(uuidV7(1) < uuidV7(2));
  assert.match(uuidV7(0), version7);
});

test('two made at the same moment differ', () => assert.notEqual(uuidV7(5), uuidV7(5)));
