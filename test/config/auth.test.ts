import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadInspected } from '../../src/check/load-inspected.ts';
import type { LoadOptions } from '../../src/config/load.ts';
import type {
  AwsSource,
  AzureSource,
  CredentialSource,
  GoogleSource,
} from '../../src/config/types/credentials.ts';
import { temporaryFile, temporaryFolder } from './fixtures.ts';

interface Written {
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly requireSecrets?: boolean;
  readonly isInstalled?: LoadOptions['isInstalled'];
}

/** What a form of `auth` comes to, and what is said of it. */
async function resolved(
  auth: string,
  {
    url = 'https://llm.example.com',
    env = {},
    requireSecrets = true,
    isInstalled = () => true,
  }: Written = {},
) {
  const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { b: { url: "${url}", auth: ${auth} } }
models: { m: { deployments: [{ backend: b, endpoints: { chat_completions: [] } }] } }
`;
  const { config, problems, sources } = await loadInspected('-', { text, env, requireSecrets, isInstalled });
  const credential = config?.backends.get('b')?.credential;
  const source = credential === undefined || credential.kind === 'static' ? undefined : credential.source;
  const said = problems.map(({ code, severity, path, message }) => `${severity} ${code} ${path}: ${message}`);
  return { credential, source, said, sources, problems };
}

const keys = 'access_key: "${A}", secret_key: "${S}"';
const env = { A: 'AKIAEXAMPLE', S: 'value-of-the-secret-key' };

test('the region of Amazon comes from the field, the host, AWS_REGION or AWS_DEFAULT_REGION, in this order', async () => {
  const region = async (auth: string, written: Written) => {
    const { source, said } = await resolved(auth, { ...written, env: { ...env, ...written.env } });
    assert.deepEqual(said, []);
    return (source as AwsSource).region;
  };
  const both = { AWS_REGION: 'eu-west-1', AWS_DEFAULT_REGION: 'eu-west-2' };
  const hosts: Readonly<Record<string, string>> = {
    'https://bedrock-runtime.eu-central-1.amazonaws.com/openai/v1': 'eu-central-1',
    'https://bedrock-runtime-fips.us-gov-west-1.amazonaws.com': 'us-gov-west-1',
    'https://bedrock-runtime.cn-north-1.amazonaws.com.cn': 'cn-north-1',
    'https://bedrock-mantle.us-east-1.api.aws/v1': 'us-east-1',
    'https://vpce-0a1b2c-3d4e.bedrock-runtime.ap-southeast-2.vpce.amazonaws.com': 'ap-southeast-2',
  };
  for (const [url, expected] of Object.entries(hosts)) {
    assert.equal(await region(`{ aws: { ${keys} } }`, { url, env: both }), expected, url);
  }
  assert.equal(await region(`{ aws: { ${keys} } }`, { env: both }), 'eu-west-1');
  assert.equal(
    await region(`{ aws: { ${keys} } }`, { env: { AWS_DEFAULT_REGION: 'eu-west-2' } }),
    'eu-west-2',
  );
  assert.equal(await region(`{ aws: { region: ca-central-1, ${keys} } }`, { env: both }), 'ca-central-1');
});

test('requests are signed for the service that the host begins with', async () => {
  const service = async (url: string, more = '') =>
    ((await resolved(`{ aws: { ${keys}${more} } }`, { url, env })).source as AwsSource).service;
  assert.equal(await service('https://bedrock-mantle.us-east-1.api.aws/v1'), 'bedrock-mantle');
  assert.equal(await service('https://bedrock-runtime.us-east-1.amazonaws.com'), 'bedrock');
  assert.equal(await service('https://bedrock-runtime.us-east-1.amazonaws.com', ', service: other'), 'other');
});

test('what is missing on this machine is a note in check, and an error where it is served', async () => {
  const cases: Readonly<Record<string, string>> = {
    '{ aws: { access_key: "${A}", secret_key: "${S}" } }':
      'GW1501 backends.b.auth.aws: the region is missing',
    '{ aws: { region: eu-west-1 } }': 'GW1508 backends.b.auth.aws: auth.aws needs the optional package',
    '{ azure: { workload_identity: true, tenant: t, client_id: c } }':
      'GW1501 backends.b.auth.azure: the environment variable AZURE_FEDERATED_TOKEN_FILE',
    '{ azure: { client_secret: "${S}", client_id: c } }': 'GW1501 backends.b.auth.azure: "tenant"',
    '{ file: /nowhere/token }': 'GW1502 backends.b.auth.file: the file "/nowhere/token" does not exist',
    '{ google: { credentials: /nowhere/key.json } }': 'GW1502 backends.b.auth.google.credentials: the file',
    '{ exec: { command: [/nowhere/mint] } }': 'GW1431 backends.b.auth.exec.command[0]: the program',
    '{ oauth2: { token_url: "https://a.example", assertion: { file: /nowhere/jwt } } }':
      'GW1502 backends.b.auth.oauth2.assertion.file: the file',
  };
  for (const [auth, expected] of Object.entries(cases)) {
    for (const requireSecrets of [false, true]) {
      const { said, credential } = await resolved(auth, { env, requireSecrets, isInstalled: () => false });
      assert.equal(said.length, 1, said.join('\n'));
      const wanted = `${requireSecrets ? 'error' : 'note'} ${expected}`;
      assert.ok(said[0]!.startsWith(wanted), `${said[0]}\n${wanted}`);
      assert.equal(credential === undefined, requireSecrets, auth);
    }
  }
});

test('keys of Amazon that stand in the file need no package, and a role beside them does', async () => {
  const said = async (more: string) =>
    (await resolved(`{ aws: { region: eu-west-1, ${keys}${more} } }`, { env, isInstalled: () => false }))
      .said;
  assert.deepEqual(await said(''), []);
  assert.match((await said(', role: { arn: "arn:aws:iam::111122223333:role/g" }')).join(), /GW1508/);
});

test('the package of Amazon that is to be installed is the one that the gateway is tested with', async () => {
  const { problems } = await resolved('{ aws: { region: eu-west-1 } }', { isInstalled: () => false });
  const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const name = '@aws-sdk/credential-provider-node';
  assert.deepEqual(
    problems.map(({ hint }) => hint),
    [`npm i ${name}@${optionalDependencies[name]}`],
  );
});

test('what Azure does not get from the file comes from the variables that its own libraries read', async (t) => {
  const file = await temporaryFile(t, 'token', 'eyJ.a.b\n');
  const variables = {
    AZURE_TENANT_ID: 'tenant-1',
    AZURE_CLIENT_ID: 'client-1',
    AZURE_AUTHORITY_HOST: 'https://login.microsoftonline.us/',
    AZURE_FEDERATED_TOKEN_FILE: file,
  };
  const workload = await resolved('{ azure: { workload_identity: true } }', { env: variables });
  assert.deepEqual(workload.said, []);
  assert.deepEqual(workload.source, {
    kind: 'azure',
    identity: { kind: 'workload_identity', file },
    tenant: 'tenant-1',
    clientId: 'client-1',
    scope: 'https://cognitiveservices.azure.com/.default',
    authority: 'https://login.microsoftonline.us',
  } satisfies AzureSource);
  const managed = await resolved('{ azure: { managed_identity: { client_id: own } } }', { env: variables });
  assert.deepEqual(managed.said, []);
  const { tenant, clientId, identity } = managed.source as AzureSource;
  assert.deepEqual([tenant, clientId, identity], [undefined, 'own', { kind: 'managed_identity' }]);
});

/** A key of a service account as Google's console gives it, changed by a test. */
function serviceAccount(changes: Readonly<Record<string, unknown>> = {}): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return JSON.stringify({
    type: 'service_account',
    client_email: 'llm@p.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    token_uri: 'https://oauth2.googleapis.com/token',
    ...changes,
  });
}

test("Google's key is the file or the text that is named, else that of the variable, else the machine's", async (t) => {
  const file = await temporaryFile(t, 'key.json', serviceAccount());
  const other = await temporaryFile(t, 'other.json', serviceAccount());
  const variables = { GOOGLE_APPLICATION_CREDENTIALS: other, KEY_FILE: file, KEY: serviceAccount() };
  const key = async (auth: string, given: Readonly<Record<string, string>> = variables) => {
    const { source, said } = await resolved(auth, { env: given });
    assert.deepEqual(said, []);
    return (source as GoogleSource).key;
  };
  assert.deepEqual(await key(`{ google: { credentials: ${file} } }`), { kind: 'file', file });
  assert.deepEqual(await key('{ google: { credentials: "${KEY_FILE}" } }'), { kind: 'file', file });
  assert.deepEqual(await key('{ google: { credentials: "${KEY}" } }'), { kind: 'json', json: variables.KEY });
  assert.deepEqual(await key('{ google: {} }'), { kind: 'file', file: other });
  assert.deepEqual(await key('{ google: {} }', {}), { kind: 'metadata' });
});

test('a key file that is none is told why, and nothing of what it holds is repeated', async (t) => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const external = (source: unknown, more: object = {}) =>
    JSON.stringify({
      type: 'external_account',
      audience: '//iam.googleapis.com/x',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      token_url: 'https://sts.googleapis.com/v1/token',
      credential_source: source,
      ...more,
    });
  const cases: readonly (readonly [text: string, fault: RegExp])[] = [
    ['geheim', /holds no JSON object/],
    ['[1]', /holds no JSON object/],
    ['{}', /of no known type: it must be one of service_account, external_account, authorized_user/],
    ['{"type":"geheim geheim"}', /of no known type/],
    ['{"type":"gdch_service_account"}', /of the type gdch_service_account/],
    ['{"type":"impersonated_service_account"}', /impersonated_service_account/],
    [serviceAccount({ client_email: '' }), /has no "client_email"/],
    [serviceAccount({ private_key: 'geheim' }), /no usable "private_key": the file holds no private key/],
    [
      serviceAccount({ private_key: elliptic.export({ type: 'pkcs8', format: 'pem' }) }),
      /"private_key" that is no RSA key/,
    ],
    [serviceAccount({ token_uri: 'http://geheim.example' }), /"token_uri" that must begin with https/],
    [serviceAccount({ token_uri: 'https://169.254.169.254/' }), /"token_uri" that leads to a link-local/],
    ['{"type":"authorized_user","client_id":"c","client_secret":"geheim"}', /has no "refresh_token"/],
    [external(undefined), /has no "credential_source"/],
    [external({}), /neither "file" nor "url"/],
    [external({ executable: { command: 'geheim' } }), /names a program to run/],
    [external({ environment_id: 'aws1' }), /credentials of Amazon as its source/],
    [external({ url: 'http://geheim.example' }), /"credential_source.url" that must begin with https/],
    [external({ file: '/f' }, { token_url: 'ftp://geheim' }), /"token_url" that must begin with https/],
  ];
  for (const [text, fault] of cases) {
    const file = await temporaryFile(t, 'key.json', text);
    for (const requireSecrets of [false, true]) {
      const { said, problems } = await resolved(`{ google: { credentials: ${file} } }`, { requireSecrets });
      assert.equal(said.length, 1, said.join('\n'));
      assert.match(said[0]!, /^error GW1507 backends\.b\.auth\.google\.credentials/);
      assert.match(said[0]!, fault);
      assert.doesNotMatch(JSON.stringify(problems), /geheim/);
    }
  }
  for (const source of [
    { file: '/var/run/secrets/t' },
    { url: 'http://metadata.google.internal/t' },
    { url: 'http://127.0.0.1:1/t' },
    { url: 'https://idp.example/t' },
  ]) {
    const file = await temporaryFile(t, 'key.json', external(source));
    assert.deepEqual((await resolved(`{ google: { credentials: ${file} } }`)).said, []);
  }
});

test('files that a credential is renewed from are no part of the revision, and are not what a reload waits for', async (t) => {
  const token = await temporaryFile(t, 'token', 'one');
  const key = await temporaryFile(t, 'key.json', serviceAccount());
  for (const auth of [
    `{ file: ${token} }`,
    `{ google: { credentials: ${key} } }`,
    `{ oauth2: { token_url: "https://a.example", assertion: { file: ${token} } } }`,
  ]) {
    const { sources, said } = await resolved(auth);
    assert.deepEqual(said, []);
    assert.deepEqual(
      sources.filter((file) => file === token || file === key),
      [],
    );
  }
});

test('tokens are asked for over https, and without it on this machine only', async () => {
  const fault = async (url: string) => {
    const { problems } = await resolved(`{ oauth2: { token_url: "${url}", parameters: { a: b } } }`);
    return problems.map(({ code }) => code).join();
  };
  for (const url of [
    'https://a.example/t',
    'https://a.example/t?x=1',
    'http://127.0.0.1:1/t',
    'http://[::1]:1/t',
    'http://localhost:1/t',
  ]) {
    assert.equal(await fault(url), '', url);
  }
  for (const url of [
    'http://a.example',
    'http://10.0.0.1/',
    'https://u:p@a.example',
    'https://a.example/#x',
  ]) {
    assert.equal(await fault(url), 'GW1406', url);
  }
  for (const url of [
    'https://169.254.169.254/t',
    'http://[fd00:ec2::254]/t',
    'https://metadata.google.internal/t',
    'https://0xa9fea9fe/t',
  ]) {
    assert.equal(await fault(url), 'GW1407', url);
  }
});

test('variables that lead to a metadata server may lead to one, or to this machine', async () => {
  const said = async (auth: string, given: Readonly<Record<string, string>>) =>
    (await resolved(auth, { env: given })).problems.map(({ code }) => code).join();
  for (const host of ['metadata.google.internal', '169.254.169.254', '127.0.0.1:8090', 'localhost']) {
    assert.equal(await said('{ google: {} }', { GCE_METADATA_HOST: host }), '', host);
  }
  assert.equal(await said('{ google: {} }', { GCE_METADATA_HOST: 'evil.example' }), 'GW1406');
  const managed = '{ azure: { managed_identity: true } }';
  for (const url of [
    'http://127.0.0.1:41/msi/token',
    'http://169.254.130.2:8081/msi/token',
    'https://a.example/t',
  ]) {
    assert.equal(await said(managed, { IDENTITY_ENDPOINT: url }), '', url);
  }
  assert.equal(await said(managed, { IDENTITY_ENDPOINT: 'http://evil.example/t' }), 'GW1406');
  const secret = '{ azure: { client_secret: "${S}", tenant: t, client_id: c } }';
  const authority = { ...env, AZURE_AUTHORITY_HOST: 'http://evil.example' };
  assert.match(
    (await resolved(secret, { env: authority })).said.join(),
    /the variable AZURE_AUTHORITY_HOST must/,
  );
});

test('a client proves who it is in one way', async (t) => {
  const jwt = await temporaryFile(t, 'jwt', 'eyJ.a.b');
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const given = { ...env, PEM: String(rsa.export({ type: 'pkcs8', format: 'pem' })) };
  const codes = async (fields: string) => {
    const { problems } = await resolved(`{ oauth2: { token_url: "https://a.example", ${fields} } }`, {
      env: given,
    });
    return problems.map(({ code, path }) => `${code} ${path.split('.').at(-1)}`);
  };
  const secret = 'client_id: c, client_secret: "${S}"';
  assert.deepEqual(await codes(secret), []);
  assert.deepEqual(await codes('client_id: c, private_key: "${PEM}", alg: PS256'), []);
  assert.deepEqual(await codes(`assertion: { file: ${jwt} }`), []);
  assert.deepEqual(await codes(`${secret}, grant: token_exchange, assertion: { file: ${jwt} }`), []);
  assert.deepEqual(await codes(`grant: jwt_bearer, assertion: { file: ${jwt} }`), []);

  assert.deepEqual(await codes('client_id: c'), ['GW1430 oauth2']);
  assert.deepEqual(await codes('client_secret: "${S}"'), ['GW1430 client_secret']);
  assert.deepEqual(await codes(`${secret}, private_key: "\${PEM}"`), ['GW1430 oauth2']);
  assert.deepEqual(await codes(`${secret}, assertion: { file: ${jwt} }`), ['GW1430 oauth2']);
  assert.deepEqual(await codes(`${secret}, subject_token_type: x`), ['GW1430 subject_token_type']);
  assert.deepEqual(await codes('client_id: c, private_key: "${PEM}", alg: ES256'), ['GW1603 private_key']);
  assert.deepEqual(await codes('client_id: c, private_key: "${PEM}", send_secret: body'), [
    'GW1430 send_secret',
  ]);
  assert.deepEqual(await codes(`${secret}, parameters: { scope: x }`), ['GW1430 scope']);
  assert.deepEqual(await codes(`${secret}, headers: { Authorization: x }`), ['GW1409 Authorization']);
});

test('a secret of more than 4 KiB is something else', async () => {
  const { said } = await resolved('{ azure: { client_secret: "${S}", tenant: t, client_id: c } }', {
    env: { S: 'x'.repeat(4097) },
  });
  assert.match(said.join(), /^error GW1504 backends\.b\.auth\.azure\.client_secret: .*4 KiB/);
});

test('a program, or the folder it is in, that everybody may write is warned of', async (t) => {
  const folder = join(await temporaryFolder(t), 'bin');
  const program = join(folder, 'mint');
  await mkdir(folder);
  await writeFile(program, '#!/bin/sh\necho token\n', { mode: 0o755 });
  const said = async () =>
    (await resolved(`{ exec: { command: [${program}] } }`)).problems.map(({ hint }) => hint);
  assert.deepEqual(await said(), []);
  await chmod(program, 0o757);
  assert.deepEqual(await said(), [`chmod o-w ${program}`]);
  await chmod(program, 0o755);
  await chmod(folder, 0o777);
  assert.deepEqual(await said(), [`chmod o-w ${folder}`]);
  await chmod(folder, 0o1777);
  assert.deepEqual(await said(), []);
  await chmod(program, 0o644);
  if (process.getuid?.() !== 0) assert.equal((await said()).length, 1);
});

test('a token in the file that ends within days is warned of, with the form that renews it', async () => {
  const jwt = (claims: object) =>
    ['{"alg":"none"}', JSON.stringify(claims), '']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.');
  const soon = Math.floor(Date.now() / 1000) + 3600;
  const cases: readonly (readonly [token: string, form: RegExp | undefined])[] = [
    ['ya29.value-of-a-token', /`google: \{\}`$/],
    ['bedrock-api-key-value-of-a-key', /`aws: \{ as: api_key \}`$/],
    [jwt({ exp: soon }), /`oauth2`, `file` or `exec`$/],
    [jwt({ exp: 1 }), /`oauth2`/],
    [jwt({ exp: soon, iss: 'https://sts.windows.net/1/' }), /`azure`$/],
    [jwt({ exp: soon + 30 * 86_400 }), undefined],
    [jwt({}), undefined],
    ['sk-value-of-a-key', undefined],
  ];
  for (const [token, form] of cases) {
    for (const auth of ['{ bearer: "${T}" }', '{ header: x-key, value: "${T}" }']) {
      const { problems } = await resolved(auth, { env: { T: token } });
      assert.deepEqual(
        problems.map(({ code, severity }) => [code, severity]),
        form === undefined ? [] : [['GW1840', 'warning']],
      );
      if (form !== undefined) assert.match(problems[0]!.hint ?? '', form);
      assert.ok(!JSON.stringify(problems).includes(token));
    }
  }
});

test('sources that are written alike are equal in every field', async (t) => {
  const file = await temporaryFile(t, 'token', 'one');
  const source = async (header: string): Promise<CredentialSource | undefined> =>
    (await resolved(`{ file: ${file}${header} }`)).source;
  assert.deepEqual(await source(''), await source(', header: x-key, prefix: ""'));
});
