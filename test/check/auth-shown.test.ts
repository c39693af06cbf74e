import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { stringify } from 'yaml';
import { builtIn } from '../../src/api/endpoints/declared-endpoints/endpoint-set.ts';
import { fieldChanges } from '../../src/check/diff/field-changes.ts';
import { shownChanges } from '../../src/check/diff/shown-change.ts';
import { loadInspected } from '../../src/check/load-inspected.ts';
import { writtenBackend } from '../../src/check/written-fields.ts';
import { effectiveFile } from '../../src/config/effective.ts';
import { formatProblems } from '../../src/config/problems.ts';
import type { BackendConfig } from '../../src/config/types/backends.ts';
import { copyFixtures, fixtureEnv } from '../config/fixtures.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const secrets = {
  KEY: 'geheim-key',
  SECRET: 'geheim-secret',
  SESSION: 'geheim-session',
  PEM: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

async function load(auth: string) {
  const text = `version: 1
listen: { address: "127.0.0.1:8443", tls: { self_signed: true } }
backends: { b: { url: "https://bedrock-mantle.us-east-1.api.aws/v1", auth: ${auth} } }
models: { m: { deployments: [{ backend: b, endpoints: { chat_completions: [] } }] } }
`;
  return await loadInspected('-', { text, env: secrets, requireSecrets: false, isInstalled: () => true });
}

async function changes(before: string, after: string) {
  const [old, now] = await Promise.all([load(before), load(after)]);
  const written = [old, now].map(({ config }) => writtenBackend(config!.backends.get('b')!, builtIn));
  return shownChanges(fieldChanges(written[0]!, written[1]!), ['backends', 'b'], old.trees, now.trees);
}

test('a change of a credential is told by the field of its form, with the value where that is no secret', async () => {
  assert.deepEqual(
    await changes(
      '{ aws: { access_key: "${KEY}", secret_key: "${SECRET}", service: bedrock } }',
      '{ aws: { access_key: "${KEY}", secret_key: "${SESSION}", as: api_key } }',
    ),
    [
      { field: 'auth.aws.service', before: 'bedrock', after: 'bedrock-mantle' },
      { field: 'auth.aws.as', before: 'signature', after: 'api_key' },
      { field: 'auth.aws.secret_key', before: '***', after: '***' },
      { field: 'auth.header', before: null, after: 'authorization' },
      { field: 'auth.prefix', before: null, after: 'Bearer ' },
    ],
  );
  const oauth2 = (more: string) =>
    `{ oauth2: { token_url: "https://a.example/t", client_id: c, client_secret: "\${SECRET}"${more} } }`;
  assert.deepEqual(await changes(oauth2(', scope: one'), oauth2(', scope: two, lifetime: 1h')), [
    { field: 'auth.oauth2.scope', before: 'one', after: 'two' },
    { field: 'auth.oauth2.lifetime', before: '5m', after: '1h' },
  ]);
  assert.deepEqual(
    await changes(
      '{ azure: { managed_identity: true } }',
      '{ azure: { managed_identity: { client_id: c } } }',
    ),
    [{ field: 'auth.azure.managed_identity', before: '***', after: '***' }],
  );
});

test('a change of a URL shows no key in its query', async () => {
  const signed = (key: string) =>
    `{ oauth2: { token_url: "https://a.example/t?api_key=${key}", client_id: c, private_key: "\${PEM}" } }`;
  const url = 'https://a.example/t?api_key=***';
  assert.deepEqual(await changes(signed('geheim-1'), signed('geheim-2')), [
    { field: 'auth.oauth2.token_url', before: url, after: url },
    { field: 'auth.oauth2.assertion_audience', before: url, after: url },
  ]);
});

/** Everything in clear that a form can hold a secret in, and beside it what operators have to see. */
const forms: readonly (readonly [auth: string, seen: readonly string[]])[] = [
  [
    '{ oauth2: { token_url: "https://a.example/t?api_key=geheim", client_id: seen-1, client_secret: geheim } }',
    ['https://a.example/t?', 'seen-1'],
  ],
  ['{ oauth2: { token_url: "https://a.example/t", client_id: seen-1, private_key: geheim } }', ['seen-1']],
  [
    '{ oauth2: { token_url: "https://a.example/t", parameters: { password: geheim, assertion: geheim }, headers: { x-a: geheim } } }',
    ['https://a.example/t'],
  ],
  ['{ aws: { access_key: geheim, secret_key: geheim, session_token: geheim } }', []],
  [
    '{ aws: { region: seen-1, profile: seen-2, role: { arn: seen-3, external_id: geheim } } }',
    ['seen-1', 'seen-2', 'seen-3'],
  ],
  [
    `{ google: { credentials: '{"type":"service_account","private_key":"geheim"}', scope: seen-1 } }`,
    ['seen-1'],
  ],
  ['{ azure: { client_secret: geheim, tenant: seen-1, client_id: seen-2 } }', ['seen-1', 'seen-2']],
  ['{ exec: { command: [/nowhere/mint, --secret, geheim], env: [SEEN] } }', ['SEEN']],
  ['{ exec: { command: "/nowhere/mint --secret geheim", env: [SEEN] } }', ['SEEN']],
  ['{ exec: { command: ["/nowhere/mint --secret geheim"], env: [SEEN] } }', ['SEEN']],
  ['{ oauth2: { token_url: "http://a.example/t?key=geheim", client_id: seen-1 } }', ['seen-1']],
  ['{ file: /nowhere/token }', ['/nowhere/token']],
];

test('neither the file as it takes effect nor a problem shows a secret of any form', async () => {
  for (const [auth, seen] of forms) {
    const { problems, trees } = await load(auth);
    const printed = JSON.stringify(effectiveFile(trees));
    assert.doesNotMatch(printed, /geheim/, auth);
    for (const text of seen) assert.ok(printed.includes(text), `${text} in ${printed}`);
    assert.doesNotMatch(formatProblems(problems), /geheim/, auth);
    const broken = await load(`${auth}, ${auth}, { !env X`);
    assert.ok(broken.problems.length > 0);
    assert.doesNotMatch(formatProblems(broken.problems), /geheim/, auth);
  }
});

test('the file as it takes effect means the same, whatever the form', async (t) => {
  const folder = await copyFixtures(t);
  const load = (file: string) =>
    loadInspected(file, { env: fixtureEnv, requireSecrets: true, isInstalled: () => true });
  const original = await load(join(folder, 'good/auth-forms.yaml'));
  const printed = join(folder, 'good/printed.yaml');
  await writeFile(printed, stringify(effectiveFile(original.trees)), { mode: 0o640 });
  const again = await load(printed);
  const shown = (backend: BackendConfig) => ({ ...backend, at: undefined });
  assert.deepEqual(
    again.problems.filter(({ severity }) => severity === 'error'),
    [],
  );
  for (const [name, backend] of original.config!.backends) {
    if (/exec|exchange/.test(name)) continue; // arguments, parameters and headers are masked
    assert.deepEqual(shown(again.config!.backends.get(name)!), shown(backend), name);
  }
});
