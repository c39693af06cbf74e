import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FixedQuery } from '../../../src/http/client/fixed-query.ts';

test('without fixed parameters the query of a client goes on byte for byte', () => {
  for (const sent of ['', '?', '?a=%20+&&b', '?=&']) assert.equal(new FixedQuery({}).with(sent), sent);
});

test('fixed parameters come first, encoded, and win over those of the same name', () => {
  const query = new FixedQuery({ 'api-version': '2025-04-01-preview', 'a/b': 'c&d=e' });
  const fixed = '?api-version=2025-04-01-preview&a%2Fb=c%26d%3De';
  assert.equal(query.with(''), fixed);
  assert.equal(query.with('?'), fixed);
  assert.equal(query.with('?x=1&api-version=old&y'), `${fixed}&x=1&y`);
  for (const same of ['API-Version=old', 'api%2Dversion=old', 'api-version', 'a%2fb=1', 'A/B']) {
    assert.equal(query.with(`?${same}`), fixed);
  }
  assert.equal(query.with('?%zz=1&beta=true'), `${fixed}&%zz=1&beta=true`);
});

test('what no client may send is left out, however it is written, and the rest stays as it is', () => {
  const query = new FixedQuery({}, ['key', '$userproject']);
  for (const [sent, left] of [
    ['', ''],
    ['?', '?'],
    ['?a=%20+&&b', '?a=%20+&&b'],
    ['?monkey=1', '?monkey=1'],
    ['?KEY=1', ''],
    ['?a=1&k%65y=2&b=%20', '?a=1&b=%20'],
    ['?%24userProject=other&key', ''],
  ] as const) {
    assert.equal(query.with(sent), left, sent);
  }
  assert.equal(new FixedQuery({ v: '1' }, ['key']).with('?key=1&a=2'), '?v=1&a=2');
});
