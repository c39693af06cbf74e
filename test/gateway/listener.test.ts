import assert from 'node:assert/strict';
import { connect as connectTcp, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { completion, json, startBackend, type TestBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { configText, secret, startGateway, type TestGateway } from '../helpers/gateway.ts';
import { wireOver } from '../helpers/wire.ts';

const chatBody = '{"model":"fast","messages":[{"role":"user","content":"hello"}]}';
const auth = `Host: localhost\r\nAuthorization: Bearer ${secret}\r\n`;
const list = `GET /v1/models HTTP/1.1\r\n${auth}\r\n`;

/** The head of a chat request, framing and further lines as given. */
const chatHead = (lines: string, credential = auth) =>
  `POST /v1/chat/completions HTTP/1.1\r\n${credential}Content-Type: application/json\r\n${lines}\r\n`;
const chat = (lines = '') => `${chatHead(`Content-Length: ${chatBody.length}\r\n${lines}`)}${chatBody}`;

const models =
  '{ fast: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }';

async function start(
  t: TestContext,
  listen = '',
  answer = json(completion('hi')),
): Promise<{ gateway: TestGateway; backend: TestBackend }> {
  const backend = await startBackend(t, answer);
  const gateway = await startGateway(
    t,
    configText({
      listen: `{ address: "127.0.0.1:0", tls: { self_signed: true } ${listen === '' ? '' : `, ${listen}`} }`,
      backends: `{ main: { url: "${backend.url}" } }`,
      models,
    }),
  );
  return { gateway, backend };
}

function plain(t: TestContext, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectTcp({ host: '127.0.0.1', port }, () => resolve(socket));
    socket.on('error', reject);
    t.after(() => socket.destroy());
  });
}

function handshake(t: TestContext, gateway: TestGateway, options: object): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls(
      { host: '127.0.0.1', port: gateway.port, ca: gateway.ca, servername: 'localhost', ...options },
      () => resolve(socket),
    );
    socket.on('error', reject);
    t.after(() => socket.destroy());
  });
}

// Before HTTP.

for (const [what, bytes] of [
  ['GET', list],
  ['POST', chat()],
  ['HEAD', list.replace('GET', 'HEAD')],
  ['DELETE', list.replace('GET', 'DELETE')],
  ['OPTIONS', list.replace('GET', 'OPTIONS')],
  ['CONNECT', `CONNECT localhost:443 HTTP/1.1\r\n${auth}\r\n`],
  ['a POST of 100 KB', chatHead('Content-Length: 100000\r\n') + 'x'.repeat(100_000)],
  ['a line of text', 'hello there\r\n'],
] as const) {
  test(`${what} in plain HTTP on the HTTPS port is told to use https, and the connection ends`, async (t) => {
    const { gateway, backend } = await start(t);
    const wire = wireOver(await plain(t, gateway.port));
    wire.write(bytes);
    const answer = await wire.answer();
    assert.equal(answer.status, 400);
    assert.equal(answer.headers['connection'], 'close');
    assert.equal(answer.headers['x-should-retry'], 'false');
    const { message, ...error } = answer.json.error;
    assert.deepEqual(error, { type: 'invalid_request_error', code: 'https_required' });
    assert.match(message, /https:\/\//);
    await wire.ended();
    assert.equal(wire.rest(), '');
    assert.equal(backend.seen.length, 0);
    const warning = gateway.logs.find((line) => line.level === 'warn');
    assert.match(warning?.msg ?? '', /plain HTTP/);
    assert.ok(!JSON.stringify(gateway.logs).includes(secret));
    assert.equal((await gateway.call('/v1/models')).status, 200);
  });
}

test('bytes that are neither TLS nor HTTP end the connection', async (t) => {
  const { gateway } = await start(t);
  for (const bytes of [Buffer.alloc(64), Buffer.alloc(20_000, 0xff), Buffer.from('160301ffff01', 'hex')]) {
    const wire = wireOver(await plain(t, gateway.port));
    wire.write(bytes);
    (wire.socket as Socket).end();
    await wire.ended();
  }
  assert.equal((await gateway.call('/v1/models')).status, 200);
});

test('TLS 1.1 is refused, 1.2 and 1.3 are spoken', async (t) => {
  const { gateway } = await start(t);
  const old = { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
  await assert.rejects(handshake(t, gateway, old), /protocol version|handshake|EPROTO|ECONNRESET/i);
  for (const version of ['TLSv1.2', 'TLSv1.3']) {
    const socket = await handshake(t, gateway, { minVersion: version, maxVersion: version });
    assert.equal(socket.getProtocol(), version);
  }
});

test('ALPN offers HTTP/1.1 and HTTP/1.0 and nothing else', async (t) => {
  const { gateway } = await start(t);
  const both = await handshake(t, gateway, { ALPNProtocols: ['h2', 'http/1.1'] });
  assert.equal(both.alpnProtocol, 'http/1.1');
  const old = await handshake(t, gateway, { ALPNProtocols: ['http/1.0'] });
  assert.equal(old.alpnProtocol, 'http/1.0');
  const wire = wireOver(old);
  wire.write(`GET /v1/models HTTP/1.0\r\n${auth}\r\n`);
  assert.equal((await wire.answer()).status, 200);
  await assert.rejects(handshake(t, gateway, { ALPNProtocols: ['h2'] }));
});

/** Tries all cases at the same time, as they wait for the same window. */
async function together<Case>(cases: readonly Case[], run: (one: Case) => Promise<void>): Promise<void> {
  await Promise.all(cases.map(run));
}

// They wait, each for a time of its own, and so may do it together.
describe('in time', { concurrency: true }, () => {
  test('headers that do not come in time are a 408, also where not a byte came', async (t) => {
    const { gateway, backend } = await start(t, 'headers_timeout: 1s');
    await together(['', 'G', list.slice(0, -2)], async (bytes) => {
      const wire = wireOver(await gateway.connect());
      wire.write(bytes);
      const answer = await wire.answer();
      assert.equal(answer.status, 408);
      assert.equal(answer.headers['retry-after'], '1');
      assert.equal(answer.headers['x-should-retry'], undefined);
      assert.equal(answer.json.error.code, 'request_timeout');
      await wire.ended();
    });
    assert.equal(backend.seen.length, 0);
  });

  test('headers that come byte by byte do not buy time', async (t) => {
    const { gateway } = await start(t, 'headers_timeout: 1s');
    const wire = wireOver(await gateway.connect());
    wire.write('GET /v1/models HTTP/1.1\r\nX: ');
    const drip = setInterval(() => wire.write('x'), 50);
    t.after(() => clearInterval(drip));
    assert.equal((await wire.answer()).status, 408);
  });

  test('a body that does not come in time is a 408', async (t) => {
    const { gateway, backend } = await start(t, 'body_timeout: 1s');
    const begun = [
      ['Content-Length: 100\r\n', '{'],
      ['Content-Length: 100\r\n', ''],
      ['Transfer-Encoding: chunked\r\n', '1\r\n{\r\n'],
    ] as const;
    await together(begun, async ([framing, start]) => {
      const wire = wireOver(await gateway.connect());
      wire.write(chatHead(framing) + start);
      const answer = await wire.answer();
      assert.equal(answer.status, 408);
      assert.equal(answer.headers['connection'], 'close');
      assert.equal(answer.json.error.code, 'request_timeout');
      await wire.ended();
    });
    assert.equal(backend.seen.length, 0);
  });

  test('a body that drips is a 408 once the time is over, and is taken where the file allows its pace', async (t) => {
    const drip = async (rate: string) => {
      const { gateway } = await start(t, `body_timeout: 1s, min_body_rate: ${rate}`);
      const wire = wireOver(await gateway.connect());
      const bytes = JSON.stringify({ model: 'fast', messages: [{ role: 'user', content: 'hello' }] });
      wire.write(chatHead(`Content-Length: ${bytes.length}\r\n`));
      let at = 0;
      const drops = setInterval(() => {
        if (at < bytes.length) wire.write(bytes.slice(at, at + 3));
        at += 3;
      }, 100);
      t.after(() => clearInterval(drops));
      return wire.answer({ withinMs: 10_000 });
    };
    const [slow, taken] = await Promise.all([drip('1KiB'), drip('0B')]);
    assert.equal(slow.status, 408);
    assert.match(slow.json.error.message, /less than 1024 bytes a second \(listen\.min_body_rate\)/);
    assert.equal(taken.status, 200);
  });

  test('a refused body that never comes does not keep the connection', async (t) => {
    const { gateway } = await start(t);
    const wire = wireOver(await gateway.connect());
    wire.write(chatHead('Content-Length: 100\r\n', 'Host: localhost\r\n'));
    assert.equal((await wire.answer()).status, 401);
    await wire.ended();
  });

  test('a connection is kept for the time the file gives, and then closed', async (t) => {
    const { gateway } = await start(t, 'keep_alive: 1s');
    const wire = wireOver(await gateway.connect());
    wire.write(list);
    assert.equal((await wire.answer()).status, 200);
    await wire.ended(4000);
  });
});

// In number.

test('connections over the limit get a 503, those within it are served', async (t) => {
  const { gateway, backend } = await start(t, 'max_connections: 2');
  const first = wireOver(await gateway.connect());
  const second = wireOver(await gateway.connect());
  for (const wire of [first, second]) {
    wire.write(list);
    assert.equal((await wire.answer()).status, 200);
  }
  const third = wireOver(await gateway.connect());
  third.write(chat());
  const refusal = await third.answer();
  assert.equal(refusal.status, 503);
  assert.equal(refusal.headers['retry-after'], '1');
  assert.equal(refusal.json.error.code, 'overloaded');
  assert.equal(refusal.json.error.type, 'service_unavailable');
  await third.ended();
  assert.equal(backend.seen.length, 0);
  for (const wire of [first, second]) {
    wire.write(chat());
    assert.equal((await wire.answer()).status, 200);
  }
  first.socket.destroy();
  await until(async () => {
    const next = wireOver(await gateway.connect());
    next.write(list);
    const { status } = await next.answer();
    next.socket.destroy();
    return status === 200;
  }, 'a place that was given up is taken');
});

test('over the limit the longest silent connection without a valid key makes way, and nobody with one', async (t) => {
  const { gateway } = await start(t, 'max_connections: 3');
  const known = wireOver(await gateway.connect());
  known.write(list);
  assert.equal((await known.answer()).status, 200);
  const silent = wireOver(await gateway.connect());
  const wrong = wireOver(await gateway.connect());
  wrong.write(list.replace(secret, 'wrong'));
  assert.equal((await wrong.answer()).status, 401);
  for (const evicted of [silent, wrong]) {
    const next = wireOver(await gateway.connect());
    await evicted.ended();
    next.write(list);
    assert.equal((await next.answer()).status, 200);
  }
  known.write(list);
  assert.equal((await known.answer()).status, 200);
  const surplus = wireOver(await gateway.connect());
  surplus.write(list);
  assert.equal((await surplus.answer()).status, 503);
});

test('any number of silent connections, handshakes not begun among them, leave room for somebody with a key', async (t) => {
  const { gateway } = await start(t, 'max_connections: 4');
  for (let opened = 0; opened < 20; opened += 1) await plain(t, gateway.port);
  const wire = wireOver(await gateway.connect());
  wire.write(list);
  assert.equal((await wire.answer()).status, 200);
});

// In turn.

test('pipelined requests are answered one after the other, each with its own key', async (t) => {
  const first = gate();
  let atOnce = 0;
  let most = 0;
  const { gateway, backend } = await start(t, '', async (seen, response) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    if (backend.seen.length === 1) await first.opened;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion(String(seen.headers['x-mark']))), () => {
      atOnce -= 1;
    });
  });
  const wire = wireOver(await gateway.connect());
  const wrongKey = list.replace(secret, 'wrong');
  wire.write(`${chat('X-Mark: one\r\n')}${wrongKey}${chat('X-Mark: two\r\n')}${list}`);
  await until(() => backend.seen.length === 1, 'the first request reaches the backend');
  first.open();
  assert.equal((await wire.answer()).json.choices[0].message.content, 'one');
  assert.equal((await wire.answer()).status, 401);
  assert.equal((await wire.answer()).json.choices[0].message.content, 'two');
  assert.equal((await wire.answer()).json.object, 'list');
  assert.equal(most, 1);
});

test('after an answer that closes the connection the rest is discarded', async (t) => {
  const { gateway, backend } = await start(t);
  for (const bad of [
    list.replace('/v1/models', 'http://localhost/v1/models'),
    list.replace('\r\n\r\n', '\r\nHost: localhost\r\n\r\n'),
    list.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
    chatHead('Content-Length: 2\r\nExpect: x\r\n'),
    list.replace('HTTP/1.1', 'HTTP/1.0'),
  ]) {
    const wire = wireOver(await gateway.connect());
    wire.write(bad + chat() + chat());
    assert.equal((await wire.answer()).headers['connection'], 'close');
    await wire.ended();
    assert.equal(wire.rest(), '');
  }
  assert.equal(backend.seen.length, 0);
});

test('a client that sends a great many requests ahead is disconnected', async (t) => {
  const held = gate();
  const { gateway, backend } = await start(t, '', () => held.opened);
  const wire = wireOver(await gateway.connect());
  wire.write(chat());
  await until(() => backend.seen.length === 1, 'the first request reaches the backend');
  wire.write(list.repeat(100));
  await wire.ended();
  assert.equal(wire.rest(), '');
  await until(() => backend.aborted === 1, 'the first request is cancelled');
});

test('a refusal reaches a client that is still sending', async (t) => {
  const { gateway } = await start(t, 'max_body: 64KiB');
  const more = 'x'.repeat(3_000_000);
  for (const [bytes, status] of [
    [chatHead('Content-Length: 3000000\r\n'), 413],
    [`${chatHead('Transfer-Encoding: chunked\r\n')}2dc6c0\r\n`, 413],
    [`${chatHead('Transfer-Encoding: chunked\r\n')}nothing\r\n`, 400],
    [chatHead('Content-Length: 3000000\r\n', 'Host: localhost\r\n'), 401],
    [`GET /${'x'.repeat(20_000)}`, 431],
    ['\0', 400],
  ] as const) {
    const wire = wireOver(await gateway.connect());
    wire.write(bytes);
    wire.write(more);
    const answer = await wire.answer();
    assert.equal(answer.status, status);
    await wire.ended();
  }
});

// Expect: 100-continue.

const refusedHeads = [
  [
    'an unknown key',
    chatHead('Content-Length: 64\r\nExpect: 100-continue\r\n', 'Host: x\r\nAuthorization: Bearer x\r\n'),
    401,
  ],
  [
    'an unknown path',
    chatHead('Content-Length: 64\r\nExpect: 100-continue\r\n').replace('/v1/chat', '/v1/chats'),
    404,
  ],
  ['another method', chatHead('Content-Length: 64\r\nExpect: 100-continue\r\n').replace('POST', 'PUT'), 405],
  ['a body that is too large', chatHead('Content-Length: 33554433\r\nExpect: 100-continue\r\n'), 413],
  [
    'a body of another type',
    chatHead('Content-Length: 64\r\nExpect: 100-continue\r\n').replace('application/json', 'text/plain'),
    415,
  ],
] as const;

test('a client that waits for 100 Continue gets what refuses its request instead', async (t) => {
  const { gateway, backend } = await start(t);
  await together(refusedHeads, async ([what, head, status]) => {
    const wire = wireOver(await gateway.connect());
    wire.write(head);
    const answer = await wire.answer();
    assert.equal(answer.status, status, what);
    // Whether the body will come nobody can know: the connection carries no other request.
    assert.equal(answer.headers['connection'], 'close', what);
    await wire.ended();
    assert.equal(wire.rest(), '', what);
  });
  assert.equal(backend.seen.length, 0);
});

test('a client that waits for 100 Continue gets it once its request is good, and the backend never hears of it', async (t) => {
  const { gateway, backend } = await start(t);
  const wire = wireOver(await gateway.connect());
  wire.write(chatHead(`Content-Length: ${chatBody.length}\r\nExpect: 100-Continue\r\n`));
  assert.equal((await wire.answer()).status, 100);
  wire.write(chatBody);
  assert.equal((await wire.answer()).status, 200);
  assert.equal(backend.seen[0]?.headers['expect'], undefined);
});

test('a client of HTTP/1.0 gets no interim answer', async (t) => {
  const { gateway } = await start(t);
  const wire = wireOver(await gateway.connect());
  wire.write(chat('Expect: 100-continue\r\n').replace('HTTP/1.1', 'HTTP/1.0'));
  assert.equal((await wire.answer()).status, 200);
});
