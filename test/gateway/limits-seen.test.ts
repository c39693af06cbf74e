/** What operators see of limits: the admin API, `gateway usage` and the metrics, over two workers and both stores. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import type { GatewayAnswer } from '../../src/admin/contract/gateway.ts';
import type { KeysAnswer } from '../../src/admin/contract/keys.ts';
import type { KeyLimit, LimitsAnswer } from '../../src/admin/contract/limits.ts';
import { gateway, type Recorded } from '../cli/recorder.ts';
import { until } from '../helpers/gate.ts';
import { secret } from '../helpers/gateway.ts';
import { hello, liveText } from '../helpers/live.ts';
import { assertSoundMetrics, seriesValue } from '../helpers/promtool.ts';
import { startRedis } from '../helpers/redis.ts';
import { readToken, type Served, serve } from '../helpers/serve.ts';

const rule =
  '{ requests: [60/min, 1000/day], concurrency: 5, budget: 1 USD/day, per_model: { "fir*": { requests: 20/min } } }';

function text(more = ''): string {
  const keys = `{ test: { secret: ${secret}, rate_limit: ${rule} }, free: { secret: sk-free-0123456789abcdef } }`;
  return liveText({ keys, more }).replace(
    'endpoints: { chat_completions: [] } }',
    'price: { input: 1000, output: 1000 }, endpoints: { chat_completions: [] } }',
  );
}

/** Calls it so many times, two at once, each on a connection of its own: every second one comes to each worker. */
async function call(served: Served, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  const body = { ...hello, max_tokens: 5 };
  for (let left = times; left > 0; left -= 2) {
    const pair = Array.from({ length: Math.min(2, left) }, () =>
      served.call('/v1/chat/completions', { body }),
    );
    statuses.push(...(await Promise.all(pair)).map(({ status }) => status));
  }
  return statuses;
}

async function read<Answer>(served: Served, path: string): Promise<Answer> {
  const { status, text: body } = await served.admin(path);
  assert.equal(status, 200, body);
  return JSON.parse(body) as Answer;
}

const adminUrl = ({ said }: Served) => /admin on (http:\/\/[\d.:]+)/.exec(said.err)![1]!;

function usage(served: Served, ...args: readonly string[]): Promise<Recorded> {
  return gateway(['usage', '--config', served.file, '--admin', adminUrl(served), ...args]);
}

const usedOf = (limits: readonly KeyLimit[]) => limits.map(({ name, used, left }) => [name, used, left]);

test('what is used and left of every limit is told exactly, whichever workers served it', async (t) => {
  const served = await serve(t, text());
  assert.deepEqual(new Set(await call(served, 12)), new Set([200]));
  const limits = async () => (await read<LimitsAnswer>(served, '/api/limits?key=test')).keys[0]!.limits;
  await until(async () => (await limits())[2]!.used === 0, 'the slots are free');
  const found = await limits();
  const spent = found[3]!.used!;
  assert.ok(spent > 0 && spent < 1, String(spent));
  assert.deepEqual(usedOf(found), [
    ['60 requests per minute', 12, 48],
    ['1000 requests per day', 12, 988],
    ['5 requests at once', 0, 5],
    ['1 USD per day', spent, 1 - spent],
    ['20 requests per minute on fir*', 12, 8],
  ]);
  const [minute, , slots, budget] = found;
  assert.ok(Date.parse(minute!.resets_at!) - Date.now() < 61_000);
  assert.equal(slots!.resets_at, null);
  assert.match(budget!.resets_at!, /T00:00:0\d/);

  const keys = (await read<KeysAnswer>(served, '/api/keys')).keys;
  assert.deepEqual(
    keys.map(({ id, limits: own }) => [id, own.map(({ used }) => used)]),
    [
      ['test', [12, 12, 0, spent, 12]],
      ['free', []],
    ],
  );
});

test('`gateway usage` asks the running gateway, and prints a row per limit', async (t) => {
  const served = await serve(t, text());
  await call(served, 3);
  const { exitCode, out } = await usage(served);
  assert.equal(exitCode, 0);
  const rows = out.trimEnd().split('\n');
  assert.equal(rows[0], 'KEY   LIMIT                            USED   LEFT  RESETS');
  assert.match(rows[1]!, /^test {2}60 requests per minute +3 +57 {2}in (5\ds|1m[01]s)$/);
  assert.match(rows[4]!, /^test {2}1 USD per day +0\.\d+ +0\.\d+ {2}in \d+h\d+m$|in \d+m\d+s$/);
  assert.match(rows[6]!, /^free {2}no limits$/);
  const json = JSON.parse((await usage(served, '--key', 'test', '--format', 'json')).out) as LimitsAnswer;
  assert.deepEqual([json.total, json.store.kind, json.keys[0]!.limits[0]!.used], [1, 'memory', 3]);
  assert.match((await usage(served, '--key', 'tset')).err, /answered 404: No key is named "tset"\.\n$/);
});

test('what keeps `gateway usage` from an answer is said in words', async (t) => {
  assert.match((await gateway(['usage'])).err, /--config FILE, or --admin URL/);
  assert.match(
    (await gateway(['usage', '--admin', 'http://127.0.0.1:1'])).err,
    /no token: set GATEWAY_READ_/,
  );
  const env = { GATEWAY_READ_TOKEN: 'x' };
  const alone = await gateway(['usage', '--admin', 'http://127.0.0.1:1'], { env });
  assert.match(alone.err, /no answer from http:\/\/127\.0\.0\.1:1: /);
  const served = await serve(t, text());
  const portless = await gateway(['usage', '--config', served.file]);
  assert.match(portless.err, /has no `admin.address` with a port, .*; give the URL with --admin/);
});

test('what deployments and backends have left is told by the API, the commands and a scrape', async (t) => {
  const served = await serve(
    t,
    [
      'version: 1',
      'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
      `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
      'workers: 2',
      'backends: { one: { simulator: {}, rate_limit: { requests: 100/min } }, two: { simulator: {} } }',
      'models:',
      '  org/first:',
      '    deployments:',
      '      - { backend: one, rate_limit: { requests: 60/min, concurrency: 5 }, endpoints: { chat_completions: [] } }',
      '      - { backend: two, priority: 2, endpoints: { chat_completions: [] } }',
      `keys: { test: { secret: ${secret} } }`,
    ].join('\n'),
  );
  const body = { ...hello, model: 'org/first' };
  for (let left = 3; left > 0; left -= 1)
    assert.equal((await served.call('/v1/chat/completions', { body })).status, 200);
  const limits = async (query = '') => await read<LimitsAnswer>(served, `/api/limits${query}`);
  await until(async () => (await limits()).deployments[0]!.limits[1]!.used === 0, 'the slot is free');
  const { deployments, backends } = await limits();
  const shown = (all: LimitsAnswer['backends']) => all.map(({ id, limits }) => [id, ...usedOf(limits)]);
  assert.deepEqual(shown(deployments), [
    ['org/first/one', ['60 requests per minute', 3, 57], ['5 requests at once', 0, 5]],
  ]);
  assert.deepEqual(shown(backends), [['one', ['100 requests per minute', 3, 97]]]);
  const found = await limits('?search=first');
  assert.deepEqual([found.deployments.length, found.backends.length], [1, 0]);
  const ofKey = await limits('?key=test');
  assert.deepEqual([ofKey.deployments, ofKey.backends], [[], []]);

  assert.match((await usage(served)).out, /^deployment org\/first\/one {2}60 requests per minute +3 +57 /m);
  const words = ['status', '--config', served.file, '--admin', adminUrl(served)];
  const { out } = await gateway(words);
  assert.match(
    out,
    /^capacity {2}org\/first\/one: 57 left of 60 requests per minute, 5 left of 5 requests at once$/m,
  );
  assert.match(out, /^capacity {2}backend one: 97 left of 100 requests per minute$/m);
  const json = JSON.parse((await gateway([...words, '--format', 'json'])).out) as LimitsAnswer;
  assert.deepEqual([json.deployments, json.backends].map(shown), [deployments, backends].map(shown));

  const scraped = (await served.admin('/metrics')).text;
  await assertSoundMetrics(scraped);
  const of = (name: string, whose: string) =>
    seriesValue(scraped, `gateway_${name}{limit="requests_per_minute",${whose}}`);
  const whose = 'model="org/first",deployment="one"';
  assert.deepEqual([of('deployment_limit', whose), of('deployment_limit_used', whose)], [60, 3]);
  assert.deepEqual(
    [of('backend_limit', 'backend="one"'), of('backend_limit_used', 'backend="one"')],
    [100, 3],
  );
});

test('a scrape tells what is used of every limit, what was refused, and follows the file', async (t) => {
  const served = await serve(t, text());
  await call(served, 7);
  const scrape = async () => (await served.admin('/metrics')).text;
  const found = await scrape();
  await assertSoundMetrics(found);
  const of = (name: string, limit: string, models = '') =>
    seriesValue(found, `gateway_key_${name}{limit="${limit}",key="test",models="${models}"}`);
  assert.deepEqual([of('limit', 'requests_per_minute'), of('limit_used', 'requests_per_minute')], [60, 7]);
  assert.deepEqual(
    [of('limit', 'requests_per_minute', 'fir*'), of('limit_used', 'requests_per_day')],
    [20, 7],
  );
  assert.deepEqual([of('limit', 'concurrency'), of('limit', 'usd_per_day')], [5, 1]);
  assert.equal(seriesValue(found, 'gateway_limiter_degraded'), 0);
  assert.doesNotMatch(found, /key="free".*models/);

  const all = await Promise.all(
    Array.from({ length: 40 }, () =>
      // Short, since what a request may cost is reserved of the budget.
      served.call('/v1/chat/completions', { body: { ...hello, max_tokens: 1 }, key: secret }),
    ),
  );
  const refused = all.filter(({ status }) => status === 429).length;
  assert.ok(refused >= 27, String(refused));
  const refusals = 'gateway_key_refusals_total{key="test",code="rate_limit_exceeded"}';
  assert.equal(seriesValue(await scrape(), refusals), refused);

  await served.save(text().replace('requests: 20/min', 'requests: 30/min'));
  await served.reloaded('applied');
  const after = 'gateway_key_limit{limit="requests_per_minute",key="test",models="fir*"}';
  assert.equal(seriesValue(await scrape(), after), 30);
});

const password = 'canary-redis-password-4f1d';

/** A gateway that counts in a real Redis which wants a password. */
async function withRedis(t: TestContext, gateways = 1) {
  const redis = await startRedis(t, ['--requirepass', password]);
  const url = redis.url.replace('redis://', `redis://:${password}@`);
  const more = `state: { store: redis, redis: { url: "${url}", gateways: ${gateways} } }`;
  return { redis, served: await serve(t, text(more)) };
}

test('with a shared store what it has counted is told, and while it is silent the share of this gateway', async (t) => {
  const { redis, served } = await withRedis(t, 2);
  await call(served, 6);
  const limits = () => read<LimitsAnswer>(served, '/api/limits?key=test');
  const before = await limits();
  assert.deepEqual(before.store, { kind: 'redis', on_failure: 'local', degraded: false });
  assert.deepEqual([before.keys[0]!.limits[0]!.used, before.keys[0]!.limits[0]!.left], [6, 54]);

  redis.freeze();
  const scrape = async () => (await served.admin('/metrics')).text;
  await until(
    async () => {
      await call(served, 2);
      return seriesValue(await scrape(), 'gateway_limiter_degraded') === 2;
    },
    'both workers notice',
    10_000,
  );
  assert.equal((await read<GatewayAnswer>(served, '/api/gateway')).limit_store.degraded, true);
  const during = await limits();
  assert.equal(during.store.degraded, true);
  const [minute] = during.keys[0]!.limits;
  assert.ok(minute!.used! >= 6 && minute!.used! <= 60, String(minute!.used));
  assert.match((await usage(served)).out, /The limit store does not answer: each gateway applies its share/);
  await assertSoundMetrics(await scrape());

  redis.thaw();
  await until(async () => !(await limits()).store.degraded, 'it is over', 10_000);
  assert.equal(seriesValue(await scrape(), 'gateway_limiter_degraded'), 0);
});

test('no secret shows in what is said of limits', async (t) => {
  const { redis, served } = await withRedis(t);
  await call(served, 2);
  const said: string[] = [];
  const listen = async () => {
    for (const path of ['/api/limits', '/api/keys', '/api/gateway', '/api/config', '/status', '/metrics']) {
      said.push((await served.admin(path)).text);
    }
    for (const format of ['text', 'json']) {
      const { out, err } = await usage(served, '--format', format);
      said.push(out, err);
    }
  };
  await listen();
  await redis.kill();
  await until(
    () => served.logs.some(({ msg }) => msg === 'the limit store does not answer'),
    'it is noticed',
  );
  await listen();
  said.push(JSON.stringify(served.logs), served.said.err);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const secrets = [secret, hash(secret), password, readToken, 'sk-free-0123456789abcdef'];
  for (const one of secrets)
    assert.deepEqual(
      said.filter((text) => text.includes(one)),
      [],
      one,
    );
});
