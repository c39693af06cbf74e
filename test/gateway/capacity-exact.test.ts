/** The limits of deployments over several workers and gateways, whoever asks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Reply, secret } from '../helpers/gateway.ts';
import { hello } from '../helpers/live.ts';
import { scriptCalls, startRedis } from '../helpers/redis.ts';
import { readToken, type Served, serve } from '../helpers/serve.ts';

const free = 'sk-free-0123456789abcdef';

/** Two deployments, the first of which takes so much, and two keys, one of them with limits of its own. */
function text(rule: string, { workers = 2, more = '' } = {}): string {
  return `version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", read_token: ${readToken} }
workers: ${workers}
backends: { one: { simulator: {} }, two: { simulator: {} } }
models:
  first:
    deployments:
      - { backend: one, rate_limit: ${rule}, endpoints: { chat_completions: [] } }
      - { backend: two, priority: 1, endpoints: { chat_completions: [] } }
keys: { test: { secret: ${secret}, rate_limit: { requests: 100000/min } }, free: { secret: ${free} } }
${more}`;
}

const call = (served: Served, key: string): Promise<Reply> =>
  served.call('/v1/chat/completions', { body: hello, key });

/** How many of so many requests the first deployment answered; nobody is refused for its sake. */
async function answeredByFirst(served: readonly Served[], count: number): Promise<number> {
  let first = 0;
  const lane = async (start: number) => {
    for (let sent = start; sent < count; sent += 8) {
      const reply = await call(served[sent % served.length]!, sent % 3 === 0 ? secret : free);
      // The store has 50 ms for an answer, and this host may be busy.
      if (reply.json.error?.code === 'limiter_unavailable') continue;
      assert.equal(reply.status, 200);
      if (reply.headers['x-gateway-deployment'] === 'one') first += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, start) => lane(start)));
  return first;
}

test('two workers send a deployment no more than its limit, with keys that have limits and those that have none', async (t) => {
  const served = await serve(t, text('{ requests: 60/h }'));
  assert.equal(await answeredByFirst([served], 160), 60);
});

test('two gateways that share a Redis send a deployment no more than its limit', async (t) => {
  const redis = await startRedis(t);
  const more = `state: { store: redis, redis: { url: "${redis.url}", gateways: 2, on_failure: deny } }`;
  const rule = '{ requests: 40/h, tokens: 1000000/h, concurrency: 100 }';
  const served = [await serve(t, text(rule, { more })), await serve(t, text(rule, { more }))];
  const first = await answeredByFirst(served, 120);
  // What the store was not waited for may be given back when all else has gone elsewhere.
  assert.ok(first <= 40 && first > 30, String(first));
});

test('the limits of a deployment cost no further call of the store', async (t) => {
  const redis = await startRedis(t);
  const calls = await scriptCalls(t, redis);
  const more = `state: { store: redis, redis: { url: "${redis.url}", gateways: 1 } }`;
  const rule = '{ requests: 100000/min, tokens: 100000000/min, concurrency: 100 }';
  const served = await serve(t, text(rule, { workers: 1, more }));
  await call(served, secret);
  const before = await calls();
  for (let sent = 0; sent < 10; sent += 1) assert.equal((await call(served, secret)).status, 200);
  const made = (await calls()) - before;
  // One that admits and one that settles each, some of them together; a further one for each would be 30.
  assert.ok(made >= 10 && made < 25, String(made));
});
