import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { until } from '../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { liveText } from '../helpers/live.ts';
import { serve } from '../helpers/serve.ts';

const key = 'sk-test-end-users-0123456789';
const messages = [{ role: 'user', content: 'Say hello.' }];

function endUsersText(rule = '{ requests: 1/min }', more = ''): string {
  return configText({
    backends: '{ local: { simulator: {} } }',
    models: `
  fast: { deployments: [{ backend: local, price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [streaming] } }] }
  slow: { deployments: [{ backend: local, price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [streaming] } }] }`,
    keys: `
  app:
    secret: ${key}
    rate_limit: { requests: 1000/min }
    end_users: { from: [header X-End-User, body user, body metadata.user_id, body safety_identifier], rate_limit: ${rule} }${more}`,
  });
}

const call = (gateway: TestGateway, fields: object = {}, headers: Record<string, string> = {}) =>
  gateway.call('/v1/chat/completions', { key, body: { model: 'fast', messages, ...fields }, headers });

test('each end user is held for itself, wherever its name stands, the first place that has one counting', async (t) => {
  const gateway = await startGateway(t, endUsersText());
  const statuses = async (...requests: readonly [object?, Record<string, string>?][]) => {
    const found: number[] = [];
    for (const [fields, headers] of requests) found.push((await call(gateway, fields, headers)).status);
    return found;
  };
  assert.deepEqual(
    await statuses(
      [{ user: 'ada' }],
      [{ user: 'ada' }],
      [{ user: 'ada' }, { 'x-end-user': 'bob' }],
      [{ metadata: { user_id: 'bob' } }],
      [{ safety_identifier: 'eve', metadata: { team: 'x' }, user: null }],
      [{ user: 'eve' }],
      [{}],
      [{ user: '' }],
    ),
    [200, 429, 200, 429, 200, 429, 200, 429],
  );
  const refused = await call(gateway, { user: 'ada' });
  assert.match(
    refused.json.error.message,
    /^This end user of the key is limited to 1 request per minute; try again in/,
  );
  assert.equal(refused.headers['x-ratelimit-limit-requests'], '1');
  // What stands of one is told to nobody else.
  const other = await gateway.call('/v1/models', { key });
  assert.equal(other.headers['x-ratelimit-limit-requests'], '1000');
});

test('names that begin alike are told apart, however long they and their bodies are', async (t) => {
  const gateway = await startGateway(t, endUsersText());
  const content = 'A long conversation. '.repeat(2000);
  const long = 'a'.repeat(10_240);
  const ask = async (fields: object) =>
    (await call(gateway, { messages: [{ role: 'user', content }], ...fields })).status;
  assert.equal(await ask({ user: `${long}1` }), 200);
  assert.equal(await ask({ user: `${long}2` }), 200);
  assert.equal(await ask({ user: `${long}1` }), 429);
  assert.equal(await ask({ metadata: { user_id: `${long}2` } }), 429);
  assert.equal(await ask({ metadata: { user_id: `${long}3` } }), 200);
});

test('the budget and the models of an end user are its own', async (t) => {
  const gateway = await startGateway(
    t,
    endUsersText('{ budget: 0.01 USD/day, per_model: { "sl*": { requests: 1/min } } }'),
  );
  assert.equal((await call(gateway, { user: 'bob', model: 'slow' })).status, 200);
  const slow = await call(gateway, { user: 'ada', model: 'slow' });
  assert.equal(slow.status, 200);
  const refused = await call(gateway, { user: 'ada' });
  assert.equal(refused.json.error.code, 'budget_exceeded');
  assert.match(
    refused.json.error.message,
    /^The budget of this end user of the key, 0.01 USD per day, is spent/,
  );
  assert.equal((await call(gateway, { user: 'eve' })).status, 200);
});

test('usage is kept by end user, of keys that have some, and no log has a name of one', async (t) => {
  const served = await serve(
    t,
    liveText({
      keys: `{ app: { secret: ${key}, end_users: { from: [body user], rate_limit: { requests: 100/min } } }, plain: { secret: sk-plain-0123456789 } }`,
    }),
  );
  const ask = (user: string | undefined, secret = key) =>
    served.call('/v1/chat/completions', { key: secret, body: { model: 'first', messages, user } });
  const users = ['someone-1', 'someone-1', 'someone-\u001b[2J\n', 'someone-'.repeat(40), undefined];
  for (const user of users) assert.equal((await ask(user)).status, 200);
  assert.equal((await ask('someone-2', 'sk-plain-0123456789')).status, 200);
  let rows: [string, string, number][] = [];
  await until(async () => {
    const { rows: told } = JSON.parse((await served.admin('/api/usage?by=key,end_user')).text);
    rows = told.map((row: Record<string, unknown>) => [row['key'], row['end_user'], row['requests']]);
    return rows.reduce((sum, [, , requests]) => sum + requests, 0) === 6;
  }, 'all six are counted');
  const digest = `sha256:${createHash('sha256').update('someone-'.repeat(40)).digest('hex')}`;
  assert.deepEqual(rows, [
    ['app', '', 1],
    ['app', digest, 1],
    ['app', 'someone-1', 2],
    ['app', 'someone-?[2J?', 1],
    ['plain', '', 1],
  ]);
  const told = JSON.stringify(served.logs) + (await served.admin('/metrics')).text;
  assert.ok(!told.includes('someone'));
});

test('two workers count for one end user, and none is a label of a metric', async (t) => {
  const served = await serve(
    t,
    liveText({
      keys: `{ app: { secret: ${key}, end_users: { from: [body user], rate_limit: { requests: 5/min } } } }`,
    }),
  );
  const ask = async (user: string) =>
    (await served.call('/v1/chat/completions', { key, body: { model: 'first', messages, user } })).status;
  const statuses = await Promise.all(Array.from({ length: 60 }, (_, index) => ask(`someone-${index % 3}`)));
  assert.equal(statuses.filter((status) => status === 200).length, 15, statuses.join(' '));
  const metrics = (await served.admin('/metrics')).text;
  assert.ok(!metrics.includes('someone'));
});
