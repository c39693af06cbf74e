import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasValidChecksum, newSecret, presentedSecret } from '../../src/keys/key-secret.ts';

test('a secret has the prefix, 43 characters of chance and 6 of checksum, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const secret = newSecret(() => bytes);
      assert.match(secret, /^gw-[0-9A-Za-z]{49}$/);
      assert.ok(hasValidChecksum(secret));
    }),
  );
  for (const byte of [0, 255])
    assert.match(
      newSecret(() => new Uint8Array(32).fill(byte)),
      /^gw-[0-9A-Za-z]{49}$/,
    );
});

test('every byte counts, and no two secrets are alike', () => {
  const secrets = new Set(Array.from({ length: 500 }, () => newSecret()));
  assert.equal(secrets.size, 500);
  for (let index = 0; index < 32; index += 1) {
    const bytes = new Uint8Array(32);
    bytes[index] = 1;
    secrets.add(newSecret(() => bytes));
  }
  assert.equal(secrets.size, 532);
});

test('a slip of one character, or two swapped, shows in the checksum', () => {
  const secret = newSecret();
  for (let index = 3; index < secret.length; index += 1) {
    const other = secret[index] === 'x' ? 'y' : 'x';
    assert.equal(hasValidChecksum(secret.slice(0, index) + other + secret.slice(index + 1)), false);
    const [one, two] = [secret[index], secret[index + 1]];
    if (two === undefined || one === two) continue;
    assert.equal(hasValidChecksum(secret.slice(0, index) + two + one + secret.slice(index + 2)), false);
  }
});

test('secrets that operators chose have no checksum', () => {
  for (const secret of ['', 'gw-', 'sk-quickstart', `${newSecret()}x`, ` ${newSecret()}`]) {
    assert.equal(hasValidChecksum(secret), false);
  }
});

test('a new secret passes as a bearer secret', () => {
  const secret = newSecret();
  const headers = { authorization: `Bearer ${secret}`, authorizationCount: 1, apiKey: undefined };
  assert.deepEqual(presentedSecret(headers), { kind: 'secret', secret });
});
