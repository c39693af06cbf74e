import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { type Answer, json, startBackend } from '../../helpers/backend.ts';
import { gate, until } from '../../helpers/gate.ts';
import { begin, readReply } from '../../helpers/gateway.ts';
import { startInside } from '../../helpers/inside.ts';
import { secrets, sketched } from './config.ts';

const path = '/v1/audio/speech';
const body = { model: 'm', input: 'Hello there', voice: 'alloy' };

/** Bytes of a file, which hold all values and no JSON. */
const sound = Buffer.from(Array.from({ length: 3 * 1024 * 1024 }, (_, at) => (at * 7 + (at >> 8)) % 256));

const file =
  (type: string | undefined, bytes: Buffer = sound): Answer =>
  (_, response) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type });
    response.end(bytes);
  };

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const config = (...urls: string[]) => sketched({ endpoint: 'speech', urls });

test('a file comes byte for byte under the type that the backend gave it, and the request goes as it came', async (t) => {
  for (const type of ['audio/mpeg', 'audio/wav; rate=24000', 'Audio/FLAC', 'application/octet-stream']) {
    const backend = await startBackend(t, file(type));
    const gateway = await startInside(t, config(backend.url));
    const sent = Buffer.from('{ "model":"m", "input" : "Hello there", "voice":"alloy", "later": 1.50 }');
    const response = await begin(gateway, path, { body: sent });
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['content-type'], type);
    assert.equal(response.headers['x-gateway-deployment'], 'b0');
    assert.ok(sound.equals(await bytesOf(response)));
    assert.deepEqual(backend.seen[0]?.body, sent);
  }
});

test('a file of no type is bytes', async (t) => {
  const backend = await startBackend(t, file(undefined));
  const gateway = await startInside(t, config(backend.url));
  assert.ok(sound.equals(await bytesOf(await begin(gateway, path, { body }))));
});

test('its beginning does not wait for the rest', async (t) => {
  const rest = gate();
  const backend = await startBackend(t, async (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.write(sound.subarray(0, 100));
    await rest.opened;
    response.end(sound.subarray(100));
  });
  const gateway = await startInside(t, config(backend.url));
  const response = await begin(gateway, path, { body });
  const [first] = (await once(response, 'data')) as [Buffer];
  assert.ok(first.equals(sound.subarray(0, 100)));
  rest.open();
  assert.ok(Buffer.concat([first, await bytesOf(response)]).equals(sound));
});

test('a page, a text, JSON and nothing at all are no sound: another deployment is asked', async (t) => {
  const bad: readonly Answer[] = [
    file('text/html; charset=utf-8', Buffer.from('<html>Sign in</html>')),
    file('text/plain', Buffer.from('busy')),
    json({ ok: true }),
    json({ error: { message: 'overloaded', type: 'server_error' } }),
    file('audio/mpeg', Buffer.alloc(0)),
    file('text/event-stream', Buffer.from('data: {}\n\n')),
  ];
  for (const answer of bad) {
    const first = await startBackend(t, answer);
    const second = await startBackend(t, file('audio/mpeg'));
    const gateway = await startInside(t, config(first.url, second.url));
    const response = await begin(gateway, path, { body });
    assert.deepEqual([response.statusCode, response.headers['x-gateway-deployment']], [200, 'b1']);
    assert.ok(sound.equals(await bytesOf(response)));
  }
});

test('a page that every backend answers with is an error of ours, not the answer', async (t) => {
  const backend = await startBackend(t, file('text/html', Buffer.from('<html>Sign in</html>')));
  const gateway = await startInside(t, config(backend.url));
  const { status, json: error } = await readReply(await begin(gateway, path, { body }));
  assert.deepEqual([status, error.error.code], [502, 'upstream_invalid']);
});

test('another model speaks where the first can not', async (t) => {
  const down = await startBackend(t, json({ error: { message: 'busy' } }, 503));
  const up = await startBackend(t, file('audio/mpeg'));
  const gateway = await startInside(t, sketched({ endpoint: 'speech', urls: [down.url, up.url] }));
  const response = await begin(gateway, path, {
    body: { ...body, model: undefined, models: ['m', 'spare'] },
  });
  assert.equal(response.statusCode, 200);
  response.destroy();
});

test('a file that breaks off ends in a connection without an end, as long as it was begun', async (t) => {
  const taken = gate();
  const backend = await startBackend(t, async (_, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    response.write(sound.subarray(0, 5000));
    await taken.opened;
    response.destroy();
  });
  const gateway = await startInside(t, config(backend.url));
  const response = await begin(gateway, path, { body });
  const reply = readReply(response);
  taken.open();
  const { status, complete, text } = await reply;
  assert.deepEqual([status, complete], [200, false]);
  assert.doesNotMatch(text, /error/);
  await until(() => gateway.logs.some(({ code }) => code === 'upstream_interrupted'), 'it is in the log');
});

test('events come where `stream_format` asks for them, and `speech.audio.done` ends them with what was used', async (t) => {
  const delta = 'data: {"type":"speech.audio.delta","audio":"AAAA"}\n\n';
  const done = `data: ${JSON.stringify({ type: 'speech.audio.done', usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 } })}\n\n`;
  const backend = await startBackend(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(delta + delta + done);
  });
  const gateway = await startInside(
    t,
    sketched({ endpoint: 'speech', urls: [backend.url], key: ', rate_limit: { tokens: 1000/day }' }),
  );
  const sent = { ...body, stream_format: 'sse' };
  const reply = await readReply(await begin(gateway, path, { body: sent }));
  assert.deepEqual([reply.status, reply.text, reply.complete], [200, delta + delta + done, true]);
  const next = await begin(gateway, path, { body: sent });
  next.destroy();
  const reserved = Math.ceil(JSON.stringify(sent).length / 4);
  assert.equal(next.headers['x-ratelimit-remaining-tokens'], String(1000 - 115 - reserved));
});

test('events that end without their mark are cut with an error event', async (t) => {
  const delta = 'data: {"type":"speech.audio.delta","audio":"AAAA"}\n\n';
  const backend = await startBackend(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(delta);
  });
  const gateway = await startInside(t, config(backend.url));
  const reply = await readReply(await begin(gateway, path, { body: { ...body, stream_format: 'sse' } }));
  assert.equal(reply.complete, false);
  assert.ok(reply.text.startsWith(delta));
  assert.match(reply.text, /event: error\ndata: \{"type":"error","error":\{.*upstream_interrupted/);
});

test('a client of HTTP/1.0 gets a file whole or not at all', async (t) => {
  const backend = await startBackend(t, file('audio/mpeg', sound.subarray(0, 100_000)));
  const gateway = await startInside(t, config(backend.url));
  const text = JSON.stringify(body);
  const answer = await new Promise<Buffer>((resolve, reject) => {
    import('node:tls').then(({ connect }) => {
      const socket = connect({ host: 'localhost', port: gateway.port, ca: gateway.ca });
      const chunks: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => chunks.push(chunk));
      socket.on('error', reject);
      socket.on('close', () => resolve(Buffer.concat(chunks)));
      socket.write(
        `POST ${path} HTTP/1.0\r\nHost: localhost\r\nAuthorization: Bearer ${secrets.all}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
      );
    }, reject);
  });
  assert.match(answer.toString('latin1'), /content-length: 100000/i);
  assert.ok(answer.subarray(-100_000).equals(sound.subarray(0, 100_000)));
});

test('a key has to be granted it, and a text has to be there', async (t) => {
  const backend = await startBackend(t, file('audio/mpeg'));
  const gateway = await startInside(t, config(backend.url));
  for (const [key, status] of [
    [secrets.all, 200],
    [secrets.stateless, 200],
    [secrets.plain, 403],
  ] as const) {
    const response = await begin(gateway, path, { key, body });
    assert.equal(response.statusCode, status);
    response.destroy();
  }
  for (const input of [undefined, null, 5, ['a']]) {
    const reply = await readReply(await begin(gateway, path, { body: { ...body, input } }));
    assert.deepEqual([reply.status, reply.json.error.param], [400, 'input']);
  }
});

test('what fails at speech is nothing to chat completions', async (t) => {
  const bad = (): Answer => json({ error: { message: 'broken' } }, 500);
  const gateway = await startInside(
    t,
    config((await startBackend(t, bad())).url, (await startBackend(t, bad())).url),
  );
  for (let round = 0; round < 8; round += 1) await readReply(await begin(gateway, path, { body }));
  const { live } = gateway.keep.served!;
  assert.equal(live.health('m/b0', 'audio').circuit.state, 'open');
  assert.equal(live.health('m/b0').circuit.state, 'closed');
});
