import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { connect } from 'node:tls';
import { gate } from '../helpers/gate.ts';
import { configText, readReply, secret } from '../helpers/gateway.ts';
import { startUploads, type Uploads, uploadPath } from '../helpers/uploads.ts';

const mib = 1024 * 1024;
const rules = { kind: 'streamed', maxBytes: 512 * mib } as const;

interface Backend {
  readonly url: string;
  readonly port: number;
  /** Requests that began. */
  readonly begun: IncomingMessage[];
  /** The first bytes of the first of them. */
  readonly first: Promise<Buffer>;
}

async function startBackend(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Backend> {
  const begun: IncomingMessage[] = [];
  const first: Buffer[] = [];
  const came = gate();
  const server = createServer((request, response) => {
    begun.push(request);
    answer(request, response);
    if (request.readableFlowing !== true) return;
    request.once('data', (bytes: Buffer) => {
      first.push(bytes);
      came.open();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, begun, first: came.opened.then(() => first[0]!) };
}

/** Reads all and says how much it was. */
function count(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  request.on('error', () => {});
  request.on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'file-1', bytes }));
  });
}

const configOf = (urls: readonly string[], listen = '', backend = '') =>
  configText({
    listen: `{ address: "127.0.0.1:0", tls: { self_signed: true }${listen} }`,
    backends: `{ ${urls.map((url, index) => `b${index}: { url: "${url}"${backend} }`).join(', ')} }`,
    models: `{ files: { deployments: [ ${urls.map((_, index) => `{ backend: b${index}, id: d${index}, priority: ${index}, endpoints: { embeddings: [] } }`).join(', ')} ] } }`,
    keys: `{ test: { secret: ${secret}, endpoints: [all] } }`,
  });

function begin({ port, ca }: Pick<Uploads, 'port' | 'ca'>, headers: Record<string, string | number> = {}) {
  const request = httpsRequest({
    host: 'localhost',
    port,
    ca,
    path: uploadPath,
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'multipart/form-data; boundary=b',
      ...headers,
    },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve);
    request.on('error', reject);
  });
  answered.catch(() => {});
  return { request, answered };
}

test('what a client sends goes up as it comes, with the length that it said, and before the rest is there', async (t) => {
  const backend = await startBackend(t, count);
  const gateway = await startUploads(t, configOf([backend.url]), rules);
  const { request, answered } = begin(gateway, { 'content-length': 10 });
  request.write('hello');
  assert.equal((await backend.first).toString(), 'hello');
  const [seen] = backend.begun;
  assert.equal(seen!.headers['content-length'], '10');
  assert.equal(seen!.headers['transfer-encoding'], undefined);
  assert.equal(seen!.headers['content-type'], 'multipart/form-data; boundary=b');
  request.end('world');
  const reply = await readReply(await answered);
  assert.deepEqual([reply.status, reply.json.bytes], [200, 10]);
  assert.equal(reply.headers['x-gateway-deployment'], 'd0');
});

test('a body in chunks goes up in chunks', async (t) => {
  const backend = await startBackend(t, count);
  const gateway = await startUploads(t, configOf([backend.url]), rules);
  const { request, answered } = begin(gateway);
  request.write('a'.repeat(100_000));
  request.end('b');
  assert.equal((await readReply(await answered)).json.bytes, 100_001);
  assert.equal(backend.begun[0]!.headers['transfer-encoding'], 'chunked');
  assert.equal(backend.begun[0]!.headers['content-length'], undefined);
});

test('a backend that can not be reached is passed over before anything is sent', async (t) => {
  const free = createTcpServer();
  free.listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const backend = await startBackend(t, count);
  const gateway = await startUploads(t, configOf([`http://127.0.0.1:${port}`, backend.url]), rules);
  const { request, answered } = begin(gateway, { 'content-length': 5 });
  request.end('hello');
  const reply = await readReply(await answered);
  assert.deepEqual([reply.status, reply.json.bytes], [200, 5]);
  assert.deepEqual([reply.headers['x-gateway-deployment'], reply.headers['x-gateway-attempts']], ['d1', '2']);
});

test('once a byte has left, no other backend is asked', async (t) => {
  const failing = await startBackend(t, (request, response) => {
    request.once('data', () => response.socket?.destroy());
  });
  const busy = await startBackend(t, (request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"busy"}}');
    });
  });
  const spare = await startBackend(t, count);
  for (const [first, status, code] of [
    [failing, 502, 'upstream_unreachable'],
    [busy, 503, undefined],
  ] as const) {
    const gateway = await startUploads(t, configOf([first.url, spare.url]), rules);
    const { request, answered } = begin(gateway, { 'content-length': 5 });
    request.end('hello');
    const reply = await readReply(await answered);
    assert.deepEqual([reply.status, reply.json.error.code], [status, code]);
    assert.equal(reply.headers['x-gateway-attempts'], '1');
  }
  assert.equal(spare.begun.length, 0);
});

test('a connection that was used before carries no upload', async (t) => {
  const backend = await startBackend(t, count);
  const gateway = await startUploads(t, configOf([backend.url]), rules);
  const sockets = new Set<unknown>();
  for (let times = 0; times < 3; times += 1) {
    const { request, answered } = begin(gateway, { 'content-length': 5 });
    request.end('hello');
    assert.equal((await readReply(await answered)).status, 200);
    sockets.add(backend.begun[times]!.socket);
  }
  assert.equal(sockets.size, 3);
});

test('a client that leaves ends the request to the backend', async (t) => {
  const cut = gate();
  const backend = await startBackend(t, (request) => {
    request.on('data', () => {});
    request.on('error', () => cut.open());
  });
  const gateway = await startUploads(t, configOf([backend.url]), rules);
  const { request } = begin(gateway, { 'content-length': 1000 });
  request.on('error', () => {});
  request.write('hello');
  await backend.first;
  request.destroy();
  await cut.opened;
  assert.equal(backend.begun[0]!.complete, false);
});

test('an answer that comes early is given to the client, and both connections end', async (t) => {
  const backend = await startBackend(t, (request, response) => {
    request.once('data', () => {
      request.pause();
      response.writeHead(413, { 'content-type': 'application/json' });
      response.end('{"error":{"message":"too large for us","code":"theirs"}}');
    });
  });
  const gateway = await startUploads(t, configOf([backend.url]), rules);
  const socket = connect({ host: 'localhost', port: gateway.port, ca: gateway.ca, servername: 'localhost' });
  await once(socket, 'secureConnect');
  const length = 64 * mib;
  socket.write(
    `POST ${uploadPath} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${length}\r\n\r\n`,
  );
  // It goes on sending, as a client does that reads nothing before all is sent.
  const piece = Buffer.alloc(256 * 1024);
  let isOver = false;
  const pump = () => {
    while (!isOver && socket.write(piece));
  };
  socket.on('drain', pump);
  socket.on('error', () => {});
  const upstreamEnd = new Promise<void>((resolve) => {
    const look = () =>
      backend.begun.length > 0 ? backend.begun[0]!.socket.once('close', () => resolve()) : setImmediate(look);
    look();
  });
  pump();
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    isOver = true;
  });
  await once(socket, 'close');
  await upstreamEnd;
  const text = Buffer.concat(chunks).toString();
  assert.match(text, /^HTTP\/1\.1 413 /);
  assert.match(text, /too large for us/);
  assert.match(text, /\r\nconnection: close\r\n/i);
});

test('more than the endpoint takes is refused: at once where it is announced, and when it has come', async (t) => {
  const backend = await startBackend(t, count);
  const gateway = await startUploads(t, configOf([backend.url]), { kind: 'streamed', maxBytes: 100_000 });
  const announced = begin(gateway, { 'content-length': 10 * 1024 ** 3 });
  announced.request.on('error', () => {});
  announced.request.flushHeaders();
  const refused = await readReply(await announced.answered);
  assert.deepEqual([refused.status, refused.json.error.code], [413, 'body_too_large']);
  assert.match(refused.json.error.message, /exceeds 100000 bytes, the most of this endpoint/);
  announced.request.destroy();
  assert.equal(backend.begun.length, 0);
  const chunked = begin(gateway);
  chunked.request.on('error', () => {});
  chunked.request.end(Buffer.alloc(100_001));
  assert.equal((await readReply(await chunked.answered)).status, 413);
  const whole = begin(gateway);
  whole.request.end(Buffer.alloc(100_000));
  assert.equal((await readReply(await whole.answered)).json.bytes, 100_000);
});

test('a client that sends nothing for body_timeout is refused, and one that is slow over all', async (t) => {
  const backend = await startBackend(t, count);
  const silent = await startUploads(t, configOf([backend.url], ', body_timeout: 300ms'), rules);
  const one = begin(silent, { 'content-length': 100 });
  one.request.write('hello');
  const late = await readReply(await one.answered);
  assert.deepEqual([late.status, late.json.error.code], [408, 'request_timeout']);
  assert.match(late.json.error.message, /listen\.body_timeout/);
  one.request.destroy();
  const slow = await startUploads(
    t,
    configOf([backend.url], ', body_timeout: 300ms, min_body_rate: 1MiB'),
    rules,
  );
  const two = begin(slow, { 'content-length': 100_000 });
  const drip = setInterval(() => two.request.write('drip'), 50);
  t.after(() => clearInterval(drip));
  const tooSlow = await readReply(await two.answered);
  clearInterval(drip);
  assert.equal(tooSlow.status, 408);
  assert.match(tooSlow.json.error.message, /listen\.min_body_rate/);
  two.request.destroy();
});

test('a backend that takes nothing is what is late, not the client that waits for it', async (t) => {
  const backend = await startBackend(t, (request) => request.pause());
  const gateway = await startUploads(
    t,
    configOf([backend.url], ', body_timeout: 300ms, min_body_rate: 1MiB', ', timeouts: { idle: 1s }'),
    rules,
  );
  const { request, answered } = begin(gateway, { 'content-length': 64 * mib });
  request.on('error', () => {});
  request.write(Buffer.alloc(64 * mib));
  const reply = await readReply(await answered);
  assert.deepEqual([reply.status, reply.json.error.code], [504, 'upstream_timeout']);
  request.destroy();
});

test('nothing is read before the backend is there, and `Expect: 100-continue` is answered then', async (t) => {
  const backend = await startBackend(t, count);
  const gateway = await startUploads(t, configOf([backend.url]), rules);
  const { request, answered } = begin(gateway, { 'content-length': 5, expect: '100-continue' });
  request.flushHeaders();
  await once(request, 'continue');
  request.end('hello');
  assert.equal((await readReply(await answered)).json.bytes, 5);
  assert.equal(backend.begun[0]!.headers.expect, undefined);
});

test('a large body is never held: nothing of it counts against max_buffered', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (request, response) => {
    await rest.opened;
    count(request, response);
  });
  const gateway = await startUploads(t, configOf([backend.url]), rules);
  const length = 48 * mib;
  const { request, answered } = begin(gateway, { 'content-length': length });
  request.end(Buffer.alloc(length));
  while (backend.begun.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(gateway.keep.budget.usedBytes, 0);
  rest.open();
  assert.equal((await readReply(await answered)).json.bytes, length);
});

test('a request without a body, and one that is packed, are refused', async (t) => {
  const backend = await startBackend(t, count);
  const gateway = await startUploads(t, configOf([backend.url]), rules);
  const none = begin(gateway, { 'content-length': 0 });
  none.request.end();
  assert.equal((await readReply(await none.answered)).json.error.code, 'invalid_form');
  const packed = begin(gateway, { 'content-length': 5, 'content-encoding': 'gzip' });
  packed.request.end('hello');
  assert.equal((await readReply(await packed.answered)).status, 415);
  assert.equal(backend.begun.length, 0);
});

test('the end of a connection to the backend in the middle is told, and the client is not left waiting', async (t) => {
  const server = createTcpServer((socket) => {
    socket.once('data', () => socket.destroy());
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const gateway = await startUploads(t, configOf([`http://127.0.0.1:${port}`]), rules);
  const { request, answered } = begin(gateway, { 'content-length': 64 * mib });
  request.on('error', () => {});
  request.write(Buffer.alloc(mib));
  const reply = await readReply(await answered);
  assert.deepEqual([reply.status, reply.json.error.code], [502, 'upstream_unreachable']);
  request.destroy();
});
