import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { before, test } from 'node:test';
import OpenAI from 'openai';
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket';
import { OpenAIRealtimeWS } from 'openai/realtime/ws';
import { WebSocket } from 'ws';
import { until } from '../../helpers/gate.ts';
import { configText, startGateway, type TestGateway } from '../../helpers/gateway.ts';
import { type RealtimeBackend, startRealtime } from '../../helpers/realtime-backend.ts';
import { ownerOfFile } from '../../helpers/serve.ts';
import { openSocket, refusedSocket } from '../../helpers/socket.ts';

// How a realtime session is opened: by whom, with which model, where.

const secret = 'sk-all-0123456789';
const keys = `
  all: { secret: ${secret}, endpoints: [realtime, responses] }
  some: { secret: sk-some-0123456789, endpoints: [realtime], models: [voice] }
  none: { secret: sk-none-0123456789, endpoints: [responses] }
  paid: { secret: sk-paid-0123456789, endpoints: [realtime], rate_limit: { budget: 1 USD/day } }
  few: { secret: sk-few-0123456789, endpoints: [realtime], rate_limit: { sockets: 1, requests: 4/h } }`;

const models = `
  voice:
    deployments:
      - { backend: first, model: up-1, endpoints: { realtime: [] }, price: { input: 0, output: 0 } }
      - { backend: second, model: up-2, priority: 1, endpoints: { realtime: [] }, price: { input: 0, output: 0 } }
  dearer: { deployments: [{ backend: first, endpoints: { realtime: [] }, price: { input: 0, output: 0 } }] }
  written: { deployments: [{ backend: first, endpoints: { responses: [] } }] }`;

const owner = ownerOfFile();
let first: RealtimeBackend;
let second: RealtimeBackend;
let gateway: TestGateway;
/** What the first backend answers in place of 101. */
let refuse: ((request: IncomingMessage) => string) | undefined;

before(async () => {
  first = await startRealtime(owner, { refuse: (request) => refuse?.(request) });
  second = await startRealtime(owner);
  gateway = await startGateway(
    owner,
    configText({
      listen:
        '{ address: "127.0.0.1:0", tls: { self_signed: true }, origins: ["https://app.example.com"], max_body: 4KiB }',
      backends: `{ first: { url: "${first.url}", auth: { bearer: sk-upstream-0123456789 } }, second: { url: "${second.url}" } }`,
      models,
      keys,
      more: 'endpoints: { realtime: { default_model: voice } }\nrouting: { circuit: { failures: 1000 } }',
    }),
  );
});

const refused = async (path: string, key = secret, more: object = {}) => {
  const { status, text } = await refusedSocket(gateway, { path, key, ...more });
  const { error } = JSON.parse(text);
  return [status, error.code];
};

const lastLine = () => gateway.logs.filter(({ msg }) => msg === 'request').at(-1)!;

test('a session is let in as a request is, with its model, and refused in the same words', async (t) => {
  const before = first.handshakes.length;
  assert.deepEqual(await refused('/v1/realtime?model=voice', 'sk-wrong'), [401, 'invalid_api_key']);
  assert.deepEqual(await refused('/v1/realtime?model=voice', 'sk-none-0123456789'), [
    403,
    'endpoint_not_allowed',
  ]);
  assert.deepEqual(await refused('/v1/realtime?model=dearer', 'sk-some-0123456789'), [
    403,
    'model_not_allowed',
  ]);
  assert.deepEqual(await refused('/v1/realtime?model=nobody'), [404, 'model_not_found']);
  assert.deepEqual((await refused('/v1/realtime?model=voice&model=dearer'))[0], 400);
  assert.deepEqual(await refused('/v1/realtime?model=written'), [404, 'model_not_found']);
  assert.deepEqual(
    await refused('/v1/realtime?model=voice', secret, { headers: { origin: 'https://evil.example' } }),
    [403, 'origin_not_allowed'],
  );
  assert.deepEqual(
    await refused('/v1/realtime?model=voice', secret, { headers: { 'x-router-tags': 'vision' } }),
    [503, '503'],
  );
  for (const method of ['GET', 'POST']) {
    const { status, json } = await gateway.call('/v1/realtime?model=voice', { method, key: secret });
    assert.deepEqual([status, json.error.code], [426, 'upgrade_refused']);
  }
  assert.equal(first.handshakes.length, before);

  const socket = await openSocket(t, gateway, { path: '/v1/realtime?x=1&model=voice&y', key: secret });
  await socket.next('session.created');
  assert.equal(first.handshakes.at(-1)!.url, '/v1/realtime?x=1&model=up-1&y');
  socket.raw.send('x'.repeat(5000));
  assert.equal(await socket.closed, 1009);
});

test('what names no model has the usual one, and calls are for keys that nothing binds', async (t) => {
  for (const [path, url] of [
    ['/v1/realtime?intent=transcription', '/v1/realtime?intent=transcription'],
    ['/v1/realtime?call_id=rtc_1', '/v1/realtime?call_id=rtc_1'],
    ['/v1/realtime/translations?model=voice', '/v1/realtime/translations?model=up-1'],
  ] as const) {
    const socket = await openSocket(t, gateway, { path, key: secret });
    await socket.next('session.created');
    assert.equal(first.handshakes.at(-1)!.url, url);
    socket.raw.close();
  }
  assert.deepEqual(await refused('/v1/realtime?call_id=rtc_1', 'sk-some-0123456789'), [
    403,
    'model_not_allowed',
  ]);
  assert.deepEqual(await refused('/v1/realtime?call_id=rtc_1', 'sk-paid-0123456789'), [
    403,
    'model_not_allowed',
  ]);
  assert.deepEqual(await refused('/v1/realtime?c%61ll_id=rtc_1&model=voice', 'sk-some-0123456789'), [
    403,
    'model_not_allowed',
  ]);
});

test('a key comes as a protocol, too, and is told to nobody', async (t) => {
  const protocols = ['realtime', `openai-insecure-api-key.${secret}`, 'openai-beta.realtime-v1'];
  const socket = await openSocket(t, gateway, {
    path: '/v1/realtime?model=voice',
    key: null,
    protocols,
    headers: { origin: 'https://app.example.com' },
  });
  assert.equal(socket.raw.protocol, 'realtime');
  socket.send({ type: 'response.create' });
  await socket.next('response.done');
  const { headers } = first.handshakes.at(-1)!;
  assert.equal(headers['sec-websocket-protocol'], undefined);
  assert.equal(headers.authorization, 'Bearer sk-upstream-0123456789');
  assert.ok(!JSON.stringify(headers).includes(secret));
  await until(() => lastLine()['method'] === 'POST', 'the response is logged');
  assert.ok(!JSON.stringify(gateway.logs).includes(secret));
  assert.equal(lastLine()['key'], 'all');
  // Two keys are none, and so is one where nobody takes it.
  assert.deepEqual(
    await refused('/v1/realtime?model=voice', secret, {
      headers: { 'sec-websocket-protocol': protocols.join(', ') },
    }),
    [401, 'invalid_api_key'],
  );
  const elsewhere = { headers: { 'sec-websocket-protocol': protocols.join(', ') } };
  const { status } = await refusedSocket(gateway, { path: '/v1/responses', key: null, ...elsewhere });
  assert.equal(status, 401);
});

test('a client secret of the vendor leads to the vendor', async () => {
  const { status, text } = await refusedSocket(gateway, {
    path: '/v1/realtime?model=voice',
    key: 'ek_68af296e8e408191a1120ab6383263c2',
  });
  assert.equal(status, 401);
  assert.match(text, /client secret of the vendor .* open the session at the vendor/);
});

test('the header of the beta is left out, and that is said', async (t) => {
  const raw = new WebSocket(`wss://localhost:${gateway.port}/v1/realtime?model=voice`, [], {
    ca: gateway.ca,
    headers: { authorization: `Bearer ${secret}`, 'OpenAI-Beta': 'realtime=v1', 'x-other': 'kept' },
  });
  t.after(() => raw.terminate());
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    raw.once('upgrade', resolve);
    raw.once('error', reject);
  });
  assert.equal(answer.headers['x-gateway-changed'], 'openai-beta');
  assert.equal(answer.headers['x-gateway-deployment'], 'first');
  assert.equal(answer.headers['sec-websocket-extensions'], undefined);
  const { headers } = first.handshakes.at(-1)!;
  assert.deepEqual([headers['openai-beta'], headers['x-other']], [undefined, 'kept']);
});

test('a handshake that is not agreed to is tried elsewhere, and no redirect is followed', async (t) => {
  const answers = [
    'HTTP/1.1 500 Broken\r\ncontent-length: 0\r\n\r\n',
    `HTTP/1.1 302 Found\r\nlocation: ${second.url}/v1/elsewhere\r\ncontent-length: 0\r\n\r\n`,
    'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 0\r\n\r\n',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: wrong\r\n\r\n',
    'HTTP/1.1 429 Too Many\r\nretry-after: 0\r\ncontent-length: 2\r\n\r\n{}',
    'no HTTP at all',
  ];
  for (const answer of answers) {
    refuse = () => answer;
    const socket = await openSocket(t, gateway, { path: '/v1/realtime?model=voice', key: secret });
    await socket.next('session.created');
    socket.send({ type: 'response.create' });
    await socket.next('response.done');
    await until(() => lastLine()['method'] === 'POST', 'the response is logged');
    assert.equal(lastLine()['deployment'], 'voice/second', answer);
    socket.raw.close();
  }
  for (const { url, headers } of second.handshakes) {
    assert.equal(url, '/v1/realtime?model=up-2');
    assert.equal(headers.authorization, undefined);
  }
  // Where nobody is left, what was refused is told.
  refuse = () =>
    'HTTP/1.1 400 Bad\r\ncontent-type: application/json\r\ncontent-length: 62\r\n\r\n{"error":{"type":"invalid_request_error","code":"beta_is_over"}}'.replace(
      '62',
      '64',
    );
  const { status, text } = await refusedSocket(gateway, { path: '/v1/realtime?model=voice', key: secret });
  assert.deepEqual([status, JSON.parse(text).error.code], [400, 'beta_is_over']);
  refuse = () => 'HTTP/1.1 500 Broken\r\ncontent-length: 0\r\n\r\n';
  const broken = await refusedSocket(gateway, { path: '/v1/realtime?model=dearer', key: secret });
  assert.equal(broken.status, 500);
  refuse = undefined;
});

test('sockets and requests of a key are bounded', async (t) => {
  const key = 'sk-few-0123456789';
  const socket = await openSocket(t, gateway, { path: '/v1/realtime?model=voice', key });
  assert.deepEqual(await refused('/v1/realtime?model=voice', key), [429, 'rate_limit_exceeded']);
  socket.raw.close();
  await socket.closed;
  // A handshake that fails gives its place back.
  refuse = () => 'HTTP/1.1 400 Bad\r\ncontent-length: 0\r\n\r\n';
  await until(
    async () => (await refused('/v1/realtime?model=voice', key).catch(() => [0]))[0] !== 429,
    'the place is free',
  );
  refuse = undefined;
  const again = await openSocket(t, gateway, { path: '/v1/realtime?model=voice', key });
  again.raw.close();
  await again.closed;
});

test("OpenAI's own clients hold sessions", async (t) => {
  const client = new OpenAI({ apiKey: secret, baseURL: `https://localhost:${gateway.port}/v1` });
  const session = new OpenAIRealtimeWS({ model: 'voice', options: { ca: gateway.ca } }, client);
  const heard: string[] = [];
  session.on('event', ({ type }) => heard.push(type));
  session.on('error', (error) => heard.push(String(error)));
  await new Promise((resolve) => session.on('session.created', resolve));
  session.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Speak.' } });
  session.send({ type: 'response.create' });
  const { response } = await new Promise<{ response: { usage?: { input_tokens?: number } } }>((resolve) =>
    session.on('response.done', resolve),
  );
  assert.equal(response.usage?.input_tokens, 120);
  assert.deepEqual(heard, [
    'session.created',
    'response.created',
    'response.output_audio.delta',
    'response.output_audio_transcript.delta',
    'response.done',
  ]);

  // The browser's, whose WebSocket can have no header.
  class Browser extends WebSocket {
    constructor(url: string | URL, protocols: string[]) {
      super(url, protocols, { ca: gateway.ca, origin: 'https://app.example.com' });
    }
  }
  const had = globalThis.WebSocket;
  Object.assign(globalThis, { WebSocket: Browser });
  t.after(() => void Object.assign(globalThis, { WebSocket: had }));
  const inBrowser = new OpenAI({ apiKey: secret, baseURL: client.baseURL, dangerouslyAllowBrowser: true });
  const other = new OpenAIRealtimeWebSocket({ model: 'voice', dangerouslyAllowBrowser: true }, inBrowser);
  await new Promise((resolve) => other.on('session.created', resolve));
  other.send({ type: 'response.create' });
  await new Promise((resolve) => other.on('response.done', resolve));
  const closed = Promise.all([
    new Promise((resolve) => other.socket.addEventListener('close', resolve)),
    new Promise((resolve) => session.socket.on('close', resolve)),
  ]);
  other.close();
  session.close();
  await closed;
});
