import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { loadTls } from '../../src/process/loaded-tls.ts';
import { startSimulator } from '../../src/simulator/index.ts';
import { type Answer, completion, delta, json, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, type Reply, readReply } from '../helpers/gateway.ts';
import { type Inside, startInside, stateDir } from '../helpers/inside.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };
const serving = 'endpoints: { chat_completions: [streaming] }';

async function call(gateway: Inside, body: object = chat): Promise<Reply> {
  return readReply(await begin(gateway, '/v1/chat/completions', { body }));
}

/** One backend under the name `main`, and what else a test needs. */
function over(settings: string, others = '', deployments = ''): string {
  return configText({
    backends: `{ main: { ${settings} }${others} }`,
    models: `{ m: { deployments: [ { backend: main, ${serving} }${deployments} ] } }`,
  });
}

/** Fills the gateway's pool with as many connections as are asked for at once. */
async function fillPool(gateway: Inside, count: number, body: object = chat): Promise<void> {
  const replies = await Promise.all(Array.from({ length: count }, () => call(gateway, body)));
  for (const reply of replies) assert.equal(reply.status, 200);
}

test('kept-alive connections are used again, after refusals and small unusable answers too', async (t) => {
  const answers = [200, 400, 500, 302, 429, 200];
  let connections = 0;
  const backend = await startBackend(t, (_seen, response) => {
    const status = answers.shift()!;
    response.writeHead(status, { 'content-type': status === 302 ? 'text/html' : 'application/json' });
    response.end(JSON.stringify(completion('hi')));
  });
  backend.server.on('connection', () => {
    connections += 1;
  });
  const gateway = await startInside(t, over(`url: "${backend.url}"`));
  const statuses: number[] = [];
  for (const _ of Array.from({ length: 6 })) statuses.push((await call(gateway)).status);
  assert.deepEqual(statuses, [200, 400, 500, 502, 429, 200]);
  assert.equal(connections, 1);
});

for (const way of ['fin', 'reset'] as const) {
  test(`a connection that went stale (${way}) costs one free try on a fresh one, however many went stale with it`, async (t) => {
    const simulator = await startSimulator({ latencyMs: 20, text: 'fresh' });
    t.after(() => simulator.close());
    const text = configText({
      backends: `{ main: { url: "${simulator.url}" } }`,
      models: `{ m: { deployments: [ { backend: main, ${serving} } ] }, stale: { deployments: [ { backend: main, model: fault-stale-${way}, ${serving} } ] } }`,
    });
    const gateway = await startInside(t, text);
    await fillPool(gateway, 5, { ...chat, model: 'stale' });
    // One that is early may leave its connection to another, which then needs a free try of its own.
    const staleBefore = gateway.keep.live.retries.get('stale_connection') ?? 0;
    const reply = await call(gateway);
    assert.equal(reply.status, 200);
    assert.equal(reply.json.choices[0].message.content, 'fresh');
    assert.equal(reply.headers['x-gateway-attempts'], '2');
    assert.deepEqual([...gateway.keep.live.retries], [['stale_connection', staleBefore + 1]]);
    assert.equal((await call(gateway)).headers['x-gateway-attempts'], '1');
  });
}

test('over TLS too a connection that the backend closed when idle is told from one it closed on a request', async (t) => {
  const { tls } = await loadTls({ kind: 'self_signed' }, stateDir);
  let isClosing = false;
  const good = json(completion('hi'));
  const answer: Answer = (seen, response, request) => {
    if (!isClosing) return good(seen, response, request);
    isClosing = false;
    request.socket.end();
  };
  const backend = await startBackend(t, answer, tls);
  const settings = `url: "${backend.url}", tls: { ca: "${stateDir}/dev-ca.pem" }`;
  const gateway = await startInside(t, over(settings));
  assert.equal((await call(gateway)).status, 200);
  isClosing = true;
  const reply = await call(gateway);
  assert.equal(reply.status, 200);
  assert.deepEqual([...gateway.keep.live.retries.keys()], ['stale_connection']);
});

test('a free try that fails too is not free again, and goes elsewhere', async (t) => {
  const port = await flakyPort(t);
  const good = await startBackend(t, json(completion('good')));
  const gateway = await startInside(
    t,
    over(
      `url: "http://127.0.0.1:${port}"`,
      `, good: { url: "${good.url}" }`,
      `, { backend: good, priority: 1, ${serving} }`,
    ),
  );
  assert.equal((await call(gateway)).json.choices[0].message.content, 'first');
  const reply = await call(gateway);
  assert.equal(reply.json.choices[0].message.content, 'good');
  assert.deepEqual(
    [...gateway.keep.live.retries],
    [
      ['stale_connection', 1],
      ['lost', 1],
    ],
  );
});

for (const scheme of ['http', 'https'] as const) {
  test(`an answer over ${scheme} that nobody asked for does not become that of the next request`, async (t) => {
    const { tls } = await loadTls({ kind: 'self_signed' }, stateDir);
    let asked = 0;
    const backend = await startBackend(
      t,
      (_seen, response) => {
        const { socket } = response;
        asked += 1;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(completion(`answer ${asked}`)));
        const alien = JSON.stringify(completion('of somebody else'));
        const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${alien.length}\r\n\r\n`;
        setTimeout(() => socket?.write(head + alien), 50);
      },
      scheme === 'https' ? tls : undefined,
    );
    const ca = scheme === 'https' ? `, tls: { ca: "${stateDir}/dev-ca.pem" }` : '';
    const gateway = await startInside(t, over(`url: "${backend.url}"${ca}`));
    const contents: string[] = [];
    for (const _ of [1, 2, 3]) {
      contents.push((await call(gateway)).json.choices[0].message.content);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    assert.deepEqual(contents, ['answer 1', 'answer 2', 'answer 3']);
  });
}

/** Answers the first request it ever gets, and ends the connection on every other. */
async function flakyPort(t: TestContext): Promise<number> {
  let isFirst = true;
  const body = JSON.stringify(completion('first'));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      if (!isFirst) return socket.destroy();
      isFirst = false;
      return socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test('an answer that comes before the request is sent in full is passed on, and the upload stops', async (t) => {
  const simulator = await startSimulator();
  t.after(() => simulator.close());
  const text = configText({
    backends: `{ main: { url: "${simulator.url}" } }`,
    models: `{ m: { deployments: [ { backend: main, model: fault-early-413, ${serving} } ] } }`,
  });
  const gateway = await startInside(t, text);
  const content = 'x'.repeat(20 * 1024 * 1024);
  // The backend ends the connection after a second: who insists on sending all of it first never sees the answer.
  const reply = await call(gateway, { model: 'm', messages: [{ role: 'user', content }] });
  assert.equal(reply.status, 413);
  assert.equal(reply.headers['x-gateway-error'], undefined);
  await until(async () => (await gateway.counters()).taken === 0, 'the connection is let go');
});

test('beyond max_connections a request waits for a connection, and goes elsewhere when none becomes free', async (t) => {
  const rest = gate();
  const slow = await startBackend(t, async (_seen, response) => {
    await rest.opened;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion('slow')));
  });
  const good = await startBackend(t, json(completion('good')));
  const gateway = await startInside(
    t,
    over(
      `url: "${slow.url}", max_connections: 2, timeouts: { connect: 100ms }`,
      `, good: { url: "${good.url}" }`,
      `, { backend: good, priority: 1, ${serving} }`,
    ),
  );
  const first = [call(gateway), call(gateway)];
  await until(() => slow.seen.length === 2, 'both connections are taken');
  const third = await call(gateway);
  assert.equal(third.json.choices[0].message.content, 'good');
  assert.equal(third.headers['x-gateway-attempts'], '2');
  const fourth = call(gateway);
  await until(async () => (await gateway.counters()).waiting === 1, 'the fourth waits');
  rest.open();
  assert.equal((await fourth).json.choices[0].message.content, 'slow');
  for (const reply of await Promise.all(first)) assert.equal(reply.status, 200);
  assert.deepEqual(await gateway.counters(), { inFlight: 0, taken: 0, waiting: 0, buffered: 0 });
});

test('where there is nowhere else a request that gets no connection is told that it is too much', async (t) => {
  const backend = await startBackend(t, () => {});
  const gateway = await startInside(
    t,
    over(`url: "${backend.url}", max_connections: 1, timeouts: { connect: 50ms }`),
  );
  const first = await new Promise<Awaited<ReturnType<typeof begin>> | Socket>((resolve) => {
    void begin(gateway, '/v1/chat/completions', { body: chat }).then(resolve, () => {});
    void until(() => backend.seen.length === 1, 'the first is there').then(() => resolve({} as Socket));
  });
  assert.ok(first);
  const reply = await call(gateway);
  assert.equal(reply.status, 503);
  assert.equal(reply.json.error.code, 'overloaded');
  assert.ok(Number(reply.headers['retry-after']) >= 1);
  // It says nothing about the backend's health.
  for (const _ of Array.from({ length: 6 }))
    assert.equal((await call(gateway)).json.error.code, 'overloaded');
});

test('a backend that says it is not well is left alone until it is well again', async (t) => {
  let isWell = false;
  let probes = 0;
  const sick = await startBackend(t, (seen, response) => {
    if (seen.method === 'POST') return json(completion('sick'))(seen, response, response.req);
    probes += 1;
    assert.equal(seen.url, '/healthz');
    assert.equal(seen.headers['authorization'], 'Bearer backend-credential');
    response.writeHead(isWell ? 204 : 500).end();
  });
  const good = await startBackend(t, json(completion('good')));
  const gateway = await startInside(
    t,
    over(
      `url: "${sick.url}", auth: { bearer: backend-credential }, health: { path: /healthz, interval: 100ms }`,
      `, good: { url: "${good.url}" }`,
      `, { backend: good, priority: 1, ${serving} }`,
    ),
  );
  const text = async () => (await call(gateway)).json.choices[0].message.content;
  await until(async () => (await text()) === 'good', 'it is known to be down');
  assert.ok(probes >= 2, 'one failure alone is no outage');
  isWell = true;
  await until(async () => (await text()) === 'sick', 'it is used again');
});

test('comments keep a committed client company while the backend is silent, only between events', async (t) => {
  const rest = gate();
  const more = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one'));
    await rest.opened;
    response.write('data: {"choices":[{"index":0,');
    await more.opened;
    response.end('"delta":{"content":"two"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
  });
  const listen = '{ address: "127.0.0.1:0", tls: { self_signed: true }, heartbeat: 100ms }';
  const models = `{ m: { deployments: [ { backend: main, ${serving} } ] } }`;
  const gateway = await startInside(
    t,
    configText({ listen, backends: `{ main: { url: "${backend.url}" } }`, models }),
  );
  const response = await begin(gateway, '/v1/chat/completions', { body: { ...chat, stream: true } });
  let text = '';
  response.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const comments = () => text.split('\n').filter((line) => line.startsWith(':')).length;
  await until(() => comments() >= 2, 'two comments');
  rest.open();
  await until(
    () => text.includes('"index":0,"delta":{"content":"one"') && text.endsWith('{"index":0,'),
    'half',
  );
  const before = comments();
  await new Promise((resolve) => setTimeout(resolve, 250));
  assert.equal(comments(), before);
  more.open();
  await once(response, 'end');
  const events = text
    .replace(/^:.*\n/gm, '')
    .split('\n\n')
    .filter((event) => event !== '');
  assert.equal(events.length, 3);
  assert.equal(events[2], 'data: [DONE]');
  assert.equal(JSON.parse(events[1]!.slice(6)).choices[0].delta.content, 'two');
});
