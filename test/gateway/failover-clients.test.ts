import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpsRequest } from 'node:https';
import { test } from 'node:test';
import { completion, delta, drained, startBackend } from '../helpers/backend.ts';
import { gate, until } from '../helpers/gate.ts';
import { begin, configText, secret } from '../helpers/gateway.ts';
import { type Inside, startInside } from '../helpers/inside.ts';

const chat = { model: 'm', messages: [{ role: 'user', content: 'hello' }] };

const over = (settings: string) =>
  configText({
    backends: `{ main: { ${settings} } }`,
    models: '{ m: { deployments: [ { backend: main, endpoints: { chat_completions: [streaming] } } ] } }',
  });

async function isIdle(gateway: Inside): Promise<boolean> {
  return Object.values(await gateway.counters()).every((count) => count === 0);
}

/** A client that says its request and no more. */
function client(gateway: Inside, body: object) {
  const bytes = JSON.stringify(body);
  const request = httpsRequest({
    host: 'localhost',
    port: gateway.port,
    ca: gateway.ca,
    agent: false,
    path: '/v1/chat/completions',
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(bytes),
    },
  });
  request.on('error', () => {});
  request.end(bytes);
  return request;
}

for (const way of ['resets its connection', 'closes its half with a FIN'] as const) {
  for (const [phase, stream, answer] of [
    ['while the head is awaited', true, 0],
    ['while a whole answer is awaited', false, 0],
    ['in the middle of a stream', true, 1],
    ['in the middle of a whole answer', false, 1],
    ['before the first event of a stream', true, 2],
  ] as const) {
    test(`a client that ${way} ${phase} ends the request to the backend within 100 ms`, async (t) => {
      const reached = gate();
      const backend = await startBackend(t, (_seen, response) => {
        const type = stream ? 'text/event-stream' : 'application/json';
        if (answer > 0) response.writeHead(200, { 'content-type': type });
        if (answer === 1) response.write(stream ? delta('one') : '{"id":');
        if (answer === 2) response.write(': one moment\n\n');
        reached.open();
      });
      const gateway = await startInside(t, over(`url: "${backend.url}"`));
      const request = client(gateway, { ...chat, stream });
      await reached.opened;
      if (answer === 1 && stream) await once(request, 'response');
      else await new Promise((resolve) => setTimeout(resolve, 20)); // the answer's first bytes are on their way
      const leftAt = performance.now();
      if (way === 'resets its connection') request.destroy();
      else request.socket!.end();
      await until(() => backend.aborted === 1, 'the backend sees its request end', 500);
      const took = performance.now() - leftAt;
      assert.ok(took < 100, `${took} ms`);
      await until(() => isIdle(gateway), 'nothing is left');
      request.destroy();
    });
  }
}

test('a client that leaves while it waits for a connection takes nobody away from the one that has it', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (_seen, response) => {
    await rest.opened;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion('hi')));
  });
  const gateway = await startInside(t, over(`url: "${backend.url}", max_connections: 1`));
  const first = begin(gateway, '/v1/chat/completions', { body: chat });
  await until(() => backend.seen.length === 1, 'the first request is there');
  const second = client(gateway, chat);
  await until(async () => (await gateway.counters()).waiting === 1, 'the second waits');
  second.destroy();
  await until(async () => (await gateway.counters()).waiting === 0, 'it waits no more', 100);
  rest.open();
  assert.equal((await first).statusCode, 200);
  (await first).resume();
  await until(() => isIdle(gateway), 'nothing is left');
  assert.equal(backend.seen.length, 1);
});

test('a client that does not read costs a bounded amount of memory and is let go after timeouts.idle', async (t) => {
  const event = delta('x'.repeat(16 * 1024));
  let sent = 0;
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    while (sent < 50_000_000 && !response.destroyed) {
      sent += event.length;
      if (!response.write(event)) await drained(response);
    }
  });
  const gateway = await startInside(t, over(`url: "${backend.url}", timeouts: { idle: 400ms }`));
  const request = client(gateway, { ...chat, stream: true });
  const [response] = await once(request, 'response');
  response.pause();
  request.socket!.pause();
  await until(() => backend.aborted === 1, 'the backend is let go', 5000);
  assert.ok(sent < 30_000_000, `${sent} bytes left the backend`);
  await until(() => isIdle(gateway), 'nothing is left');
});

test('a client that reads slowly gets all of it, however long the backend has to wait', async (t) => {
  const events = Array.from({ length: 600 }, (_, index) => delta(`${index} ${'x'.repeat(16 * 1024)}`));
  const backend = await startBackend(t, async (_seen, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of events) {
      if (!response.write(event)) await drained(response);
    }
    response.end('data: [DONE]\n\n');
  });
  const timeouts = '{ idle: 2s, progress: 2s }';
  const gateway = await startInside(t, over(`url: "${backend.url}", timeouts: ${timeouts}`));
  const response = await begin(gateway, '/v1/chat/completions', { body: { ...chat, stream: true } });
  let length = 0;
  for await (const chunk of response) {
    length += (chunk as Buffer).length;
    if (length % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 30));
  }
  assert.equal(length, events.join('').length + 'data: [DONE]\n\n'.length);
  assert.equal(response.complete, true);
});
