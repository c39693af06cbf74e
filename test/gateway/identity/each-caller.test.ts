import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { configText, startGateway } from '../../helpers/gateway.ts';
import { audience, TestIssuer } from '../../helpers/issuer.ts';

const secret = 'sk-test-each-0123456789abcdef';
const models = `
  fast: { deployments: [{ backend: local, price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [] } }] }
  slow: { deployments: [{ backend: local, price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [] } }] }`;

interface Setting {
  readonly limit?: string;
  readonly key?: string;
  readonly more?: string;
}

/** Two issuers whose people come to one key, each of them counted by `sub`. */
async function start(t: TestContext, { limit = '{ requests: 2/min }', key = '', more = '' }: Setting = {}) {
  const issuers = [await TestIssuer.start(t), await TestIssuer.start(t)] as const;
  const entry = ({ url }: TestIssuer) =>
    `{ issuer: "${url}", audience: "${audience}", rules: [{ when: {}, key: people, each: sub }] }`;
  const gateway = await startGateway(
    t,
    configText({
      backends: '{ local: { simulator: {} } }',
      models,
      keys: `\n  people: { secret: ${secret}, rate_limit: ${limit}, ${key} }`,
      more: `${more}\nidentity: { issuers: { main: ${entry(issuers[0])}, other: ${entry(issuers[1])} } }`,
    }),
  );
  const call = (bearer: string, fields: object = {}) =>
    gateway.call('/v1/chat/completions', {
      key: bearer,
      body: { model: 'fast', messages: [{ role: 'user', content: 'hi' }], ...fields },
    });
  const statusOf = async (bearer: string, fields?: object) => (await call(bearer, fields)).status;
  const as = (sub: string | undefined, issuer = issuers[0]) => issuer.token({ sub });
  return { gateway, issuers, call, statusOf, as };
}

test('two people of one key have the limit of the key each, whatever token they come with', async (t) => {
  const { gateway, call, statusOf, as } = await start(t);
  const [ada, bob] = [await as('ada'), await as('bob')];
  assert.deepEqual([await statusOf(ada), await statusOf(ada)], [200, 200]);
  const refused = await call(await as('ada'));
  assert.equal(refused.status, 429);
  assert.match(refused.json.error.message, /^This end user of the key is limited to 2 requests per minute/);
  const answer = await call(bob);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['x-ratelimit-remaining-requests'], '1');
  // Nor is it told to anybody else.
  const listed = await gateway.call('/v1/models', { key: await as('eve') });
  assert.equal(listed.headers['x-ratelimit-remaining-requests'], '2');
  assert.ok(!JSON.stringify(await call(await as('ada'))).includes('ada'));
});

test('the same name of another issuer is somebody else, and so is the secret of the key', async (t) => {
  const { issuers, statusOf, as } = await start(t, { limit: '{ requests: 1/min }' });
  const all = [await as('ada'), await as('ada', issuers[1]), secret];
  for (const bearer of all) assert.deepEqual([await statusOf(bearer), await statusOf(bearer)], [200, 429]);
});

test('tokens without the claim count as one, and a claim that is no text by what it is', async (t) => {
  const { issuers, statusOf, as } = await start(t, { limit: '{ requests: 1/min }' });
  assert.equal(await statusOf(await as(undefined)), 200);
  assert.equal(await statusOf(await issuers[0].token({ sub: undefined, jti: 'other' })), 429);
  const long = 'x'.repeat(2000);
  assert.equal(await statusOf(await as(`${long}1`)), 200);
  assert.equal(await statusOf(await as(`${long}2`)), 200);
  assert.equal(await statusOf(await as(`${long}2`)), 429);
});

test('groups hold all together, and end users beside the person', async (t) => {
  const group = await start(t, {
    key: 'group: all',
    more: 'groups: { all: { rate_limit: { requests: 3/min } } }',
  });
  const [ada, bob] = [await group.as('ada'), await group.as('bob')];
  const statuses: number[] = [];
  for (const token of [ada, ada, bob, bob]) statuses.push(await group.statusOf(token));
  assert.deepEqual(statuses, [200, 200, 200, 429]);

  const { statusOf, as } = await start(t, {
    limit: '{ requests: 2/min }',
    key: 'end_users: { from: [body user], rate_limit: { requests: 1/min } }',
  });
  const person = await as('ada');
  assert.deepEqual(
    [await statusOf(person, { user: 'ada' }), await statusOf(person, { user: 'ada' })],
    [200, 429],
  );
  assert.equal(await statusOf(person, { user: 'x' }), 200);
  assert.equal(await statusOf(person, { user: 'y' }), 429);
  // The end user is one of the key's, whoever sends it.
  assert.equal(await statusOf(await as('bob'), { user: 'x' }), 429);
});

test('budgets and limits of models are those of each person', async (t) => {
  const { call, as } = await start(t, {
    limit: '{ budget: 0.01 USD/day, per_model: { "sl*": { requests: 1/min } } }',
  });
  const [ada, bob] = [await as('ada'), await as('bob')];
  assert.equal((await call(ada, { model: 'slow' })).status, 200);
  const refused = await call(ada);
  assert.equal(refused.json.error.code, 'budget_exceeded');
  assert.equal((await call(bob, { model: 'slow' })).status, 200);
});
