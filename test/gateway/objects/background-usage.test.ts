import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startSimulator } from '../../../src/simulator/index.ts';
import { type Answer, startBackend } from '../../helpers/backend.ts';
import { type Gate, gate, until } from '../../helpers/gate.ts';
import { begin, configText, newConnections, secret } from '../../helpers/gateway.ts';
import { startRedis } from '../../helpers/redis.ts';
import { readToken, type Served, serve } from '../../helpers/serve.ts';

/** A US dollar a token: what is spent is what was used. */
const dollarEach = 'price: { input: 1000000, output: 1000000 }';
const limit =
  ', rate_limit: { tokens: 1000000/day, budget: 1000000 USD/month, per_model: { m: { budget: 1000000 USD/day } } }';

function text(backend: string, more = '', settleAfter = '1h'): string {
  return configText({
    backends: `{ a: { url: "${backend}" } }`,
    models: `{ m: { deployments: [ { backend: a, endpoints: { responses: [streaming] }, ${dollarEach} } ] } }`,
    keys: `{ test: { secret: ${secret}${limit}, objects_owner: us }, second: { secret: sk-second-0123456789abc, objects_owner: us } }`,
    more: `workers: 2\nadmin: { address: "127.0.0.1:0", read_token: ${readToken} }\nstateful: { ids: signed, endpoints: [responses], settle_after: ${settleAfter} }\n${more}`,
  });
}

async function simulator(t: TestContext): Promise<string> {
  const started = await startSimulator();
  t.after(() => started.close());
  return started.url;
}

function stateDir(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'gateway-background-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

const asked = { model: 'm', input: 'one two three', background: true, max_output_tokens: 3000 };

async function begun(served: Served, more: object = {}): Promise<string> {
  const { status, text: said, json } = await served.call('/v1/responses', { body: { ...asked, ...more } });
  assert.equal(status, 200, said);
  return json.id;
}

/** What the simulator says that it used. */
async function fetched(served: Served, id: string, options: object = {}): Promise<number> {
  const { status, text: said, json } = await served.call(`/v1/responses/${id}`, options);
  assert.equal(status, 200, said);
  return json.usage?.total_tokens;
}

interface Limit {
  readonly kind: string;
  readonly used: number;
}

/** Tokens, and money of the month and of the model, once they are so many. */
async function standing(served: Served, wanted: (used: readonly number[]) => boolean) {
  let used: readonly number[] = [];
  const look = async () => {
    const { text: said } = await served.admin('/api/limits?key=test');
    const { keys } = JSON.parse(said) as { readonly keys: readonly { readonly limits: readonly Limit[] }[] };
    used = keys[0]!.limits.map((one) => one.used);
    return wanted(used);
  };
  await until(look, 'the limits stand as they should').catch(() => assert.fail(String(used)));
  return used;
}

const allAre = (amount: number) => (used: readonly number[]) =>
  used.length === 3 && used.every((one) => one === amount);
const areReserved = (used: readonly number[]) => used.every((one) => one > 3000);

/** What is kept of it, once so many requests are. */
async function usage(served: Served, requests: number) {
  let rows: readonly Record<string, unknown>[] = [];
  await until(async () => {
    rows = JSON.parse((await served.admin('/api/usage?by=model')).text).rows;
    return rows.reduce((sum, row) => sum + Number(row['requests']), 0) === requests;
  }, `the usage of ${requests} requests is kept`);
  const row = rows.find(({ model }) => model === 'm')!;
  return [Number(row['input_tokens']) + Number(row['output_tokens']), row['cost_usd']];
}

test('a response in the background is settled once by what it used, whichever workers and keys see it done', async (t) => {
  const served = await serve(t, text(await simulator(t)));
  const id = await begun(served);
  await standing(served, areReserved);
  const second = { key: 'sk-second-0123456789abc' };
  const told = await Promise.all(
    Array.from({ length: 6 }, (_, index) => fetched(served, id, index === 0 ? second : {})),
  );
  const used = told[0]!;
  assert.ok(used > 0 && used < 50, String(used));
  await standing(served, allAre(used));
  assert.deepEqual(await usage(served, 7), [used, used]);
  await served.call(`/v1/responses/${id}/cancel`, { body: {} });
  assert.deepEqual(await usage(served, 8), [used, used]);
  await standing(served, allAre(used));
  const said = served.logs.filter(({ msg }) => String(msg).startsWith('a response in the background'));
  assert.deepEqual(
    said.map(({ key, deployment }) => [key, deployment]),
    [['test', 'a']],
  );
  // A counter never goes back: what was reserved stays counted there.
  await until(async () => {
    const { text: metrics } = await served.admin('/metrics');
    const cost = /^gateway_cost_usd_total\{.*model="m".*\} (\S+)$/m.exec(metrics)?.[1];
    return Number(cost) > 3000;
  }, 'what was reserved is in the metrics');
  // Once it is deleted nobody can say what it used: that is asked for before.
  const unread = await begun(served);
  await standing(served, areReserved);
  assert.equal((await served.call(`/v1/responses/${unread}`, { method: 'DELETE' })).status, 200);
  await standing(served, (all) => all.every((one) => one > used && one < 100));
});

test('what was reserved is remembered over a restart, and what was settled is too', async (t) => {
  const url = await simulator(t);
  const env = { STATE_DIRECTORY: stateDir(t) };
  const first = await serve(t, text(url), { env });
  const id = await begun(first);
  await standing(first, areReserved);
  first.child.kill('SIGTERM');
  await first.ended;
  const second = await serve(t, text(url), { env });
  const used = await fetched(second, id);
  await standing(second, allAre(used));
  second.child.kill('SIGTERM');
  await second.ended;
  assert.doesNotMatch(readFileSync(join(env.STATE_DIRECTORY, 'settled.txt'), 'utf8'), /sk-/);
  const third = await serve(t, text(url), { env });
  await fetched(third, id);
  await standing(third, allAre(used));
  assert.deepEqual(await usage(third, 3), [used, used]);
});

test('gateways that share a Redis settle it once, whichever of them it was made by', async (t) => {
  const url = await simulator(t);
  const redis = await startRedis(t);
  const shared = `state: { store: redis, redis: { url: "${redis.url}", gateways: 2 }, ids: { secret: ${Buffer.alloc(32, 7).toString('base64')} } }`;
  const [one, two] = await Promise.all([serve(t, text(url, shared)), serve(t, text(url, shared))]);
  const id = await begun(one!);
  await standing(two!, areReserved);
  const [used] = await Promise.all([fetched(two!, id), fetched(one!, id)]);
  await standing(one!, allAre(used));
  await Promise.all([fetched(two!, id), fetched(one!, id)]);
  await standing(two!, allAre(used));
});

const events = (...list: readonly object[]) =>
  list.map((one) => `event: ${(one as { type: string }).type}\ndata: ${JSON.stringify(one)}\n\n`).join('');

test('only a final status that says what was used settles it, in a stream too, and more than was reserved counts', async (t) => {
  const about: Record<string, unknown> = { object: 'response', status: 'queued', usage: null, output: [] };
  const answer: Answer = ({ url, body }, response) => {
    const id = url.split(/[/?]/)[3] ?? `resp_${JSON.parse(String(body)).user}`;
    const whole = { ...about, id };
    if (!url.includes('stream=true') && !String(body).includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(whole));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      events({ type: 'response.created', response: { ...whole, status: 'queued', usage: null } }),
    );
    if (String(body).includes('"stream":true')) {
      const delta = events({ type: 'response.output_text.delta', delta: 'a' });
      return void response.write(delta, () => response.destroy());
    }
    response.end(events({ type: `response.${about['status']}`, response: whole }));
  };
  const { url } = await startBackend(t, answer);
  const served = await serve(t, text(url));
  const reserved = async (id: string, status: string, used: object | null) => {
    Object.assign(about, { status, usage: used });
    await fetched(served, id);
  };
  const tokens = { input_tokens: 2, output_tokens: 3, total_tokens: 5 };
  const id = await begun(served, { user: 'one' });
  const [before = 0] = await standing(served, areReserved);
  await reserved(id, 'in_progress', tokens);
  await reserved(id, 'cancelled', null);
  await reserved(id, 'completed', { input_tokens: 0, output_tokens: 0 });
  await standing(served, allAre(before));
  Object.assign(about, { status: 'incomplete', usage: tokens });
  const streamed = await served.call(`/v1/responses/${id}?stream=true`);
  assert.match(streamed.text, /response\.incomplete/);
  await standing(served, allAre(5));
  // The client is cut off before the end, and comes back for it.
  Object.assign(about, { status: 'in_progress', usage: null });
  const cut = await served.call('/v1/responses', { body: { ...asked, user: 'two', stream: true } });
  const [, next = ''] = /"id":"(resp_[^"]+)"/.exec(cut.text) ?? [];
  await standing(served, areReserved);
  await reserved(next, 'failed', { input_tokens: 4000, output_tokens: 2000, total_tokens: 6000 });
  await standing(served, allAre(6005));
  assert.deepEqual(await usage(served, 7), [6005, 6005]);
});

test('what a response says of its use before it is done is none of it', async (t) => {
  const used = { input_tokens: 2, output_tokens: 3, total_tokens: 5 };
  const stages = {
    queued: { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    in_progress: { input_tokens: 2, output_tokens: 1, total_tokens: 3 },
  };
  let isDone = false;
  const { url } = await startBackend(t, ({ url: path, body }, response) => {
    const status = isDone ? 'completed' : JSON.parse(String(body)).user;
    const usage = isDone ? used : stages[status as keyof typeof stages];
    const id = path.split('/')[3] ?? `resp_${status}`;
    response.writeHead(200, { 'content-type': 'application/json' });
    const output = isDone ? [{ type: 'web_search_call', id: 'ws', status: 'completed' }] : [];
    response.end(JSON.stringify({ id, object: 'response', status, usage, output }));
  });
  const served = await serve(t, text(url));
  const ids: string[] = [];
  for (const user of Object.keys(stages)) ids.push(await begun(served, { user }));
  await standing(served, (amounts) => amounts.every((one) => one > 6000));
  isDone = true;
  for (const id of ids) await fetched(served, id);
  await standing(served, allAre(10));
  assert.deepEqual(await usage(served, 4), [10, 10]);
  const { rows } = JSON.parse((await served.admin('/api/usage')).text);
  assert.deepEqual(rows[0].tool_calls, { web_search: 2 });
});

/** A response that is done when the gate opens; those that stream it are left hanging after their first event. */
async function slowBackend(t: TestContext, rest: Gate) {
  const used = { input_tokens: 2, output_tokens: 3, total_tokens: 5 };
  let isDone = false;
  void rest.opened.then(() => {
    isDone = true;
  });
  let made = 0;
  return startBackend(t, ({ url, method, body }, response) => {
    const [, , , named] = url.split(/[/?]/);
    made += 1;
    const about = {
      id: named ?? `resp_${made}`,
      object: 'response',
      status: isDone && method === 'GET' ? 'completed' : 'in_progress',
      usage: isDone && method === 'GET' ? used : null,
    };
    if (url.includes('stream=true') || String(body).includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const response1 = { ...about, status: 'in_progress', usage: null };
      return void response.write(events({ type: 'response.created', response: response1 }));
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(about));
  });
}

/** Begins an answer, takes its first bytes and leaves; gives these. */
async function left(served: Served, path: string, body?: object): Promise<string> {
  const { port, ca } = served;
  const answer = await begin({ port, ca, agent: newConnections(ca) }, path, { body });
  assert.equal(answer.statusCode, 200);
  for await (const piece of answer) return String(piece);
  return '';
}

test('nobody has to read a response to its end: the gateway asks what it used, with its own credential, once', async (t) => {
  const rest = gate();
  const backend = await slowBackend(t, rest);
  const asking = text(backend.url, '', '100ms').replace(
    `url: "${backend.url}"`,
    `url: "${backend.url}", auth: { bearer: sk-of-the-gateway }`,
  );
  const served = await serve(t, asking);
  const unread = await begun(served);
  // Its stream is hung up, twice.
  const first = await left(served, '/v1/responses', { ...asked, stream: true });
  const streamed = /"id":"(resp_[^"]+)"/.exec(first)![1]!;
  await left(served, `/v1/responses/${streamed}?stream=true`);
  await standing(served, (used) => used.every((one) => one > 6000));
  const looks = () => backend.seen.filter(({ method, url }) => method === 'GET' && !url.includes('stream='));
  await until(() => looks().length >= 4, 'it is asked again as long as it is under way');
  rest.open();
  await standing(served, allAre(10));
  assert.ok(looks().every(({ headers }) => headers.authorization === 'Bearer sk-of-the-gateway'));
  assert.deepEqual(
    new Set(looks().map(({ url }) => url)),
    new Set(['/v1/responses/resp_1', '/v1/responses/resp_2']),
  );
  assert.equal(await fetched(served, unread), 5);
  await standing(served, allAre(10));
  await until(
    async () => isDeepStrictEqual(await usage(served, 4), [10, 10]),
    'what it turned out to be is kept',
  );
  await until(
    async () => /gateway_cost_usd_total\{.*model="m"/.test((await served.admin('/metrics')).text),
    'the workers have told their figures',
  );
});

test('what its backend has no more stays at what was reserved, and is asked for once, also after a restart', async (t) => {
  const used = { input_tokens: 2, output_tokens: 3, total_tokens: 5 };
  let isBack = false;
  const backend = await startBackend(t, ({ method, url, body }, response) => {
    const id = url.split('/')[3] ?? `resp_${JSON.parse(String(body)).user}`;
    const status = method === 'POST' ? 200 : isBack ? 200 : id === 'resp_404' ? 404 : 410;
    const about = {
      id,
      object: 'response',
      status: isBack ? 'completed' : 'queued',
      usage: isBack ? used : null,
    };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? about : { error: { message: 'gone', type: 'x' } }));
  });
  const env = { STATE_DIRECTORY: stateDir(t) };
  const first = await serve(t, text(backend.url, '', '100ms'), { env });
  const ids = [await begun(first, { user: '404' }), await begun(first, { user: '410' })];
  const [before = 0] = await standing(first, (all) => all.every((one) => one > 6000));
  const looks = () => backend.seen.filter(({ method }) => method === 'GET').map(({ url }) => url);
  const told = () =>
    first.logs.filter(({ msg }) => String(msg).startsWith('the backend no longer has an unfinished object'));
  await until(() => told().length === 2, 'both are given up');
  const later = await begun(first, { user: 'later' });
  await until(() => looks().some((url) => url.endsWith('resp_later')), 'what came later is asked for');
  assert.deepEqual(looks().slice(0, 2).sort(), ['/v1/responses/resp_404', '/v1/responses/resp_410']);
  assert.equal(looks().filter((url) => !url.endsWith('later')).length, 2);
  assert.ok(
    told().every(({ level, key, object }) => level === 'warn' && key === 'test' && object === 'response'),
  );
  first.child.kill('SIGTERM');
  await first.ended;
  const second = await serve(t, text(backend.url, '', '100ms'), { env });
  await begun(second, { user: 'last' });
  await until(() => looks().some((url) => url.endsWith('resp_last')), 'what was made now is asked for');
  assert.equal(looks().filter((url) => /4(04|10)$/.test(url)).length, 2);
  await standing(second, (all) => all.every((one) => one >= before));
  // Where it is there after all, what it used is known to whoever fetches it.
  isBack = true;
  for (const id of [...ids, later]) assert.equal(await fetched(second, id), 5);
  await standing(second, (all) => all.every((one) => one < before));
});

test('what was made before the gateway was killed is asked for once it runs again', async (t) => {
  const rest = gate();
  const backend = await slowBackend(t, rest);
  const env = { STATE_DIRECTORY: stateDir(t) };
  const first = await serve(t, text(backend.url), { env });
  await begun(first);
  await standing(first, areReserved);
  first.child.kill('SIGKILL');
  await first.ended;
  rest.open();
  const second = await serve(t, text(backend.url, '', '100ms'), { env });
  await until(
    () => second.logs.some(({ msg }) => String(msg).startsWith('a response in the background')),
    'it is settled',
  );
  await standing(second, (used) => used.every((one) => one < 100));
  // A gateway that was killed had not told the newest of its counters; what is settled is not settled again.
  assert.equal(backend.seen.filter(({ method }) => method === 'GET').length, 1);
});
