import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { globsOfAll } from '../../../src/check/prove/common-globs.ts';
import { compileGlob } from '../../../src/lib/glob.ts';
import { runs } from '../../helpers/full.ts';

test('an id that a plain name of one list and the globs of others allow is found', () => {
  assert.deepEqual(globsOfAll([['*x*y*'], ['*y*x*'], ['xyx']]), ['xyx']);
  assert.deepEqual(globsOfAll([['*x*y*'], ['*y*x*']]), ['*x*y*y*x*']);
  assert.deepEqual(globsOfAll([['gpt-*', 'claude-*'], ['*'], ['gpt-5']]), ['gpt-5']);
  assert.deepEqual(globsOfAll([['a*'], ['b*']]), []);
  assert.deepEqual(globsOfAll([]), ['*']);
});

test('globs of all lists have an id wherever all lists allow one', () => {
  const texts = [''];
  for (const text of texts) if (text.length < 5) texts.push(`${text}x`, `${text}y`);
  const pattern = fc.array(fc.constantFrom('x', 'y', '*', '*'), { minLength: 1, maxLength: 5 });
  const lists = fc.array(
    fc.array(
      pattern.map((parts) => parts.join('')),
      { minLength: 1, maxLength: 3 },
    ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(lists, (written) => {
      const allowed = (text: string) => written.every((list) => list.some((one) => compileGlob(one)(text)));
      const globs = globsOfAll(written);
      for (const glob of globs) assert.ok(allowed(glob.replaceAll('*', '')), `${glob} is not allowed`);
      for (const text of texts.filter(allowed)) {
        const isFound = globs.some((glob) => text.startsWith(glob.split('*')[0]!));
        assert.ok(isFound, `nothing begins as ${text} does`);
      }
      // A name that somebody wrote out.
      for (const name of written.flat().filter((one) => !one.includes('*') && allowed(one)))
        assert.ok(
          globs.some((glob) => compileGlob(glob)(name)),
          `nothing matches ${name}`,
        );
    }),
    { numRuns: runs(2000) },
  );
});
