import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { json, startBackend } from '../../helpers/backend.ts';
import { begin, configText, readReply, secret, startGateway } from '../../helpers/gateway.ts';
import { startInside, stateDir } from '../../helpers/inside.ts';
import { account, accountsText, startAccounts } from './two-accounts.ts';
import { vendorsId } from './vendors-id.ts';

test('what is kept by a backend that is out is nowhere else', async (t) => {
  const a = await startBackend(t, account('a'));
  const b = await startBackend(t, account('b'));
  const gateway = await startInside(t, accountsText(a, b));
  const call = async (path: string, options?: Parameters<typeof begin>[2]) =>
    readReply(await begin(gateway, path, options));
  const { json } = await call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  b.server.closeAllConnections();
  await new Promise<void>((resolve) => b.server.close(() => resolve()));
  const asked = a.seen.length;
  const got = await call(`/v1/responses/${json.id}`);
  assert.deepEqual([got.status, got.json.error.code], [502, 'upstream_unreachable']);
  const next = await call('/v1/responses', {
    body: { model: 'm', input: 'x', previous_response_id: json.id },
  });
  assert.equal(next.json.error.code, 'upstream_unreachable');
  assert.equal(a.seen.length, asked);
  // Two failures in a row, and it is out.
  let last = got;
  for (let turn = 0; turn < 6 && last.json.error.code !== 'no_healthy_deployment'; turn += 1) {
    last = await call(`/v1/responses/${json.id}`);
  }
  assert.deepEqual([last.status, last.json.error.code], [503, 'no_healthy_deployment']);
  assert.equal(a.seen.length, asked);
});

test('ids without a signature pass where the file allows them, and lead to the one place there is', async (t) => {
  const { b, call } = await startAccounts(t, {
    stateful:
      '{ ids: signed, endpoints: [responses, conversations], default: { conversations: b }, unsigned: allow }',
  });
  const old = { model: 'on-b', input: 'x', previous_response_id: 'resp_b9' };
  assert.equal((await call('/v1/responses', { body: old })).status, 200);
  assert.equal(JSON.parse(b.seen.at(-1)!.body.toString()).previous_response_id, 'resp_b9');
  const got = await call('/v1/conversations/conv_b7');
  assert.equal(got.status, 200);
  assert.equal(vendorsId(got.json.id), 'conv_b7');
  // Responses are at two backends: nobody can say which.
  assert.equal((await call('/v1/responses/resp_b9')).status, 404);
  assert.equal((await call('/v1/conversations/conv_b7~g1AAAAAAAAAAAAAAAAAAAAAAAAAA')).status, 404);
});

test('plain ids are the vendor’s, in a path as in an answer', async (t) => {
  const b = await startBackend(t, account('b'));
  const gateway = await startInside(
    t,
    configText({
      backends: `{ b: { url: "${b.url}" } }`,
      models: '{ m: { deployments: [ { backend: b, endpoints: { responses: [streaming] } } ] } }',
      keys: `{ test: { secret: ${secret}, endpoints: [all] } }`,
      more: 'stateful: { ids: plain, endpoints: [responses, conversations] }',
    }),
  );
  const made = await readReply(await begin(gateway, '/v1/responses', { body: { model: 'm', input: 'x' } }));
  assert.equal(made.json.id, 'resp_b1');
  const got = await readReply(await begin(gateway, '/v1/responses/resp_b1'));
  assert.deepEqual([got.status, got.json.id], [200, 'resp_b1']);
  assert.equal((await readReply(await begin(gateway, '/v1/conversations', { body: {} }))).json.id, 'conv_b2');
});

test('the secret is made once, and only its owner may read it', async (t) => {
  const first = await startAccounts(t);
  const { json } = await first.call('/v1/responses', { body: { model: 'on-b', input: 'hi' } });
  const second = await startAccounts(t);
  assert.equal((await second.call(`/v1/responses/${json.id}`)).status, 200);
  assert.equal(statSync(join(stateDir, 'ids.key')).mode & 0o777, 0o600);
});

test('the files of Anthropic are there for clients that say whose they are, in their form, and for nobody else', async (t) => {
  const backend = await startBackend(t, json({ data: [], has_more: false, first_id: null, last_id: null }));
  const gateway = await startGateway(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}", lists: test } }`,
      models: '{ demo: { deployments: [{ backend: a, endpoints: { messages: [] } }] } }',
      keys: `{ test: { secret: ${secret}, endpoints: [all] } }`,
      more: 'stateful: { ids: plain, endpoints: [anthropic_files], default: { anthropic_files: a } }',
    }),
  );
  const get = (path: string, headers: Record<string, string>) =>
    gateway.call(path, { method: 'GET', headers });
  const version = { 'anthropic-version': '2023-06-01' };
  const listed = await get('/v1/files', version);
  assert.deepEqual([listed.status, backend.seen.length], [200, 1]);
  assert.equal(backend.seen[0]!.headers['anthropic-version'], '2023-06-01');
  const unknown = await get('/v1/files/a/b', version);
  assert.deepEqual([unknown.status, unknown.json['type']], [404, 'error']);
  const others = await get('/v1/files', {});
  const { error } = others.json as unknown as { readonly error: { readonly message: string } };
  assert.equal(others.status, 404);
  assert.match(error.message, /send the header `anthropic-version`/);
});
