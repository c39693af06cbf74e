import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import type { GoogleSource } from '../../../src/config/types/credentials.ts';
import { type GoogleSurroundings, renewGoogle } from '../../../src/credentials/sources/google/index.ts';
import { tokenByGoogleAuth } from '../../helpers/google-auth.ts';
import { pemOf } from '../../helpers/identity-provider.ts';
import { failureOf } from '../../helpers/no-secret.ts';
import { startTokenEndpoint, type TokenEndpoint, type TokenRequest } from '../../helpers/token-endpoint.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = pemOf(privateKey);
const cloudPlatform = 'https://www.googleapis.com/auth/cloud-platform';
const scopes = [cloudPlatform, 'https://www.googleapis.com/auth/userinfo.email'];
const soon = () => AbortSignal.timeout(10_000);
const own: GoogleSurroundings = { env: {}, now: Date.now };

const serviceAccount = (endpoint: TokenEndpoint) => ({
  type: 'service_account',
  project_id: 'p',
  private_key_id: 'key-1',
  private_key: pem,
  client_email: 'me@p.iam.gserviceaccount.com',
  client_id: '1',
  token_uri: endpoint.url,
});

const authorizedUser = (endpoint: TokenEndpoint) => ({
  type: 'authorized_user',
  client_id: 'cid.apps.googleusercontent.com',
  client_secret: 'canary of the client',
  refresh_token: '1//canary-of-the-refresh',
  token_uri: endpoint.url,
});

const externalAccount = (endpoint: TokenEndpoint, source: unknown, more: object = {}) => ({
  type: 'external_account',
  audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: `${endpoint.origin}/v1/token`,
  credential_source: source,
  ...more,
});

function sourceOf(key: unknown, more: Partial<GoogleSource> = {}): GoogleSource {
  return {
    kind: 'google',
    key: { kind: 'json', json: JSON.stringify(key) },
    scope: scopes.join(' '),
    impersonate: undefined,
    ...more,
  };
}

const metadata: GoogleSource = { ...sourceOf({}), key: { kind: 'metadata' } };

const hostOf = (endpoint: TokenEndpoint): GoogleSurroundings => ({
  ...own,
  env: { GCE_METADATA_HOST: endpoint.origin.slice('http://'.length) },
});

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'google-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A server that is Google's token endpoint, iamcredentials, a metadata server and an identity provider in one. */
async function startGoogle(t: TestContext): Promise<TokenEndpoint> {
  const endpoint = await startTokenEndpoint(t);
  endpoint.behave({
    kind: 'own',
    answer: ({ url }, response) => {
      const answer = url.includes(':generateAccessToken')
        ? { accessToken: 'imp', expireTime: new Date(Date.now() + 1_800_500).toISOString() }
        : url.startsWith('/subject')
          ? { value: 'subject.token' }
          : { access_token: 'fed', expires_in: 3599, token_type: 'Bearer' };
      response.writeHead(200, { 'content-type': 'application/json', 'metadata-flavor': 'Google' });
      response.end(JSON.stringify(answer));
    },
  });
  return endpoint;
}

async function assertionIn(request: TokenRequest | undefined) {
  const { assertion = '', ...others } = request?.fields ?? {};
  const { payload } = await jwtVerify(assertion, createPublicKey(pem), { algorithms: ['RS256'] });
  return { others, header: decodeProtectedHeader(assertion), claims: payload };
}

test('a service account signs what jose verifies and what google-auth signs', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const key = serviceAccount(endpoint);
  const renewed = await renewGoogle(sourceOf(key), soon(), own);
  assert.deepEqual(renewed.value, { kind: 'token', token: endpoint.tokens[0] });
  assert.deepEqual([renewed.lifetimeMs, renewed.subject], [3_600_000, key.client_email]);
  const ours = await assertionIn(endpoint.requests[0]);
  assert.deepEqual(ours.header, { alg: 'RS256', typ: 'JWT', kid: 'key-1' });
  const { iat = 0, exp, ...claims } = ours.claims;
  assert.ok(Math.abs(iat - Date.now() / 1000) < 30 && exp === iat + 3600);
  assert.deepEqual(claims, { iss: key.client_email, aud: endpoint.url, scope: scopes.join(' ') });

  const token = await tokenByGoogleAuth(t, key, scopes);
  if (token === undefined) return;
  assert.equal(token, endpoint.tokens[1]);
  const theirs = await assertionIn(endpoint.requests[1]);
  assert.deepEqual(ours.others, theirs.others);
  assert.deepEqual(ours.header, theirs.header);
  const { iat: theirIat = 0, exp: theirExp, ...theirClaims } = theirs.claims;
  assert.deepEqual(claims, theirClaims);
  assert.equal(theirExp, theirIat + 3600);
  const [one, other] = endpoint.requests;
  assert.equal(one?.method, other?.method);
  assert.equal(one?.url, other?.url);
  assert.equal(one?.headers['content-type'], other?.headers['content-type']);
});

test('a person who has signed in is asked for as google-auth does', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const key = authorizedUser(endpoint);
  const renewed = await renewGoogle(sourceOf(key), soon(), own);
  assert.deepEqual(renewed.value, { kind: 'token', token: endpoint.tokens[0] });
  assert.equal(renewed.subject, key.client_id);
  assert.deepEqual(endpoint.requests[0]?.fields, {
    grant_type: 'refresh_token',
    client_id: key.client_id,
    client_secret: key.client_secret,
    refresh_token: key.refresh_token,
  });
  if ((await tokenByGoogleAuth(t, key, scopes)) === undefined) return;
  assert.deepEqual(endpoint.requests[0].fields, endpoint.requests[1]?.fields);
});

test("federation, impersonation and the metadata server are asked as Google's own library does", async (t) => {
  const recorded = JSON.parse(readFileSync(resolve('test/fixtures/credentials/google-auth.json'), 'utf8'));
  const google = await startGoogle(t);
  const file = join(folderOf(t), 'subject');
  writeFileSync(file, 'subject.token\n');
  const account = 'me@p.iam.gserviceaccount.com';
  const pool = '//iam.googleapis.com/locations/global/workforcePools/p/providers/q';
  const cases: Readonly<Record<string, [GoogleSource, token: string, subject: string, seconds: number]>> = {
    file: [
      sourceOf(externalAccount(google, { file })),
      'fed',
      '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
      3599,
    ],
    url_and_impersonation: [
      sourceOf(
        externalAccount(
          google,
          {
            url: `${google.origin}/subject`,
            headers: { a: 'b' },
            format: { type: 'json', subject_token_field_name: 'value' },
          },
          {
            service_account_impersonation_url: `${google.origin}/v1/projects/-/serviceAccounts/${account}:generateAccessToken`,
            service_account_impersonation: { token_lifetime_seconds: 1800 },
          },
        ),
      ),
      'imp',
      account,
      1800,
    ],
    client: [
      sourceOf(
        externalAccount(google, { file }, { audience: pool, client_id: 'cid', client_secret: 'c:s /' }),
      ),
      'fed',
      pool,
      3599,
    ],
    metadata: [metadata, 'fed', 'default service account of this machine', 3599],
  };
  assert.deepEqual(Object.keys(recorded), ['about', ...Object.keys(cases)]);
  for (const [name, [source, token, subject, seconds]] of Object.entries(cases)) {
    const before = google.requests.length;
    const renewed = await renewGoogle(source, soon(), hostOf(google));
    assert.deepEqual(renewed.value, { kind: 'token', token }, name);
    assert.equal(renewed.subject, subject);
    const key =
      source.key.kind === 'metadata'
        ? ''
        : source.key.kind === 'json'
          ? source.key.json
          : readFileSync(source.key.file, 'utf8');
    assert.deepEqual(
      renewed.alsoRead,
      key.includes(JSON.stringify(file)) ? [file] : [],
      `${name}: what is watched`,
    );
    assert.ok(Math.abs((renewed.lifetimeMs ?? 0) / 1000 - seconds) <= 2, `${name}: ${renewed.lifetimeMs}`);
    const sent = google.requests.slice(before).map(({ method, url, headers, fields }, index) => ({
      method,
      path: url.split('?', 1)[0],
      headers: Object.fromEntries(
        Object.keys(recorded[name][index]?.headers ?? {}).map((key) => [key, headers[key]]),
      ),
      fields,
    }));
    assert.deepEqual(sent, recorded[name], name);
  }
});

test('a workforce pool without a client says whose quota it is, and a plain text is a subject token', async (t) => {
  const google = await startTokenEndpoint(t);
  const file = join(folderOf(t), 'subject');
  writeFileSync(file, 'subject.token');
  const format = { type: 'text' };
  const key = externalAccount(google, { file, format }, { workforce_pool_user_project: 'quota-1' });
  await renewGoogle(sourceOf(key), soon(), own);
  await renewGoogle(sourceOf({ ...key, client_id: 'c', client_secret: 's' }), soon(), own);
  assert.deepEqual(
    google.requests.map(({ fields }) => [fields['subject_token'], fields['options']]),
    [
      ['subject.token', '{"userProject":"quota-1"}'],
      ['subject.token', undefined],
    ],
  );
});

test('any key impersonates: with a token that can do no more than that', async (t) => {
  const google = await startGoogle(t);
  const surroundings = { ...hostOf(google), iamCredentialsUrl: google.origin };
  const impersonate = 'other@p.iam.gserviceaccount.com';
  for (const source of [sourceOf(serviceAccount(google)), sourceOf(authorizedUser(google)), metadata]) {
    const before = google.requests.length;
    const renewed = await renewGoogle({ ...source, impersonate }, soon(), surroundings);
    assert.deepEqual([renewed.value, renewed.subject], [{ kind: 'token', token: 'imp' }, impersonate]);
    const [first, second] = google.requests.slice(before);
    assert.equal(
      second?.url,
      '/v1/projects/-/serviceAccounts/other@p.iam.gserviceaccount.com:generateAccessToken',
    );
    assert.deepEqual(second.fields, { scope: scopes, lifetime: '3600s' });
    assert.equal(second.headers.authorization, 'Bearer fed');
    if (first?.method === 'GET') assert.equal(first.fields['scopes'], 'https://www.googleapis.com/auth/iam');
    else if (first?.fields['assertion'] !== undefined)
      assert.equal((await assertionIn(first)).claims['scope'], 'https://www.googleapis.com/auth/iam');
  }
});

test('keys and subject tokens are read anew each time', async (t) => {
  const google = await startGoogle(t);
  const folder = folderOf(t);
  const [subject, key] = [join(folder, 'subject'), join(folder, 'key.json')];
  writeFileSync(subject, '{"token":"first.subject.token"}');
  const format = { type: 'json', subject_token_field_name: 'token' };
  writeFileSync(key, JSON.stringify(externalAccount(google, { file: subject, format })));
  const source: GoogleSource = { ...metadata, key: { kind: 'file', file: key } };
  await renewGoogle(source, soon(), own);
  writeFileSync(subject, '{"token":"second.subject.token"}');
  await renewGoogle(source, soon(), own);
  writeFileSync(key, JSON.stringify(serviceAccount(google)));
  await renewGoogle(source, soon(), own);
  assert.deepEqual(
    google.requests.map(({ fields }) => fields['subject_token']),
    ['first.subject.token', 'second.subject.token', undefined],
  );
});

test('a key file that is none is told by what is wrong with it, and nothing of it', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const folder = folderOf(t);
  const good = serviceAccount(endpoint);
  const without = (name: keyof typeof good) => ({ ...good, [name]: undefined });
  const external = (credentialSource: unknown) => externalAccount(endpoint, credentialSource);
  const canary = 'canary-in-the-key';
  const cases: readonly [unknown, RegExp][] = [
    ['', /is empty$/],
    [canary, /is no key of Google: it is no JSON object$/],
    [`{"type":"service_account","private_key":"${canary}`, /it is no JSON object$/],
    [[canary], /it is no JSON object$/],
    [{ canary }, /has no type that is known: service_account, external_account or authorized_user$/],
    [{ type: canary }, /has no type that is known/],
    [{ type: 'toString' }, /has no type that is known/],
    [
      { type: 'impersonated_service_account' },
      /has type impersonated_service_account, which is not supported/,
    ],
    [{ web: { client_secret: canary } }, /is the file of an OAuth client, not a key/],
    [without('client_email'), /has no client_email: is it complete\?$/],
    [without('private_key'), /has no private_key: is it complete\?$/],
    [{ ...good, private_key: canary }, /^private_key of .* is no private key in PEM/],
    [{ ...good, private_key: pem.slice(0, 400) }, /^private_key of .* is no private key in PEM/],
    [{ ...good, private_key: pem.replaceAll('\n', '\\n') }, /are its line breaks lost\?$/],
    [{ ...good, token_uri: 'http://oauth2.example.com/token' }, /^token_uri of .* must begin with https:/],
    [{ ...good, token_uri: 5 }, /has a token_uri that is no text$/],
    [{ ...good, universe_domain: `${canary}/` }, /has a universe_domain that is no domain$/],
    [external(undefined), /has no credential_source$/],
    [external({}), /has a credential_source without file and url$/],
    [external({ executable: { command: canary } }), /executable, which is not supported: use exec$/],
    [external({ environment_id: 'aws1' }), /of AWS, which is not supported/],
    [external({ certificate: {} }), /certificate, which is not supported/],
    [external({ file: join(folder, 'x'), format: { type: 'xml' } }), /neither text nor json$/],
    [external({ file: join(folder, 'x'), format: { type: 'json' } }), /has no subject_token_field_name/],
    [external({ url: 'http://10.0.0.1/token' }), /^credential_source\.url of .* must begin with https:/],
    [
      external({ url: 'https://h/', headers: { a: 1 } }),
      /has headers of the credential_source that are no texts$/,
    ],
  ];
  const file = join(folder, 'key.json');
  for (const [key, message] of cases) {
    writeFileSync(file, typeof key === 'string' ? key : JSON.stringify(key));
    const renewal = renewGoogle({ ...metadata, key: { kind: 'file', file } }, soon(), own);
    const failure = await failureOf(renewal, [canary, pem, pem.slice(40, 120)]);
    assert.match(failure.message, message);
    assert.ok(failure.message.includes(file), failure.message);
    assert.ok(failure.isLasting || key === '');
  }
  assert.equal(endpoint.requests.length, 0);
});

test('a subject token that is none is told by where it was looked for', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const file = join(folderOf(t), 'subject');
  const canary = 'canary_of_the_subject';
  const json = { type: 'json', subject_token_field_name: 'value' };
  const failed = (source: unknown) =>
    failureOf(renewGoogle(sourceOf(externalAccount(endpoint, source)), soon(), own), [canary]);
  for (const [text, format] of [
    [`${canary}\n${canary}`, undefined],
    [canary, json],
    [`{"value":5,"other":"${canary}"}`, json],
    [`{"value":"${canary} ${canary}"}`, json],
  ] as const) {
    writeFileSync(file, text);
    const failure = await failed({ file, format });
    assert.equal(failure.code, 'invalid_answer');
    assert.ok(failure.message.startsWith(`${file} `));
  }
  const url = { url: endpoint.url, headers: { authorization: canary }, format: json };
  endpoint.behave({ kind: 'fail', status: 401, error: canary });
  assert.equal((await failed(url)).code, 'refused');
  endpoint.behave({ kind: 'raw', status: 200, body: `<p>${canary}` });
  assert.match(
    (await failed(url)).message,
    /^what http:\S+ answered is no JSON object with a token in value$/,
  );
  endpoint.behave({ kind: 'raw', status: 302, headers: { location: `/${canary}` }, body: '' });
  assert.equal((await failed(url)).code, 'redirected');
});

test('what Google refuses is told by its word, and lasts', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const key = serviceAccount(endpoint);
  const date = new Date(Date.now() + 3_600_000).toUTCString();
  endpoint.behave({
    kind: 'fail',
    status: 400,
    error: 'invalid_grant',
    description: 'Invalid JWT: canary-text',
    headers: { date },
  });
  const refused = await failureOf(renewGoogle(sourceOf(key), soon(), own), [pem, 'canary-text']);
  assert.deepEqual([refused.code, refused.isLasting], ['invalid_grant', true]);
  assert.match(refused.message, /answered 400 invalid_grant: .*: the clock of this host is 60 min behind/);

  endpoint.behave({
    kind: 'own',
    answer: ({ url }, response) => {
      const isFirst = !url.includes(':generateAccessToken');
      response.writeHead(isFirst ? 200 : 403, { 'content-type': 'application/json' });
      const error = { code: 403, message: 'canary-text', status: 'PERMISSION_DENIED' };
      response.end(JSON.stringify(isFirst ? { access_token: 'canary-token', expires_in: 60 } : { error }));
    },
  });
  const source = { ...sourceOf(key), impersonate: 'other@p.iam.gserviceaccount.com' };
  const denied = await failureOf(
    renewGoogle(source, soon(), { ...own, iamCredentialsUrl: endpoint.origin }),
    ['canary-text', 'canary-token', pem],
  );
  assert.deepEqual([denied.code, denied.isLasting], ['permission_denied', true]);
  assert.match(denied.message, /Service Account Token Creator/);
});

test('a metadata server has to say that it is one', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const failed = () => failureOf(renewGoogle(metadata, soon(), hostOf(endpoint)), endpoint.tokens);
  const unsaid = await failed();
  assert.equal(unsaid.code, 'invalid_answer');
  assert.match(unsaid.message, /answered 200 and is no metadata server of Google \(no Metadata-Flavor\)$/);
  endpoint.behave({ kind: 'token', lifetime: 10, headers: { 'metadata-flavor': 'Google' } });
  assert.equal((await renewGoogle(metadata, soon(), hostOf(endpoint))).lifetimeMs, 10_000);
  endpoint.behave({ kind: 'fail', status: 404, headers: { 'metadata-flavor': 'Google' } });
  const none = await failed();
  assert.deepEqual([none.code, none.isLasting], ['not_found', true]);
  endpoint.behave({ kind: 'fail', status: 503, headers: { 'metadata-flavor': 'Google' } });
  assert.equal((await failed()).code, 'unavailable');
  endpoint.behave({ kind: 'down' });
  assert.match((await failed()).message, /is this a Google machine\?/);
  for (const host of ['metadata.example.com', '10.0.0.1:80', 'a b', '127.0.0.1/x@', 'user@127.0.0.1']) {
    const elsewhere = { ...own, env: { GCE_METADATA_HOST: host } };
    const failure = await failureOf(renewGoogle(metadata, AbortSignal.abort(), elsewhere), []);
    assert.ok(['invalid_url', 'timeout'].includes(failure.code), host);
    if (!host.startsWith('127.')) assert.match(failure.message, /^GCE_METADATA_HOST /);
  }
});

test('where Google says no lifetime, or one that is none, there is none and a warning', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  for (const lifetime of [undefined, 0, -1, 'soon']) {
    endpoint.behave({ kind: 'token', lifetime });
    const renewed = await renewGoogle(sourceOf(serviceAccount(endpoint)), soon(), own);
    assert.equal(renewed.lifetimeMs, undefined);
    assert.match(renewed.warning ?? '', /expires_in/);
  }
});
