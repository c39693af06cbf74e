import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { exportJWK, type JWK } from 'jose';
import { fetchKeySet } from '../../src/identity/fetch-key-set.ts';
import { TestIssuer } from '../helpers/issuer.ts';
import { scratchFolder } from '../helpers/scratch.ts';

const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Why a set could not be had, or the ids of its keys. */
async function outcome(source: Parameters<typeof fetchKeySet>[0]): Promise<string | readonly unknown[]> {
  const found = await fetchKeySet(source);
  return found.kind === 'failed' ? found.message : found.keys.map(({ id }) => id);
}

test('keys are found by discovery, by a URL and in a file', async (t) => {
  const issuer = await TestIssuer.start(t);
  const file = join(scratchFolder(t), 'keys.json');
  writeFileSync(file, JSON.stringify({ keys: issuer.keys }));
  assert.deepEqual(await outcome({ kind: 'discovery', issuer: issuer.url }), [issuer.kid]);
  assert.deepEqual(issuer.asked, ['/.well-known/openid-configuration', '/keys']);
  assert.deepEqual(await outcome({ kind: 'url', url: `${issuer.url}/keys` }), [issuer.kid]);
  assert.deepEqual(await outcome({ kind: 'file', file }), [issuer.kid]);
});

test('a discovery document about another issuer is not believed', async (t) => {
  const issuer = await TestIssuer.start(t);
  const source = { kind: 'discovery', issuer: issuer.url } as const;
  issuer.discovery = { ...issuer.discovery, issuer: 'https://other.example.com' };
  assert.match(String(await outcome(source)), /is about another issuer \("https:\/\/other.example.com"\)/);
  issuer.discovery = { issuer: issuer.url };
  assert.match(String(await outcome(source)), /names no `jwks_uri`/);
  for (const jwks_uri of ['http://192.0.2.1/keys', 'file:///etc/passwd', 'http://169.254.169.254/keys']) {
    issuer.discovery = { issuer: issuer.url, jwks_uri };
    assert.match(String(await outcome(source)), /must begin with https:\/\//, jwks_uri);
  }
});

test('what is no key set is told in words', async (t) => {
  const issuer = await TestIssuer.start(t);
  const source = { kind: 'url', url: `${issuer.url}/keys` } as const;
  const first = issuer.keys[0]!;
  const faulty: readonly (readonly [JWK[], RegExp])[] = [
    [[], /has no key that a token can be checked with/],
    [[{ kty: 'oct', k: 'c2VjcmV0', alg: 'HS256' }], /has no key/],
    [[{ ...first, x: first.y! }], /has no key/],
    [[{ ...first, use: 'enc' }], /has no key/],
    [[{ ...first, key_ops: ['sign'] }], /has no key/],
    [[{ ...first, alg: 'RS256' }], /has no key/],
  ];
  for (const [keys, why] of faulty) {
    issuer.keys = keys;
    assert.match(String(await outcome(source)), why);
  }
  issuer.keys = Array.from({ length: 9000 }, () => first);
  assert.match(String(await outcome(source)), /more than 1024 KiB: is it a key set\?/);
  issuer.status = 500;
  issuer.keys = [];
  assert.match(String(await outcome(source)), /answered 500/);
  issuer.status = 302;
  assert.match(String(await outcome(source)), /redirects are not followed/);
});

test('key sets are asked for unpacked, and unpacked where they come packed all the same', async (t) => {
  const issuer = await TestIssuer.start(t);
  const source = { kind: 'discovery', issuer: issuer.url } as const;
  for (const [coding, pack] of [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const) {
    issuer.packing = { coding, pack };
    assert.deepEqual(await outcome(source), [issuer.kid], coding);
  }
  assert.deepEqual(new Set(issuer.encodings), new Set(['identity']));
  issuer.packing = { coding: 'gzip', pack: () => Buffer.from('not packed') };
  assert.match(String(await outcome(source)), /can not be unpacked \(gzip\)/);
  issuer.packing = { coding: 'gzip', pack: () => gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')) };
  assert.match(String(await outcome(source)), /more than 1024 KiB/);
  issuer.packing = { coding: 'other', pack: Buffer.from };
  assert.match(String(await outcome(source)), /a content coding that is not known here/);
});

test('of a private key that is published only the public part is kept', async (t) => {
  const issuer = await TestIssuer.start(t);
  issuer.keys = [{ ...(await exportJWK(p256.privateKey)), kid: 'oops' }];
  const found = await fetchKeySet({ kind: 'url', url: `${issuer.url}/keys` });
  assert.equal(found.kind, 'fetched');
  assert.deepEqual(found.kind === 'fetched' ? Object.keys(found.keys[0]!.jwk) : [], ['kty', 'crv', 'x', 'y']);
});
