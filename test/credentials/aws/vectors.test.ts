import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  canonicalPath,
  canonicalRequest,
  encodedPath,
  type SignableRequest,
} from '../../../src/credentials/aws/canonical-request.ts';
import { presignedQuery } from '../../../src/credentials/aws/presign.ts';
import { authorization, signature, stringToSign } from '../../../src/credentials/aws/sign.ts';
import { signingKey } from '../../../src/credentials/aws/signing-key.ts';

/** Amazon's own cases, whose origin is in `SOURCE`. */
const folder = 'test/credentials/aws/vectors';

interface Context {
  readonly credentials: {
    readonly access_key_id: string;
    readonly secret_access_key: string;
    readonly token?: string;
  };
  readonly expiration_in_seconds: number;
  readonly normalize: boolean;
  readonly region: string;
  readonly service: string;
  readonly sign_body: boolean;
  readonly timestamp: string;
  readonly omit_session_token?: boolean;
}

const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test('all of the cases are here', () => {
  assert.equal(names.length, 38);
});

for (const name of names) {
  const read = (file: string) => readFileSync(join(folder, name, file), 'utf8').replaceAll('\r\n', '\n');
  const context = JSON.parse(read('context.json')) as Context;
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, token } = context.credentials;
  const pathOf = context.normalize ? canonicalPath : encodedPath;
  const date = context.timestamp.replace(/[-:]/g, '');
  const scope = { day: date.slice(0, 8), region: context.region, service: context.service };
  const sessionToken = context.omit_session_token === true ? undefined : token;

  test(`${name}: the headers are signed as Amazon signs them`, () => {
    const request = requestOf(read('request.txt'));
    const headers = [...request.headers, ['X-Amz-Date', date] as const];
    if (sessionToken !== undefined) headers.push(['X-Amz-Security-Token', sessionToken]);
    if (context.sign_body) headers.push(['x-amz-content-sha256', request.bodySha256]);
    const canonical = canonicalRequest({ ...request, headers }, pathOf);
    assert.equal(canonical.text, read('header-canonical-request.txt'));
    const text = stringToSign(canonical, date, scope);
    assert.equal(text, read('header-string-to-sign.txt'));
    const signed = signature(signingKey(secretAccessKey, scope), text);
    assert.equal(signed, read('header-signature.txt'));
    const expected = /^Authorization:\s*(.*)$/m.exec(read('header-signed-request.txt'))![1];
    assert.equal(authorization(accessKeyId, scope, canonical, signed), expected);
  });

  test(`${name}: the query is signed as Amazon signs it`, () => {
    const request = requestOf(read('request.txt'));
    const expiresSeconds = context.expiration_in_seconds;
    const keys = { accessKeyId, secretAccessKey, sessionToken };
    const query = presignedQuery(request, { ...keys, scope, date, expiresSeconds }, pathOf);
    const [, , expectedQuery] = read('query-canonical-request.txt').split('\n');
    assert.equal(query, `${expectedQuery}&X-Amz-Signature=${read('query-signature.txt')}`);
  });
}

/** As it would come over a connection. */
function requestOf(text: string): SignableRequest {
  const [head = '', body = ''] = text.split('\n\n');
  const [start = '', ...lines] = head.trimEnd().replace(/\n\s+/g, ' ').split('\n');
  const [, method = '', path = '', query = ''] = /^(\w+) ([^?]*)\??(.*) HTTP\/1\.1$/.exec(start)!;
  const headers = lines.map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1)] as const;
  });
  return { method, path, query, headers, bodySha256: createHash('sha256').update(body).digest('hex') };
}
