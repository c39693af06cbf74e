import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentedSecret } from '../../src/keys/key-secret.ts';

interface Row {
  readonly title: string;
  readonly authorization?: string;
  readonly count?: number;
  readonly apiKey?: string;
  /** The secret, or what is wrong. */
  readonly expect: { readonly secret: string } | 'missing' | 'invalid' | 'several';
}

const secret = 'sk-quickstart';

const rows: readonly Row[] = [
  { title: 'no header', expect: 'missing' },
  { title: 'a bearer secret', authorization: `Bearer ${secret}`, expect: { secret } },
  { title: 'the scheme in lower case', authorization: `bearer ${secret}`, expect: { secret } },
  { title: 'the scheme in upper case', authorization: `BEARER ${secret}`, expect: { secret } },
  { title: 'several spaces', authorization: `Bearer   ${secret}`, expect: { secret } },
  {
    title: 'all of visible ASCII',
    authorization: 'Bearer !"#$%&\'()*+-./:;<=>?@[\\]^_`{|}~',
    expect: { secret: '!"#$%&\'()*+-./:;<=>?@[\\]^_`{|}~' },
  },
  { title: 'another scheme', authorization: 'Basic c2s6c2s=', expect: 'invalid' },
  { title: 'a scheme that only begins alike', authorization: `Bearers ${secret}`, expect: 'invalid' },
  { title: 'no scheme', authorization: secret, expect: 'invalid' },
  { title: 'an empty header', authorization: '', expect: 'missing' },
  { title: 'a scheme alone', authorization: 'Bearer', expect: 'missing' },
  { title: 'a scheme and a space', authorization: 'Bearer ', expect: 'missing' },
  { title: 'a tab after the scheme', authorization: `Bearer\t${secret}`, expect: 'invalid' },
  { title: 'a tab in the secret', authorization: `Bearer ${secret}\tx`, expect: 'invalid' },
  { title: 'two words', authorization: `Bearer ${secret} x`, expect: 'invalid' },
  { title: 'a comma list', authorization: `Bearer ${secret},Bearer ${secret}`, expect: 'invalid' },
  { title: 'letters beyond ASCII', authorization: 'Bearer schl\u00fcssel', expect: 'invalid' },
  { title: 'a control character', authorization: 'Bearer a\u0001b', expect: 'invalid' },
  { title: 'DEL', authorization: 'Bearer a\u007fb', expect: 'invalid' },
  { title: '512 bytes', authorization: `Bearer ${'x'.repeat(505)}`, expect: { secret: 'x'.repeat(505) } },
  { title: '513 bytes', authorization: `Bearer ${'x'.repeat(506)}`, expect: 'invalid' },
  { title: 'two Authorization headers', authorization: `Bearer ${secret}`, count: 2, expect: 'invalid' },
  { title: 'x-api-key', apiKey: secret, expect: { secret } },
  { title: 'an empty x-api-key', apiKey: '', expect: 'missing' },
  { title: 'two x-api-key, joined', apiKey: `${secret}, ${secret}`, expect: 'invalid' },
  { title: 'an x-api-key of 513 bytes', apiKey: 'x'.repeat(513), expect: 'invalid' },
  { title: 'both, the same', authorization: `Bearer ${secret}`, apiKey: secret, expect: { secret } },
  { title: 'both, unlike', authorization: `Bearer ${secret}`, apiKey: 'sk-other', expect: 'several' },
  { title: 'both, x-api-key empty', authorization: `Bearer ${secret}`, apiKey: '', expect: { secret } },
  { title: 'both, Authorization empty', authorization: '', apiKey: secret, expect: { secret } },
  { title: 'both, the bearer empty', authorization: 'Bearer ', apiKey: secret, expect: { secret } },
  { title: 'both empty', authorization: 'Bearer', apiKey: '', expect: 'missing' },
  {
    title: 'both, one of another scheme',
    authorization: 'Basic c2s6c2s=',
    apiKey: secret,
    expect: 'invalid',
  },
];

for (const { title, authorization, count, apiKey, expect } of rows) {
  test(`${title}: ${typeof expect === 'string' ? expect : 'a secret to look up'}`, () => {
    const authorizationCount = count ?? (authorization === undefined ? 0 : 1);
    const presented = presentedSecret({ authorization, authorizationCount, apiKey });
    assert.deepEqual(
      presented,
      typeof expect === 'string' ? { kind: expect } : { kind: 'secret', ...expect },
    );
  });
}
