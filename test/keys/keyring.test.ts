import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { hashSecret, newSecret } from '../../src/keys/key-secret.ts';
import { clientKey, keyring } from '../../src/keys/keyring.ts';
import { keyConfig } from '../routing/configs.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const ring = keyring(
  new Map(
    [
      keyConfig('team-a', { hashes: [sha256('old secret'), sha256('new secret')] }),
      keyConfig('off', { hashes: [sha256('sk-off')], disabled: true }),
    ].map((config) => [config.id, config]),
  ),
);

test('each secret of a key finds it, so that secrets can be rotated', () => {
  assert.equal(ring.find('old secret')?.id, 'team-a');
  assert.equal(ring.find('new secret')?.id, 'team-a');
});

test('nothing but a whole secret finds a key', () => {
  for (const secret of [
    '',
    'old secre',
    'old secret ',
    'OLD SECRET',
    sha256('old secret'),
    '__proto__',
    'team-a',
  ]) {
    assert.equal(ring.find(secret), undefined);
  }
});

test('a disabled key is found, and is not active', () => {
  assert.equal(ring.find('sk-off')?.isActive(Date.now()), false);
});

test('a key is active from not_before to just before expires', () => {
  const key = clientKey(keyConfig('k', { notBefore: 1_000, expires: 2_000 }));
  assert.deepEqual(
    [999, 1_000, 1_999, 2_000].map((now) => key.isActive(now)),
    [false, true, true, false],
  );
  assert.equal(clientKey(keyConfig('k')).isActive(0), true);
});

test('a key without lists may use everything, one with lists only what they name', () => {
  const open = clientKey(keyConfig('open'));
  assert.ok(open.allowsModel('anything') && open.allowsEndpoint('messages'));
  const narrow = clientKey(
    keyConfig('narrow', { models: ['gpt-4o-mini', 'claude-*'], endpoints: ['chat_completions'] }),
  );
  assert.ok(narrow.allowsModel('gpt-4o-mini') && narrow.allowsModel('claude-haiku'));
  assert.ok(
    !narrow.allowsModel('gpt-4o') &&
      !narrow.allowsModel('gpt-4o-mini-2') &&
      !narrow.allowsModel('my-claude-1'),
  );
  assert.ok(narrow.allowsEndpoint('chat_completions') && !narrow.allowsEndpoint('responses'));
  const none = clientKey(keyConfig('none', { models: [], endpoints: [] }));
  assert.ok(!none.allowsModel('gpt-4o-mini') && !none.allowsEndpoint('messages'));
});

test('a secret is hashed as the file holds it', () => {
  assert.equal(hashSecret('sk-quickstart'), `sha256:${sha256('sk-quickstart')}`);
  assert.equal(hashSecret('schlüssel'), `sha256:${sha256('schlüssel')}`);
});

test('a secret of ours that was mistyped is not even looked up; one that an operator chose is', () => {
  const right = newSecret();
  const wrong = right.slice(0, -1) + (right.endsWith('0') ? '1' : '0');
  const chosen = `${right}x`;
  const hashes = [right, wrong, chosen].map(sha256);
  const made = keyring(new Map([['k', keyConfig('k', { hashes })]]));
  assert.deepEqual(
    [right, wrong, chosen].map((secret) => made.find(secret)?.id),
    ['k', undefined, 'k'],
  );
});
