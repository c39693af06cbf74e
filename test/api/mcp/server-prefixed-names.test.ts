import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { longestOffered, offeredName, splitOffered } from '../../../src/api/mcp/server-prefixed-names.ts';
import { hasScheme, markedUri, splitUri, unmarkedUri } from '../../../src/api/mcp/server-prefixed-uris.ts';

const server = fc.stringMatching(/^[a-z][a-z0-9-]{0,23}$/);
const toolName = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/),
  fc.stringMatching(/^[a-z]{0,5}-[0-9a-f]{10}$/),
);

test('an offered name is one that vendors take as the name of a function', () => {
  fc.assert(
    fc.property(server, toolName, (of, name) => {
      const offered = offeredName(of, name);
      assert.match(offered, /^[A-Za-z0-9_-]+$/);
      assert.ok(offered.length <= longestOffered, offered);
      assert.equal(offered, offeredName(of, name));
    }),
  );
});

test('an offered name leads to one tool of one server', () => {
  fc.assert(
    fc.property(server, toolName, server, toolName, (a, x, b, y) => {
      assert.equal(splitOffered(offeredName(a, x))?.server, a);
      const plain = splitOffered(offeredName(a, x))?.name;
      assert.ok(plain === undefined || plain === x);
      if (a !== b || x !== y) assert.notEqual(offeredName(a, x), offeredName(b, y));
    }),
  );
});

test('short names stay, and others are short and told apart', () => {
  assert.equal(offeredName('github', 'get_issue'), 'github__get_issue');
  assert.equal(offeredName('a', '_b'), 'a___b');
  assert.deepEqual(splitOffered('a___b'), { server: 'a', name: '_b' });
  assert.match(offeredName('github', 'admin.tools.list'), /^github__admin_tools_list-[0-9a-f]{10}$/);
  assert.notEqual(offeredName('github', 'admin.list'), offeredName('github', 'admin_list'));
  assert.notEqual(offeredName('s', 'x'.repeat(128)), offeredName('s', 'x'.repeat(129)));
  assert.match(offeredName('s', '検索'), /^s___-[0-9a-f]{10}$/);
  for (const none of ['', '__x', 'x', 'x__', `s__${'y'.repeat(60)}`, 's__a.b', 's__ä']) {
    assert.equal(splitOffered(none), undefined, none);
  }
});

test('a URI bears the mark of its server, and is taken back as it was', () => {
  fc.assert(
    fc.property(server, fc.oneof(fc.webUrl(), fc.string()), (of, uri) => {
      const marked = markedUri(of, uri);
      assert.deepEqual(splitUri(marked), { server: of, name: uri });
      assert.equal(unmarkedUri(of, marked), uri);
    }),
  );
  assert.equal(new URL(markedUri('git-hub', 'file:///a+b')).protocol, 'git-hub+file:');
  for (const other of ['file:///a+b', '+x', 'x', 'A+file:///x', 'file:///x'])
    assert.equal(splitUri(other), undefined, other);
  assert.equal(unmarkedUri('a', 'b+file:///x'), 'b+file:///x');
});

test('a template has a scheme where all its URIs have the same', () => {
  assert.ok(hasScheme('file:///{path}'));
  assert.ok(hasScheme('demo+x://{id}'));
  for (const none of ['{scheme}://x', '{+uri}', 'fi{x}:y', '', '/a:b']) assert.ok(!hasScheme(none), none);
});
