import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closest, listed, quoted } from '../../src/routing/wording.ts';

test('a list names a few and counts the rest', () => {
  assert.equal(listed([], 'and'), '');
  assert.equal(listed(['a'], 'and'), 'a');
  assert.equal(listed(['a', 'b'], 'or'), 'a or b');
  assert.equal(listed(['a', 'b', 'c', 'd'], 'and'), 'a, b, c and d');
  assert.equal(listed(['a', 'b', 'c', 'd', 'e'], 'and'), 'a, b, c and 2 more');
});

test('a quoted name is cut when long and holds no control characters', () => {
  assert.equal(quoted('gpt-4o'), '`gpt-4o`');
  assert.equal(quoted('a\u001b[31m\nb'), '`a?[31m?b`');
  assert.equal(quoted('x'.repeat(200)), `\`${'x'.repeat(128)}…\``);
});

test('the closest word is at most two slips away, a swap of neighbours being one', () => {
  const words = ['vision', 'streaming', 'tool_choice', 'ab'];
  assert.equal(closest('visoin', words), 'vision');
  assert.equal(closest('Vision', words), 'vision');
  assert.equal(closest('steaming', words), 'streaming');
  assert.equal(closest('toolchoise', words), 'tool_choice');
  assert.equal(closest('visuals', words), undefined);
  assert.equal(closest('a', words), undefined);
  assert.equal(closest('', words), undefined);
});

test('long input, which clients choose, is not compared', () => {
  const long = 'x'.repeat(65);
  assert.equal(closest(long, [long]), undefined);
});
