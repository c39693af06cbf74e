import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../helpers/gate.ts';
import { configText, secret, startGateway } from '../../helpers/gateway.ts';
import { startResponses } from '../../helpers/responses-backend.ts';
import { openSocket, refusedSocket } from '../../helpers/socket.ts';

// How a socket is opened, refused, bounded and ended.

const models = (url: string) => ({
  backends: `{ vendor: { url: "${url}" } }`,
  models: `
  demo:
    deployments: [ { backend: vendor, endpoints: { responses: [] } } ]`,
});

/** What a client sends that says goodbye at once. */
const ended = (head: string) => Buffer.concat([Buffer.from(head), Buffer.from([0x88, 0x80, 0, 0, 0, 0])]);

const key = `test: { secret: ${secret} }`;

test('a socket is opened as a request is let in, and refused in the same words', async (t) => {
  const backend = await startResponses(t, () => ({ id: 'resp_1', text: 'hi' }));
  const gateway = await startGateway(
    t,
    configText({
      ...models(backend.url),
      listen:
        '{ address: "127.0.0.1:0", tls: { self_signed: true }, origins: ["https://app.example.com"], max_body: 1KiB, health_path: /healthz }',
      keys: `{ ${key}, narrow: { secret: sk-narrow-0123456789, endpoints: [chat_completions] } }`,
    }),
  );
  const refused = async (options: Parameters<typeof refusedSocket>[1]) => {
    const { status, text } = await refusedSocket(gateway, options);
    return [status, JSON.parse(text).error.code];
  };
  assert.deepEqual(await refused({ key: null }), [401, 'missing_api_key']);
  assert.deepEqual(await refused({ key: 'sk-wrong' }), [401, 'invalid_api_key']);
  assert.deepEqual(await refused({ key: 'sk-narrow-0123456789' }), [403, 'endpoint_not_allowed']);
  assert.deepEqual(await refused({ headers: { origin: 'https://evil.example' } }), [
    403,
    'origin_not_allowed',
  ]);
  assert.deepEqual(await refused({ headers: { origin: 'null' } }), [403, 'origin_not_allowed']);
  assert.deepEqual(await refused({ path: '/v1/chat/completions' }), [426, 'upgrade_refused']);
  assert.deepEqual(await refused({ path: '/v1/responses/resp_1' }), [426, 'upgrade_refused']);
  assert.equal(backend.seen.length, 0);
  const allowed = await openSocket(t, gateway, { headers: { origin: 'https://app.example.com' } });
  allowed.send({ type: 'response.create', model: 'demo', input: 'x' });
  await allowed.turn();
  const lines = gateway.logs.filter(({ msg }) => msg === 'request');
  assert.deepEqual(lines.map(({ status, method }) => [method, status]).at(-2), ['GET', 101]);

  // Nothing is compressed, whoever offers it.
  const head = (more: string) =>
    `GET /v1/responses HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\nconnection: upgrade\r\n${more}\r\n`;
  const handshake =
    'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const offered = await gateway.raw(
    ended(`${head(`${handshake}sec-websocket-extensions: permessage-deflate\r\n`)}`),
  );
  assert.match(offered, /^HTTP\/1\.1 101 /);
  assert.doesNotMatch(offered, /sec-websocket-extensions/i);
  assert.match(offered, /x-request-id: /i);
  for (const faulty of [
    'upgrade: websocket\r\nsec-websocket-version: 8\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
    'upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: short\r\n',
    'upgrade: websocket\r\nsec-websocket-version: 13\r\n',
    'upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n',
    'upgrade: websocket, h2c\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
  ]) {
    assert.match(await gateway.raw(head(faulty)), /^HTTP\/1\.1 426 [\s\S]*upgrade_refused/, faulty);
  }
  // Behind a request whose answer is still to come.
  const healthy = `GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n`;
  assert.match(
    await gateway.raw(ended(`${healthy}${head(handshake)}`)),
    /^HTTP\/1\.1 200 [\s\S]*HTTP\/1\.1 101 /,
  );
});

test('where sockets are off, and where nothing serves responses, a client is told to send requests', async (t) => {
  const backend = await startResponses(t, () => ({ id: 'resp_1', text: 'hi' }));
  const off = configText({ ...models(backend.url), more: 'endpoints: { responses: { websocket: false } }' });
  const without = configText({
    backends: '{ local: { simulator: {} } }',
    models: '{ demo: { deployments: [ { backend: local, endpoints: { chat_completions: [] } } ] } }',
  });
  for (const text of [off, without]) {
    const gateway = await startGateway(t, text);
    const { status, text: body } = await refusedSocket(gateway);
    assert.deepEqual([status, JSON.parse(body).error.code], [426, 'upgrade_refused']);
  }
});

test('messages are bounded, and other than text is refused, with the code for it', async (t) => {
  const backend = await startResponses(t, () => ({ id: 'resp_1', text: 'hi' }));
  const gateway = await startGateway(
    t,
    configText({
      ...models(backend.url),
      listen: '{ address: "127.0.0.1:0", tls: { self_signed: true }, max_body: 10KiB }',
    }),
  );
  const closedBy = async (send: (raw: Awaited<ReturnType<typeof openSocket>>['raw']) => void) => {
    const socket = await openSocket(t, gateway);
    send(socket.raw);
    return socket.closed;
  };
  assert.equal(await closedBy((raw) => raw.send('x'.repeat(10 * 1024 + 1))), 1009);
  assert.equal(await closedBy((raw) => raw.send(Buffer.from('{}'), { binary: true })), 1003);
  // A frame of 100 MB is refused by its head.
  assert.equal(
    await closedBy((raw) => {
      const { _socket: below } = raw as unknown as { _socket: { write(bytes: Buffer): void } };
      below.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 6, 0, 0, 0, 1, 2, 3, 4]));
    }),
    1009,
  );
  // A frame that is not masked, one of a kind that nobody knows, text that is no UTF-8.
  const frames: readonly (readonly [bytes: readonly number[], code: number])[] = [
    [[0x81, 0x02, 0x7b, 0x7d], 1002],
    [[0x83, 0x80, 0, 0, 0, 0], 1002],
    [[0xc1, 0x80, 0, 0, 0, 0], 1002],
    [[0x80, 0x80, 0, 0, 0, 0], 1002],
    [[0x09, 0x80, 0, 0, 0, 0], 1002],
    [[0x89, 0xfe, 0, 126, 0, 0, 0, 0], 1002],
    [[0x81, 0x81, 0, 0, 0, 0, 0xff], 1007],
    [[0x88, 0x81, 0, 0, 0, 0, 1], 1002],
    [[0x88, 0x82, 0, 0, 0, 0, 0x03, 0xec], 1002],
    [[0x88, 0x82, 0, 0, 0, 0, 0x03, 0xe8], 1000],
    [[0x88, 0x80, 0, 0, 0, 0], 1005],
  ];
  for (const [bytes, code] of frames) {
    const closed = closedBy((raw) => {
      const { _socket: below } = raw as unknown as { _socket: { write(bytes: Buffer): void } };
      below.write(Buffer.from(bytes));
    });
    assert.equal(await closed, code, String(bytes));
  }
  // Cut at every byte, in fragments and with a ping in between, it is the same message.
  const socket = await openSocket(t, gateway);
  const { _socket: below } = socket.raw as unknown as { _socket: { write(bytes: Buffer): void } };
  const text = Buffer.from('{"type":"response.create","model":"demo","input":"ü"}');
  const frame = (opcode: number, payload: Buffer) =>
    Buffer.concat([Buffer.from([opcode, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
  const whole = Buffer.concat([
    frame(0x01, text.subarray(0, 20)),
    frame(0x89, Buffer.from('are you there')),
    frame(0x00, text.subarray(20, 49)),
    frame(0x80, text.subarray(49)),
  ]);
  const pong = new Promise<string>((resolve) => socket.raw.once('pong', (data) => resolve(data.toString())));
  for (const byte of whole) {
    below.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(await pong, 'are you there');
  await socket.turn();
  assert.equal(JSON.parse(backend.seen.at(-1)!.body.toString()).input, 'ü');
});

test('a key has as many sockets as its limit says, and another when one of them has ended', async (t) => {
  const backend = await startResponses(t, () => ({ id: 'resp_1', text: 'hi' }));
  const gateway = await startGateway(
    t,
    configText({
      ...models(backend.url),
      keys: `{ test: { secret: ${secret}, group: few, rate_limit: { sockets: 3, requests: 2/min } } }`,
      more: 'groups: { few: { rate_limit: { sockets: 2 } } }',
    }),
  );
  const [first] = [await openSocket(t, gateway), await openSocket(t, gateway)];
  const { status, text } = await refusedSocket(gateway);
  assert.equal(status, 429);
  assert.equal(
    JSON.parse(text).error.message,
    'The group "few" of this key is limited to 2 sockets at once; try again when one of its sockets has ended.',
  );
  // Sockets count as no requests, and turns as one each.
  for (const expected of ['response.completed', 'response.completed', 'error']) {
    first.send({ type: 'response.create', model: 'demo', input: 'x' });
    assert.equal((await first.turn()).at(-1).type, expected);
  }
  const refusal = first.events.at(-1);
  assert.deepEqual([refusal.status, refusal.error.code], [429, 'rate_limit_exceeded']);
  assert.ok(Number(refusal.headers['retry-after']) > 0);
  first.raw.close();
  await first.closed;
  await until(async () => {
    try {
      await openSocket(t, gateway);
      return true;
    } catch {
      return false;
    }
  }, 'another socket may be opened');
});
