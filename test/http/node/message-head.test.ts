import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerLines } from '../../../src/http/node/message-head.ts';

test('header fields stand one to a line, in their order', () => {
  assert.equal(headerLines(['a', '1', 'B-c', '2, "3"']), 'a: 1\r\nB-c: 2, "3"\r\n');
  assert.equal(headerLines([]), '');
});
