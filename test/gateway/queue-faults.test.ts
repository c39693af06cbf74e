/** What may go wrong around those who wait. */
import assert from 'node:assert/strict';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadTls } from '../../src/process/loaded-tls.ts';
import { type Answer, completion, json, startBackend } from '../helpers/backend.ts';
import { type Gate, gate, until } from '../helpers/gate.ts';
import { begin, configText, readReply, secret } from '../helpers/gateway.ts';
import { startInside, stateDir } from '../helpers/inside.ts';
import { workersOf } from '../helpers/live.ts';
import { startRedis } from '../helpers/redis.ts';
import { readToken, serve } from '../helpers/serve.ts';
import { startUploads, uploadPath } from '../helpers/uploads.ts';

const path = '/v1/chat/completions';
const serving = 'endpoints: { chat_completions: [streaming] }';
const body = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };

async function held(t: TestContext) {
  const gates: Gate[] = [];
  const answer: Answer = async (seen, response, request) => {
    const one = gate();
    gates.push(one);
    await one.opened;
    await json(completion('done'))(seen, response, request);
  };
  const backend = await startBackend(t, answer);
  return { letGo: () => gates.shift()?.open(), underWay: () => gates.length, ...backend };
}

test('through two gateways a request waits where it is full, and its class goes with it', async (t) => {
  const backend = await held(t);
  const { caFile } = await loadTls({ kind: 'self_signed' }, stateDir);
  const inner = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}" } }`,
      models: `{ m: { queue: { wait: 20s }, deployments: [ { backend: a, rate_limit: { concurrency: 1 }, ${serving} } ] } }`,
    }),
  );
  const outer = await startInside(
    t,
    configText({
      backends: `{ a: { url: "https://localhost:${inner.port}", auth: { bearer: ${secret} }, tls: { ca: ${JSON.stringify(join(caFile!))} } } }`,
      models: `{ m: { queue: { wait: 20s }, deployments: [ { backend: a, rate_limit: { concurrency: 3 }, ${serving} } ] } }`,
    }),
  );
  const order: string[] = [];
  const ask = async (name: string, headers: Record<string, string> = {}) => {
    const reply = await readReply(await begin(outer, path, { body, headers }));
    order.push(name);
    return reply;
  };
  const waiting = (gateway: typeof inner, count: number) =>
    until(() => gateway.keep.waiting.size === count, `${count} wait`);
  const first = ask('first');
  await until(() => backend.underWay() === 1, 'the first is under way');
  const low = ask('low', { 'x-gateway-class': 'low' });
  await waiting(inner, 1);
  const normal = ask('normal');
  await waiting(inner, 2);
  const last = ask('last');
  await waiting(outer, 1);
  assert.ok(outer.keep.budget.usedBytes >= JSON.stringify(body).length, 'the body of one that waits counts');
  for (let count = 0; count < 4; count += 1) {
    await until(() => backend.underWay() === 1, 'the next is under way');
    backend.letGo();
  }
  const replies = await Promise.all([first, low, normal, last]);
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  assert.deepEqual(order.slice(0, 2), ['first', 'normal']);
  assert.equal(
    replies[1]!.headers['x-gateway-queued-ms'],
    undefined,
    'how long it waited elsewhere is not told',
  );
  assert.ok(Number(replies[3]!.headers['x-gateway-queued-ms']) > 0);
});

test('the wait counts in the time of the whole request', async (t) => {
  const backend = await held(t);
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${backend.url}", timeouts: { total: 400ms } } }`,
      models: `{ m: { queue: { wait: 20s }, deployments: [ { backend: a, rate_limit: { concurrency: 1 }, ${serving} } ] } }`,
    }),
  );
  const first = begin(gateway, path, { body }).then(readReply);
  await until(() => backend.underWay() === 1, 'the first is under way');
  const second = await readReply(await begin(gateway, path, { body }));
  // The first has run out of its own time by then: the second waits as long as itself may, or gets its place.
  assert.ok(Number(second.headers['x-gateway-queued-ms']) <= 450);
  assert.ok([429, 504].includes(second.status), second.text);
  backend.letGo();
  backend.letGo();
  await first;
});

test('a second attempt that finds all full waits for nobody', async (t) => {
  const backend = await held(t);
  const failing = await startBackend(t, json({ error: { message: 'broken' } }, 500));
  const gateway = await startInside(
    t,
    configText({
      backends: `{ a: { url: "${failing.url}" }, b: { url: "${backend.url}" } }`,
      models: `{ m: { queue: { wait: 20s }, deployments: [ { backend: a, ${serving} }, { backend: b, priority: 1, rate_limit: { concurrency: 1 }, ${serving} } ] } }`,
    }),
  );
  const first = begin(gateway, path, { body }).then(readReply);
  await until(() => backend.underWay() === 1, 'the first fell over to the second deployment');
  const second = await readReply(await begin(gateway, path, { body }));
  assert.deepEqual([second.status, second.headers['x-gateway-queued-ms']], [500, undefined]);
  backend.letGo();
  assert.equal((await first).status, 200);
});

test('what goes up as it comes is not read while it waits, and no slower for that', async (t) => {
  const backend = await held(t);
  const gateway = await startUploads(
    t,
    configText({
      listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, body_timeout: 50ms }',
      backends: `{ a: { url: "${backend.url}" } }`,
      models:
        '{ files: { queue: { wait: 20s }, deployments: [ { backend: a, rate_limit: { concurrency: 1 }, endpoints: { embeddings: [] } } ] } }',
    }),
    { kind: 'streamed', maxBytes: 1024 * 1024 },
  );
  const upload = () => {
    const request = httpsRequest({
      host: 'localhost',
      method: 'POST',
      path: uploadPath,
      port: gateway.port,
      ca: gateway.ca,
      headers: { authorization: `Bearer ${secret}`, 'content-length': '10' },
    });
    const reply = new Promise<number | undefined>((resolve, reject) => {
      request.on('response', (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode));
      });
      request.on('error', reject);
    });
    return { request, reply };
  };
  const first = upload();
  first.request.end('0123456789');
  await until(() => backend.underWay() === 1, 'the first is under way');
  const slow = upload();
  slow.request.write('01234');
  await until(() => gateway.keep.waiting.size === 1, 'it waits');
  // Longer than a client may be silent that is read.
  await new Promise((resolve) => setTimeout(resolve, 120));
  backend.letGo();
  slow.request.end('56789');
  await until(() => backend.underWay() === 1, 'the second is there');
  backend.letGo();
  assert.deepEqual(await Promise.all([first.reply, slow.reply]), [200, 200]);
  assert.equal(backend.seen[1]!.body.toString(), '0123456789');
});

test('a worker that dies takes its own with it, and its slots are there for those of the others', async (t) => {
  const backend = await held(t);
  const served = await serve(
    t,
    [
      'version: 1',
      'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
      `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
      'workers: 2',
      `backends: { a: { url: "${backend.url}" } }`,
      `models: { m: { queue: { wait: 30s }, deployments: [{ backend: a, rate_limit: { concurrency: 2 }, ${serving} }] } }`,
      `keys: { test: { secret: ${secret} } }`,
    ].join('\n'),
  );
  const all = Array.from({ length: 8 }, () =>
    served.call(path, { body }).then(
      ({ status }) => status,
      () => 0,
    ),
  );
  await until(async () => (await served.status()).queues[0]?.waiting === 6, 'they wait');
  process.kill(workersOf(served)[0]!, 'SIGKILL');
  let isOver = false;
  const replies = Promise.all(all).then((statuses) => {
    isOver = true;
    return statuses;
  });
  await until(() => {
    backend.letGo();
    return isOver;
  }, 'all are told');
  const statuses = await replies;
  assert.ok(
    statuses.includes(200) && statuses.every((status) => status === 200 || status === 0),
    statuses.join(),
  );
  await until(async () => (await served.status()).queues.length === 0, 'nobody waits');
});

test('the gateway that stops lets those who wait have what comes free while it drains, and tells the others', async (t) => {
  const backend = await held(t);
  const served = await serve(
    t,
    [
      'version: 1',
      'listen: { address: "127.0.0.1:0", tls: { self_signed: true }, drain: 2s }',
      `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
      'workers: 1',
      `backends: { a: { url: "${backend.url}" } }`,
      `models: { m: { queue: { wait: 30s }, deployments: [{ backend: a, rate_limit: { concurrency: 1 }, ${serving} }] } }`,
      `keys: { test: { secret: ${secret} } }`,
    ].join('\n'),
  );
  const first = served.call(path, { body });
  await until(() => backend.underWay() === 1, 'it is under way');
  const second = served.call(path, { body });
  await until(async () => (await served.status()).queues[0]?.waiting === 1, 'one waits');
  const third = served.call(path, { body });
  await until(async () => (await served.status()).queues[0]?.waiting === 2, 'two wait');
  served.child.kill('SIGTERM');
  backend.letGo();
  assert.equal((await first).status, 200);
  await until(() => backend.underWay() === 1, 'the second has its place');
  const told = await third;
  assert.deepEqual([told.status, told.json.error.code], [503, 'overloaded']);
  await second.catch(() => undefined);
});

test('Redis is late, goes and comes while many wait: all are served, and no server has more at once than its slots', async (t) => {
  const redis = await startRedis(t);
  const slots = 3;
  let underWay = 0;
  let most = 0;
  const backend = await startBackend(t, async (seen, response, request) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 30));
    underWay -= 1;
    await json(completion('done'))(seen, response, request);
  });
  const served = await serve(
    t,
    [
      'version: 1',
      'listen: { address: "127.0.0.1:0", tls: { self_signed: true } }',
      `admin: { address: "127.0.0.1:0", read_token: ${readToken} }`,
      'workers: 2',
      `state: { store: redis, redis: { url: "${redis.url}", gateways: 1 } }`,
      `backends: { a: { url: "${backend.url}" } }`,
      `models: { m: { queue: { wait: 60s }, deployments: [{ backend: a, rate_limit: { concurrency: ${slots} }, ${serving} }] } }`,
      `keys: { test: { secret: ${secret} } }`,
    ].join('\n'),
  );
  let isOver = false;
  const statuses: number[] = [];
  const client = async () => {
    while (!isOver) statuses.push((await served.call(path, { body })).status);
  };
  // Late from the first request on: each worker finds that out by itself.
  redis.freeze();
  const clients = Promise.all(Array.from({ length: 16 }, client));
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  await pause(85);
  redis.thaw();
  for (let times = 0; times < 5; times += 1) {
    const before = statuses.length;
    await until(() => statuses.length > before + 20, 'they are served');
    redis.freeze();
    await pause(70 + 20 * times);
    redis.thaw();
  }
  await redis.kill();
  const away = statuses.length;
  await until(() => statuses.length > away + 20, 'they are served without it');
  await redis.restart();
  const back = statuses.length;
  await until(() => statuses.length > back + 40, 'they are served with it again');
  isOver = true;
  await clients;
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.equal(most, slots);
});
