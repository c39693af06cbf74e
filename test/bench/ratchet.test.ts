import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judged } from '../../bench/against/ratchet.ts';

/** Eighteen ratios around one, as a noisy machine has them. */
const around = (middle: number, noise = 0.08) =>
  Array.from({ length: 18 }, (_, pair) => middle + noise * Math.sin(pair * 2.3));

test('a work that is no dearer is tried once, whatever the noise', () => {
  assert.equal(judged([around(1)]), 'good');
  assert.equal(judged([around(0.9)]), 'good');
  assert.equal(judged([around(1.04)]), 'good');
  assert.equal(judged([around(1, 0.4)]), 'good');
});

test('one that seems dearer is tried again, and is where three of five tries say so', () => {
  assert.equal(judged([around(1.1)]), 'try again');
  assert.equal(judged([around(1.1), around(1.1)]), 'try again');
  assert.equal(judged([around(1.1), around(1.1), around(1.1)]), 'dearer');
  assert.equal(judged([around(1.1), around(1), around(1.1), around(1)]), 'try again');
  assert.equal(judged([around(1.1), around(1), around(1.1), around(1), around(1.1)]), 'dearer');
  assert.equal(judged([around(1.1), around(1), around(1)]), 'try again');
  assert.equal(judged([around(1.1), around(1), around(1), around(1)]), 'good');
});

test('what all tries together leave in doubt is let through', () => {
  assert.equal(judged([around(1.06, 0.5), around(1.06, 0.5)]), 'try again');
  const doubtful = [1.06, 0.95, 1.06, 0.95, 1.06].map((middle) => around(middle, 0.5));
  assert.equal(judged(doubtful), 'good');
});
