import assert from 'node:assert/strict';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { CredentialsAnswer } from '../../src/admin/contract/credentials.ts';
import { completion, json, startBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { childrenOf, hello, liveText, workersOf } from '../helpers/live.ts';
import { assertSoundMetrics, seriesValue } from '../helpers/promtool.ts';
import { scratchFolder } from '../helpers/scratch.ts';
import { type Served, serve } from '../helpers/serve.ts';
import { startTokenEndpoint } from '../helpers/token-endpoint.ts';

const oauth2 = (url: string, id = 'gateway') =>
  `{ oauth2: { token_url: "${url}", client_id: ${id}, client_secret: client-secret-0123 } }`;

const backendOf = (url: string, auth: string) => `{ url: "${url}", auth: ${auth} }`;

/** The answers to so many requests on fresh connections: with every second one, each of two workers is asked. */
async function statuses(served: Served, times = 6): Promise<readonly number[]> {
  const found: number[] = [];
  for (let asked = 0; asked < times; asked += 1) {
    found.push((await served.call('/v1/chat/completions', { body: hello })).status);
  }
  return found;
}

async function credentials(served: Served): Promise<CredentialsAnswer['credentials']> {
  return (JSON.parse((await served.admin('/api/credentials')).text) as CredentialsAnswer).credentials;
}

function put(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function startEndpoints(t: TestContext) {
  const endpoint = await startTokenEndpoint(t);
  const backend = await startBackend(t, json(completion('hi')));
  return { endpoint, backend };
}

test('all workers have the token of one request, those that are started later too', async (t) => {
  const { endpoint, backend } = await startEndpoints(t);
  const served = await serve(t, liveText({ backend: backendOf(backend.url, oauth2(endpoint.url)) }));
  assert.deepEqual(new Set(await statuses(served)), new Set([200]));
  const [first = 0] = workersOf(served);
  process.kill(first, 'SIGKILL');
  await until(async () => {
    const { workers } = await served.status();
    return workers.restarts === 1 && workers.serving === 2;
  }, 'a worker is replaced');
  assert.deepEqual(new Set(await statuses(served)), new Set([200]));
  assert.equal(endpoint.requests.length, 1);
  assert.deepEqual(
    new Set(backend.seen.map(({ headers }) => headers.authorization)),
    new Set([`Bearer ${endpoint.tokens[0]}`]),
  );
});

test('a file that changes is in every worker within two seconds', async (t) => {
  const file = join(scratchFolder(t), 'token');
  put(file, 'first-token-0123456789');
  const backend = await startBackend(t, json(completion('hi')));
  const served = await serve(t, liveText({ backend: backendOf(backend.url, `{ file: ${file} }`) }));
  await statuses(served);
  put(file, 'second-token-0123456789');
  const since = performance.now();
  await until(async () => {
    const before = backend.seen.length;
    assert.deepEqual(new Set(await statuses(served, 4)), new Set([200]));
    const used = backend.seen.slice(before).map(({ headers }) => headers.authorization);
    return used.every((value) => value === 'Bearer second-token-0123456789');
  }, 'both have it');
  assert.ok(performance.now() - since < 2500, 'with the time that asking takes');
});

test('a reload renews what is new before it is served, ends what is gone, and is rejected by no source', async (t) => {
  const { endpoint, backend } = await startEndpoints(t);
  const down = await startTokenEndpoint(t, { kind: 'down' });
  const served = await serve(
    t,
    liveText({ backend: backendOf(backend.url, '{ bearer: static-0123456789 }') }),
  );
  assert.deepEqual((await served.status()).credentials, []);
  await served.save(liveText({ backend: backendOf(backend.url, oauth2(endpoint.url)) }));
  await served.reloaded('applied');
  assert.deepEqual(new Set(await statuses(served)), new Set([200]));
  assert.equal(endpoint.requests.length, 1);
  const [{ name, kind, subject, state, generation, valid_for_s, error } = {} as never] =
    await credentials(served);
  assert.deepEqual(
    { name, kind, subject, state, generation, error },
    { name: 'one', kind: 'oauth2', subject: 'gateway', state: 'valid', generation: 1, error: null },
  );
  assert.ok(valid_for_s! > 3500 && valid_for_s! <= 3570);

  await served.save(liveText({ backend: backendOf(backend.url, oauth2(down.url, 'another')) }));
  await served.reloaded('applied');
  assert.deepEqual(new Set(await statuses(served, 2)), new Set([503]));
  const [only, ...others] = (await served.status()).credentials;
  assert.deepEqual(others, [], 'the one before is renewed no more');
  assert.equal(only!.state, 'starting');
  assert.equal(only!.error!.code, 'unreachable');
  const { text } = await served.admin('/metrics');
  await assertSoundMetrics(text);
  assert.equal(seriesValue(text, 'gateway_credential_valid_seconds{source="one"}'), 0);
  assert.ok(seriesValue(text, 'gateway_credential_renewals_total{source="one",result="failed"}')! > 0);
  assert.equal(seriesValue(text, 'gateway_deployment_credential_missing{model="first",deployment="one"}'), 2);
  const explained = (await served.admin('/api/explain?model=first')).text;
  assert.match(explained, /out of service as there is no credential for its backend at the moment/);
  down.behave({ kind: 'token', lifetime: 3600 });
  await until(async () => (await statuses(served, 2)).every((status) => status === 200), 'it is back', 3000);
});

test('the process that renews comes for a renewal, and one that is killed is another one by the next', async (t) => {
  const { endpoint, backend } = await startEndpoints(t);
  endpoint.behave({ kind: 'token', lifetime: 2 });
  const served = await serve(t, liveText({ backend: backendOf(backend.url, oauth2(endpoint.url)) }));
  const renewing = () =>
    childrenOf(served.child.pid!).filter(({ command }) => command.includes('renewal-main'));
  const [before] = renewing();
  process.kill(before!.pid, 'SIGKILL');
  const had = endpoint.tokens.length;
  await until(() => endpoint.tokens.length > had + 1, 'renewals go on');
  assert.notEqual(renewing()[0]!.pid, before!.pid);
  assert.deepEqual(new Set(await statuses(served)), new Set([200]));
});

test('a gateway that stops leaves no process behind', async (t) => {
  const { endpoint, backend } = await startEndpoints(t);
  const served = await serve(t, liveText({ backend: backendOf(backend.url, oauth2(endpoint.url)) }));
  assert.ok(childrenOf(served.child.pid!).some(({ command }) => command.includes('renewal-main')));
  served.child.kill('SIGTERM');
  assert.equal(await served.ended, 0);
});
