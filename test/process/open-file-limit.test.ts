import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionsPossible } from '../../src/process/open-file-limit.ts';

const limits = (soft: string) =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${soft}                 ${soft}                 files\n`;

test('a share of the descriptors is kept back, and every client may need a second one', () => {
  assert.equal(connectionsPossible(limits('256')), 76);
  assert.equal(connectionsPossible(limits('65536')), 26_188);
  assert.equal(connectionsPossible(limits('10')), 1);
});

test('where the system tells no limit there is none', () => {
  assert.equal(connectionsPossible(limits('unlimited')), Number.POSITIVE_INFINITY);
  assert.equal(connectionsPossible(''), Number.POSITIVE_INFINITY);
});
