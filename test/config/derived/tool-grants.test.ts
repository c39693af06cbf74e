import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ToolGrants } from '../../../src/config/derived/tool-grants.ts';
import { parseToolPattern, type ToolKind, toolKinds } from '../../../src/config/derived/tool-patterns.ts';
import { commonChoice, commonText, compileGlob } from '../../../src/lib/glob.ts';
import { runs } from '../../helpers/full.ts';

/** Few letters, so that patterns and names often meet. */
const glob = fc
  .array(fc.constantFrom('a', 'b', '*'), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));
const word = fc
  .array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const kind = fc.constantFrom<ToolKind>(...toolKinds);
const pattern = fc.oneof(
  { weight: 1, arbitrary: fc.constant('*') },
  {
    weight: 8,
    arbitrary: fc
      .tuple(glob, kind, glob)
      .map(([server, of, name]) => (of === 'tool' ? `${server}/${name}` : `${server}/${of}:${name}`)),
  },
);
const list = fc.array(pattern, { maxLength: 4 });

/** What a list allows, in as few words as it can be said in: each pattern as one regular expression. */
function allows(patterns: readonly string[], server: string, of: ToolKind, name: string): boolean {
  const text = of === 'tool' ? `${server}/${name}` : `${server}/${of}:${name}`;
  return patterns.some((each) => {
    if (each === '*') return true;
    const [, before, behind] = /^([^/]*)\/(.*)$/.exec(each) ?? [];
    const source = [`${before}`, `${behind}`].map((part) => part.replaceAll('*', '.*'));
    const isOfKind = toolKinds.every(
      (other) => other === 'tool' || behind!.startsWith(`${other}:`) === (of === other),
    );
    return isOfKind && new RegExp(`^${source[0]!.replaceAll('.*', '[^/]*')}/${source[1]}$`).test(text);
  });
}

/** All words of up to four letters, and what has every piece of all patterns in it. */
const words = ['', 'a', 'b'].flatMap((one) =>
  ['', 'a', 'b'].flatMap((two) =>
    ['', 'a', 'b'].flatMap((three) => ['', 'a', 'b'].map((four) => one + two + three + four)),
  ),
);

test('a key may use what its own patterns and those of every group allow, and nothing else', () => {
  fc.assert(
    fc.property(list, fc.array(list, { maxLength: 3 }), word, kind, word, (own, groups, server, of, name) => {
      const grants = new ToolGrants(own, groups);
      const expected = [own, ...groups].every((each) => allows(each, server, of, name));
      assert.equal(grants.allows(server, of, name), expected);
      assert.equal(grants.allows(server, of, name), expected, 'the same when it is asked again');
      if (expected) assert.ok(grants.allowsServer(server));
    }),
    { numRuns: runs(2000) },
  );
});

test('a server is there for a key where it may use something that the server could have', () => {
  fc.assert(
    fc.property(list, fc.array(list, { maxLength: 2 }), word, (own, groups, server) => {
      const grants = new ToolGrants(own, groups);
      const parsed = [own, ...groups].map((each) => each.map((text) => parseToolPattern(text)!));
      // Whatever all of a choice of one pattern from each list want: a plain name, or one's beginning, all pieces, and one's end.
      const choices = parsed.reduce<readonly (readonly string[])[]>(
        (rows, patterns) => rows.flatMap((row) => patterns.map(({ name }) => [...row, name])),
        [[]],
      );
      const candidates = choices.flatMap((row) => {
        const pieces = row.map((each) => each.split('*'));
        const middle = pieces.flatMap((each) => each.slice(1, -1)).join('');
        const ends = pieces.flatMap((first) => pieces.map((last) => first[0]! + middle + last.at(-1)!));
        return [...row.filter((each) => !each.includes('*')), ...ends, 'x'];
      });
      const isThere = toolKinds.some((of) => candidates.some((name) => grants.allows(server, of, name)));
      assert.equal(grants.allowsServer(server), isThere);
    }),
    { numRuns: runs(2000) },
  );
});

test('globs have a text in common exactly where one is found among all short ones', () => {
  const all = words.filter((text, index) => words.indexOf(text) === index);
  const short = fc.array(fc.constantFrom('a', 'b', '*'), { maxLength: 3 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(short, { minLength: 1, maxLength: 3 }), (patterns) => {
      const found = commonText(patterns);
      if (found === undefined)
        assert.ok(!all.some((text) => patterns.every((each) => compileGlob(each)(text))), patterns.join(' '));
      else
        assert.ok(
          patterns.every((each) => compileGlob(each)(found)),
          `${patterns.join(' ')}: ${found}`,
        );
      assert.deepEqual(
        commonChoice(patterns.map((each) => [each])),
        found === undefined ? undefined : patterns,
      );
    }),
    { numRuns: runs(2000) },
  );
});

test('prompts and resources are granted by patterns of their own', () => {
  const grants = new ToolGrants(['docs/get_*', 'docs/prompt:review', 'docs/resource:file:///public/*'], []);
  assert.ok(grants.allows('docs', 'tool', 'get_page'));
  assert.ok(!grants.allows('docs', 'prompt', 'get_page'));
  assert.ok(grants.allows('docs', 'prompt', 'review'));
  assert.ok(grants.allows('docs', 'resource', 'file:///public/a.md'));
  assert.ok(!grants.allows('docs', 'resource', 'file:///private/a.md'));
  assert.ok(!grants.allows('other', 'tool', 'get_page'));
  assert.ok(!new ToolGrants(['docs/*'], []).allows('docs', 'prompt', 'review'), 'all tools are no prompts');
  assert.ok(new ToolGrants(['*'], []).allows('docs', 'resource', 'x:y'));
  assert.ok(!new ToolGrants([], []).allowsServer('docs'));
  assert.ok(!new ToolGrants(['*'], [[]]).allowsServer('docs'), 'a group that allows none');
  assert.ok(!new ToolGrants(['docs/get_*'], [['docs/list_*']]).allowsServer('docs'));
  assert.ok(new ToolGrants(['docs/get_*'], [['*/*_page']]).allowsServer('docs'));
});

test('what is no pattern is told apart', () => {
  for (const text of ['', 'github', 'github/', 'GitHub/x', 'a/b c', 'github/prompt:', 'a b/x', '/x', '**'])
    assert.equal(parseToolPattern(text), undefined, text);
  assert.deepEqual(parseToolPattern('a*/prompt:x'), { server: 'a*', kind: 'prompt', name: 'x' });
  assert.deepEqual(parseToolPattern('a/b/c'), { server: 'a', kind: 'tool', name: 'b/c' });
});
