import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CredentialLeak } from '../../../src/pipeline/relay/credential-leak.ts';

test('a text may repeat neither the credential of its request nor the one that is renewed meanwhile', () => {
  const backend: { secret: Buffer | undefined } = { secret: Buffer.from('first-token') };
  const leak = new CredentialLeak(backend);
  assert.ok(leak.isInText('{"a":"first-token"}'));
  assert.ok(!leak.isInText('{"a":"second-token"}'));
  backend.secret = Buffer.from('second-token');
  assert.ok(leak.isInText('{"a":"first-token"}'));
  assert.ok(leak.isInText('{"a":"second-token"}'));
  assert.ok(!leak.isInText('{"a":"token"}'));
  assert.ok(!new CredentialLeak({ secret: undefined }).isInText('{"a":"first-token"}'));
});
