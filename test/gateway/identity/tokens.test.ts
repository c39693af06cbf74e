import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { completion, json, startBackend } from '../../helpers/backend.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { audience, TestIssuer } from '../../helpers/issuer.ts';

const models = '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [] } } ] } }';
const body = { model: 'fast', messages: [{ role: 'user', content: 'hello' }] };

const keys = `
  people: { models: ["*"] }
  service: {}
  off: { disabled: true }
  secret: { secret: sk-test-0123456789abcdef }`;

const rules = `
      - { when: { sub: gone }, key: off }
      - { when: { groups: staff, "kubernetes.io.namespace": [prod, "stage-*"] }, key: people }
      - { when: { sub: "service-*" }, key: service }`;

interface Started {
  readonly gateway: TestGateway;
  readonly issuer: TestIssuer;
  readonly ask: (
    token: string,
    headers?: Readonly<Record<string, string>>,
  ) => ReturnType<TestGateway['call']>;
}

async function start(t: TestContext, { more = '', resource = '' } = {}): Promise<Started> {
  const issuer = await TestIssuer.start(t);
  const backend = await startBackend(t, json(completion('hi')));
  const identity = `identity:
  ${resource}
  issuers:
    main:
      issuer: ${issuer.url}
      audience: [other, "${audience}"]
      ${more}
      rules: ${rules}`;
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models, keys, more: identity }),
  );
  const ask: Started['ask'] = (token, headers = {}) =>
    gateway.call('/v1/chat/completions', { key: token, body, headers });
  return { gateway, issuer, ask };
}

/** The line of the last request. */
function lastLine({ logs }: TestGateway) {
  return logs.findLast(({ msg }) => msg === 'request')!;
}

test('a token leads to the key of the first rule that matches, and the line names both', async (t) => {
  const { gateway, issuer, ask } = await start(t);
  assert.equal((await ask(await issuer.token())).status, 200);
  const { key, issuer: name, subject } = lastLine(gateway);
  assert.deepEqual({ key, name, subject }, { key: 'service', name: 'main', subject: 'service-a' });
  const inside = { groups: ['x', 'staff'], 'kubernetes.io': { namespace: 'stage-2' } };
  assert.equal((await ask(await issuer.token(inside))).status, 200);
  assert.equal(lastLine(gateway)['key'], 'people');
});

test('a secret is good beside tokens, and a key without one has none that fits', async (t) => {
  const { ask } = await start(t);
  assert.equal((await ask('sk-test-0123456789abcdef')).status, 200);
  for (const secret of ['', 'undefined', 'service']) {
    assert.equal((await ask(secret)).status, 401, secret);
  }
});

test('a token that no rule takes has the answer of a key that is none, with the reason in the log alone', async (t) => {
  const { gateway, issuer, ask } = await start(t);
  const same = { 'x-request-id': 'same' };
  const reply = await ask(await issuer.token({ sub: 'nobody' }), same);
  const unknown = await ask('sk-unknown-0123456789abcdef', same);
  assert.equal(reply.text, unknown.text);
  assert.equal(reply.status, 401);
  await ask(await issuer.token({ sub: 'nobody' }));
  assert.match(String(lastLine(gateway)['reason']), /issuer "main" came, and none of its rules takes it/);
  assert.equal((await ask(await issuer.token({ sub: 'gone' }))).status, 401);
  assert.match(String(lastLine(gateway)['reason']), /key "off" that it leads to is disabled/);
});

test('a token is told from two credentials, and may stand in both headers', async (t) => {
  const { gateway, issuer } = await start(t);
  const token = await issuer.token();
  const call = (headers: Readonly<Record<string, string>>) =>
    gateway.call('/v1/messages', { key: token, body: { ...body, max_tokens: 5 }, headers });
  assert.equal((await call({ 'x-api-key': 'sk-test-0123456789abcdef' })).status, 401);
  assert.notEqual((await call({ 'x-api-key': token })).status, 401);
});

test('no token, and nothing of one, is written to the log', async (t) => {
  const { gateway, issuer, ask } = await start(t);
  const good = await issuer.token();
  const bad = await issuer.token({ sub: 'nobody', email: 'canary@example.com' });
  await ask(good);
  await ask(bad);
  const lines = JSON.stringify(gateway.logs);
  for (const part of [...good.split('.'), ...bad.split('.').slice(1), 'canary@example.com']) {
    assert.ok(!lines.includes(part), part);
  }
});

test('without the keys of an issuer its tokens are answered with 503, and nobody else is', async (t) => {
  const issuer = await TestIssuer.start(t);
  const token = await issuer.token();
  await issuer.close();
  const backend = await startBackend(t, json(completion('hi')));
  const identity = `identity: { issuers: { main: { issuer: "${issuer.url}", audience: "${audience}", rules: [ { when: {}, key: service } ] } } }`;
  const gateway = await startGateway(
    t,
    configText({ backends: `{ main: { url: "${backend.url}" } }`, models, keys, more: identity }),
  );
  const reply = await gateway.call('/v1/chat/completions', { key: token, body });
  assert.equal(reply.status, 503);
  assert.equal(reply.json.error.code, 'issuer_unavailable');
  assert.equal(reply.headers['retry-after'], '1');
  assert.match(String(lastLine(gateway)['reason']), /never had: .* can not be reached \(ECONNREFUSED\)/);
  assert.equal((await gateway.call('/v1/chat/completions', { body })).status, 200);
});

test('clients are told which issuers to ask, where there is a name for the gateway', async (t) => {
  const { gateway, issuer } = await start(t, { resource: 'resource: "https://llm.example.com/v1"' });
  const path = '/.well-known/oauth-protected-resource/v1';
  for (const key of [null, 'sk-unknown-0123456789abcdef']) {
    const refused = await gateway.call('/v1/models', { key });
    assert.equal(refused.status, 401);
    assert.equal(
      refused.headers['www-authenticate'],
      `Bearer resource_metadata="https://llm.example.com${path}"`,
    );
  }
  const told = await gateway.call(path, { key: null });
  assert.equal(told.status, 200);
  assert.deepEqual(told.json, {
    resource: 'https://llm.example.com/v1',
    authorization_servers: [issuer.url],
    bearer_methods_supported: ['header'],
  });
  assert.equal((await gateway.call(`${path}/more`, { key: null })).status, 401);
});

test('a new key of an issuer is taken with the first token that names it', async (t) => {
  const { gateway, issuer, ask } = await start(t);
  const startedMs = performance.now();
  const before = await issuer.token();
  assert.equal((await ask(before)).status, 200);
  await issuer.rotate({ keepsOld: true });
  const replies = await Promise.all(
    Array.from({ length: 6 }, async () => ask(await issuer.token({ jti: Math.random() }))),
  );
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]));
  const seconds = Math.ceil((performance.now() - startedMs) / 1000);
  assert.ok(issuer.asked.filter((path) => path === '/keys').length <= 1 + seconds);
  assert.equal((await ask(before)).status, 200);
  assert.ok(gateway.logs.some(({ msg }) => msg === 'an issuer has new keys'));
});

test('what was remembered of a token is forgotten when its key is gone', async (t) => {
  const { issuer, ask } = await start(t);
  const before = await issuer.token();
  assert.equal((await ask(before)).status, 200);
  await issuer.rotate();
  assert.equal((await ask(await issuer.token())).status, 200);
  assert.equal((await ask(before)).status, 401);
});
