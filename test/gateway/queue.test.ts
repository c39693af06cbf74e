/** Waiting in place of 429: `queue` of models, `wait` of rules, `queue` of keys. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateway } from '../cli/recorder.ts';
import { type Answer, completion, json, startBackend } from '../helpers/backend.ts';
import { type Gate, gate, until } from '../helpers/gate.ts';
import { begin, type CallOptions, type Reply, readReply } from '../helpers/gateway.ts';
import { ownerOfFile, readToken, serve } from '../helpers/serve.ts';

const path = '/v1/chat/completions';
const token = 'live-token-0123456789';
const owner = ownerOfFile();

/** A backend that holds each request until a test lets it go, in the order that they came in. */
interface Held {
  readonly url: string;
  /** Whose request came, in order: its last message. */
  readonly came: string[];
  /** Lets the first that is still held go. */
  letGo(count?: number): void;
  readonly underWay: () => number;
  /** Is there no more. */
  end(): Promise<void>;
}

async function held(): Promise<Held> {
  const gates: Gate[] = [];
  const came: string[] = [];
  const answer: Answer = async (seen, response, request) => {
    const one = gate();
    gates.push(one);
    came.push(JSON.parse(seen.body.toString()).messages.at(-1).content);
    await one.opened;
    await json(completion('done'))(seen, response, request);
  };
  const { url, server } = await startBackend(owner, answer);
  return {
    url,
    came,
    letGo(count = 1) {
      for (const one of gates.splice(0, count)) one.open();
    },
    underWay: () => gates.length,
    async end() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const keys = {
  people: 'sk-test-people-0123456789',
  others: 'sk-test-others-0123456789',
  nightly: 'sk-test-nightly-012345678',
  grouped: 'sk-test-grouped-012345678',
  rated: 'sk-test-rated-0123456789a',
  strict: 'sk-test-strict-012345678',
  spent: 'sk-test-spent-0123456789',
};

const serves = 'endpoints: { chat_completions: [streaming] }';

async function started() {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'] as const;
  const ofBackend: Record<string, string> = {
    e: ', max_connections: 1',
    j: ', rate_limit: { concurrency: 1 }',
  };
  const backends = {} as Record<(typeof names)[number], Held>;
  for (const name of names) backends[name] = await held();
  const text = (change = (yaml: string) => yaml) =>
    change(`
version: 1
listen: { address: "127.0.0.1:0", tls: { self_signed: true } }
admin: { address: "127.0.0.1:0", read_token: ${readToken}, token: ${token} }
workers: 2
backends:
${names.map((name) => `  ${name}: { url: "${backends[name].url}"${ofBackend[name] ?? ''} }`).join('\n')}
models:
  classes:
    queue: { wait: 30s, length: 40, classes: { subagent: normal, auxiliary: low } }
    deployments: [{ backend: a, rate_limit: { concurrency: 1 }, ${serves} }]
  short:
    queue: { wait: 40ms, length: 2 }
    deployments: [{ backend: b, rate_limit: { concurrency: 1 }, ${serves} }]
  many:
    queue: { wait: 60s }
    deployments: [{ backend: a, rate_limit: { concurrency: 1 }, ${serves} }]
  few:
    queue: { wait: 30s, length: 2 }
    deployments: [{ backend: a, rate_limit: { concurrency: 1 }, ${serves} }]
  chain:
    queue: { wait: 30s }
    fallbacks: [spare]
    deployments: [{ backend: c, rate_limit: { concurrency: 1 }, ${serves} }]
  spare:
    deployments: [{ backend: d, rate_limit: { concurrency: 1 }, ${serves} }]
  connections:
    queue: { wait: 30s }
    deployments: [{ backend: e, ${serves} }]
  itself:
    queue: { wait: 60ms, first: true }
    fallbacks: [instead]
    deployments: [{ backend: f, rate_limit: { concurrency: 1 }, ${serves} }]
  instead:
    deployments: [{ backend: g, ${serves} }]
  plain:
    deployments: [{ backend: h, ${serves} }]
  kept:
    queue: { wait: 30s }
    deployments: [{ backend: i, rate_limit: { concurrency: 1 }, ${serves} }]
  shared:
    queue: { wait: 30s }
    deployments: [{ backend: j, ${serves} }]
groups:
  team: { rate_limit: { concurrency: 1, wait: 30s } }
keys:
  people: { secret: ${keys.people}, queue: { class: high } }
  others: { secret: ${keys.others} }
  nightly: { secret: ${keys.nightly}, queue: { class: low }, rate_limit: { concurrency: 1, wait: 30s } }
  grouped: { secret: ${keys.grouped}, group: team }
  rated: { secret: ${keys.rated}, rate_limit: { requests: 3/h, tokens: 100000/h } }
  strict: { secret: ${keys.strict}, rate_limit: { concurrency: 1 } }
  spent: { secret: ${keys.spent}, rate_limit: { tokens: 30/h } }
`);
  const served = await serve(owner, text());
  return { backends, text, ...served };
}

const starting = started();

function body(model: string, content: string) {
  return { model, messages: [{ role: 'user', content }] };
}

type Key = keyof typeof keys;

/** What a command of the operator prints. */
async function operator(...args: readonly string[]): Promise<{ readonly out: string }> {
  const { said } = await starting;
  const [url = ''] = /(?<=admin on )http:\S+/.exec(said.err) ?? [];
  return gateway([...args, '--admin', url], { env: { GATEWAY_ADMIN_TOKEN: token } });
}

async function ask(
  key: Key,
  model: string,
  content: string,
  headers?: Record<string, string>,
): Promise<Reply> {
  const { call } = await starting;
  const options: CallOptions = { key: keys[key], body: body(model, content), ...(headers && { headers }) };
  return call(path, options);
}

/** Asks, and waits until the gateway has the request waiting or at its backend. */
async function waiting(count: number): Promise<void> {
  const { status } = await starting;
  await until(async () => {
    const { queues } = await status();
    return queues.reduce((sum, one) => sum + one.waiting, 0) === count;
  }, `${count} wait`);
}

test('who finds all full waits, people before batches, and is told how long it was', async () => {
  const { backends, logs } = await starting;
  const { a } = backends;
  const first = ask('others', 'classes', 'first');
  await until(() => a.underWay() === 1, 'the first is under way');
  const low = ask('nightly', 'classes', 'low');
  await waiting(1);
  const normal = ask('others', 'classes', 'normal');
  await waiting(2);
  const lowered = ask('people', 'classes', 'lowered', { 'x-gateway-class': 'low' });
  await waiting(3);
  const agent = ask('people', 'classes', 'agent', { 'x-claude-code-request-class': 'auxiliary' });
  await waiting(4);
  const raised = ask('nightly', 'classes', 'raised', { 'x-gateway-class': 'high' });
  await waiting(5);
  const high = ask('people', 'classes', 'high');
  await waiting(6);
  for (let count = 1; count <= 7; count += 1) {
    await until(() => a.came.length === count, `${count} came`);
    a.letGo();
  }
  const replies = await Promise.all([first, high, normal, low, lowered, agent, raised]);
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200, 200, 200, 200],
  );
  assert.deepEqual(a.came.slice(0, 3), ['first', 'high', 'normal']);
  assert.equal(a.came.indexOf('raised') > a.came.indexOf('low'), true, 'a client raises nothing');
  assert.equal(replies[0]!.headers['x-gateway-queued-ms'], undefined);
  assert.ok(Number(replies[1]!.headers['x-gateway-queued-ms']) >= 0);
  const line = () => logs.find((one) => one['msg'] === 'request' && one['key'] === 'nightly');
  await until(() => line() !== undefined, 'it has a line');
  assert.ok(Number(line()?.['queued_ms']) > 0, JSON.stringify(line()));
});

test('a class that nobody knows is refused, where a request would wait', async () => {
  const { backends } = await starting;
  const first = ask('others', 'classes', 'x');
  await until(() => backends.a.underWay() === 1, 'it is under way');
  const reply = await ask('people', 'classes', 'y', { 'x-gateway-class': 'urgent' });
  assert.equal(reply.status, 400);
  assert.equal(reply.json.error.message, 'The header x-gateway-class must be high, normal or low.');
  backends.a.letGo();
  await first;
});

test('a wait that is over is 429, with words of its own', async () => {
  const { backends } = await starting;
  const first = ask('others', 'short', '1');
  await until(() => backends.b.underWay() === 1, 'it is under way');
  const late = await ask('others', 'short', '2');
  assert.deepEqual(
    [late.status, late.json.error.code, late.headers['retry-after']],
    [429, 'queue_timeout', '1'],
  );
  assert.match(late.json.error.message, /^No place became free within 40ms; try again in 1s\.$/);
  assert.ok(Number(late.headers['x-gateway-queued-ms']) >= 40);
  assert.equal(backends.b.came.length, 1);
  backends.b.letGo();
  assert.equal((await first).status, 200);
});

test('a room that is full refuses at once, and the operator sends away those in it', async () => {
  const { backends, admin, status } = await starting;
  const { a } = backends;
  const before = a.came.length;
  const first = ask('others', 'few', '1');
  await until(() => a.came.length === before + 1, 'it is under way');
  const two = [ask('others', 'few', '2'), ask('people', 'few', '3')];
  await waiting(2);
  const full = await ask('people', 'few', '4');
  assert.deepEqual(
    [full.status, full.json.error.code, full.headers['retry-after']],
    [429, 'queue_full', '1'],
  );
  const { queues } = await status();
  assert.deepEqual(
    queues.map(({ model, class: ofClass, key, waiting: count }) => [model, ofClass, key, count]),
    [
      ['few', 'high', 'people', 1],
      ['few', 'normal', 'others', 1],
    ],
  );
  assert.match((await admin('/metrics')).text, /gateway_queue_length\{model="few",class="high"\} 1\n/);
  const said = await operator('status');
  assert.match(said.out, /^queue +1 request of people \(high\) waits for few, since \d+ s$/m);
  const flushed = await operator('queue', 'flush', 'few');
  assert.equal(flushed.out, '2 requests that waited for few sent away\n');
  for (const reply of await Promise.all(two)) {
    assert.deepEqual([reply.status, reply.json.error.code], [429, 'queue_full']);
    assert.match(reply.json.error.message, /^The operator sent away those that waited/);
  }
  assert.match((await operator('queue', 'flush', 'few')).out, /^nobody waits for few there/);
  a.letGo();
  await first;
  const metrics = (await admin('/metrics')).text;
  assert.match(metrics, /gateway_queue_refused_total\{model="few",class="high",reason="queue_full"\} 2\n/);
  assert.match(metrics, /gateway_queue_wait_seconds_count\{model="classes",class="low"\} [1-9]/);
});

test('fallbacks come first, and who waits takes what is free first of the whole chain', async () => {
  const { backends } = await starting;
  const { c, d } = backends;
  const first = ask('others', 'chain', '1');
  await until(() => c.underWay() === 1, 'the first is under way');
  const second = ask('others', 'chain', '2');
  await until(() => d.underWay() === 1, 'the second fell back');
  const third = ask('others', 'chain', '3');
  await waiting(1);
  d.letGo();
  await until(() => d.came.length === 2, 'the third went where a place was free');
  d.letGo();
  c.letGo();
  const replies = await Promise.all([first, second, third]);
  assert.deepEqual(
    replies.map((one) => one.headers['x-gateway-model']),
    ['chain', 'spare', 'spare'],
  );
});

test('with first the model itself is waited for, and then its fallbacks', async () => {
  const { backends } = await starting;
  const first = ask('others', 'itself', '1');
  await until(() => backends.f.underWay() === 1, 'the first is under way');
  const second = ask('others', 'itself', '2');
  await until(() => backends.g.underWay() === 1, 'the second has waited and fallen back');
  backends.g.letGo();
  backends.f.letGo();
  const reply = await second;
  assert.equal(reply.headers['x-gateway-model'], 'instead');
  assert.ok(Number(reply.headers['x-gateway-queued-ms']) >= 60);
  await first;
});

test('max_connections of a backend is waited for as well', async () => {
  const { backends, status } = await starting;
  const { e } = backends;
  // Each of two workers has one: of three requests one waits at least.
  const three = ['1', '2', '3'].map((content) => ask('others', 'connections', content));
  await until(async () => (await status()).queues.some(({ model }) => model === 'connections'), 'one waits');
  for (let count = 1; count <= 3; count += 1) {
    await until(() => e.underWay() > 0, `${count} of them came`);
    e.letGo();
  }
  assert.deepEqual(
    (await Promise.all(three)).map(({ status: code }) => code),
    [200, 200, 200],
  );
});

test('who waits for slots of its key or its group holds none meanwhile', async () => {
  const { backends } = await starting;
  for (const key of ['nightly', 'grouped'] as const) {
    const { came, letGo } = backends.h;
    const before = came.length;
    const first = ask(key, 'plain', '1');
    await until(() => came.length === before + 1, 'the first is under way');
    const second = ask(key, 'plain', '2');
    await waiting(1);
    letGo();
    await until(() => came.length === before + 2, 'the second follows');
    letGo();
    assert.deepEqual(
      (await Promise.all([first, second])).map(({ status }) => status),
      [200, 200],
    );
  }
});

test('what was counted of rates is given back by whoever leaves without an attempt', async () => {
  const { backends, port, ca, admin } = await starting;
  const first = ask('others', 'kept', '1');
  await until(() => backends.i.underWay() === 1, 'it is under way');
  const leaving = new AbortController();
  const { request } = await import('node:https');
  const left = request({
    host: 'localhost',
    port,
    ca,
    path,
    method: 'POST',
    signal: leaving.signal,
    headers: { authorization: `Bearer ${keys.rated}`, 'content-type': 'application/json' },
  });
  left.on('error', () => {});
  left.end(JSON.stringify(body('kept', 'left')));
  await waiting(1);
  leaving.abort();
  await waiting(0);
  backends.i.letGo();
  await first;
  const unused = async () =>
    JSON.parse((await admin('/api/limits?key=rated')).text).keys[0].limits.map(
      (one: { left: number }) => one.left,
    );
  await until(async () => (await unused()).join() === '3,100000', 'requests and tokens are given back');
  const second = ask('rated', 'kept', '2');
  await until(() => backends.i.came.length === 2, 'it is under way');
  backends.i.letGo();
  const reply = await second;
  assert.deepEqual(backends.i.came, ['1', '2'], 'nothing of the one that left was sent');
  assert.equal(reply.headers['x-ratelimit-remaining-requests'], '2');
});

test('slots of a backend are waited for as those of a deployment are', async () => {
  const { backends } = await starting;
  const { j } = backends;
  const first = ask('others', 'shared', '1');
  await until(() => j.underWay() === 1, 'the first is under way');
  const second = ask('others', 'shared', '2');
  await waiting(1);
  j.letGo();
  await until(() => j.came.length === 2, 'the second follows');
  j.letGo();
  for (const { status } of await Promise.all([first, second])) assert.equal(status, 200);
});

test('slots of a key whose rule names no wait are not waited for, whatever the model says', async () => {
  const { backends } = await starting;
  const { j } = backends;
  const before = j.came.length;
  const first = ask('strict', 'shared', '1');
  await until(() => j.came.length === before + 1, 'the first is under way');
  const refused = await ask('strict', 'shared', '2');
  assert.deepEqual(
    [refused.status, refused.json.error.code, refused.headers['x-gateway-queued-ms']],
    [429, 'rate_limit_exceeded', undefined],
  );
  j.letGo();
  assert.equal((await first).status, 200);
});

test('tokens that a request lacks are not waited for, though it would wait for a slot', async () => {
  const { backends } = await starting;
  const { j } = backends;
  const before = j.came.length;
  const first = ask('spent', 'shared', 'x'.repeat(2000));
  await until(() => j.came.length === before + 1, 'the first is under way');
  const refused = await ask('spent', 'shared', 'y');
  assert.deepEqual([refused.status, refused.json.error.code], [429, 'rate_limit_exceeded']);
  assert.equal(refused.headers['x-gateway-queued-ms'], undefined);
  j.letGo();
  await first;
});

test('rates never wait', async () => {
  const { backends } = await starting;
  for (const content of ['3', '4']) {
    const reply = ask('rated', 'plain', content);
    await until(() => backends.h.underWay() === 1, 'it is under way');
    backends.h.letGo();
    await reply;
  }
  const reply = await ask('rated', 'plain', '5');
  assert.equal(reply.json.error.code, 'rate_limit_exceeded');
});

test('a reload keeps those who wait, in their places, and judges them by the new file', async () => {
  const { backends, save, reloaded, text } = await starting;
  const first = ask('others', 'kept', 'a');
  await until(() => backends.i.underWay() === 1, 'it is under way');
  const before = backends.i.came.length;
  const second = ask('others', 'kept', 'b');
  await waiting(1);
  const third = ask('people', 'kept', 'c');
  await waiting(2);
  const gone = ask('others', 'short', 'gone');
  await until(() => backends.b.underWay() === 1, 'it is under way');
  backends.b.letGo();
  await gone;
  // The class of a key is another one now, and the place of the first is still taken.
  await save(text((yaml) => yaml.replace('queue: { class: high }', 'queue: { class: low }')));
  await reloaded('applied');
  await waiting(2);
  backends.i.letGo();
  await until(() => backends.i.came.length === before + 1, 'the next is there');
  assert.equal(backends.i.came.at(-1), 'b');
  // Without the model there is nothing to wait for.
  await save(text((yaml) => yaml.replace('  kept:', '  other:')));
  await reloaded('applied');
  const told = await third;
  assert.deepEqual([told.status, told.json.error.code], [404, 'model_not_found']);
  backends.i.letGo(2);
  assert.deepEqual(
    (await Promise.all([first, second])).map(({ status }) => status),
    [200, 200],
  );
  await save(text());
  await reloaded('applied');
});

test('a stream that waits hears nothing before its head', async () => {
  const { backends, port, ca } = await starting;
  const first = ask('others', 'kept', 'a');
  await until(() => backends.i.underWay() === 1, 'it is under way');
  let hasHead = false;
  const streaming = begin({ port, ca }, path, {
    key: keys.others,
    body: { ...body('kept', 's'), stream: true },
  });
  void streaming.then(() => {
    hasHead = true;
  });
  await waiting(1);
  assert.equal(hasHead, false);
  backends.i.letGo();
  await first;
  await until(() => backends.i.underWay() === 1, 'the stream is under way');
  backends.i.letGo();
  await readReply(await streaming);
});

test('the last server goes while hundreds wait: none of them waits for it', async () => {
  const { backends } = await starting;
  const { a } = backends;
  const before = a.came.length;
  const first = ask('others', 'many', 'first');
  await until(() => a.came.length === before + 1, 'the first is under way');
  const all = Array.from({ length: 200 }, (_, place) => ask('others', 'many', `${place}`));
  await waiting(200);
  await a.end();
  const sinceMs = performance.now();
  const replies = await Promise.all(all);
  assert.deepEqual([...new Set(replies.map(({ status }) => status))].sort(), [502, 503]);
  assert.ok(performance.now() - sinceMs < 5000);
  assert.equal((await first).status, 502);
});
