import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { credentialHeaders } from '../../src/config/derived/credential-header-names.ts';
import { loadConfig } from '../../src/config/load.ts';
import { type AuthForm, authForms } from '../../src/config/schema/generated/shape.generated.js';
import type { CredentialConfig } from '../../src/config/types/credentials.ts';
import { credentialFor } from '../../src/credentials/index.ts';
import { temporaryFolder } from '../config/fixtures.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { configText, startGateway } from '../helpers/gateway.ts';

/** One of each form: how it is written, and what it comes to. A form that is new does not compile without its line. */
interface Example {
  /** `DIR` stands for a folder that holds `token` and `key.json`. */
  readonly auth: string;
  /** Names of the headers that it sets, or that no client may send. */
  readonly headers: readonly string[];
  /** What a backend sees of it, where it stands in the file; what is renewed is seen where its source is tested. */
  readonly sent?: Readonly<Record<string, string>>;
  /** What it is once it is resolved. */
  readonly kind: CredentialConfig['kind'];
}

const examples: Readonly<Record<AuthForm, Example>> = {
  bearer: {
    auth: '{ bearer: backend-secret-1 }',
    headers: ['authorization'],
    sent: { authorization: 'Bearer backend-secret-1' },
    kind: 'static',
  },
  header: {
    auth: '{ header: X-Backend-Key, value: backend-secret-2 }',
    headers: ['x-backend-key'],
    sent: { 'x-backend-key': 'backend-secret-2' },
    kind: 'static',
  },
  file: {
    auth: '{ file: DIR/token, header: X-Api-Key, prefix: "" }',
    headers: ['x-api-key'],
    kind: 'token',
  },
  exec: {
    auth: '{ exec: { command: [/bin/sh, -c, "echo token"] } }',
    headers: ['authorization'],
    kind: 'token',
  },
  oauth2: {
    auth: '{ oauth2: { token_url: "https://login.example.com/token", client_id: gateway, client_secret: backend-secret-3 } }',
    headers: ['authorization'],
    kind: 'token',
  },
  aws: {
    auth: '{ aws: { region: eu-central-1, access_key: AKIAEXAMPLE, secret_key: backend-secret-4 } }',
    headers: ['authorization', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token'],
    kind: 'aws_signature',
  },
  google: {
    auth: '{ google: { credentials: DIR/key.json, quota_project: my-project } }',
    headers: ['authorization', 'x-goog-user-project', 'x-goog-api-key'],
    kind: 'token',
  },
  azure: {
    auth: '{ azure: { managed_identity: true } }',
    headers: ['authorization', 'api-key'],
    kind: 'token',
  },
};

/** Fields that make no form, and go with forms whose token is renewed. */
const common = ['prefix'];

test('every form of `auth` that the schema takes is one of the forms that are resolved', async () => {
  const schema = JSON.parse(await readFile('schemas/gateway.schema.json', 'utf8'));
  const { oneOf, properties } = schema.$defs.auth;
  assert.deepEqual(
    oneOf.map(({ required }: { required: string[] }) => required),
    Object.values(authForms),
  );
  const needed = new Set<string>(Object.values(authForms).flat());
  const options = Object.keys(properties).filter((field) => !needed.has(field));
  assert.deepEqual(options, common, 'a field that makes no form: does anything resolve it?');
});

/** A form as it is written, with the files that it names. */
async function written(t: TestContext, auth: string): Promise<string> {
  const folder = await temporaryFolder(t);
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = {
    type: 'service_account',
    client_email: 'llm@my-project.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  await writeFile(join(folder, 'key.json'), JSON.stringify(key), { mode: 0o600 });
  await writeFile(join(folder, 'token'), 'token-of-the-file\n', { mode: 0o600 });
  return auth.replaceAll('DIR', folder);
}

for (const [form, { auth, headers, kind }] of Object.entries(examples)) {
  test(`the form \`${form}\` resolves to a credential that names its headers`, async (t) => {
    const text = configText({
      backends: `{ main: { url: "https://llm.example.com", auth: ${await written(t, auth)} } }`,
      models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
    });
    const { config, problems } = await loadConfig('-', { text, env: {}, requireSecrets: true });
    assert.deepEqual(
      problems.filter(({ severity }) => severity === 'error'),
      [],
    );
    const credential = config!.backends.get('main')!.credential!;
    assert.equal(credential.kind, kind);
    assert.deepEqual(credentialHeaders(credential), headers);
    assert.deepEqual(structuredClone(credential), credential, 'it goes to other processes as it is');
  });
}

for (const [form, { auth, sent }] of Object.entries(examples)) {
  if (sent === undefined) continue;
  test(`a backend with the form \`${form}\` gets its credential, and nothing of what a client puts there`, async (t) => {
    const backend = await startBackend(t, json(completion('hi')));
    const gateway = await startGateway(
      t,
      configText({
        backends: `{ main: { url: "${backend.url}", auth: ${auth} } }`,
        models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }',
      }),
    );
    const config = gateway.gateway.config.backends.get('main')!.credential!;
    assert.deepEqual(credentialFor(config).headers, credentialHeaders(config));
    assert.deepEqual(Object.keys(sent), credentialHeaders(config));
    const mine = Object.keys(sent).filter((name) => name !== 'authorization');
    const reply = await gateway.call('/v1/chat/completions', {
      body: { model: 'm', messages: [{ role: 'user', content: 'hello' }] },
      headers: Object.fromEntries(mine.map((name) => [name, "the client's"])),
    });
    assert.equal(reply.status, 200, reply.text);
    for (const [name, value] of Object.entries(sent)) assert.equal(backend.seen[0]!.headers[name], value);
  });
}
