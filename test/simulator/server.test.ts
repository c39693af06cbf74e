import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { type SeenRequest, type Simulator, startSimulator } from '../../src/simulator/index.ts';
import { Conversation, post, simulatorFor } from './conversation.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };

/** Waits until the counters are such. */
async function stats(simulator: Simulator, wanted: Partial<Simulator['stats']>): Promise<void> {
  const met = () =>
    Object.entries(wanted).every(([name, count]) => simulator.stats[name as 'open'] === count);
  while (!met()) await new Promise((resolve) => setImmediate(resolve));
}

test('a body that breaks a rule is a 400 in the form of its family', async (t) => {
  const simulator = await simulatorFor(t);
  const openai = await post(simulator, '/v1/chat/completions', { model: 'm', messages: [] });
  assert.equal(openai.status, 400);
  assert.match(openai.headers.get('x-request-id') ?? '', /^req_/);
  const { error } = JSON.parse(openai.text);
  assert.deepEqual(
    { ...error, message: '' },
    { message: '', type: 'invalid_request_error', param: 'messages', code: null },
  );

  const anthropic = await post(simulator, '/v1/messages', chat);
  assert.equal(anthropic.status, 400);
  const { type, error: inner, request_id } = JSON.parse(anthropic.text);
  assert.deepEqual([type, inner.type], ['error', 'invalid_request_error']);
  assert.match(inner.message, /max_tokens/);
  assert.equal(request_id, anthropic.headers.get('request-id'));
});

test('what each endpoint refuses names the field', async (t) => {
  const simulator = await simulatorFor(t);
  const refused: [path: string, body: object, field: string][] = [
    ['/v1/chat/completions', { messages: chat.messages }, 'model'],
    ['/v1/chat/completions', { ...chat, max_tokens: 0 }, 'max_tokens'],
    ['/v1/chat/completions', { ...chat, logprobs: true, top_logprobs: 21 }, 'top_logprobs'],
    ['/v1/chat/completions', { ...chat, stream: 'true' }, 'stream'],
    ['/v1/completions', { model: 'm' }, 'prompt'],
    ['/v1/responses', { model: 'm' }, 'input'],
    ['/v1/messages/count_tokens', { model: 'm' }, 'messages'],
  ];
  for (const [path, body, field] of refused) {
    const { status, text } = await post(simulator, path, body);
    assert.equal(status, 400, text);
    assert.match(text, new RegExp(`\\\\"${field}\\\\"`));
  }
});

test('null counts as absent', async (t) => {
  const simulator = await simulatorFor(t);
  const body = {
    ...chat,
    max_tokens: null,
    stream: null,
    tools: null,
    tool_choice: null,
    stop: null,
    logprobs: null,
  };
  assert.equal((await post(simulator, '/v1/chat/completions', body)).status, 200);
});

test('a body that is no JSON object is a 400, an unknown path a 404, another method a 405', async (t) => {
  const { url } = await simulatorFor(t);
  for (const body of ['{', '[]', '']) {
    assert.equal((await fetch(`${url}/v1/completions`, { method: 'POST', body })).status, 400);
  }
  assert.equal((await fetch(`${url}/v1/nothing`, { method: 'POST', body: '{}' })).status, 404);
  const get = await fetch(`${url}/v1/messages`);
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST']);
});

test('requests are shown as they arrived', async (t) => {
  const seen: SeenRequest[] = [];
  const simulator = await simulatorFor(t, { onRequest: (request) => seen.push(request) });
  await fetch(`${simulator.url}/v1/completions?beta=true`, {
    method: 'POST',
    headers: { 'X-Trace': 'abc' },
    body: '{ "model":"m", "prompt":"hi" }',
  });
  assert.deepEqual(
    seen.map(({ method, url, body }) => [method, url, body.toString()]),
    [['POST', '/v1/completions?beta=true', '{ "model":"m", "prompt":"hi" }']],
  );
  const { rawHeaders } = seen[0] as SeenRequest;
  assert.equal(rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'x-trace') + 1], 'abc');
});

test('the first event leaves before the last is due', async (t) => {
  const simulator = await simulatorFor(t, { tokensPerSecond: 0.01 });
  const conversation = new Conversation(t, simulator);
  conversation.post('/v1/chat/completions', { ...chat, stream: true });
  await conversation.until(/"role":"assistant"/);
  assert.doesNotMatch(conversation.received, /Simulated/);
  assert.equal(simulator.stats.open, 1);
});

test('a client that leaves during the latency, the text or a stall is counted, and nothing goes on', async (t) => {
  const late = await simulatorFor(t, { latencyMs: 3_600_000 });
  const slow = await simulatorFor(t, { tokensPerSecond: 0.001 });
  const cases: [Simulator, object][] = [
    [late, chat],
    [slow, { ...chat, stream: true }],
    [slow, { ...chat, model: 'fault-never' }],
    [slow, { ...chat, model: 'fault-heartbeat', stream: true }],
  ];
  for (const [simulator, body] of cases) {
    const before = simulator.stats.aborted;
    const conversation = new Conversation(t, simulator);
    conversation.post('/v1/chat/completions', body);
    await stats(simulator, { open: 1 });
    conversation.socket.destroy();
    await stats(simulator, { open: 0, aborted: before + 1 });
  }
});

test('a client that leaves while it sends its body is counted', async (t) => {
  const simulator = await simulatorFor(t);
  const conversation = new Conversation(t, simulator);
  conversation.socket.write('POST /v1/completions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
  await stats(simulator, { open: 1 });
  conversation.socket.destroy();
  await stats(simulator, { open: 0, aborted: 1 });
});

test('an answer that is read to its end is no aborted one', async (t) => {
  const simulator = await simulatorFor(t);
  for (const stream of [false, true]) await post(simulator, '/v1/chat/completions', { ...chat, stream });
  await stats(simulator, { requests: 2, open: 0, aborted: 0 });
});

test('a client that does not read holds an endless answer up', async (t) => {
  const simulator = await simulatorFor(t);
  const started = new Promise<Socket>((resolve) => {
    const listen = (message: unknown) => resolve((message as { socket: Socket }).socket);
    subscribe('http.server.request.start', listen);
    t.after(() => unsubscribe('http.server.request.start', listen));
  });
  const conversation = new Conversation(t, simulator);
  conversation.post('/v1/completions', { model: 'fault-endless', prompt: 'hi' });
  await conversation.until(/xxx/);
  conversation.socket.pause();
  // Each turn of the event loop would add 16 KiB, 64 MiB in all, were it not for the client.
  for (let turn = 0; turn < 4096; turn++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok((await started).writableLength < 256 * 1024);
  assert.equal(simulator.stats.open, 1);
});

test('closing ends every connection, also those that would never end', async () => {
  const simulator = await startSimulator();
  const response = fetch(`${simulator.url}/v1/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'fault-never', prompt: 'x' }),
  });
  const failed = assert.rejects(response);
  await stats(simulator, { open: 1 });
  await simulator.close();
  await failed;
  assert.deepEqual({ ...simulator.stats }, { requests: 1, open: 0, aborted: 0 });
});

test('an address that cannot be listened on rejects', async (t) => {
  const { port } = await simulatorFor(t);
  await assert.rejects(startSimulator({ port }), { code: 'EADDRINUSE' });
});

test('a connection is kept for the next request', async (t) => {
  const simulator = await simulatorFor(t);
  const conversation = new Conversation(t, simulator);
  for (let i = 0; i < 2; i++) {
    conversation.received = '';
    conversation.post('/v1/completions', { model: 'm', prompt: 'hi' });
    await conversation.until(/\}$/);
  }
  conversation.socket.end();
  await once(conversation.socket, 'close');
  assert.equal(simulator.stats.requests, 2);
});
