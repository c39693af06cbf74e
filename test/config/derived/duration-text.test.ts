import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText } from '../../../src/config/derived/duration-text.ts';

test('a duration is told in the largest unit that says it without a fraction', () => {
  const texts = [0, 250, 1000, 1500, 60_000, 90_000, 5_400_000, 3_600_000, 172_800_000].map(durationText);
  assert.deepEqual(texts, ['0ms', '250ms', '1s', '1500ms', '1m', '90s', '90m', '1h', '2d']);
});
