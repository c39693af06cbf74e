import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { AzureSource } from '../../../src/config/types/credentials.ts';
import { renewAzure } from '../../../src/credentials/sources/azure/index.ts';
import { failureOf } from '../../helpers/no-secret.ts';
import { startTokenEndpoint, type TokenEndpoint } from '../../helpers/token-endpoint.ts';

const secret = 's+ecret value/=';
const assertion = 'federated.jwt.text';
const header = 'the header';
const nowS = 1_800_000_000;
const now = () => nowS * 1000;
const soon = () => AbortSignal.timeout(10_000);

function sourceOf(
  identity: AzureSource['identity'],
  authority: string,
  clientId: string | undefined = 'client-1',
): AzureSource {
  return {
    kind: 'azure',
    identity,
    tenant: 'tenant-1',
    clientId,
    scope: 'https://cognitiveservices.azure.com/.default',
    authority,
  };
}

const ofSecret = (endpoint: TokenEndpoint) => sourceOf({ kind: 'client_secret', secret }, endpoint.origin);

const managed = (clientId?: string): AzureSource => ({
  ...sourceOf({ kind: 'managed_identity' }, 'https://login.microsoftonline.com'),
  tenant: undefined,
  clientId,
});

const appOf = (endpoint: TokenEndpoint) => ({
  IDENTITY_ENDPOINT: `${endpoint.origin}/msi/token`,
  IDENTITY_HEADER: header,
});

const machineOf = (endpoint: TokenEndpoint) => ({ AZURE_POD_IDENTITY_AUTHORITY_HOST: endpoint.origin });

function assertionFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'azure-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'token'), `${assertion}\n`);
  return join(folder, 'token');
}

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

test("each request is what Microsoft's own library sends", async (t) => {
  const recorded = JSON.parse(
    readFileSync(resolve('test/fixtures/credentials/azure-identity.json'), 'utf8'),
  ) as Readonly<Record<string, Recorded | string>>;
  const endpoint = await startTokenEndpoint(t);
  const file = assertionFile(t);
  const cases: Readonly<Record<string, [AzureSource, Record<string, string>]>> = {
    client_secret: [ofSecret(endpoint), {}],
    workload_identity: [sourceOf({ kind: 'workload_identity', file }, endpoint.origin), {}],
    app_client: [managed('client-1'), appOf(endpoint)],
    app: [managed(), appOf(endpoint)],
    machine_client: [managed('client-1'), machineOf(endpoint)],
    machine: [managed(), machineOf(endpoint)],
  };
  assert.deepEqual(Object.keys(recorded), ['about', ...Object.keys(cases)]);
  for (const [name, [source, env]] of Object.entries(cases)) {
    const renewed = await renewAzure(source, soon(), { env, now: Date.now });
    assert.deepEqual(renewed.value, { kind: 'token', token: endpoint.tokens.at(-1) });
    assert.equal(renewed.lifetimeMs, 3_600_000);
    assert.equal(renewed.subject, source.clientId ?? 'managed identity of this machine');
    const sent = endpoint.requests.at(-1);
    const wanted = recorded[name] as Recorded;
    assert.deepEqual(
      {
        method: sent?.method,
        path: sent?.url.split('?', 1)[0],
        headers: Object.fromEntries(Object.keys(wanted.headers).map((key) => [key, sent?.headers[key]])),
        fields: sent?.fields,
      },
      wanted,
      name,
    );
    if (sent?.method === 'POST') assert.ok(!sent.url.includes('?'), 'nothing secret is in the query');
  }
});

test('the assertion is the one that the file holds at the time', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const file = assertionFile(t);
  const source = sourceOf({ kind: 'workload_identity', file }, endpoint.origin);
  for (const text of ['first.one.jwt', 'second.one.jwt']) {
    writeFileSync(file, text);
    await renewAzure(source, soon(), { env: {}, now });
  }
  assert.deepEqual(
    endpoint.requests.map(({ fields }) => fields['client_assertion']),
    ['first.one.jwt', 'second.one.jwt'],
  );
});

test('numbers may be texts, a moment is measured from the date of the answer, and refresh_in is passed on', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const env = appOf(endpoint);
  // As App Service answers: a moment alone. The clock of this host is an hour behind.
  const date = new Date((nowS + 3600) * 1000).toUTCString();
  endpoint.behave({
    kind: 'token',
    fields: { expires_on: String(nowS + 3600 + 600), resource: 'r' },
    headers: { date },
  });
  const app = await renewAzure(managed(), soon(), { env, now });
  assert.deepEqual([app.lifetimeMs, app.refreshMs, app.warning], [600_000, undefined, undefined]);
  endpoint.behave({
    kind: 'token',
    lifetime: '86399',
    fields: { ext_expires_in: '86399', refresh_in: '43199' },
  });
  const machine = await renewAzure(managed(), soon(), { env: machineOf(endpoint), now });
  assert.deepEqual([machine.lifetimeMs, machine.refreshMs], [86_399_000, 43_199_000]);
  for (const lifetime of [undefined, 0, -1, 'soon']) {
    endpoint.behave({ kind: 'token', lifetime });
    const renewed = await renewAzure(ofSecret(endpoint), soon(), { env: {}, now });
    assert.equal(renewed.lifetimeMs, undefined);
    assert.match(renewed.warning ?? '', /^http:\/\/127\.0\.0\.1:\d+ .*expires_in/);
  }
});

test('what Entra refuses is told by its number and what to do, and lasts', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  const file = assertionFile(t);
  const refused = async (number: string, error: string, status = 401) => {
    endpoint.behave({
      kind: 'fail',
      status,
      error,
      description: `${number}: Text with ${secret} and ${assertion}. Trace ID: canary-trace`,
    });
    return failureOf(
      renewAzure(sourceOf({ kind: 'workload_identity', file }, endpoint.origin), soon(), { env: {}, now }),
      [secret, assertion, 'canary-trace'],
    );
  };
  const wrong = await refused('AADSTS7000215', 'invalid_client');
  assert.deepEqual([wrong.code, wrong.isLasting], ['invalid_client', true]);
  assert.match(wrong.message, /answered 401 invalid_client AADSTS7000215: the secret is wrong/);
  const untrusted = await refused('AADSTS700213', 'invalid_client');
  assert.match(untrusted.message, /no federated credential is registered for the subject/);
  const unknown = await refused('AADSTS99999999', 'unauthorized_client', 400);
  assert.match(unknown.message, /AADSTS99999999: this client may not ask in this way/);
  const busy = await refused('AADSTS90033', 'temporarily_unavailable', 503);
  assert.equal(busy.isLasting, false);
});

test('where there is no managed identity, the failure says what to look for', async (t) => {
  const endpoint = await startTokenEndpoint(t);
  endpoint.behave({ kind: 'fail', status: 400, error: 'invalid_request', description: 'Identity not found' });
  const none = await failureOf(renewAzure(managed(), soon(), { env: machineOf(endpoint), now }), []);
  assert.deepEqual([none.code, none.isLasting], ['invalid_request', true]);
  assert.match(none.message, /is a managed identity assigned to this machine, and is client_id that of one/);
  endpoint.behave({ kind: 'down' });
  const down = await failureOf(renewAzure(managed(), soon(), { env: appOf(endpoint), now }), [header]);
  assert.equal(down.code, 'unreachable');
  assert.match(down.message, /is this an Azure machine, with a managed identity/);
  endpoint.behave({ kind: 'fail', status: 500, error: header.replaceAll(' ', '_') });
  await failureOf(renewAzure(managed(), soon(), { env: appOf(endpoint), now }), [header]);

  const { IDENTITY_ENDPOINT } = appOf(endpoint);
  const arc = await failureOf(renewAzure(managed(), soon(), { env: { IDENTITY_ENDPOINT }, now }), []);
  assert.deepEqual([arc.code, arc.isLasting], ['unsupported', true]);
  const fabric = { ...appOf(endpoint), IDENTITY_SERVER_THUMBPRINT: 'canary-print' };
  const other = await failureOf(renewAzure(managed(), soon(), { env: fabric, now }), [
    header,
    'canary-print',
  ]);
  assert.equal(other.code, 'unsupported');
  for (const env of [
    { IDENTITY_ENDPOINT: 'http://metadata.example.com/token', IDENTITY_HEADER: header },
    { AZURE_POD_IDENTITY_AUTHORITY_HOST: 'http://10.0.0.1' },
  ]) {
    const elsewhere = await failureOf(renewAzure(managed(), soon(), { env, now }), [header]);
    assert.equal(elsewhere.code, 'invalid_url');
    assert.ok(elsewhere.message.startsWith(Object.keys(env)[0]!));
  }
});

test('an authority is asked over TLS unless it is this host', async () => {
  const source = sourceOf({ kind: 'client_secret', secret }, 'http://login.example.com');
  const failure = await failureOf(renewAzure(source, soon(), { env: {}, now }), [secret]);
  assert.match(failure.message, /^authority must begin with https:/);
});
