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
