import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Remembered } from '../../src/lib/remembered.ts';

test('so many texts are remembered, none longer than so, and the first ones stay', () => {
  const remembered = new Remembered<number>({ maxTexts: 2, maxLength: 3 });
  remembered.keep('long', 1);
  remembered.keep('abc', 2);
  remembered.keep('', 3);
  remembered.keep('d', 4);
  const known = ['long', 'abc', '', 'd', 'constructor'].map((text) => remembered.get(text));
  assert.deepEqual(known, [undefined, 2, 3, undefined, undefined]);
});
