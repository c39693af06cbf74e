import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pack } from '../../src/process/config-transfer.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { configText, loadText, secret } from '../helpers/gateway.ts';
import { scratchFolder, shellProgram } from '../helpers/scratch.ts';
import { readToken, serve } from '../helpers/serve.ts';
import { startTokenEndpoint } from '../helpers/token-endpoint.ts';

/** A value that stands nowhere by chance. */
function canary(name: string): string {
  return `canary-${name}-${randomBytes(18).toString('hex')}`;
}

/** Backends of the test whose tokens come from the endpoint. */
const renewedThere = 5;

const serving = 'endpoints: { chat_completions: [] }';

/** What a gateway holds that nobody may see, and the `auth` of backends that have it. */
async function sources(t: TestContext) {
  const folder = scratchFolder(t);
  const values = {
    file: canary('file'),
    exec: canary('exec'),
    execEnv: canary('env'),
    clientSecret: canary('client-secret'),
    badFile: canary('bad-file'),
    errors: canary('errors'),
    description: canary('description'),
    expired: canary('expired'),
    accessKey: canary('access-key'),
    secretKey: canary('secret-key'),
    sessionToken: canary('session-token'),
    googleClient: canary('google-client'),
    googleRefresh: canary('google-refresh'),
    azureSecret: canary('azure-secret'),
    assertion: canary('assertion'),
  };
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const put = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const endpoint = await startTokenEndpoint(t, { kind: 'token', lifetime: 2 });
  const refusing = await startTokenEndpoint(t, {
    kind: 'fail',
    status: 401,
    error: 'invalid_client',
    description: `no ${values.description}`,
  });
  const oauth2 = (url: string, id: string) =>
    `{ oauth2: { token_url: "${url}", client_id: ${id}, client_secret: ${values.clientSecret} } }`;
  const googleKey = (name: string, key: object) =>
    `{ google: { credentials: ${put(name, JSON.stringify(key))} } }`;
  const account = { type: 'service_account', client_email: 'me@p.iam.gserviceaccount.com', private_key: pem };
  const user = {
    type: 'authorized_user',
    client_id: 'c',
    client_secret: values.googleClient,
    refresh_token: values.googleRefresh,
  };
  const azure = (how: string, authority: string) =>
    `{ azure: { ${how}, tenant: t, client_id: c, authority: "${authority}" } }`;
  const keys = `region: eu-central-1, access_key: ${values.accessKey}, secret_key: ${values.secretKey}`;
  const session = `session_token: ${values.sessionToken}`;
  const auths = {
    signature: `{ aws: { ${keys} } }`,
    session: `{ aws: { ${keys}, ${session} } }`,
    apiKey: `{ aws: { ${keys}, as: api_key } }`,
    sessionKey: `{ aws: { ${keys}, ${session}, as: api_key } }`,
    account: googleKey('account.json', { ...account, token_uri: endpoint.url }),
    accountRefused: googleKey('refused.json', { ...account, token_uri: refusing.url }),
    user: googleKey('user.json', { ...user, token_uri: endpoint.url }),
    userRefused: googleKey('user-refused.json', { ...user, token_uri: refusing.url }),
    entra: azure(`client_secret: ${values.azureSecret}`, endpoint.origin),
    entraRefused: azure(`client_secret: ${values.azureSecret}`, refusing.origin),
    workload: azure('workload_identity: true', endpoint.origin),
    workloadRefused: azure('workload_identity: true', refusing.origin),
    file: `{ file: ${put('token', values.file)} }`,
    exec: `{ exec: { command: [${shellProgram(t, `echo '{"token":"${values.exec}","expires_in":2}'`)}], env: [CANARY] } }`,
    oauth2: oauth2(endpoint.url, 'good'),
    refused: oauth2(refusing.url, 'bad'),
    failing: `{ exec: { command: [${shellProgram(t, `echo "denied ${values.errors} $CANARY" >&2; exit 1`)}], env: [CANARY] } }`,
    unreadable: `{ exec: { command: [${shellProgram(t, `printf '{"token":"${values.badFile}'`)}] } }`,
    expired: `{ file: ${put('expired', `{"token":"${values.expired}","expires_at":"2001-01-01T00:00:00Z"}`)} }`,
  };
  const env = { CANARY: values.execEnv, AZURE_FEDERATED_TOKEN_FILE: put('assertion', values.assertion) };
  /** What was made of the values in the meantime: lines of the key, and JWTs that it signed. */
  const derived = () => [
    ...pem.split('\n').slice(1, -2),
    ...[...endpoint.requests, ...refusing.requests].flatMap(({ fields }) => fields['assertion'] ?? []),
  ];
  return { values, auths, endpoint, env, derived };
}

test('no token, key, signature, program output or secret is in a log, an answer, a metric or a page', async (t) => {
  const { values, auths, endpoint, env, derived } = await sources(t);
  const shown = new Set<string>();
  const backend = await startBackend(t, (seen, response, body) => {
    const { authorization = '', 'x-amz-security-token': session = '' } = seen.headers;
    shown.add(authorization.replace(/^Bearer |^.*Signature=/, ''));
    return seen.url?.startsWith('/echo')
      ? json(completion(`you sent ${authorization} ${session}`))(seen, response, body)
      : json({ error: { message: `refused: ${authorization} ${session}` } }, 401)(seen, response, body);
  });
  const names = Object.keys(auths);
  const echoed = ['file', 'signature', 'session', 'apiKey', 'account', 'entra'];
  const at = (name: string) => (echoed.includes(name) ? `${backend.url}/echo` : backend.url);
  const text = [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
    'workers: 1',
    'log: { level: trace }',
    'backends:',
    ...Object.entries(auths).map(([name, auth]) => `  ${name}: { url: "${at(name)}", auth: ${auth} }`),
    'models:',
    ...names.map((name) => `  ${name}: { deployments: [ { backend: ${name}, ${serving} } ] }`),
    `keys: { test: { secret: ${secret} } }`,
  ].join('\n');
  const served = await serve(t, text, { env });
  const seen: string[] = [];
  const ask = async () => {
    for (const model of names) {
      const body = { model, messages: [{ role: 'user', content: 'hello' }] };
      const reply = await served.call('/v1/chat/completions', { body });
      assert.notEqual(reply.status, 200);
      seen.push(reply.text, JSON.stringify(reply.headers));
    }
  };
  await ask();
  await until(() => endpoint.tokens.length >= 3 * renewedThere, 'three lifetimes');
  await ask();
  const { paths } = JSON.parse((await served.admin('/api/openapi.json')).text);
  const pages = Object.entries<Record<string, unknown>>(paths)
    .filter(([path, methods]) => methods['get'] !== undefined && !path.includes('{'))
    .map(([path]) => path);
  assert.ok(pages.length > 10);
  for (const path of [...pages, '/status', '/metrics', '/readyz?verbose', '/', `/api/explain?model=file`]) {
    seen.push((await served.admin(path)).text);
  }
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
  const all = [JSON.stringify(served.logs), served.said.err, ...seen].join('\n');
  assert.ok(all.includes('"valid_for_s"') && all.includes('gateway_credential_valid_seconds{source="exec"}'));
  assert.ok(served.logs.length > 20);
  const hidden = [...Object.values(values), ...endpoint.tokens, ...derived(), ...shown];
  assert.ok(
    [...shown].some((value) => /^[0-9a-f]{64}$/.test(value)),
    'a signature was seen',
  );
  assert.ok(
    [...shown].some((value) => value.startsWith('bedrock-api-key-')),
    "Bedrock's key was seen",
  );
  assert.ok(
    derived().some((value) => value.startsWith('eyJ')),
    'a JWT was seen',
  );
  assert.ok(hidden.every((value) => value.length >= 16));
  for (const value of hidden) {
    const index = all.indexOf(value);
    assert.equal(index, -1, all.slice(Math.max(0, index - 300), index + 80));
    assert.ok(!all.includes(Buffer.from(value).toString('base64').slice(0, 24)), 'as base64');
  }
});

test('what a source gives is in nothing that goes between processes with a configuration, nor in its revision', async (t) => {
  const folder = scratchFolder(t);
  const file = join(folder, 'token');
  const key = join(folder, 'key.json');
  const value = canary('transfer');
  const user = (secret: string) =>
    JSON.stringify({ type: 'authorized_user', client_id: 'c', client_secret: secret, refresh_token: secret });
  const exchange = `{ oauth2: { token_url: "https://a.example/t", grant: jwt_bearer, assertion: { file: ${file} } } }`;
  const url = 'url: "http://127.0.0.1:9"';
  const load = () =>
    loadText(
      configText({
        backends: `{ main: { ${url}, auth: { file: ${file} } }, google: { ${url}, auth: { google: { credentials: ${key} } } }, exchange: { ${url}, auth: ${exchange} } }`,
        models: `{ m: { deployments: [ { backend: main, ${serving} } ] } }`,
      }),
    );
  const write = (secret: string) => {
    writeFileSync(file, secret, { mode: 0o600 });
    writeFileSync(key, user(secret), { mode: 0o600 });
  };
  write(value);
  const config = await load();
  for (const { bytes } of pack(config).chunks) {
    assert.equal(Buffer.from(bytes).indexOf(value), -1);
  }
  write(canary('another'));
  assert.equal((await load()).revision, config.revision);
});
