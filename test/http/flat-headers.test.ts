import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  flatHeaders,
  hasHeader,
  headerValue,
  joinHeader,
  setHeader,
  withoutHeaders,
} from '../../src/http/flat-headers.ts';

test('a field is found by its name, not by a value that looks like one', () => {
  const headers = ['a', 'b', 'b', 'c'];
  assert.equal(headerValue(headers, 'b'), 'c');
  assert.equal(headerValue(headers, 'c'), undefined);
  assert.equal(hasHeader(headers, 'a'), true);
  assert.equal(hasHeader(headers, 'constructor'), false);
});

test('a field that is there is joined or replaced, never written twice', () => {
  const headers: string[] = [];
  joinHeader(headers, 'a', '1');
  joinHeader(headers, 'a', '2');
  setHeader(headers, 'b', '1');
  setHeader(headers, 'b', '2');
  assert.deepEqual(headers, ['a', '1, 2', 'b', '2']);
  assert.deepEqual(
    withoutHeaders(headers, (name) => name === 'a'),
    ['b', '2'],
  );
});

test('of names that differ in case the last counts', () => {
  assert.deepEqual(flatHeaders({ 'X-One': '1', 'x-two': '2', 'x-one': '3' }), ['x-one', '3', 'x-two', '2']);
});
