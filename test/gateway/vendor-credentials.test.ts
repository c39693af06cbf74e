import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type {
  AzureSource,
  CredentialSource,
  GoogleSource,
  TokenCredentialConfig,
} from '../../src/config/types/credentials.ts';
import { startGateway as startEmbedded } from '../../src/embedded/embedded-gateway.ts';
import { openLog } from '../../src/observe/log/log.ts';
import { oauth2Source } from '../credentials/oauth2-source.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { isFull } from '../helpers/full.ts';
import { begin, configText, loadText, readReply } from '../helpers/gateway.ts';
import { clientKeys, clientSecret, startIdentityProvider } from '../helpers/identity-provider.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import { startTokenEndpoint } from '../helpers/token-endpoint.ts';

const lifetimeS = 2;
const lives = isFull ? 3 : 1;

const oauth2 = oauth2Source(clientSecret);

const azure: Omit<AzureSource, 'identity' | 'authority'> = {
  kind: 'azure',
  tenant: 'tenant-1',
  clientId: 'client-1',
  scope: 'https://cognitiveservices.azure.com/.default',
};

const google: Omit<GoogleSource, 'key'> = {
  kind: 'google',
  scope: 'https://www.googleapis.com/auth/cloud-platform',
  impersonate: undefined,
};

test('tokens of every kind are renewed under traffic: no request fails, none carries one that ran out, no log shows one', {
  timeout: 60_000,
}, async (t) => {
  const folder = scratchFolder(t);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const provider = await startIdentityProvider(t, lifetimeS);
  const endpoint = await startTokenEndpoint(t, {
    kind: 'token',
    lifetime: lifetimeS,
    headers: { 'metadata-flavor': 'Google' },
  });
  const subject = file('subject', 'canary.subject.token');
  const privateKey = clientKeys.RS256.key;
  const signed = {
    kind: 'private_key',
    ...clientKeys.ES256,
    algorithm: 'ES256',
    audience: provider.tokenUrl,
  } as const;
  const user = { client_id: 'c', client_secret: 'canary-of-google', refresh_token: 'canary-to-refresh' };
  const account = { client_email: 'me@p.iam.gserviceaccount.com', private_key: privateKey };
  const pool = { audience: 'pool', subject_token_type: 'jwt', credential_source: { file: subject } };
  const googleKey = (type: string, key: object, name = type): GoogleSource => ({
    ...google,
    key: {
      kind: 'file',
      file: file(
        `${name}.json`,
        JSON.stringify({ type, ...key, token_uri: endpoint.url, token_url: endpoint.url }),
      ),
    },
  });
  const ofEndpoint = { tokenUrl: endpoint.url, authority: endpoint.origin };
  const sources: Readonly<Record<string, CredentialSource>> = {
    basic: { ...oauth2, tokenUrl: provider.tokenUrl },
    signed: { ...oauth2, tokenUrl: provider.tokenUrl, clientId: 'es256', client: signed },
    exchange: {
      ...oauth2,
      ...ofEndpoint,
      grant: 'token_exchange',
      client: { kind: 'none' },
      assertionFile: subject,
      body: 'json',
    },
    bearer: {
      ...oauth2,
      ...ofEndpoint,
      grant: 'jwt_bearer',
      client: { kind: 'none' },
      assertionFile: subject,
    },
    vouched: { ...oauth2, ...ofEndpoint, client: { kind: 'federated', file: subject } },
    entra: { ...azure, ...ofEndpoint, identity: { kind: 'client_secret', secret: clientSecret } },
    workload: { ...azure, ...ofEndpoint, identity: { kind: 'workload_identity', file: subject } },
    managed: { ...azure, ...ofEndpoint, identity: { kind: 'managed_identity' } },
    account: googleKey('service_account', account),
    federated: googleKey('external_account', pool),
    impersonating: googleKey(
      'external_account',
      { ...pool, service_account_impersonation_url: `${endpoint.origin}/me:generateAccessToken` },
      'impersonating',
    ),
    user: googleKey('authorized_user', user),
    machine: { ...google, key: { kind: 'metadata' } },
  };
  const surroundings = {
    IDENTITY_ENDPOINT: `${endpoint.origin}/msi/token`,
    IDENTITY_HEADER: 'canary-of-the-platform',
    GCE_METADATA_HOST: endpoint.origin.slice('http://'.length),
  };
  // The process that renews has the environment of the gateway, which is this one.
  Object.assign(process.env, surroundings);
  t.after(() => {
    for (const name of Object.keys(surroundings)) delete process.env[name];
  });

  const names = Object.keys(sources);
  const seen = new Map(names.map((name) => [name, new Set<string>()]));
  const backend = await startBackend(t, (request, response, incoming) => {
    const name = request.url.split('/')[1] ?? '';
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const age = endpoint.ageMs(token);
    const isOwn = ['basic', 'signed'].includes(name) ? token.length > 20 : age !== undefined;
    if (!isOwn || (age ?? 0) > lifetimeS * 1000)
      return json({ error: { message: `${token} of ${age} ms` } }, 401)(request, response, incoming);
    seen.get(name)?.add(token);
    return json(completion('hi'))(request, response, incoming);
  });
  const list = (of: (name: string) => string) =>
    `{ ${names.map((name) => `${name}: ${of(name)}`).join(', ')} }`;
  const text = configText({
    backends: list((name) => `{ url: "${backend.url}/${name}", auth: { bearer: "placeholder-0123456789" } }`),
    models: list((name) => `{ deployments: [ { backend: ${name}, endpoints: { chat_completions: [] } } ] }`),
  });
  const plain = await loadText(`${text}\nstate: { dir: ${JSON.stringify(join(folder, 'state'))} }\n`);
  const credentialOf = (source: CredentialSource): TokenCredentialConfig => ({
    kind: 'token',
    source,
    header: 'authorization',
    prefix: 'Bearer ',
    beside: {},
    withheld: [],
  });
  const backends = new Map(
    [...plain.backends].map(([name, one]) => [name, { ...one, credential: credentialOf(sources[name]!) }]),
  );
  const lines: string[] = [];
  const gateway = await startEmbedded(
    { ...plain, backends },
    { log: openLog('trace', { write: (line: string) => void lines.push(line) }) },
  );
  t.after(() => gateway.stop());
  const to = { port: gateway.address.port, ca: readFileSync(gateway.caFile!, 'utf8') };

  const since = performance.now();
  const isThrough = () =>
    performance.now() - since >= lives * lifetimeS * 1000 &&
    [...seen.values()].every((tokens) => tokens.size > lives);
  while (!isThrough()) {
    const replies = names.map(async (model) => {
      const body = { model, messages: [{ role: 'user', content: 'hello' }] };
      const reply = await readReply(await begin(to, '/v1/chat/completions', { body }));
      assert.equal(reply.status, 200, `${model}: ${reply.text}`);
    });
    await Promise.all(replies);
  }

  const logged = lines.join('');
  const secrets = [
    clientSecret,
    'canary.subject.token',
    'canary-of-google',
    'canary-to-refresh',
    'canary-of-the-platform',
    privateKey.split('\n')[1]!,
    ...endpoint.tokens,
    ...[...seen.values()].flatMap((tokens) => [...tokens]),
  ];
  for (const secret of secrets) assert.ok(!logged.includes(secret), `${secret} is in the log`);
  assert.ok(logged.includes('a credential is there'));
});
