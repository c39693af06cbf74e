/** What clients see while the shared store is out of reach, for each of the things that `on_failure` can be. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../helpers/gate.ts';
import { type Reply, secret } from '../helpers/gateway.ts';
import { hello, liveText } from '../helpers/live.ts';
import { startRedis, type TestRedis } from '../helpers/redis.ts';
import { type Served, serve } from '../helpers/serve.ts';

const free = 'sk-free-0123456789abcdef';

async function start(
  t: TestContext,
  onFailure: 'local' | 'allow' | 'deny',
): Promise<{ readonly redis: TestRedis; readonly served: Served; call(key?: string): Promise<Reply> }> {
  const redis = await startRedis(t);
  const keys = `{ test: { secret: ${secret}, rate_limit: { requests: 3/h } }, free: { secret: ${free} } }`;
  const more = `state: { store: redis, redis: { url: "${redis.url}", gateways: 1, on_failure: ${onFailure} } }`;
  const served = await serve(t, liveText({ keys, more, workers: 1 }));
  const call = (key = secret) => served.call('/v1/chat/completions', { body: hello, key });
  return { redis, served, call };
}

const noticed = (served: Served) =>
  until(
    () => served.logs.some(({ msg }) => msg === 'the limit store does not answer'),
    'it is noticed',
    10_000,
  );

test('deny: a limited key gets a 503 that says when to try again, another one its answer', async (t) => {
  const { redis, served, call } = await start(t, 'deny');
  assert.equal((await call()).status, 200);
  await redis.kill();
  await noticed(served);
  const refused = await call();
  assert.deepEqual(
    [refused.status, refused.json.error.type, refused.json.error.code],
    [503, 'service_unavailable', 'limiter_unavailable'],
  );
  assert.deepEqual(
    [refused.headers['retry-after'], refused.headers['x-gateway-error'], refused.headers['x-should-retry']],
    ['1', 'limiter_unavailable', undefined],
  );
  assert.equal((await call(free)).status, 200, 'who has no limits needs no store');
  assert.equal((await call('sk-nobody-0123456789abcdef')).status, 401, 'nor does telling who somebody is');
  await redis.restart();
  await until(async () => (await call()).status === 200, 'it serves again', 10_000);
});

test('local: nobody is refused for the sake of the store, and the limit holds all the same', async (t) => {
  const { redis, served, call } = await start(t, 'local');
  assert.equal((await call()).status, 200);
  await redis.kill();
  await noticed(served);
  const statuses: number[] = [];
  for (let index = 0; index < 5; index += 1) statuses.push((await call()).status);
  assert.deepEqual(statuses, [200, 200, 429, 429, 429]);
});

test('allow: everything passes, which the log says at the start', async (t) => {
  const { redis, served, call } = await start(t, 'allow');
  const isSaid = () => served.logs.some(({ msg }) => msg.includes('on_failure is allow'));
  await until(isSaid, 'it is said at the start', 5000);
  await redis.kill();
  await noticed(served);
  for (let index = 0; index < 6; index += 1) assert.equal((await call()).status, 200);
});
