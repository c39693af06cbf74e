import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../helpers/gate.ts';
import { begin, readReply, secret } from '../helpers/gateway.ts';
import { hello, liveText } from '../helpers/live.ts';
import { startRedis } from '../helpers/redis.ts';
import { type Served, serve } from '../helpers/serve.ts';

const limited = (rule: string) => `{ test: { secret: ${secret}, rate_limit: ${rule} } }`;

const priced = '{ simulator: {} }';

/** Sends `count` requests spread over `ms`, each on a connection of its own; resolves to their statuses. */
async function spread(gateways: readonly Served[], count: number, ms: number): Promise<readonly number[]> {
  const statuses: Promise<number>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const gateway = gateways[sent % gateways.length]!;
    statuses.push(gateway.call('/v1/chat/completions', { body: hello }).then(({ status }) => status));
    await delay(ms / count);
  }
  return Promise.all(statuses);
}

const admittedIn = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length;

test('60 a minute, two workers, 500 requests in two seconds: exactly 60 are admitted', async (t) => {
  const gateway = await serve(t, liveText({ keys: limited('{ requests: 60/min }') }));
  const statuses = await spread([gateway], 500, 2000);
  assert.equal(admittedIn(statuses), 60);
  assert.equal(statuses.filter((status) => status === 429).length, 440);
});

test('two gateways on one Redis let through exactly 60 together', async (t) => {
  const { url } = await startRedis(t);
  const keys = limited('{ requests: 60/min }');
  const more = `state: { store: redis, redis: { url: "${url}", gateways: 2 } }`;
  const gateways = [
    await serve(t, liveText({ keys, more, workers: 1 })),
    await serve(t, liveText({ keys, more, workers: 1 })),
  ];
  assert.equal(admittedIn(await spread(gateways, 300, 2000)), 60);
});

test('a store that freezes refuses nobody, and the two gateways stay near the limit', async (t) => {
  const redis = await startRedis(t);
  const keys = limited('{ requests: 60/min }');
  const more = `state: { store: redis, redis: { url: "${redis.url}", gateways: 2 } }`;
  const gateways = [
    await serve(t, liveText({ keys, more, workers: 1 })),
    await serve(t, liveText({ keys, more, workers: 1 })),
  ];
  const before = admittedIn(await spread(gateways, 20, 500));
  assert.equal(before, 20);
  redis.freeze();
  const during = await spread(gateways, 200, 2000);
  assert.deepEqual([...new Set(during)].sort(), [200, 429]);
  const all = before + admittedIn(during);
  assert.ok(all >= 58 && all <= 62, String(all));
  await until(
    () => gateways.every(({ logs }) => logs.some(({ msg }) => msg === 'the limit store does not answer')),
    'the log says so',
  );
  redis.thaw();
  await until(
    () => gateways.every(({ logs }) => logs.some(({ msg }) => msg === 'the limit store answers')),
    'the log says that it is over',
    5000,
  );
});

test('counters outlive a reload that keeps the rule, and one that changes its number', async (t) => {
  const gateway = await serve(t, liveText({ keys: limited('{ requests: 5/min }') }));
  assert.equal(admittedIn(await spread([gateway], 5, 100)), 5);
  await gateway.save(liveText({ keys: limited('{ requests: 5/min }'), models: ['first', 'second'] }));
  await gateway.reloaded('applied');
  assert.equal(admittedIn(await spread([gateway], 4, 50)), 0);
  await gateway.save(liveText({ keys: limited('{ requests: 7/min }') }));
  await gateway.reloaded('applied');
  assert.equal(admittedIn(await spread([gateway], 10, 50)), 2);
});

test('a worker that dies takes no slot with it', async (t) => {
  const gateway = await serve(
    t,
    liveText({ keys: limited('{ concurrency: 2 }'), backend: '{ simulator: { latency: 30s } }' }),
  );
  const held = [1, 2].map(() => gateway.call('/v1/chat/completions', { body: hello }).catch(() => undefined));
  await until(async () => {
    const { status } = await quickly(gateway);
    return status === 429;
  }, 'both slots are taken');
  for (const pid of workersOf(gateway)) process.kill(pid, 'SIGKILL');
  await Promise.all(held);
  await until(async () => (await quickly(gateway)).status !== 429, 'the slots are free', 5000);
});

/** A request that is given up after a moment: that it was not refused is enough. */
async function quickly(gateway: Served): Promise<{ readonly status: number }> {
  const answer = gateway
    .call('/v1/chat/completions', { body: { ...hello, max_tokens: 1 } })
    .catch(() => ({ status: 0 }));
  return Promise.race([answer, delay(300).then(() => ({ status: 0 }))]);
}

function workersOf({ child }: Served): readonly number[] {
  const listed = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  return listed
    .split(' ')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker-main'));
}

function budgetText(usd: string, period = 'month'): string {
  return [
    liveText({ keys: limited(`{ budget: ${usd} USD/${period} }`), backend: priced }).replace(
      'endpoints: { chat_completions: [] } }',
      'price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [] } }',
    ),
  ].join('\n');
}

for (const period of ['month', 'week', 'total']) {
  test(`what was spent of a budget (${period}) survives a restart, and a crash loses five seconds of it at most`, (t) =>
    survivesRestart(t, period));
}

async function survivesRestart(t: TestContext, period: string): Promise<void> {
  const dir = stateDir(t);
  const env = { STATE_DIRECTORY: dir };
  // The certificate is in the state directory too, which is not the one of the other tests.
  const ask = async ({ port }: Served) =>
    readReply(
      await begin({ port, ca: readFileSync(join(dir, 'dev-ca.pem'), 'utf8') }, '/v1/chat/completions', {
        body: hello,
      }),
    );
  const first = await serve(t, budgetText('0.001', period), { env });
  assert.equal((await ask(first)).status, 200);
  await until(async () => (await ask(first)).status === 429, 'it is spent');
  await until(() => isThere(join(dir, 'budgets.json')), 'it is written down', 5000);
  assert.equal(statSync(join(dir, 'budgets.json')).mode & 0o777, 0o600);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await serve(t, budgetText('0.001', period), { env });
  const refused = await ask(second);
  assert.equal(refused.json.error.code, 'budget_exceeded');
}

test('what counts for an hour survives an orderly restart', async (t) => {
  const dir = stateDir(t);
  const env = { STATE_DIRECTORY: dir };
  const text = liveText({ keys: limited('{ requests: 2/h }') });
  const ask = async ({ port }: Served) => {
    const ca = readFileSync(join(dir, 'dev-ca.pem'), 'utf8');
    return (await readReply(await begin({ port, ca }, '/v1/chat/completions', { body: hello }))).status;
  };
  const first = await serve(t, text, { env });
  assert.equal(await ask(first), 200);
  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);
  const second = await serve(t, text, { env });
  assert.deepEqual([await ask(second), await ask(second)], [200, 429]);
});

test('a second gateway on the same state.dir refuses to start and names the first; so does a reload', async (t) => {
  const env = { STATE_DIRECTORY: stateDir(t) };
  const first = await serve(t, liveText(), { env });
  const refusal = new RegExp(`another gateway \\(process ${first.child.pid}, version .*stop it first`);
  await assert.rejects(serve(t, liveText(), { env }), refusal);
  const other = await serve(t, liveText());
  await other.save(`${liveText()}\nstate: { dir: ${JSON.stringify(env.STATE_DIRECTORY)} }`);
  const reload = await other.reloaded('rejected');
  assert.match(reload!.problems!, refusal);
  first.child.kill('SIGTERM');
  assert.equal(await first.ended, 0);
  await other.save(`${liveText()}\nstate: { dir: ${JSON.stringify(env.STATE_DIRECTORY)} } # now`);
  await other.reloaded('applied');
});

function stateDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-budget-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

function isThere(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}
