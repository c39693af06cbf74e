import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { credentialFor } from '../../src/credentials/index.ts';
import { MessageToAuthorize } from '../../src/http/client/message-to-authorize.ts';
import { credentialContract, message } from './contract.ts';
import { RotatingCredential } from './rotating-credential.ts';

credentialContract('static', () => ({
  credential: credentialFor({ kind: 'static', header: 'x-api-key', value: 'backend-secret' }),
}));

credentialContract('rotating', () => {
  const credential = new RotatingCredential('first');
  return { credential, lose: () => credential.swap(undefined) };
});

test('a header that a credential does not have cannot be set, nor a value that ends its line', () => {
  const sent = message(new RotatingCredential('first'));
  const before = sent.headerLines;
  assert.throws(() => sent.set('x-other', 'a'), /does not have the header x-other/);
  for (const value of ['secret\r\nx-evil: 1', 'secret\n', 'secret\0', 'sécret€']) {
    assert.throws(
      () => sent.set('authorization', value),
      (error: Error) =>
        /authorization holds what no header can carry/.test(error.message) && !/secret/.test(error.message),
    );
  }
  assert.equal(sent.headerLines, before);
});

test('a header that is set again takes the place of what it was, also as the first and the last line', () => {
  const sent = new MessageToAuthorize(
    { headers: ['host', 'content-type'] },
    { ...message(new RotatingCredential('first')), headerLines: 'host: a\r\ncontent-type: b\r\n' },
  );
  sent.set('host', 'one.example');
  sent.set('content-type', 'text/plain');
  sent.set('host', 'two.example');
  assert.equal(sent.headerLines, 'content-type: text/plain\r\nhost: two.example\r\n');
});

test('the digest is of the bytes that are sent', () => {
  const body = '{"model":"gpt","n":1}';
  const sent = message(new RotatingCredential('first'), body);
  assert.equal(sent.bodySha256(), createHash('sha256').update(body).digest('hex'));
});
