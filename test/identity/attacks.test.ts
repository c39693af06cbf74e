/**
 * The attacks on JWTs that are published, row by row: RFC 8725 (section 2 names them, section 3 what to do), and those of
 * papers and advisories that it does not have. Each token is made as an attacker would, of what an attacker has: the public
 * key, a good token, a key of his own.
 */
import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { after, test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { CompactEncrypt, exportJWK, UnsecuredJWT } from 'jose';
import type { IssuerConfig } from '../../src/config/types/identity.ts';
import { HeldKeySets } from '../../src/identity/held-key-sets.ts';
import { keySetId } from '../../src/identity/key-set-sources.ts';
import { tokenIn } from '../../src/identity/read-jwt.ts';
import { digestToken, TokenCheck, type TokenVerdict } from '../../src/identity/token-check.ts';
import { publishedKeys } from '../../src/lib/tokens/key-set.ts';
import { audience, TestIssuer } from '../helpers/issuer.ts';

const ends: (() => void | Promise<void>)[] = [];
after(async () => {
  for (const end of ends) await end();
});
const issuer = await TestIssuer.start({ after: (end) => void ends.push(end) });
/** Another issuer of the same file, with the very same keys, for another audience and another key. */
const twin = 'https://twin.example.com';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const published = [
  ...issuer.keys,
  { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', use: 'sig' },
  { ...(await exportJWK(short.publicKey)), kid: 'short' },
  { ...(await exportJWK(own.publicKey)), kid: 'encryption', use: 'enc' },
];

const source = { kind: 'url', url: 'https://keys.example.com' } as const;

function issuerOf(name: string, iss: string, more: Partial<IssuerConfig> = {}): [string, IssuerConfig] {
  const rules = [{ when: [], key: name, each: undefined }];
  const algorithms = ['ES256', 'RS256', 'PS256'] as const;
  const own = { name, issuer: iss, audiences: [audience], keySet: source, clockSkewMs: 30_000 };
  return [name, { ...own, algorithms, rules, ...more }];
}

const sets = new HeldKeySets(() => {
  // Nobody finds a key that is not there.
  queueMicrotask(() => sets.take([item]));
});
const item = {
  id: keySetId(source),
  keys: publishedKeys({ keys: published })!,
  generation: 1,
  isAsking: false,
  problem: undefined,
};
sets.take([item]);
const check = new TokenCheck(
  {
    resource: undefined,
    issuers: new Map([
      issuerOf('main', issuer.url),
      issuerOf('twin', twin, { audiences: ['twin'] }),
      issuerOf('rsa only', 'https://rsa.example.com', { algorithms: ['RS256'] }),
    ]),
  },
  sets,
);

/** What becomes of a request with a bearer: a text that is not taken for a token is looked up as a key, and is none. */
async function shown(bearer: string): Promise<TokenVerdict | 'no token'> {
  const token = tokenIn(`Bearer ${bearer}`);
  return token === undefined ? 'no token' : check.check(token, digestToken(token), Date.now());
}

const b64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const nowS = Math.floor(Date.now() / 1000);
const claims = { iss: issuer.url, aud: audience, sub: 'service-a', exp: nowS + 600 };

/** A token with any header, signed as an attacker can. */
function made(header: object, by: (input: string) => Buffer, payload: unknown = claims): string {
  const input = `${b64(header)}.${b64(payload)}`;
  return `${input}.${by(input).toString('base64url')}`;
}

const es256 = (key: KeyObject) => (input: string) =>
  sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
const rs256 = (key: KeyObject) => (input: string) => sign('sha256', Buffer.from(input), key);
const hs256 = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest();
const bytes = (signature: Buffer) => () => signature;

const publicPem = createPublicKey(rsa.publicKey.export({ type: 'spki', format: 'pem' }))
  .export({ type: 'spki', format: 'pem' })
  .toString();
const { kid } = issuer;
const good = await issuer.token();
const [goodHeader = '', goodPayload = '', goodSignature = ''] = good.split('.');
const rsaJwk = await exportJWK(rsa.publicKey);
const ownJwk = await exportJWK(own.publicKey);

type Row = readonly [from: string, attack: string, token: string, refused: RegExp | 'no token'];

const algorithm = /its algorithm is none that is taken/;
const forged = /its signature is wrong/;
const unknown = /signed with a key that its set does not have/;

const rows: readonly Row[] = [
  // RFC 8725, 2.1 and 3.1: weak signatures and insufficient validation
  ['2.1', 'alg none, as the standard has it', new UnsecuredJWT(claims).encode(), /no signature/],
  ['2.1', 'alg none with a signature', made({ alg: 'none' }, bytes(Buffer.from('x'))), algorithm],
  ['2.1', 'alg nOnE', made({ alg: 'nOnE' }, bytes(Buffer.from('x'))), algorithm],
  ['2.1', 'alg NONE, without its signature', `${b64({ alg: 'NONE' })}.${goodPayload}.`, /no signature/],
  ['2.1', 'the signature taken off', `${goodHeader}.${goodPayload}.`, /no signature/],
  ['2.1', 'the signature taken off with its dot', `${goodHeader}.${goodPayload}`, 'no token'],
  [
    '2.1',
    'HS256 with the public key as PEM',
    made({ alg: 'HS256', kid: 'rsa' }, hs256(publicPem)),
    algorithm,
  ],
  [
    '2.1',
    'HS256 with the public key as DER',
    made({ alg: 'HS256', kid: 'rsa' }, hs256(rsa.publicKey.export({ type: 'spki', format: 'der' }))),
    algorithm,
  ],
  [
    '2.1',
    'HS256 with the modulus',
    made({ alg: 'HS256', kid: 'rsa' }, hs256(Buffer.from(rsaJwk.n!, 'base64url'))),
    algorithm,
  ],
  [
    '2.1',
    'HS256 with the JWK as it is published',
    made({ alg: 'HS256', kid: 'rsa' }, hs256(JSON.stringify(rsaJwk))),
    algorithm,
  ],
  ['2.1', 'HS256 with an empty key', made({ alg: 'HS256' }, hs256('')), algorithm],
  ['2.1', 'RS256 under a key for ES256', made({ alg: 'RS256', kid }, rs256(rsa.privateKey)), unknown],
  ['2.1', 'ES256 under a key for RSA', made({ alg: 'ES256', kid: 'rsa' }, es256(own.privateKey)), unknown],
  [
    '2.1',
    'an algorithm that the issuer may not use',
    made({ alg: 'ES256', kid }, es256(issuer.privateKey), { ...claims, iss: 'https://rsa.example.com' }),
    algorithm,
  ],
  [
    '2.1',
    'an algorithm that is no text',
    made({ alg: ['ES256'], kid }, es256(issuer.privateKey)),
    /names no algorithm/,
  ],
  [
    '2.1',
    'an algorithm named by a property of objects',
    made({ alg: 'constructor', kid }, es256(issuer.privateKey)),
    algorithm,
  ],
  [
    '2.1',
    'ES256 with another payload under the old signature',
    `${goodHeader}.${b64({ ...claims, sub: 'admin' })}.${goodSignature}`,
    forged,
  ],
  [
    '2.1',
    'another header under the old signature',
    `${b64({ alg: 'ES256', kid, x: 1 })}.${goodPayload}.${goodSignature}`,
    forged,
  ],
  ['2.1', 'signed by a key of the attacker', made({ alg: 'ES256', kid }, es256(own.privateKey)), forged],
  [
    '2.1',
    'signed by a key of the attacker, without a kid',
    made({ alg: 'ES256' }, es256(own.privateKey)),
    unknown,
  ],
  // 2.2: weak symmetric keys; there are none
  ['2.2', 'HS512 with a word', made({ alg: 'HS512' }, hs256('secret')), algorithm],
  // 2.3: composition of encryption and signature
  [
    '2.3',
    'a JWE to the public key',
    await new CompactEncrypt(Buffer.from(good))
      .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' })
      .encrypt(rsa.publicKey),
    'no token',
  ],
  [
    '2.3',
    'a token in a token',
    made({ alg: 'ES256', kid, cty: 'JWT' }, es256(issuer.privateKey), good),
    /payload is no JSON object/,
  ],
  // 2.4: leaks by compression
  [
    '2.4',
    'a payload that is compressed (zip)',
    made(
      { alg: 'ES256', kid, zip: 'DEF' },
      es256(issuer.privateKey),
      deflateRawSync(JSON.stringify(claims)).toString('latin1'),
    ),
    /payload is no JSON object/,
  ],
  // 2.5: invalid curves, and 3.4
  [
    '2.5',
    'a signature of zeros (CVE-2022-21449)',
    made({ alg: 'ES256', kid }, bytes(Buffer.alloc(64))),
    forged,
  ],
  [
    '2.5',
    'a signature whose r and s are the order',
    made(
      { alg: 'ES256', kid },
      bytes(Buffer.from('FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551'.repeat(2), 'hex')),
    ),
    forged,
  ],
  [
    '2.5',
    'a signature in DER, not the two numbers',
    made({ alg: 'ES256', kid }, (input) => sign('sha256', Buffer.from(input), issuer.privateKey)),
    forged,
  ],
  ['2.5', 'a signature with a byte more', `${good}AA`, forged],
  // 2.6: multiplicity of JSON encodings
  [
    '2.6',
    'a payload in UTF-16',
    `${goodHeader}.${Buffer.from(JSON.stringify(claims), 'utf16le').toString('base64url')}.${goodSignature}`,
    /payload is no JSON object/,
  ],
  [
    '2.6',
    'a payload that is a list',
    made({ alg: 'ES256', kid }, es256(issuer.privateKey), [claims]),
    /payload is no JSON object/,
  ],
  [
    '2.6',
    'the JSON form of a JWS',
    JSON.stringify({ protected: goodHeader, payload: goodPayload, signature: goodSignature }),
    'no token',
  ],
  ['2.6', 'base64 in place of base64url', `${goodHeader}.${goodPayload}+/=.${goodSignature}`, 'no token'],
  ['2.6', 'white space inside', `${goodHeader}. ${goodPayload}.${goodSignature}`, 'no token'],
  [
    '2.6',
    'a claim that stands twice, the second for the check',
    made(
      { alg: 'ES256', kid },
      es256(own.privateKey),
      `{"iss":"https://evil.example.com",${JSON.stringify(claims).slice(1)}`,
    ),
    forged,
  ],
  // 2.7: substitution of recipients, and 3.9
  [
    '2.7',
    'for another audience',
    await issuer.token({ aud: 'https://other.example.com' }),
    /another audience/,
  ],
  ['2.7', 'for several others', await issuer.token({ aud: ['a', 'b'] }), /another audience/],
  ['2.7', 'without an audience', await issuer.token({ aud: undefined }), /another audience/],
  [
    '2.7',
    'for an audience that begins so',
    await issuer.token({ aud: `${audience}.evil.example.com` }),
    /another audience/,
  ],
  [
    '2.7',
    'for an audience that is an object',
    await issuer.token({ aud: { [audience]: true } }),
    /another audience/,
  ],
  [
    '2.7',
    'for an audience in a list in a list',
    await issuer.token({ aud: [[audience]] }),
    /another audience/,
  ],
  // 2.8: confusion of kinds of JWT, and 3.11
  [
    '2.8',
    'a logout token',
    await issuer.token({}, { header: { typ: 'logout+jwt' } }),
    /typ is that of a JWT for something else/,
  ],
  [
    '2.8',
    'a proof of possession (DPoP)',
    await issuer.token({}, { header: { typ: 'dpop+jwt' } }),
    /typ is that/,
  ],
  [
    '2.8',
    'a security event',
    await issuer.token({}, { header: { typ: 'application/secevent+jwt' } }),
    /typ is that/,
  ],
  ['2.8', 'a typ that is no text', await issuer.token({}, { header: { typ: ['JWT'] } }), /typ is that/],
  [
    '2.8',
    'a token bound to a key that a bearer does not prove',
    await issuer.token({ cnf: { jkt: 'x' } }),
    /bound to a proof/,
  ],
  // 2.9: attacks on the server by what a token names, and 3.10
  [
    '2.9',
    'kid as a path',
    made({ alg: 'ES256', kid: '../../../../dev/null' }, es256(own.privateKey)),
    unknown,
  ],
  [
    '2.9',
    'kid as an order to a database',
    made({ alg: 'ES256', kid: "x' UNION SELECT 'AA" }, es256(own.privateKey)),
    unknown,
  ],
  [
    '2.9',
    'kid as an order to a shell',
    made({ alg: 'ES256', kid: '$(id)|id;`id`' }, es256(own.privateKey)),
    unknown,
  ],
  [
    '2.9',
    'kid as a property of objects',
    made({ alg: 'ES256', kid: '__proto__' }, es256(own.privateKey)),
    unknown,
  ],
  ['2.9', 'kid that is no text', made({ alg: 'ES256', kid: [kid] }, es256(own.privateKey)), /kid is no text/],
  [
    '2.9',
    'kid in other letters',
    made({ alg: 'ES256', kid: kid.toUpperCase() }, es256(issuer.privateKey)),
    unknown,
  ],
  [
    '2.9',
    'jku leads to keys of the attacker',
    made({ alg: 'ES256', kid: 'evil', jku: 'http://169.254.169.254/keys' }, es256(own.privateKey)),
    unknown,
  ],
  [
    '2.9',
    'x5u leads to a certificate of the attacker',
    made({ alg: 'ES256', kid, x5u: 'https://evil.example.com/c.pem' }, es256(own.privateKey)),
    forged,
  ],
  // 3.5 and the papers: keys in the token itself (CVE-2018-0114)
  [
    '3.5',
    'the key of the attacker in the header (jwk)',
    made({ alg: 'ES256', kid, jwk: ownJwk }, es256(own.privateKey)),
    forged,
  ],
  [
    '3.5',
    'the same without a kid',
    made({ alg: 'ES256', jwk: { ...ownJwk, kid: 'evil' } }, es256(own.privateKey)),
    unknown,
  ],
  [
    '3.5',
    'a certificate of the attacker in the header (x5c)',
    made({ alg: 'ES256', kid, x5c: ['MIIB'] }, es256(own.privateKey)),
    forged,
  ],
  [
    '3.5',
    'a key of the set that is too short',
    made({ alg: 'RS256', kid: 'short' }, rs256(short.privateKey)),
    unknown,
  ],
  [
    '3.5',
    'a key of the set that is for encryption',
    made({ alg: 'ES256', kid: 'encryption' }, es256(own.privateKey)),
    unknown,
  ],
  // 3.8: issuer and subject
  [
    '3.8',
    'an issuer that is not in the file',
    made({ alg: 'ES256', kid }, es256(issuer.privateKey), { ...claims, iss: 'https://evil.example.com' }),
    /not among the issuers/,
  ],
  [
    '3.8',
    'an issuer with a slash more',
    await issuer.token({ iss: `${issuer.url}/` }),
    /not among the issuers/,
  ],
  ['3.8', 'an issuer in a list', await issuer.token({ iss: [issuer.url] }), /not among the issuers/],
  ['3.8', 'no issuer', await issuer.token({ iss: undefined }), /not among the issuers/],
  [
    '3.8',
    'another issuer with the same keys, for the audience of the first',
    await issuer.token({ iss: twin }),
    /"twin" came, and it is for another audience/,
  ],
  // Headers that must be understood (RFC 7515, 4.1.11; CVE-2020-28042 and others)
  [
    'RFC 7515',
    'crit names what nobody knows',
    made({ alg: 'ES256', kid, crit: ['exp'], exp: 1 }, es256(issuer.privateKey)),
    /asks for an extension/,
  ],
  [
    'RFC 7515',
    'crit is empty',
    made({ alg: 'ES256', kid, crit: [] }, es256(issuer.privateKey)),
    /asks for an extension/,
  ],
  [
    'RFC 7797',
    'b64 false: the payload is signed as it is',
    made({ alg: 'ES256', kid, b64: false, crit: ['b64'] }, es256(issuer.privateKey)),
    /asks for an extension/,
  ],
  // Time
  ['RFC 7519', 'expired', await issuer.token({ exp: nowS - 31 }), /expired/],
  ['RFC 7519', 'never expires', await issuer.token({ exp: undefined }), /until when it is valid/],
  [
    'RFC 7519',
    'expires at a text',
    await issuer.token({ exp: `${nowS + 600}` } as never),
    /until when it is valid/,
  ],
  [
    'RFC 7519',
    'expires beyond all numbers',
    made(
      { alg: 'ES256', kid },
      es256(issuer.privateKey),
      `{"iss":"${issuer.url}","aud":"${audience}","exp":1e999}`,
    ),
    /until when it is valid/,
  ],
  ['RFC 7519', 'not valid yet', await issuer.token({ nbf: nowS + 120 }), /not valid yet/],
  ['RFC 7519', 'not before a text', await issuer.token({ nbf: 'tomorrow' }), /not valid yet/],
  // Texts that are none
  [
    'form',
    'a header that is no JSON',
    `${Buffer.from('{"alg').toString('base64url')}.${goodPayload}.${goodSignature}`,
    /header is no JSON object/,
  ],
  ['form', 'no payload', `${goodHeader}..${goodSignature}`, 'no token'],
  ['form', 'four parts', `${good}.x`, 'no token'],
  ['form', 'a comma, as a proxy joins two headers', `${good},${good}`, 'no token'],
];

for (const [from, attack, token, refused] of rows) {
  test(`${from}: ${attack} is refused`, async () => {
    const verdict = await shown(token);
    if (refused === 'no token' || verdict === 'no token') return assert.equal(verdict, refused);
    assert.match(verdict.kind === 'refused' ? verdict.reason : verdict.kind, refused);
  });
}

const taken: readonly (readonly [what: string, token: string])[] = [
  ['the token that all others were made from', good],
  ['one of RFC 9068', await issuer.token({}, { header: { typ: 'at+jwt' } })],
  ['one whose typ is a whole media type', await issuer.token({}, { header: { typ: 'application/at+jwt' } })],
  ['one for several audiences', await issuer.token({ aud: ['other', audience] })],
  ['one that expired within the skew', await issuer.token({ exp: nowS - 10 })],
  ['one that names no key', made({ alg: 'ES256' }, es256(issuer.privateKey))],
  ['one by RSA', made({ alg: 'RS256', kid: 'rsa' }, rs256(rsa.privateKey))],
  [
    'one of 12 KiB',
    await issuer.token({ groups: Array.from({ length: 700 }, (_, index) => `group-${index}`) }),
  ],
];

for (const [what, token] of taken) {
  test(`${what} is taken`, async () => {
    const verdict = await shown(token);
    assert.equal(typeof verdict === 'object' && verdict.kind, 'known', JSON.stringify(verdict));
  });
}
