import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Simulator, startSimulator } from '../../../src/simulator/index.ts';
import { startBackend } from '../../helpers/backend.ts';
import { type Gate, gate, until } from '../../helpers/gate.ts';
import { begin, configText, newConnections, secret } from '../../helpers/gateway.ts';
import { startRedis } from '../../helpers/redis.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

const priced =
  'price: { input: 100000, output: 200000, tiers: [{ above_input: 2, input: 900000, output: 900000 }], tiers_by_service: { batch: 0.5 } }';
const dear = 'price: { input: 1000000, output: 1000000 }';

function text(backend: string, more = '', limit = '', settleAfter = '1h'): string {
  const deployment = (model: string, price: string) =>
    `{ deployments: [ { backend: a, model: ${model}, endpoints: { chat_completions: [], messages: [] }, ${price} } ] }`;
  return configText({
    backends: `{ a: { url: "${backend}" } }`,
    models: `{ m: ${deployment('theirs', priced)}, again: ${deployment('theirs', dear)}, other: ${deployment('second', dear)}, free: ${deployment('unpriced', 'price: { input: 0, output: 0 }')} }`,
    keys: `{ test: { secret: ${secret}, endpoints: [all]${limit} } }`,
    more: `workers: 2\nadmin: { address: "127.0.0.1:0", read_token: ${readToken} }\nendpoints: { files: { backends: [a], price: { per_request: 0 } }, batches: { price: { per_request: 0 } }, message_batches: { backends: [a], price: { per_request: 0.25 } } }\nstateful: { ids: signed, endpoints: [files, batches, message_batches], settle_after: ${settleAfter} }\n${more}`,
  });
}

async function simulator(t: TestContext): Promise<Simulator> {
  const started = await startSimulator();
  t.after(() => started.close());
  return started;
}

/** A folder that outlives a gateway. */
function stateDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-batches-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Makes a batch of three requests for `theirs`. */
async function makeBatch(served: Served): Promise<string> {
  const line = (id: number) =>
    JSON.stringify({
      custom_id: `${id}`,
      method: 'POST',
      url: '/v1/chat/completions',
      body: { model: 'theirs' },
    });
  const file = await served.call('/v1/files', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=xx' },
    body: `--xx\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nbatch\r\n--xx\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${[1, 2, 3].map(line).join('\n')}\r\n--xx--\r\n`,
  });
  assert.equal(file.status, 200, file.text);
  const made = await served.call('/v1/batches', {
    body: { input_file_id: file.json.id, endpoint: '/v1/chat/completions', completion_window: '24h' },
  });
  assert.equal(made.status, 200, made.text);
  return made.json.id;
}

/** What was used, once so many requests are in it. */
async function usage(served: Served, requests: number) {
  let row: Record<string, number> = {};
  await until(async () => {
    const { rows } = JSON.parse((await served.admin('/api/usage?by=key')).text);
    row = rows[0] ?? {};
    return row['requests'] === requests;
  }, `the usage of ${requests} requests is kept`);
  const { input_tokens, output_tokens, cost_usd } = row;
  return [input_tokens, output_tokens, cost_usd];
}

const fetchBatch = async (served: Served, id: string) => {
  const { status, json } = await served.call(`/v1/batches/${id}`);
  assert.deepEqual([status, json.status], [200, 'completed']);
};

test('a batch is counted once by its deployment, whichever workers see that it is completed, and not after a restart', async (t) => {
  const { url } = await simulator(t);
  const env = { STATE_DIRECTORY: stateDir(t) };
  const first = await serve(t, text(url), { env });
  const id = await makeBatch(first);
  await Promise.all(Array.from({ length: 6 }, () => fetchBatch(first, id)));
  assert.deepEqual(await usage(first, 8), [3, 3, 0.45]);
  first.child.kill('SIGTERM');
  await first.ended;
  const second = await serve(t, text(url), { env });
  await Promise.all([fetchBatch(second, id), fetchBatch(second, id)]);
  assert.deepEqual(await usage(second, 10), [3, 3, 0.45]);
});

test('the results of a message batch are counted line by line when they are first fetched', async (t) => {
  const { url } = await simulator(t);
  const served = await serve(t, text(url));
  const request = (model: string) => ({ custom_id: model, params: { model, max_tokens: 1, messages: [] } });
  const made = await served.call('/v1/messages/batches', {
    body: { requests: ['m', 'm', 'other', 'free'].map(request) },
  });
  assert.equal(made.status, 200, made.text);
  assert.equal((await served.call(`/v1/messages/batches/${made.json.id}`)).status, 200);
  for (let turn = 0; turn < 3; turn += 1) {
    const results = await served.call(`/v1/messages/batches/${made.json.id}/results`);
    assert.equal(results.text.split('\n').length, 5);
  }
  // Two at half of 0.1 and 0.2, one at 1 and 1, one for nothing, and five requests at 0.25.
  assert.deepEqual(await usage(served, 5), [4, 4, 3.55]);
});

/** What is spent of the budget of the key `test`, once it is so much. */
async function spent(served: Served, isRight: (usd: number) => boolean): Promise<number> {
  let usd = 0;
  await until(async () => {
    usd = JSON.parse((await served.admin('/api/limits?key=test')).text).keys[0].limits[0].used;
    return isRight(usd);
  }, 'so much is spent').catch(() => assert.fail(`${usd} USD`));
  return usd;
}

test('a batch reserves what the lines of its file may cost, no more than is left, until it is known what it used', async (t) => {
  const { url } = await simulator(t);
  const limit = ', rate_limit: { budget: 1000 USD/day }';
  const served = await serve(t, text(url, '', limit));
  await makeBatch(served);
  // Three answers of 1,024 tokens and some 20 bytes each, at half of the price.
  await spent(served, (usd) => usd > 307 && usd < 312);
  for (let batch = 0; batch < 3; batch += 1) await makeBatch(served);
  await used(served, [0, 0, 1000]);
  const roomy = await serve(t, text(url, '', limit.replace('1000', '0.3'), '100ms'));
  const small = await makeBatch(roomy);
  // It takes all that is left, and then what it used.
  await used(roomy, [3, 3, 0.45]);
  await until(async () => (await roomy.call(`/v1/batches/${small}`)).status === 429, 'it is used up');
});

test('a batch of a file that did not come through here reserves unknown_batch', async (t) => {
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: 'batch_1', object: 'batch', status: 'validating' }));
  });
  const limit = ', rate_limit: { budget: 1000 USD/day }';
  const open = text(backend.url, '', limit)
    .replace('ids: signed', 'ids: signed, unsigned: allow')
    .replace(
      'batches: { price: { per_request: 0 } }',
      'batches: { price: { per_request: 0, unknown_batch: 25 } }',
    );
  const served = await serve(t, open);
  const made = await served.call('/v1/batches', { body: { input_file_id: 'file-1', endpoint: 'x' } });
  assert.equal(made.status, 200, made.text);
  await spent(served, (usd) => usd === 25);
});

test('a batch that says nothing of its use, or is under way, is counted when it does', async (t) => {
  const batch: Record<string, unknown> = { id: 'batch_1', object: 'batch', model: 'theirs-2026-01-31' };
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(batch));
  });
  const served = await serve(t, text(backend.url).replace('ids: signed', 'ids: signed, unsigned: allow'));
  const tokens = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  for (const about of [
    { status: 'in_progress', usage: tokens },
    { status: 'completed' },
    { status: 'expired', usage: tokens },
    { status: 'expired', usage: tokens },
  ]) {
    Object.assign(batch, about);
    if (about.usage === undefined) batch['usage'] = null;
    assert.equal((await served.call('/v1/batches/batch_1')).status, 200);
  }
  assert.deepEqual(await usage(served, 4), [1, 1, 0.15]);
});

test('gateways that share a Redis count a batch once, and also what is fetched while it is away', async (t) => {
  const { url } = await simulator(t);
  const redis = await startRedis(t);
  const secretOfIds = `secret: ${Buffer.alloc(32, 7).toString('base64')}`;
  const shared = `state: { store: redis, redis: { url: "${redis.url}", gateways: 2 }, ids: { ${secretOfIds} } }`;
  const [one, two] = await Promise.all([serve(t, text(url, shared)), serve(t, text(url, shared))]);
  const id = await makeBatch(one!);
  await fetchBatch(one!, id);
  await fetchBatch(two!, id);
  assert.deepEqual(await usage(one!, 3), [3, 3, 0.45]);
  assert.deepEqual(await usage(two!, 1), [0, 0, 0]);
  const next = await makeBatch(one!);
  await redis.kill();
  await fetchBatch(one!, next);
  await redis.restart();
  await until(() => one!.logs.some(({ msg }) => msg === 'the limit store answers'), 'Redis is back');
  await fetchBatch(one!, next);
  assert.deepEqual(await usage(one!, 7), [6, 6, 0.9]);
});

test('calls of tools in the results of a message batch add up by their names', async (t) => {
  const line = (web_search_requests: number) => {
    const usage = { input_tokens: 1, output_tokens: 1, server_tool_use: { web_search_requests } };
    return `${JSON.stringify({ custom_id: 'a', result: { type: 'succeeded', message: { model: 'theirs', usage } } })}\n`;
  };
  const backend = await startBackend(t, (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/x-jsonl' });
    response.end([2, 0, 3].map(line).join(''));
  });
  const served = await serve(t, text(backend.url).replace('ids: signed', 'ids: signed, unsigned: allow'));
  const results = await served.call('/v1/messages/batches/msgbatch_1/results');
  assert.equal(results.status, 200, results.text);
  await usage(served, 1);
  const { rows } = JSON.parse((await served.admin('/api/usage?by=key')).text);
  assert.deepEqual(rows[0].tool_calls, { web_search: 5 });
});

test('lines of results count as they pass, each once, also for clients that leave before the last byte', async (t) => {
  const line = (place: number) => {
    const usage = { input_tokens: 1, output_tokens: 1 };
    return `${JSON.stringify({ custom_id: `${place}`, result: { type: 'succeeded', message: { model: 'theirs', usage } } })}\n`;
  };
  const lines = [1, 2, 3, 4].map(line).join('');
  const middle = line(1).length * 2 + 10;
  let rest: Gate = gate();
  let first = middle;
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'application/x-jsonl' });
    response.write(lines.slice(0, first));
    await rest.opened;
    response.end(lines.slice(first));
  });
  const text1 = text(backend.url).replace('ids: signed', 'ids: signed, unsigned: allow');
  const served = await serve(t, text1);
  const path = '/v1/messages/batches/msgbatch_1/results';
  const leaveAfter = async (bytes: number) => {
    first = bytes;
    const { port, ca } = served;
    const answer = await begin({ port, ca, agent: newConnections(ca) }, path);
    let taken = 0;
    for await (const piece of answer) {
      taken += (piece as Buffer).length;
      if (taken === bytes) break;
    }
    assert.equal(taken, bytes);
  };
  // Two lines, and each request at 0.25.
  await leaveAfter(middle);
  assert.deepEqual(await usage(served, 1), [2, 2, 0.55]);
  await leaveAfter(lines.length - 1);
  assert.deepEqual(await usage(served, 2), [4, 4, 1.1]);
  rest.open();
  rest = gate();
  rest.open();
  assert.equal((await served.call(path)).text, lines);
  assert.deepEqual(await usage(served, 3), [4, 4, 1.35]);
});

/** Makes a message batch. */
async function makeMessageBatch(served: Served): Promise<string> {
  const request = (model: string) => ({ custom_id: model, params: { model, max_tokens: 1, messages: [] } });
  const body = { requests: ['m', 'm', 'other', 'free'].map(request) };
  const made = await served.call('/v1/messages/batches', { body });
  assert.equal(made.status, 200, made.text);
  return made.json.id;
}

/** What was used, once it is so much. */
async function used(served: Served, wanted: readonly number[]) {
  let row: Record<string, number> = {};
  await until(async () => {
    row = JSON.parse((await served.admin('/api/usage?by=key')).text).rows[0] ?? {};
    const { input_tokens, output_tokens, cost_usd } = row;
    return JSON.stringify([input_tokens, output_tokens, cost_usd]) === JSON.stringify(wanted);
  }, 'it is counted').catch(() => assert.deepEqual(row, wanted));
}

test('batches that nobody fetches are counted once, with the budget of the key that had them made', async (t) => {
  const { url } = await simulator(t);
  const limit = ', rate_limit: { budget: 100 USD/day }';
  const served = await serve(t, text(url, '', limit, '100ms'));
  const id = await makeBatch(served);
  await used(served, [3, 3, 0.45]);
  const messages = await makeMessageBatch(served);
  await used(served, [7, 7, 0.45 + 2.3 + 0.25]);
  await fetchBatch(served, id);
  await served.call(`/v1/messages/batches/${messages}/results`);
  await usage(served, 5);
  await used(served, [7, 7, 0.45 + 2.3 + 0.5]);
  const [limits] = JSON.parse((await served.admin('/api/limits?key=test')).text).keys[0].limits;
  assert.equal(limits.used, 3.25);
});

test('a message batch that is deleted is counted before, and a part of its results is none of it', async (t) => {
  const { url } = await simulator(t);
  const served = await serve(t, text(url));
  const id = await makeMessageBatch(served);
  const ranged = await served.call(`/v1/messages/batches/${id}/results`, { headers: { range: 'bytes=0-9' } });
  assert.ok(ranged.status === 200 || ranged.status === 206, ranged.text);
  const deleted = await makeMessageBatch(served);
  assert.equal((await served.call(`/v1/messages/batches/${deleted}`, { method: 'DELETE' })).status, 200);
  await usage(served, 4);
  await used(served, [8, 8, 2 * 2.3 + 4 * 0.25]);
});

test('a batch whose backend says nothing of its use is counted by the file with its answers', async (t) => {
  const line = (place: number, usage: object, more: object = {}) =>
    JSON.stringify({
      custom_id: `${place}`,
      response: { status_code: 200, body: { model: 'theirs', usage, ...more } },
    });
  const answers = [
    line(1, { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }),
    line(2, { input_tokens: 1, output_tokens: 1, total_tokens: 2 }, { object: 'response' }),
    JSON.stringify({ custom_id: '3', response: null, error: { code: 'batch_expired' } }),
  ].join('\n');
  let looks = 0;
  const backend = await startBackend(t, ({ url, method }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (url.endsWith('/content')) return void response.end(answers);
    if (url.startsWith('/v1/files'))
      return void response.end(JSON.stringify({ id: 'file-1', object: 'file' }));
    if (method === 'GET') looks += 1;
    const status = method === 'POST' ? 'validating' : looks < 2 ? 'in_progress' : 'expired';
    const output = looks < 2 ? {} : { output_file_id: 'file-2' };
    response.end(JSON.stringify({ id: 'batch_1', object: 'batch', status, ...output }));
  });
  const served = await serve(t, text(backend.url, '', '', '100ms'));
  await makeBatch(served);
  await used(served, [2, 2, 0.3]);
});
