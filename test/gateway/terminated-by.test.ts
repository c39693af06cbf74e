import assert from 'node:assert/strict';
import { connect as connectTcp } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connect as connectTls } from 'node:tls';
import { completion, delta, startBackend, type TestBackend } from '../helpers/backend.ts';
import { frontNames, startFront } from '../helpers/front.ts';
import { type Gate, gate, until } from '../helpers/gate.ts';
import { begin, configText, readReply, secret, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { type WireAnswer, wireOver } from '../helpers/wire.ts';

const chat = { model: 'fast', messages: [{ role: 'user', content: 'hello' }] };

async function start(
  t: TestContext,
  ranges: string,
): Promise<{ gateway: TestGateway; backend: TestBackend; rest: Gate }> {
  const rest = gate();
  const backend = await startBackend(t, async (seen, response) => {
    if (!seen.body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(completion('hi')));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta('one'));
    await rest.opened;
    // A proxy may notice that its client has gone only when it has something for it.
    const more = setInterval(() => response.write(delta('more')), 20);
    response.on('close', () => clearInterval(more));
  });
  const gateway = await startGateway(
    t,
    configText({
      listen: `{ address: "127.0.0.1:0", tls: { terminated_by: ${ranges} } }`,
      backends: `{ main: { url: "${backend.url}" } }`,
      models:
        '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }',
    }),
  );
  return { gateway, backend, rest };
}

/** What a balancer at 127.0.0.1 sends: a GET of the model list with these header lines. */
async function asBalancer(t: TestContext, gateway: TestGateway, lines: string): Promise<WireAnswer> {
  const socket = connectTcp({ host: '127.0.0.1', port: gateway.port });
  t.after(() => socket.destroy());
  const wire = wireOver(socket);
  wire.write(`GET /v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n${lines}\r\n`);
  return wire.answer();
}

const clientOf = (gateway: TestGateway) =>
  gateway.logs.filter((line) => line.msg === 'request').at(-1)?.['client'];

test('a peer outside the ranges is told to use https', async (t) => {
  const { gateway } = await start(t, '[10.0.0.0/8, "fd00::/8"]');
  const answer = await asBalancer(t, gateway, 'X-Forwarded-Proto: https\r\nX-Forwarded-For: 10.0.0.1\r\n');
  assert.equal(answer.status, 400);
  assert.equal(answer.json.error.code, 'https_required');
  assert.equal(answer.json.error.type, 'invalid_request_error');
  assert.equal(answer.headers['connection'], 'close');
  assert.match(answer.json.error.message, /^Call the gateway over HTTPS through its balancer; /);
  // Its word about who called is not believed either.
  assert.equal(clientOf(gateway), '127.0.0.1');
});

for (const [what, lines, said = /^Call the balancer in front of the gateway over HTTPS; /] of [
  ['without X-Forwarded-Proto', '', /^The balancer in front of the gateway sent no X-Forwarded-Proto; /],
  ['with X-Forwarded-Proto: http', 'X-Forwarded-Proto: http\r\n'],
  ['with an X-Forwarded-Proto of two hops', 'X-Forwarded-Proto: https,http\r\n'],
  ['with an empty X-Forwarded-Proto', 'X-Forwarded-Proto: https,\r\n'],
  [
    "with the client's own X-Forwarded-Proto before the balancer's",
    'X-Forwarded-Proto: https\r\nX-Forwarded-Proto: http\r\n',
  ],
  ['with x_forwarded_proto', 'x_forwarded_proto: https\r\n', /sent no X-Forwarded-Proto/],
] as const) {
  test(`a request ${what} is told to use https`, async (t) => {
    const { gateway } = await start(t, '[127.0.0.1]');
    const answer = await asBalancer(t, gateway, lines);
    assert.equal(answer.status, 400);
    assert.equal(answer.json.error.code, 'https_required');
    assert.equal(answer.headers['connection'], 'close');
    assert.match(answer.json.error.message, said);
  });
}

for (const lines of [
  'X-Forwarded-Proto: HTTPS\r\n',
  'X-Forwarded-Proto: https, https\r\n',
  'X-Forwarded-Proto: http, Https\r\n',
  'X-Forwarded-Proto: http\r\nX-Forwarded-Proto: https\r\n',
]) {
  test(`a request with ${lines.trim().replace('\r\n', ' and ')} came over HTTPS`, async (t) => {
    const { gateway } = await start(t, '[127.0.0.1]');
    assert.equal((await asBalancer(t, gateway, lines)).status, 200);
  });
}

for (const [entries, expected] of [
  ['X-Forwarded-For: 203.0.113.7\r\n', '203.0.113.7'],
  ['X-Forwarded-For: 1.2.3.4, 203.0.113.7\r\n', '203.0.113.7'],
  ['X-Forwarded-For: 1.2.3.4, 203.0.113.7, 127.0.0.9\r\n', '203.0.113.7'],
  ['X-Forwarded-For: 1.2.3.4\r\nX-Forwarded-For: 203.0.113.7\r\n', '203.0.113.7'],
  ['X-Forwarded-For: 203.0.113.7:5678\r\n', '203.0.113.7'],
  ['X-Forwarded-For: [2001:db8::7]:5678\r\n', '2001:db8::7'],
  ['X-Forwarded-For: ::ffff:203.0.113.7\r\n', '203.0.113.7'],
  ['X-Forwarded-For: 127.0.0.1, 127.0.0.9\r\n', '127.0.0.1'],
  ['X-Forwarded-For: unknown\r\n', '127.0.0.1'],
  ['Forwarded: for=203.0.113.7\r\nX-Real-IP: 203.0.113.7\r\n', '127.0.0.1'],
  ['', '127.0.0.1'],
] as const) {
  test(`the client behind ${entries.trim().replaceAll('\r\n', ' and ') || 'nothing'} is ${expected}`, async (t) => {
    const { gateway } = await start(t, '[127.0.0.0/24]');
    const answer = await asBalancer(t, gateway, `X-Forwarded-Proto: https\r\n${entries}`);
    assert.equal(answer.status, 200);
    assert.equal(clientOf(gateway), expected);
  });
}

for (const name of frontNames) {
  test(`behind ${name} requests are served, streams flow, and clients are known by their address`, async (t) => {
    const { gateway, backend, rest } = await start(t, '[127.0.0.1]');
    const front = await startFront(t, name, gateway.port);
    if (front === undefined) return;

    const reply = await readReply(
      await begin(front, '/v1/chat/completions', { body: chat, headers: { 'x-forwarded-for': '1.2.3.4' } }),
    );
    assert.equal(reply.status, 200);
    assert.equal(reply.json.choices[0].message.content, 'hi');
    assert.equal(backend.seen[0]?.headers['x-forwarded-for'], undefined);
    // The proxy is its own only client here: the entry that it wrote itself is in the ranges, the one before counts.
    assert.equal(clientOf(gateway), '1.2.3.4');

    const refused = await readReply(await begin(front, '/v1/models', { key: 'wrong' }));
    assert.equal(refused.status, 401);

    const stream = await begin(front, '/v1/chat/completions', { body: { ...chat, stream: true } });
    assert.equal(stream.statusCode, 200);
    const first = await new Promise<Buffer>((resolve) => stream.once('data', resolve));
    assert.equal(first.toString(), delta('one'));
    stream.destroy();
    rest.open();
    await until(() => backend.aborted === 1, 'the backend sees that the client has gone');
  });

  test(`behind ${name} a client can't claim to come over HTTPS, nor another address`, async (t) => {
    const { gateway } = await start(t, '[127.0.0.1]');
    const front = await startFront(t, name, gateway.port);
    if (front === undefined) return;
    const socket = connectTls({ host: '127.0.0.1', port: front.port, ca: front.ca, servername: 'localhost' });
    t.after(() => socket.destroy());
    const wire = wireOver(socket);
    wire.write(
      `GET /v1/models HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nX-Forwarded-Proto: http\r\nX-Forwarded-For: 198.51.100.1\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n`,
    );
    assert.equal((await wire.answer()).status, 200);
    assert.equal(clientOf(gateway), '203.0.113.7');
  });

  test(`behind ${name} a broken stream does not look complete`, async (t) => {
    const backend = await startBackend(t, (_seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(delta('one'), () => setImmediate(() => response.destroy()));
    });
    const gateway = await startGateway(
      t,
      configText({
        listen: '{ address: "127.0.0.1:0", tls: { terminated_by: [127.0.0.1] } }',
        backends: `{ main: { url: "${backend.url}" } }`,
        models:
          '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }',
      }),
    );
    const front = await startFront(t, name, gateway.port);
    if (front === undefined) return;
    const reply = await readReply(
      await begin(front, '/v1/chat/completions', { body: { ...chat, stream: true } }),
    );
    assert.equal(reply.complete, false);
    assert.match(reply.text, /upstream_interrupted/);
    assert.ok(!reply.text.includes('[DONE]'));
  });
}
