import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compileGlob, compileGlobs } from '../../src/lib/glob.ts';
import { runs } from '../helpers/full.ts';

/** The definition, by recursion: too slow to use, too short to be wrong. */
function matches(pattern: string, text: string): boolean {
  if (pattern === '') return text === '';
  if (pattern[0] !== '*') return text[0] === pattern[0] && matches(pattern.slice(1), text.slice(1));
  return matches(pattern.slice(1), text) || (text !== '' && matches(pattern, text.slice(1)));
}

test('a pattern matches what its definition says', () => {
  const letters = (...choice: string[]) => fc.array(fc.constantFrom(...choice), { maxLength: 9 });
  const text = letters('a', 'b', '/').map((parts) => parts.join(''));
  const pattern = letters('a', 'b', '/', '*', '*').map((parts) => parts.join(''));
  fc.assert(
    fc.property(pattern, text, (glob, word) => {
      assert.equal(compileGlob(glob)(word), matches(glob, word));
    }),
    { numRuns: runs(5000) },
  );
});

test('a star stands for slashes and colons too, and everything else for itself', () => {
  assert.ok(compileGlob('openrouter/*')('openrouter/meta/llama:free'));
  assert.ok(compileGlob('*')(''));
  assert.ok(!compileGlob('gpt-4.1')('gpt-4x1'));
  assert.ok(!compileGlob('a[bc]?')('ab'));
  assert.ok(!compileGlob('aba*aba')('ababa'), 'the two ends do not share a letter');
});

test('a pattern made to explode is matched at once', () => {
  const matcher = compileGlobs([`${'*a'.repeat(5_000)}*b`, `${'a*'.repeat(10_000)}c`]);
  const start = performance.now();
  for (let round = 0; round < 100; round += 1) assert.equal(matcher('a'.repeat(256)), false);
  assert.equal(matcher('a'.repeat(100_000)), false);
  assert.ok(performance.now() - start < 1_000);
});

test('one of several patterns is enough', () => {
  const matcher = compileGlobs(['gpt-4o', 'claude-*']);
  assert.deepEqual(['gpt-4o', 'claude-x', 'gpt-4', 'x'].map(matcher), [true, true, false, false]);
  assert.equal(compileGlobs([])('gpt-4o'), false);
});
