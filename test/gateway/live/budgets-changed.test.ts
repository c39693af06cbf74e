/** Budgets that an operator changes while the gateway serves. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { gateway } from '../../cli/recorder.ts';
import { until } from '../../helpers/gate.ts';
import { secret } from '../../helpers/gateway.ts';
import { audience, TestIssuer } from '../../helpers/issuer.ts';
import { hello } from '../../helpers/live.ts';
import { dirOf, freePort } from '../../helpers/ports.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

const token = 'live-admin-token-0123';
const other = 'sk-test-other-0123456789abcdef';

function text(adminPort: number, more = ''): string {
  return [
    'version: 1',
    'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
    `admin: { address: "127.0.0.1:${adminPort}", read_token: ${readToken}, token: ${token} }`,
    'workers: 2',
    'backends: { one: { simulator: {} } }',
    'models:',
    '  first:',
    '    deployments:',
    '      - { backend: one, price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [] } }',
    'groups: { research: { rate_limit: { budget: 0.000001 USD/month } } }',
    'keys:',
    `  test: { secret: ${secret}, rate_limit: { budget: 0.000001 USD/total } }`,
    `  other: { secret: ${other}, group: research }`,
    '  people: { rate_limit: { budget: 0.000001 USD/day } }',
    more,
  ].join('\n');
}

async function start(t: TestContext, more?: string) {
  const dir = dirOf(t);
  const file = join(dir, 'gateway.yaml');
  writeFileSync(file, text(await freePort(), more));
  const again = () => serve(t, '', { file, env: { STATE_DIRECTORY: dir } });
  const usage = (...words: readonly string[]) => gateway(['usage', ...words, '--config', file]);
  return { first: await again(), again, usage, file };
}

/** On fresh connections, of which each worker gets some. */
async function statuses(served: Served, key?: string): Promise<string> {
  const seen = new Set<number>();
  for (let count = 0; count < 4; count += 1) {
    const options = { body: hello, ...(key !== undefined && { key }) };
    seen.add((await served.call('/v1/chat/completions', options)).status);
  }
  return [...seen].join();
}

const spent = (served: Served, key?: string) =>
  until(async () => (await statuses(served, key)) === '429', 'every worker refuses');
const open = (served: Served, key?: string) =>
  until(async () => (await statuses(served, key)) === '200', 'every worker serves');

async function audited({ logs }: Served, what: string, count = 1) {
  const lines = () => logs.filter((line) => line['audit'] === what);
  await until(() => lines().length >= count, `${count} audit lines`);
  return lines();
}

async function ended(served: Served): Promise<void> {
  served.child.kill('SIGTERM');
  await served.ended;
}

test('a budget that is spent is open again after a credit and after a reset, in every worker and after a restart', async (t) => {
  const { first, again, usage } = await start(t);
  await spent(first);
  const credited = await usage('credit', 'test', '1000', 'USD', '--reason', 'a batch ran twice');
  assert.equal(credited.exitCode, 0, credited.err);
  assert.match(credited.out, /^test: 0\.000001 USD in total, -99\d\.\d+ USD spent, \d+\.\d+ USD left\n$/);
  await open(first);
  const [line] = await audited(first, 'budget credited');
  assert.deepEqual(
    ['by', 'key', 'usd', 'reason'].map((name) => line?.[name]),
    ['token', 'test', 1000, 'a batch ran twice'],
  );
  await ended(first);

  const second = await again();
  await open(second);
  const reset = await usage('reset', 'test', '--reason', 'the test is over');
  assert.equal(reset.out, 'test: 0.000001 USD in total, 0.00 USD spent, 0.000001 USD left\n', reset.err);
  await spent(second);
  await usage('reset', 'test', '--reason', 'once more');
  await until(async () => {
    const { status } = await second.call('/v1/chat/completions', { body: hello });
    return status === 200;
  }, 'it is served');
  const resets = await audited(second, 'budget reset', 2);
  assert.deepEqual(
    resets.map(({ by, key, reason }) => [by, key, reason]),
    [
      ['token', 'test', 'the test is over'],
      ['token', 'test', 'once more'],
    ],
  );
  await ended(second);
});

test('the budget of a group is credited for all its keys, and what is not there is said', async (t) => {
  const { first, usage } = await start(t);
  await spent(first, other);
  const credited = await usage('credit', '--group', 'research', '1000 USD', '--reason', 'agreed');
  assert.match(credited.out, /^group research: 0\.000001 USD per month, -99/, credited.err);
  await open(first, other);
  assert.equal((await audited(first, 'budget credited'))[0]?.['group'], 'research');
  const why = ['--reason', 'x'];
  for (const [words, message] of [
    [['credit', 'nobody', '5', 'USD', ...why], /answered 404: No key is named "nobody"\./],
    [['reset', '--group', 'nowhere', ...why], /answered 404: No group is named "nowhere"\./],
    [['credit', 'other', '5', 'USD', ...why], /409: The key "other" has no budget.*"research" has one/],
    [['credit', 'test', '0', 'USD', ...why], /400: "usd" must be a number of US dollars above 0/],
    [['credit', 'test', '5', 'EUR', ...why], /test 5 EUR: write gateway usage credit KEY 20 USD --reason/],
    [['reset', ...why], /say whose budgets: a key, or --group NAME/],
    [['reset', 'test', '--group', 'research', ...why], /say whose budgets: a key, or --group NAME/],
  ] as const) {
    const { exitCode, err } = await usage(...words);
    assert.equal(exitCode, 2, err);
    assert.match(err, message);
  }
  await ended(first);
});

test('a change for a key reaches all whom it is counted for, and with --caller one of them', async (t) => {
  const issuer = await TestIssuer.start(t);
  const { first, usage } = await start(
    t,
    `identity: { issuers: { main: { issuer: "${issuer.url}", audience: "${audience}", rules: [{ when: {}, key: people, each: sub }] } } }`,
  );
  const [ada, bob] = [await issuer.token({ sub: 'ada' }), await issuer.token({ sub: 'bob' })];
  for (const token of [ada, bob]) await spent(first, token);
  const because = ['--reason', 'agreed'];
  const one = await usage('credit', 'people', '1000', 'USD', '--caller', 'ada', ...because);
  assert.match(one.out, /^people, ada: 0\.000001 USD per day, -99\d\.\d+ USD spent, /, one.err);
  assert.equal(one.out.split('\n').length, 2);
  await open(first, ada);
  assert.equal(await statuses(first, bob), '429');

  const all = await usage('credit', 'people', '1000', 'USD', ...because);
  assert.match(
    all.out,
    /^people: .*\npeople: the same for 2 budgets of callers that it is counted for\n$/,
    all.err,
  );
  await open(first, bob);
  const lines = await audited(first, 'budget credited', 2);
  assert.deepEqual(
    lines.map(({ key, counted, callers }) => [key, counted, callers]),
    [
      ['people', 'ada', undefined],
      ['people', undefined, 2],
    ],
  );
  await usage('reset', 'people', ...because);
  for (const token of [ada, bob]) await spent(first, token);
  for (const [words, message] of [
    [
      ['reset', 'test', '--caller', 'ada'],
      /409: The key "test" is counted as one: no rule of an issuer has `each`/,
    ],
    [['reset', '--group', 'research', '--caller', 'ada'], /--caller is one of a key, not of a group/],
  ] as const) {
    const { exitCode, err } = await usage(...words, ...because);
    assert.equal(exitCode, 2, err);
    assert.match(err, message);
  }
  await ended(first);
});
