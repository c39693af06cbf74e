import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Oauth2Source } from '../../../src/config/types/credentials.ts';
import { renewOauth2 } from '../../../src/credentials/sources/oauth2/index.ts';
import {
  clientKeys,
  pemOf,
  clientSecret as secret,
  startIdentityProvider,
} from '../../helpers/identity-provider.ts';
import { failureOf } from '../../helpers/no-secret.ts';
import { startTokenEndpoint } from '../../helpers/token-endpoint.ts';
import { oauth2Source } from '../oauth2-source.ts';

const rsa = clientKeys.RS256.key;
const ec = clientKeys.ES256.key;

const basic: Oauth2Source = { ...oauth2Source(secret), tokenUrl: '' };

const soon = () => AbortSignal.timeout(10_000);

test('a certified provider gives tokens to a secret, in the header and in the body', async (t) => {
  const { tokenUrl } = await startIdentityProvider(t);
  const ways: Oauth2Source[] = [
    { ...basic, tokenUrl },
    { ...basic, tokenUrl, clientId: 'post client', client: { kind: 'secret', secret, in: 'body' } },
  ];
  for (const source of ways) {
    const renewed = await renewOauth2(source, soon());
    assert.equal(renewed.value.kind, 'token');
    assert.ok(renewed.value.kind === 'token' && renewed.value.token.length > 20);
    assert.equal(renewed.lifetimeMs, 600_000);
    assert.equal(renewed.subject, source.clientId);
    assert.equal(renewed.warning, undefined);
  }
});

test('a certified provider gives tokens to JWTs of each algorithm', async (t) => {
  const { tokenUrl, issuer } = await startIdentityProvider(t);
  for (const algorithm of ['RS256', 'PS256', 'ES256'] as const) {
    for (const audience of [tokenUrl, issuer]) {
      const client = { kind: 'private_key', ...clientKeys[algorithm], algorithm, audience } as const;
      const renewed = await renewOauth2(
        { ...basic, tokenUrl, clientId: algorithm.toLowerCase(), client },
        soon(),
      );
      assert.equal(renewed.lifetimeMs, 600_000);
    }
  }
});

test('what a certified provider refuses is told by its word, and lasts', async (t) => {
  const { tokenUrl } = await startIdentityProvider(t);
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signed = (key: string, audience: string): Oauth2Source => ({
    ...basic,
    tokenUrl,
    clientId: 'rs256',
    client: { kind: 'private_key', key, keyId: 'rsa-1', algorithm: 'RS256', audience },
  });
  const refused: readonly [Oauth2Source, string][] = [
    [
      { ...basic, tokenUrl, client: { kind: 'secret', secret: 'a wrong canary', in: 'basic' } },
      'invalid_client',
    ],
    [{ ...basic, tokenUrl, clientId: 'nobody' }, 'invalid_client'],
    [signed(rsa, 'https://elsewhere.example'), 'invalid_client'],
    [signed(pemOf(other.privateKey), tokenUrl), 'invalid_client'],
    [{ ...basic, tokenUrl, scope: 'llm.admin' }, 'invalid_scope'],
    [{ ...basic, tokenUrl, grant: 'token_exchange' }, 'unsupported_grant_type'],
  ];
  for (const [source, code] of refused) {
    const failure = await failureOf(renewOauth2(source, soon()), [
      secret,
      'a wrong canary',
      rsa,
      pemOf(other.privateKey),
    ]);
    assert.equal(failure.code, code);
    assert.equal(failure.isLasting, true);
    assert.match(failure.message, new RegExp(`^${new URL(tokenUrl).origin} answered 40[01] ${code}: `));
  }
});

test('a clock that is off by an hour is told where it is why an assertion is refused', async (t) => {
  const { tokenUrl } = await startIdentityProvider(t);
  const client = {
    kind: 'private_key',
    key: rsa,
    keyId: 'rsa-1',
    algorithm: 'RS256',
    audience: tokenUrl,
  } as const;
  const source = { ...basic, tokenUrl, clientId: 'rs256', client };
  const now = () => Date.now() - 3_600_000;
  const failure = await failureOf(renewOauth2(source, soon(), { now }), [rsa]);
  assert.match(failure.message, /the clock of this host is 60 min behind the server's; set it$/);
  const renewed = await renewOauth2({ ...basic, tokenUrl }, soon(), { now });
  assert.equal(renewed.lifetimeMs, 600_000, 'a span is one by any clock');
});

test('a request holds what its grant asks for, as a form and as JSON', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const folder = mkdtempSync(join(tmpdir(), 'oauth2-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'assertion');
  writeFileSync(file, 'first.federated.jwt\n');
  const plain = {
    ...basic,
    tokenUrl: endpoint.url,
    clientId: undefined,
    scope: undefined,
    client: { kind: 'none' },
  } as const;

  // As the page of Anthropic on workload identity federation has it,
  await renewOauth2(
    {
      ...plain,
      body: 'json',
      grant: 'jwt_bearer',
      assertionFile: file,
      headers: { 'anthropic-beta': 'oauth-2025-04-20' },
      parameters: { federation_rule_id: 'rule_1', organization_id: 'org_1' },
    },
    soon(),
  );
  // and OpenAI's.
  writeFileSync(file, 'second.federated.jwt');
  await renewOauth2(
    {
      ...plain,
      body: 'json',
      grant: 'token_exchange',
      assertionFile: file,
      subjectTokenType: 'urn:ietf:params:oauth:token-type:jwt',
      parameters: { identity_provider_id: 'idp_1' },
    },
    soon(),
  );
  await renewOauth2(
    {
      ...plain,
      clientId: 'me',
      client: { kind: 'federated', file },
      scope: 'a b',
      audience: 'https://llm.example.com',
      resource: 'r',
    },
    soon(),
  );
  await renewOauth2({ ...basic, tokenUrl: endpoint.url }, soon());

  const sent = endpoint.requests.map(({ method, url, fields }) => ({ method, url, fields }));
  assert.deepEqual(
    sent,
    [
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: 'first.federated.jwt',
        federation_rule_id: 'rule_1',
        organization_id: 'org_1',
      },
      {
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        subject_token: 'second.federated.jwt',
        subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
        identity_provider_id: 'idp_1',
      },
      {
        grant_type: 'client_credentials',
        client_id: 'me',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: 'second.federated.jwt',
        scope: 'a b',
        audience: 'https://llm.example.com',
        resource: 'r',
      },
      { grant_type: 'client_credentials', scope: 'llm.invoke' },
    ].map((fields) => ({ method: 'POST', url: '/token', fields })),
  );
  const [first, , third, last] = endpoint.requests;
  assert.equal(first?.headers['content-type'], 'application/json');
  assert.equal(first?.headers['anthropic-beta'], 'oauth-2025-04-20');
  assert.equal(first?.headers.authorization, undefined);
  assert.equal(third?.headers['content-type'], 'application/x-www-form-urlencoded');
  const shown = Buffer.from(last?.headers.authorization?.slice('Basic '.length) ?? '', 'base64').toString();
  assert.equal(shown, 'basic%3Aclient:canary+secret%3A+with%2Fall%2Bsorts%26of%3Dsigns%2520');
});

test('the lifetime of a token that says none is the one of the file, with a warning', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const source = { ...basic, tokenUrl: endpoint.url, lifetimeMs: 42_000 };
  for (const lifetime of [undefined, null, 0, -1, '-1', 'soon', '', {}, true]) {
    endpoint.behave({ kind: 'token', lifetime });
    const renewed = await renewOauth2(source, soon());
    assert.equal(renewed.lifetimeMs, 42_000);
    assert.match(
      renewed.warning ?? '',
      /expires_in.*: it is taken to live 42 s, as `lifetime` of `oauth2` says$/,
    );
  }
  endpoint.behave({ kind: 'token', lifetime: '7' });
  const renewed = await renewOauth2(source, soon());
  assert.deepEqual([renewed.lifetimeMs, renewed.warning], [7000, undefined]);
  assert.deepEqual(renewed.value, { kind: 'token', token: endpoint.tokens.at(-1) });
});

test('a key or a file that is none fails before anything is sent', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const key = (text: string, algorithm: 'RS256' | 'ES256' | 'PS256' = 'RS256'): Oauth2Source => ({
    ...basic,
    tokenUrl: endpoint.url,
    client: { kind: 'private_key', key: text, keyId: undefined, algorithm, audience: endpoint.url },
  });
  const pss = generateKeyPairSync('rsa-pss', { modulusLength: 2048 });
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const locked = createPrivateKey(rsa)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'canary phrase' })
    .toString();
  const cases: readonly [Oauth2Source, string, RegExp][] = [
    [key('canary-no-key'), 'invalid_key', /^private_key is no private key in PEM/],
    [key(rsa.slice(0, 300)), 'invalid_key', /^private_key is no private key in PEM/],
    [key(rsa.replaceAll('\n', ' ')), 'invalid_key', /are its line breaks lost\?$/],
    [
      key(createPublicKey(rsa).export({ type: 'spki', format: 'pem' }).toString()),
      'invalid_key',
      /holds a certificate or a public key$/,
    ],
    [key(locked), 'invalid_key', /^private_key is encrypted/],
    [key(ec), 'invalid_key', /^private_key is no RSA key, which RS256 takes$/],
    [key(ec, 'PS256'), 'invalid_key', /^private_key is no RSA key, which PS256 takes$/],
    [key(rsa, 'ES256'), 'invalid_key', /^private_key is no EC key on P-256, which ES256 takes$/],
    [key(pemOf(short.privateKey)), 'invalid_key', /less than 2048 bits$/],
    [key(pemOf(pss.privateKey), 'PS256'), 'invalid_key', /for RSA-PSS alone: make a plain RSA key/],
    [
      { ...basic, tokenUrl: endpoint.url, client: { kind: 'federated', file: '/nowhere/token' } },
      'unreadable_file',
      /^\/nowhere\/token can not be read \(ENOENT\): there is no such file$/,
    ],
    [
      { ...basic, tokenUrl: 'http://login.example.com/token' },
      'invalid_url',
      /^token_url must begin with https:/,
    ],
  ];
  for (const [source, code, message] of cases) {
    const failure = await failureOf(renewOauth2(source, soon()), [secret, rsa, ec, 'canary-no-key']);
    assert.equal(failure.code, code);
    assert.match(failure.message, message);
  }
  assert.equal(endpoint.requests.length, 0);
});
