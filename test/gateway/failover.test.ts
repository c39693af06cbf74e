import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Answer, completion, delta, json, startBackend, type TestBackend } from '../helpers/backend.ts';
import { until } from '../helpers/gate.ts';
import { begin, configText, type Reply, readReply } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';
import { freePort } from '../helpers/ports.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
const path = '/v1/chat/completions';

async function call(
  gateway: Inside,
  body: object = chat,
  headers: Record<string, string> = {},
): Promise<Reply> {
  return readReply(await begin(gateway, path, { body, headers }));
}

/** Which backend an answer came from: each says its name. */
const by = (reply: Reply): unknown => reply.json.choices[0].message.content;

const says = (name: string): Answer => json(completion(name));
const fails = (status: number, headers: Record<string, string> = {}): Answer => {
  return (_seen, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message: `status ${status}`, from: 'the backend' } }));
  };
};

/** A gateway over one backend for each answer, named by it, with the models that a test writes. */
async function start(
  t: TestContext,
  answers: Readonly<Record<string, Answer>>,
  models: string,
  more = '',
  settings: Readonly<Record<string, string>> = {},
): Promise<Inside & { readonly backends: Readonly<Record<string, TestBackend>> }> {
  const backends: Record<string, TestBackend> = {};
  for (const [name, answer] of Object.entries(answers)) backends[name] = await startBackend(t, answer);
  const entries = Object.entries(backends).map(
    ([name, { url }]) => `${name}: { url: "${url}"${settings[name] ?? ''} }`,
  );
  const gateway = await startInside(t, configText({ backends: `{ ${entries.join(', ')} }`, models, more }));
  return { ...gateway, backends };
}

const breaks: Answer = (_seen, response) => void response.socket!.destroy();

const on = (backend: string, more = '') =>
  `{ backend: ${backend}, endpoints: { chat_completions: [streaming] }${more} }`;
/** One after the other, by priority. */
const inOrder = (...backends: readonly string[]) =>
  `[ ${backends.map((name, index) => on(name, `, priority: ${index}`)).join(', ')} ]`;

test('the client is told what answered, after how many attempts', async (t) => {
  const gateway = await start(
    t,
    { a: fails(503), b: fails(500), c: says('c') },
    `{ m: { deployments: ${inOrder('a', 'b')}, fallbacks: [other] }, other: { deployments: [ ${on('c', ', id: eu')} ] } }`,
  );
  const { headers, status } = await call(gateway);
  assert.equal(status, 200);
  assert.equal(headers['x-gateway-attempts'], '3');
  assert.equal(headers['x-gateway-model'], 'other');
  assert.equal(headers['x-gateway-deployment'], 'eu');
});

test('which requests fell back is counted by what they asked for and what answered', async (t) => {
  const gateway = await start(
    t,
    { a: fails(503), c: says('c') },
    `{ m: { deployments: ${inOrder('a')}, fallbacks: [other] }, "w-*": { deployments: ${inOrder('a')}, fallbacks: [other] },
       other: { deployments: ${inOrder('c')} }, "any-*": { deployments: ${inOrder('c')} } }`,
    'admin: { address: "127.0.0.1:0", token: admin-token-0123456789 }',
  );
  for (const model of ['m', 'w-1', 'w-2', 'other', 'any-1'])
    assert.equal((await call(gateway, { ...chat, model })).status, 200, model);
  assert.equal((await call(gateway, { ...chat, model: 'nonesuch', models: ['other'] })).status, 200);
  const counted = () => {
    const report = gateway.keep.metrics.report().find(({ name }) => name === 'gateway_fallbacks_total');
    return report?.keys.map((key, index) => `${key.replace('\n', ' to ')}: ${report.values[index]}`) ?? [];
  };
  await until(() => counted().length === 3, 'all are counted');
  assert.deepEqual(counted(), ['m to other: 1', 'w-* to other: 2', '(unknown) to other: 1']);
});

test("a model's deployments come before the next model's, and every model of the chain gets its turn", async (t) => {
  const answers = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [name, name === 'h' ? says('h') : fails(500)]),
  );
  const gateway = await start(
    t,
    answers,
    `{ m: { deployments: ${inOrder('a', 'b', 'c', 'd')}, fallbacks: [n] },
       n: { deployments: ${inOrder('e', 'f', 'g')}, fallbacks: [m] },
       o: { deployments: ${inOrder('h')} } }`,
  );
  const reply = await call(gateway, { ...chat, models: ['o'] });
  assert.equal(by(reply), 'h');
  assert.equal(reply.headers['x-gateway-attempts'], '6');
  const tried = Object.entries(gateway.backends).flatMap(([name, { seen }]) =>
    seen.length > 0 ? [name] : [],
  );
  assert.equal(tried.join(''), 'abcefh');
});

test('a model that the key may not use is passed over, and so is one that does not exist', async (t) => {
  const gateway = await startChain(t);
  assert.equal(by(await call(gateway, { ...chat, models: ['nonesuch', 'third'] })), 'c');
});

async function startChain(t: TestContext) {
  const a = await startBackend(t, fails(500));
  const b = await startBackend(t, says('b'));
  const c = await startBackend(t, says('c'));
  return startInside(
    t,
    configText({
      backends: `{ a: { url: "${a.url}" }, b: { url: "${b.url}" }, c: { url: "${c.url}" } }`,
      models: `{ m: { deployments: [ ${on('a')} ], fallbacks: [second] }, second: { deployments: [ ${on('b')} ] }, third: { deployments: [ ${on('c')} ] } }`,
      keys: '{ test: { secret: sk-test-0123456789abcdef, models: [m, third] } }',
    }),
  );
}

test('when nothing helped the client gets the last answer that a backend gave, as it came', async (t) => {
  const port = await freePort();
  const b = await startBackend(t, fails(529, { 'x-own': 'kept', 'retry-after': '7' }));
  const gateway = await startInside(
    t,
    configText({
      backends: `{ b: { url: "${b.url}" }, gone: { url: "http://127.0.0.1:${port}" } }`,
      models: `{ m: { deployments: ${inOrder('b', 'gone')} } }`,
    }),
  );
  const reply = await call(gateway);
  assert.equal(reply.status, 529);
  assert.deepEqual(reply.json, { error: { message: 'status 529', from: 'the backend' } });
  assert.equal(reply.headers['x-own'], 'kept');
  assert.equal(reply.headers['retry-after'], '7');
  assert.equal(reply.headers['x-gateway-attempts'], '2');
  assert.equal(reply.headers['x-gateway-deployment'], 'b');
  assert.equal(reply.headers['x-gateway-error'], undefined);
});

test('a request that may have been worked on is sent elsewhere once and not again', async (t) => {
  const gateway = await start(
    t,
    { a: breaks, b: fails(500), c: breaks, d: says('d') },
    `{ m: { deployments: ${inOrder('a', 'b', 'c', 'd')} } }`,
    'routing: { max_attempts: 4 }',
  );
  const reply = await call(gateway);
  assert.equal(reply.headers['x-gateway-attempts'], '3');
  assert.equal(reply.status, 500);
  assert.equal(gateway.backends['d']?.seen.length, 0);
});

test('routing.max_attempts bounds the attempts on one model', async (t) => {
  const gateway = await start(
    t,
    { a: fails(500), b: fails(500), c: says('c') },
    `{ m: { deployments: ${inOrder('a', 'b', 'c')} } }`,
    'routing: { max_attempts: 2 }',
  );
  assert.equal((await call(gateway)).headers['x-gateway-attempts'], '2');
});

test('a 429 puts a deployment last for as long as it asked, and never counts against its health', async (t) => {
  let isBusy = true;
  const gateway = await start(
    t,
    { a: (...all) => (isBusy ? fails(429, { 'retry-after': '1' }) : says('a'))(...all), b: says('b') },
    `{ m: { deployments: ${inOrder('a', 'b')} }, alone: { deployments: [ ${on('a')} ] } }`,
  );
  assert.equal((await call(gateway)).headers['x-gateway-attempts'], '2');
  isBusy = false;
  assert.equal((await call(gateway)).headers['x-gateway-attempts'], '1');
  assert.equal(gateway.backends['a']?.seen.length, 1);
  await until(async () => by(await call(gateway)) === 'a', 'it is first again', 2000);
  isBusy = true;
  // Where it is all there is, everybody goes on trying.
  for (const _ of Array.from({ length: 8 })) {
    assert.equal((await call(gateway, { ...chat, model: 'alone' })).status, 429);
  }
});

test('an open circuit answers at once, lets one request a second find out, and closes with its success', async (t) => {
  let isBroken = true;
  const gateway = await start(
    t,
    { a: (...all) => (isBroken ? breaks : says('a'))(...all) },
    `{ m: { deployments: [ ${on('a')} ] } }`,
    'routing: { circuit: { failures: 3, open: 1h, max_open: 1h } }',
  );
  for (const _ of Array.from({ length: 3 })) assert.equal((await call(gateway)).status, 502);
  const lastResort = await call(gateway);
  assert.equal(lastResort.status, 502);
  const refused = await call(gateway);
  assert.equal(refused.status, 503);
  assert.equal(refused.json.error.code, 'no_healthy_deployment');
  assert.ok(Number(refused.headers['retry-after']) >= 1);
  assert.equal(gateway.backends['a']?.seen.length, 4);
  isBroken = false;
  await until(async () => (await call(gateway)).status === 200, 'one is let through', 2500);
  assert.equal((await call(gateway)).status, 200);
});

test('a whole answer that takes longer than timeouts.answer is asked for elsewhere, once', async (t) => {
  const never: Answer = () => {};
  const answer = ', timeouts: { answer: 1s }';
  const gateway = await start(
    t,
    { a: never, b: says('b'), c: never, d: never, e: says('e') },
    `{ m: { deployments: ${inOrder('a', 'b')} }, n: { deployments: ${inOrder('c', 'd', 'e')} } }`,
    '',
    { a: answer, c: answer, d: answer },
  );
  const [helped, alone] = await Promise.all([call(gateway), call(gateway, { ...chat, model: 'n' })]);
  assert.equal(by(helped), 'b');
  assert.equal(helped.headers['x-gateway-attempts'], '2');
  assert.equal(alone.json.error.code, 'upstream_timeout');
  assert.equal(alone.headers['x-gateway-attempts'], '2');
  assert.equal(gateway.backends['e']?.seen.length, 0);
  assert.ok(gateway.logs.some(({ detail }) => detail === 'timeouts.answer ran out'));
});

test('the retry budget keeps an outage from doubling the load', async (t) => {
  const gateway = await start(
    t,
    { a: fails(500), b: fails(500) },
    `{ m: { deployments: ${inOrder('a', 'b')} } }`,
    'routing: { circuit: { failures: 1000 } }',
  );
  const begun = performance.now();
  const replies = await Promise.all(Array.from({ length: 200 }, () => call(gateway)));
  const seconds = (performance.now() - begun) / 1000;
  const attempts = replies.reduce((sum, { headers }) => sum + Number(headers['x-gateway-attempts']), 0);
  const allowed = 1.2 * 200 + 10 * seconds + 100;
  assert.ok(attempts > 290 && attempts <= allowed, `${attempts} of ${allowed}`);
  assert.ok(replies.every(({ status }) => status === 500));
  assert.equal(gateway.keep.live.retries.get('failed'), attempts - 200);
});

test('sticky keeps a session on one deployment: by x-session-id, else prompt_cache_key, else key', async (t) => {
  const names = ['a', 'b', 'c', 'd'];
  const gateway = await start(
    t,
    Object.fromEntries(names.map((name) => [name, says(name)])),
    `{ m: { balance: sticky, deployments: [ ${names.map((name) => on(name)).join(', ')} ] } }`,
  );
  const sessions = Array.from({ length: 24 }, (_, index) => `session-${index}`);
  const seen = new Set<unknown>();
  for (const session of sessions) {
    const first = by(await call(gateway, chat, { 'x-session-id': session }));
    const cached = { ...chat, prompt_cache_key: 'other' };
    assert.equal(by(await call(gateway, cached, { 'x-session-id': session })), first);
    assert.equal(by(await call(gateway, { ...chat, prompt_cache_key: session })), first);
    for (const header of ['x-claude-code-session-id', 'Session-Id', 'thread-id']) {
      assert.equal(by(await call(gateway, chat, { [header]: session })), first, header);
    }
    seen.add(first);
  }
  assert.ok(seen.size >= 3, 'sessions spread');
  const keys = new Set<unknown>();
  for (const _ of Array.from({ length: 6 })) keys.add(by(await call(gateway)));
  // Too short to be an id.
  for (let id = 0; id < 6; id += 1) keys.add(by(await call(gateway, chat, { 'session-id': `${id}` })));
  assert.equal(keys.size, 1);
});

test('lowest_cost goes by price, and weighted by weight, of which 0 is a spare', async (t) => {
  const price = (output: number) => `, price: { input: 1, output: ${output} }`;
  const gateway = await start(
    t,
    { a: says('a'), b: says('b'), c: says('c') },
    `{ m: { balance: lowest_cost, deployments: [ ${on('a')}, ${on('b', price(3))}, ${on('c', price(2))} ] },
       w: { balance: weighted, deployments: [ ${on('a', ', weight: 0')}, ${on('b', ', weight: 9')}, ${on('c')} ] } }`,
  );
  assert.equal(by(await call(gateway)), 'c');
  const counts: Record<string, number> = { a: 0, b: 0, c: 0 };
  for (const _ of Array.from({ length: 60 }))
    counts[String(by(await call(gateway, { ...chat, model: 'w' })))]! += 1;
  assert.equal(counts['a'], 0);
  assert.ok(counts['b']! > counts['c']!, JSON.stringify(counts));
});

const image = {
  role: 'user',
  content: [{ type: 'image_url', image_url: { url: 'https://x.example/y.png' } }],
};
const seeing = '{ backend: b, priority: 1, endpoints: { chat_completions: [vision] } }';
const blind = '{ backend: a, endpoints: { chat_completions: [] } }';

for (const [infer, withImage] of [
  ['prefer', 'b'],
  ['off', 'a'],
  ['require', 'b'],
] as const) {
  test(`routing.infer: ${infer} sends an image to ${withImage === 'b' ? 'what lists vision' : 'the first by priority'}`, async (t) => {
    const models = `{ m: { deployments: [ ${blind}, ${seeing} ] }, blind: { deployments: [ ${blind} ] } }`;
    const gateway = await start(t, { a: says('a'), b: says('b') }, models, `routing: { infer: ${infer} }`);
    assert.equal(by(await call(gateway)), 'a');
    assert.equal(by(await call(gateway, { ...chat, messages: [image] })), withImage);
    const alone = await call(gateway, { ...chat, model: 'blind', messages: [image] });
    assert.equal(alone.status, infer === 'require' ? 503 : 200);
    if (infer === 'require') assert.match(alone.json.error.message, /`chat_completions:vision`/);
  });
}

test('an answer is worked on for minutes without being cut, but a stream has to begin', async (t) => {
  const late: Answer = async (seen, response) => {
    await new Promise((resolve) => setTimeout(resolve, 400));
    says('late')(seen, response, response.req);
  };
  const gateway = await start(
    t,
    { a: late, b: says('b') },
    `{ m: { deployments: ${inOrder('a', 'b')} } }`,
    '',
    { a: ', timeouts: { first_byte: 100ms, idle: 100ms, progress: 100ms }' },
  );
  assert.equal(by(await call(gateway)), 'late');
  const streamed = await call(gateway, { ...chat, stream: true });
  assert.equal(streamed.headers['x-gateway-attempts'], '2');
});

test('total counts from the start of the request over all its attempts', async (t) => {
  const stalls: Answer = (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
  };
  const gateway = await start(
    t,
    { a: stalls, b: stalls, c: says('c') },
    `{ m: { deployments: ${inOrder('a', 'b', 'c')} } }`,
    '',
    { a: ', timeouts: { idle: 200ms }', b: ', timeouts: { total: 400ms }' },
  );
  const begun = performance.now();
  const reply = await call(gateway, { ...chat, stream: true });
  const took = performance.now() - begun;
  assert.equal(reply.status, 504);
  assert.equal(reply.json.error.code, 'upstream_timeout');
  assert.ok(took > 380 && took < 700, `${took} ms`);
});

test('comments do not count as progress once the answer has begun either', async (t) => {
  const chatters: Answer = async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one'));
    while (!response.destroyed) {
      response.write(': still here\n\n');
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const gateway = await start(t, { a: chatters }, `{ m: { deployments: [ ${on('a')} ] } }`, '', {
    a: ', timeouts: { progress: 300ms }',
  });
  const begun = performance.now();
  const reply = await call(gateway, { ...chat, stream: true });
  const took = performance.now() - begun;
  assert.ok(took > 280 && took < 600, `${took} ms`);
  assert.match(reply.text, /upstream_interrupted/);
  await until(() => gateway.backends['a']?.aborted === 1, 'the backend is let go');
});

test('a credential that is refused is logged as an error, and says nothing to the client but whose fault it is', async (t) => {
  const gateway = await start(t, { a: fails(401) }, `{ m: { deployments: [ ${on('a')} ] } }`);
  const reply = await call(gateway);
  assert.equal(reply.status, 502);
  assert.equal(reply.json.error.code, 'upstream_auth');
  assert.doesNotMatch(reply.text, /from the backend/);
  assert.ok(gateway.logs.some(({ level, msg }) => level === 'error' && msg === 'an attempt failed'));
});
