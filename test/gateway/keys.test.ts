import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { hashSecret, newSecret } from '../../src/keys/key-secret.ts';
import { completion, json, startBackend, type TestBackend } from '../helpers/backend.ts';
import { type CallOptions, configText, startGateway, type TestGateway } from '../helpers/gateway.ts';

const day = 24 * 3600_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();

const keys = `
  open: { secret: sk-open-0123456789abcdef }
  hashed: { hash: "${hashSecret('sk-hashed-0123456789abcdef')}" }
  rotated: { hash: ["${hashSecret('sk-before-0123456789abcdef')}", "${hashSecret('sk-after-0123456789abcdef')}"] }
  disabled: { secret: sk-disabled-0123456789abcdef, disabled: true }
  expired: { secret: sk-expired-0123456789abcdef, expires: ${inDays(-1)} }
  expiring: { secret: sk-expiring-0123456789abcdef, expires: ${inDays(1)} }
  early: { secret: sk-early-0123456789abcdef, not_before: ${inDays(1)} }
  begun: { secret: sk-begun-0123456789abcdef, not_before: ${inDays(-1)}, expires: ${inDays(1)} }
  globs: { secret: sk-globs-0123456789abcdef, models: ["vendor/*", exact] }
  nothing: { secret: sk-nothing-0123456789abcdef, models: ["none-*"] }
  narrow: { secret: sk-narrow-0123456789abcdef, endpoints: [completions] }`;

const deployment =
  '{ backend: main, endpoints: { chat_completions: [], completions: [], messages: [], responses: [] } }';
const models = `{ exact: { deployments: [ ${deployment} ] }, exactly: { deployments: [ ${deployment} ] }, "vendor/a:b": { deployments: [ ${deployment} ] }, "other/vendor/a": { deployments: [ ${deployment} ] } }`;

async function start(t: TestContext): Promise<{ gateway: TestGateway; backend: TestBackend }> {
  const backend = await startBackend(t, json(completion('hi')));
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models, keys }),
  );
  return { gateway, backend };
}

const secretOf = (name: string) => `sk-${name}-0123456789abcdef`;
const call = (gateway: TestGateway, name: string, model = 'exact', options: CallOptions = {}) =>
  gateway.call('/v1/chat/completions', {
    key: secretOf(name),
    body: { model, messages: [{ role: 'user', content: 'hello' }] },
    ...options,
  });

for (const name of ['open', 'hashed', 'before', 'after', 'expiring', 'begun']) {
  test(`the key "${name}" is good`, async (t) => {
    const { gateway } = await start(t);
    assert.equal((await call(gateway, name)).status, 200);
    assert.equal((await gateway.call('/v1/models', { key: secretOf(name) })).status, 200);
  });
}

test('every fault of a key has the same answer, byte for byte', async (t) => {
  const { gateway, backend } = await start(t);
  const answers = new Set<string>();
  const hash = hashSecret(secretOf('hashed'));
  const fresh = newSecret();
  const mistyped = fresh.slice(0, -1) + (fresh.endsWith('0') ? '1' : '0');
  for (const key of [
    secretOf('unknown'),
    secretOf('disabled'),
    secretOf('expired'),
    secretOf('early'),
    secretOf('open').slice(0, -1),
    `${secretOf('open')}x`,
    secretOf('open').toUpperCase(),
    hash,
    hash.slice('sha256:'.length),
    'open',
    '__proto__',
    'x'.repeat(2000),
    newSecret(),
    mistyped,
  ]) {
    const reply = await gateway.call('/v1/chat/completions', {
      key,
      body: '{',
      headers: { 'x-request-id': 'same' },
    });
    assert.equal(reply.status, 401, key);
    const { date: _, ...headers } = reply.headers;
    answers.add(JSON.stringify({ headers, text: reply.text }));
  }
  assert.equal(answers.size, 1, [...answers].join('\n'));
  const { headers, text } = JSON.parse([...answers][0]!);
  assert.equal(headers['www-authenticate'], 'Bearer');
  assert.equal(headers['x-should-retry'], 'false');
  assert.equal(JSON.parse(text).error.code, 'invalid_api_key');
  assert.equal(backend.seen.length, 0);
});

test('no credential has a code of its own', async (t) => {
  const { gateway } = await start(t);
  const reply = await gateway.call('/v1/models', { key: null });
  assert.equal(reply.status, 401);
  assert.equal(reply.headers['www-authenticate'], 'Bearer');
  assert.deepEqual(
    [reply.json.error.type, reply.json.error.code],
    ['invalid_request_error', 'missing_api_key'],
  );
});

test('the models of a key are globs over whole ids', async (t) => {
  const { gateway, backend } = await start(t);
  for (const [model, status] of [
    ['exact', 200],
    ['vendor/a:b', 200],
    ['exactly', 403],
    ['other/vendor/a', 403],
    ['vendor/unknown', 404],
    ['unknown', 404],
  ] as const) {
    const reply = await call(gateway, 'globs', model);
    assert.equal(reply.status, status, model);
    if (status === 403) {
      assert.deepEqual(
        [reply.json.error.type, reply.json.error.code],
        ['permission_error', 'model_not_allowed'],
      );
    }
  }
  assert.equal(backend.seen.length, 2);
  const list = await gateway.call('/v1/models', { key: secretOf('globs') });
  assert.deepEqual(
    list.json.data.map((model: { id: string }) => model.id),
    ['exact', 'vendor/a:b'],
  );
});

test('a key that may use no model gets an empty list', async (t) => {
  const { gateway } = await start(t);
  const list = await gateway.call('/v1/models', { key: secretOf('nothing') });
  assert.deepEqual(list.json, { object: 'list', data: [] });
  assert.equal((await call(gateway, 'nothing')).status, 403);
});

test('a key is held to its endpoints, before its body is looked at; the list is open to it', async (t) => {
  const { gateway, backend } = await start(t);
  const key = secretOf('narrow');
  for (const path of ['/v1/chat/completions', '/v1/responses']) {
    const reply = await gateway.call(path, { key, body: 'not json' });
    assert.equal(reply.status, 403);
    assert.deepEqual(
      [reply.json.error.type, reply.json.error.code],
      ['permission_error', 'endpoint_not_allowed'],
    );
  }
  const messages = await gateway.call('/v1/messages', { key, body: '{}' });
  assert.equal(messages.status, 403);
  assert.equal(messages.json.error.type, 'permission_error');
  assert.equal(backend.seen.length, 0);
  assert.equal(
    (await gateway.call('/v1/completions', { key, body: { model: 'exact', prompt: 'x' } })).status,
    200,
  );
  assert.equal((await gateway.call('/v1/models', { key })).json.data.length, 4);
});

test('the log names the key by its name and never holds a secret or a digest', async (t) => {
  const { gateway } = await start(t);
  await call(gateway, 'open');
  await call(gateway, 'unknown');
  await call(gateway, 'open', 'exact', {
    headers: {
      'x-title': `App\tX${'x'.repeat(400)}`,
      'http-referer': 'https://app.example',
      'x-request-id': 'trace-1',
    },
  });
  await gateway.call(`/v1/models?api_key=${secretOf('open')}`, { key: secretOf('open') });
  await gateway.call(`/v1/${secretOf('open')}`, { key: secretOf('open') });
  const text = JSON.stringify(gateway.logs);
  assert.ok(!/sk-[a-z]+-0123/.test(text));
  assert.ok(!text.includes(hashSecret(secretOf('open')).slice('sha256:'.length)));
  const lines = gateway.logs.filter((line) => line.msg === 'request');
  assert.equal(lines.length, 5);
  assert.equal(lines[0]?.['key'], 'open');
  assert.equal(lines[1]?.['key'], undefined);
  assert.equal(lines[1]?.['code'], 'invalid_api_key');
  assert.equal(lines[4]?.['path'], '/v1/***');
  assert.equal(lines[2]?.['id'], 'trace-1');
  assert.equal(lines[2]?.['title'], `App?X${'x'.repeat(251)}`);
  assert.equal(lines[2]?.['referer'], 'https://app.example');
});
